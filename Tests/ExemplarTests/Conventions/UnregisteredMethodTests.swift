import ExemplarCore
import Testing

@testable import Exemplar

/// Methods in extensions, as the symbols of the program reveal them.
@Suite struct UnregisteredMethodTests {
  @Test(arguments: [
    ("Books.Shelf.testOpens() -> ()", "testOpens", true),
    (
      "static Books.Shelf.parameterisedTestData() -> Swift.Int", "parameterisedTestData", true
    ),
    (
      "(extension in Shop):Books.Shelf.focus_testOpens() async throws -> ()", "focus_testOpens",
      true
    ),
    ("Books.Shelf.(testOpens in _C0FFEE)(a: (Swift.Int) -> ()) -> ()", "testOpens", true),
    ("Books.Shelf.testing() -> ()", "testing", true),
    ("Books.Shelf.tester() -> Swift.Int", "tester", false),
    ("Books.Shelf.testable(Swift.Int) -> ()", "testable", false),
    ("Books.Shelf.(testable in _C0FFEE)(Swift.Int) -> ()", "testable", false),
    ("Books.Shelf.setUp() -> ()", "setUp", true),
    ("Books.Shelf.opens() -> ()", "opens", false),
  ])
  func isReadFromTheSymbol(text: String, name: String, hasMeaning: Bool) throws {
    let method = try #require(DemangledMethod(text, of: "Books.Shelf"))
    expect(method.name, equals: name)
    expect(method.hasMeaning, equals: hasMeaning)
    let isPrivate = text.replacing("Shelf", with: "(Shelf in _C0FFEE)")
    expect(DemangledMethod(isPrivate, of: "Books.(Shelf in _C0FFEE)")?.name, equals: name)
  }

  @Test(arguments: [
    "Books.Shelf.Inner.testOpens() -> ()", "Books.Shelfs.testOpens() -> ()",
    "Books.Shelf.testOpens.getter : Swift.Int",
    "closure #1 () -> () in Books.Shelf.testOpens() -> ()",
  ])
  func isOfTheTypeItself(text: String) {
    #expect(DemangledMethod(text, of: "Books.Shelf")?.name == nil)
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
      expect(
        unseen(
          ShelfWithExtension.Inner.self, "Inner", known: ["testInner"]), equals: [])
    #endif
  }

  @Test func isAFailingExampleAtItsLine() async {
    let place = Place(path: "/Shelf.swift", line: 7, column: 3)
    let node = UnregisteredMethod(name: "focus_testOpens", type: "Shelf", place: place).node
    guard case .mistake(let mistake) = node.content else {
      Issue.record("no mistake")
      return
    }
    expect(node.name, equals: "testOpens")
    expect(
      mistake,
      equals: UsageError(
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
