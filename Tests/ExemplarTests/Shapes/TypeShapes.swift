import Exemplar
import Testing

// `@Spec` on types of every kind. Each example gets an instance of its own.

@Spec struct StructureShape {
  let shelf = Shelf()

  @Example func fillsItsShelf() {
    #expect(shelf.books.isEmpty)
    shelf.books.append(.emma)
  }

  @Example func hasAShelfOfItsOwn() { #expect(shelf.books.isEmpty) }
}

@Spec("a private structure", .tags("shape")) private struct PrivateShape {
  private let book = Book.emma

  @Example private func seesPrivateMembers() { #expect(book == .emma) }
  @Example fileprivate func isFileprivate() {}
}

@Spec final class FinalClassShape {
  var books: [Book] = []

  @BeforeEach func fill() { books.append(.emma) }
  @Example func isFilledOnce() { #expect(books == [.emma]) }
  @AfterEach func check() { #expect(books == [.emma]) }
}

@Spec open class OpenClassShape {
  public init() {}
  @Example open func runs() {}
}

@Spec actor ActorShape {
  var books: [Book] = []

  @BeforeEach func fill() { books.append(.emma) }
  @Example func isIsolated() { #expect(books == [.emma]) }
  @Example nonisolated func isNotIsolated() async { #expect(await books == [.emma]) }
  @AfterEach func empty() async { books = [] }
}

@Spec enum EnumerationShape {
  @Example static func isStatic() { #expect(Book.allCases.count == 3) }
  @Example private static func isPrivate() {}
  @Example(over: [1, 2]) static func countsRows(count: Int) { #expect(count > 0) }
}

@Spec @MainActor struct MainActorShape {
  var shelf = Shelf()

  @BeforeAll static func open() { MainActor.assertIsolated() }
  @BeforeEach mutating func fill() { shelf.books = [.emma] }
  @Example func isOnTheMainActor() {
    MainActor.assertIsolated()
    #expect(shelf.books == [.emma])
  }
  @Example nonisolated func isNot() {}
  @Example(over: Book.allCases) func takesRows(book: Book) { MainActor.assertIsolated() }
}

@Spec @MainActor final class MainActorClassShape {
  var books: [Book] = []

  @BeforeEach func fill() async { books = [.emma] }
  @Example func isOnTheMainActor() {
    MainActor.assertIsolated()
    #expect(books == [.emma])
  }
}

/// The initializer of an instance may suspend and throw.
@Spec struct InitializerShape {
  let title: String

  init() async throws { title = Book.emma.rawValue }

  @Example func runs() { #expect(title == "emma") }
}

@Spec struct `a type with a raw name` {
  @Example func `an example with a raw name`() {}
}

/// Its name is also that of a member, which must not hide the type.
@Spec struct Atlas {
  struct Page {
    @Example func isWithoutSpec() {}
  }
  @Example func page() {}
}

/// Without `@Spec`: an example is enough to be found.
struct ShapeWithoutSpec {
  @Example func isFound() {}
}
