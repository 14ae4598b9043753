import Exemplar
import Foundation
import Testing

// The meaning of names in types with `@Spec`; the host of this target runs these too, so all pass.

/// A written `@Example` adds to the meaning of the name.
@Spec struct WrittenSpec {
  static func parameterisedTestData() -> RowSource { .rows(["Emma": 474, "Dune": 612]) }

  @Example(.tags("slow")) func testOnTheTablet_iPad() { Issue.record("never") }
  @Example("is labelled") func testLabelled_iPhone() { Issue.record("never") }
  @Example(rows: {
    row("one", 1)
  }) func outlineTestCounts_iPad(count: Int) { Issue.record("never") }
  @Example func opens_windows() { Issue.record("never") }
  @Example(.enabled(if: true)) func testHere() {}
  @Example(.tags("slow")) func parameterisedTestHasPages(value: Int) { #expect(value > 400) }
}

extension WrittenSpec {
  @Example func testInAnExtension_iPad() { Issue.record("never") }
  @Example("counts") func parameterisedTestInAnExtension() throws {
    #expect(try Row.current.decode("value", as: Int.self) > 400)
  }
}

// MARK: Where rows come from

@Spec class RowsOfAClassSpec {
  class func parameterisedTestData() async throws -> [String: [String: Int]] {
    ["Emma": ["pages": 474], "Book 10": ["pages": 10], "Book 9": ["pages": 9]]
  }
  func parameterisedTestOne(pages: Int) { #expect(pages > 0) }
}

@Spec @MainActor final class RowsOfAnyDictionarySpec {
  nonisolated static func parameterisedTestData() throws -> [String: Any] {
    [
      "ECTestItems": ["Emma": ["pages": 474, "sold": true] as [String: Any]],
      "ECTestSuites": ["poems": ["Howl": ["pages": 57, "sold": false] as [String: Any]]],
    ]
  }
  func parameterisedTestOne(pages: Int, sold: Bool) { #expect(sold == (pages > 100)) }
}

@Spec struct RowsOfAFoundationDictionarySpec {
  static func parameterisedTestData() -> NSDictionary {
    NSDictionary(dictionary: ["Emma": 474, "Dune": 612])
  }
  func parameterisedTestOne(value: Int) { #expect(value > 400) }
}

@Spec struct RowsOfRowsSpec {
  static func examples(forOutlineTest name: String) async throws -> [Row] {
    [Row("for \(name)", ["name": "\(name)"])]
  }
  static func parameterisedTestData() -> [String: Int] { ["Emma": 474] }
  func outlineTestOne(name: String) { #expect(name == "outlineTestOne") }
  func outlineTestTwo(name: String) { #expect(name == "outlineTestTwo") }
  func parameterisedTestThree(value: Int) { #expect(value == 474) }
}

// MARK: Inherited outlines

/// Beside this file there are `PlainBooksSpec.plist` and `PoemsSpec.json`.
@Spec class PlainBooksSpec {
  func parameterisedTestHasAName() throws { #expect(try Row.current.name != nil) }
  @Example(from: .default) func isListed(_ row: Row) { #expect(row.name != nil) }
}

/// Has a file of its own.
@Spec class PoemsSpec: PlainBooksSpec {}

/// It has no source; the nearest class that it inherits from has one.
@Spec final class OldPoemsSpec: PoemsSpec {}

/// States its rows itself.
@Spec class SaidBooksSpec: PlainBooksSpec {
  class func parameterisedTestData() -> RowSource { .rows(["said by \(self)": 1]) }
}

/// Asks the class whose examples are running.
@Spec final class SaidPoemsSpec: SaidBooksSpec {}

@Spec final class OverridingBooksSpec: SaidBooksSpec {
  override class func parameterisedTestData() -> RowSource { .rows(["overridden": 1]) }
}

// MARK: Other names

/// The parameters of outlines may be of types that are declared in the spec.
@Spec struct NestedTypesSpec {
  enum Genre: String, Codable, Sendable, RowValueConvertible { case novel, poem }
  struct Book: Codable, Sendable {
    var genre: Genre
    var pages: Int
  }
  typealias Pages = Int
  static var unknown: Genre { .poem }

  static func parameterisedTestData() -> RowSource {
    .rows(["Emma": ["genre": RowValue(Genre.novel), "pages": 474]])
  }

  func parameterisedTestColumns(genre: Genre, pages: Pages, other: [Genre]? = nil) {
    #expect(genre == .novel && pages == 474 && other == nil)
  }
  func parameterisedTestDefaults(genre: NestedTypesSpec.Genre, more: Genre = Genre.poem) {
    #expect(more == .poem)
  }
  func parameterisedTestSelf(pages: Int, more: Genre = Self.unknown) { #expect(more == .poem) }
  func parameterisedTestWhole(_ book: Book) { #expect(book.genre == .novel) }
}

@Spec final class OldHooksSpec {
  private var calls: [String] = []
  func setUpTestCase() { calls.append("set up") }
  func tearDownTestCase() { #expect(calls == ["set up", "body"]) }
  func testing() { calls.append("body") }
}
