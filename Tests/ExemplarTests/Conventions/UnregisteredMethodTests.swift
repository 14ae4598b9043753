import ExemplarCore
import Testing

@testable import Exemplar

/// What the symbols of the program tell of methods in extensions.
@Suite struct UnregisteredMethodTests {
  @Test(arguments: [
    ("Books.Shelf.testOpens() -> ()", "Books Shelf testOpens", true),
    (
      "static Books.Shelf.parameterisedTestData() -> Swift.Int",
      "Books Shelf parameterisedTestData", true
    ),
    (
      "(extension in Shop):Books.Shelf.focus_testOpens() async throws -> ()",
      "Books Shelf focus_testOpens", true
    ),
    (
      "Books.(Shelf in _C0FFEE).(testOpens in _C0FFEE)(a: (Swift.Int) -> ()) -> ()",
      "Books Shelf testOpens", true
    ),
    ("Books.Shelf.Inner.outlineTestX(a: Swift.Int) -> ()", "Books Shelf Inner outlineTestX", true),
    ("Books.Shelf.testing() -> ()", "Books Shelf testing", true),
    ("Books.Shelf.tester() -> Swift.Int", "Books Shelf tester", false),
    ("Books.Shelf.testable(Swift.Int) -> ()", "Books Shelf testable", false),
    ("Books.Shelf.setUp() -> ()", "Books Shelf setUp", true),
    ("Books.Shelf.opens() -> ()", "Books Shelf opens", false),
    ("Books.Shelf<Swift.Int>.testOpens() -> ()", "Books Shelf<Swift.Int> testOpens", true),
  ])
  func isReadFromTheSymbol(text: String, path: String, hasMeaning: Bool) throws {
    let function = try #require(DemangledFunction(demangled: text))
    #expect(function.path.joined(separator: " ") == path)
    #expect(function.hasMeaning == hasMeaning)
  }

  @Test func whatNoMacroSawIsFound() throws {
    func unseen(_ type: Any.Type, _ name: String, known: Set<String>) -> [String] {
      let place = Place(path: #filePath, line: 1)
      let found = UnregisteredMethod.all(in: [(__TypeReference(type, name), place, known)])
      return found.values.flatMap { $0 }.map { "\($0.name) \($0.place.fileName)" }.sorted()
    }
    #if os(Linux)
      #expect(
        unseen(ShelfWithExtension.self, "ShelfWithExtension", known: ["testSeen"]) == [
          "focus_testHidden_iPad UnregisteredMethodTests.swift",
          "setUp UnregisteredMethodTests.swift",
          "testHidden UnregisteredMethodTests.swift", "testShelf UnregisteredMethodTests.swift",
        ])
      #expect(
        unseen(
          ShelfWithExtension.Inner.self, "Inner", known: ["testInner"]) == [])
    #endif
  }

  @Test func isAFailingExampleAtItsLine() async {
    let place = Place(path: "/Shelf.swift", line: 7, column: 3)
    let node = UnregisteredMethod(name: "focus_testOpens", type: "Shelf", place: place).node
    guard case .mistake(let mistake) = node.content else {
      Issue.record("no mistake")
      return
    }
    #expect(node.name == "testOpens")
    #expect(
      mistake
        == UsageError(
          "“focus_testOpens” is in an extension of Shelf, where @Spec does not see it, so it would "
            + "never run. Move it into Shelf, or write @Example in front of it.", at: place))
  }
}

/// No spec: what its extension holds is looked for by the test above alone.
struct ShelfWithExtension {
  func testSeen() {}
  struct Inner { func testInner() {} }
}

extension ShelfWithExtension {
  fileprivate func testHidden() {}
  fileprivate func testShelf() async throws {}
  fileprivate func focus_testHidden_iPad() {}
  fileprivate mutating func setUp() {}
  fileprivate func helps() {}
  fileprivate func testable(_ number: Int) -> Int { number }
}
