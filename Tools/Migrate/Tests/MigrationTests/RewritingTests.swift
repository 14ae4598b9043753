import Migration
import Testing

/// Each rewriting, as a file before and after.
@Suite struct RewritingTests {
  @Test func aTestCaseBecomesASpec() {
    let file = MigratedFile(
      rewriting: """
        import XCTest
        @testable import Shop

        /// The shelf.
        final class ShelfTests: XCTestCase {
          var shelf: Shelf!

          override func setUp() {
            super.setUp()
            shelf = Shelf(capacity: 3)
          }

          override func tearDownWithError() throws {
            try super.tearDownWithError()
            shelf.reload()
          }

          func testHolds() {
            XCTAssertEqual(shelf.count, 0, "It starts empty.")
            XCTAssertTrue(shelf.isEmpty || shelf.isNew)
            XCTAssertFalse(shelf.isFull)
          }

          func testThrows() {
            XCTAssertThrowsError(try shelf.remove("Emma"))
            XCTAssertEqual(try shelf.title(), "Emma")
          }
        }

        """)
    #expect(
      file.text == """
        import Exemplar
        import Foundation
        @testable import Shop

        /// The shelf.
        @Spec final class ShelfTests {
          var shelf: Shelf!

          func setUp() {
            shelf = Shelf(capacity: 3)
          }

          func tearDownWithError() throws {
            shelf.reload()
          }

          func testHolds() {
            #expect(shelf.count == 0, "It starts empty.")
            #expect(shelf.isEmpty || shelf.isNew)
            #expect(!shelf.isFull)
          }

          func testThrows() throws {
            #expect(throws: (any Error).self) { try shelf.remove("Emma") }
            try #expect(shelf.title() == "Emma")
          }
        }

        """)
    #expect(file.marks.isEmpty)
    #expect(file.rewritten == 1)
    #expect(file.classes == ["ShelfTests"])
  }

  @Test(arguments: [
    ("XCTAssertEqual(a ?? b, c)", "#expect(a ?? b == c)"),
    ("XCTAssertEqual(a == b, c)", "#expect((a == b) == c)"),
    ("XCTAssertEqual(.small, size)", "#expect(size == .small)"),
    ("XCTAssertEqual(a ? b : c, d)", "#expect((a ? b : c) == d)"),
    ("XCTAssertEqual(x, 0.5, accuracy: 0.1)", "#expect(abs(x - 0.5) <= 0.1)"),
    (
      "XCTAssertNil(try shelf.first(where: { $0.isNew }))",
      "try #expect(shelf.first(where: { $0.isNew }) == nil)"
    ),
    ("XCTAssertNotNil(a, message)", "#expect(a != nil, Comment(rawValue: message))"),
    ("XCTAssertIdentical(a, b)", "#expect(a === b)"),
    ("XCTAssertLessThanOrEqual(a, b - 1)", "#expect(a <= b - 1)"),
    ("XCTAssertFalse(a && b)", "#expect(!(a && b))"),
    ("XCTAssertNoThrow(try f())", "#expect(throws: Never.self) { try f() }"),
    ("let a = try XCTUnwrap(b)", "let a = try #require(b)"),
    ("throw XCTSkip(\"no printer\")", "throw Skip(\"no printer\")"),
    ("XCTFail()", "Issue.record()"),
    ("XCTFail(\"no: \\(a)\")", "Issue.record(\"no: \\(a)\")"),
    ("addTeardownBlock { a() }", "cleanup { a() }"),
    // These stay, and count in specs.
    (
      "XCTAssertThrowsError(try f()) { error in g(error) }",
      "XCTAssertThrowsError(try f()) { error in g(error) }"
    ),
    (
      "XCTAssertEqual(a, b, file: file, line: line)", "XCTAssertEqual(a, b, file: file, line: line)"
    ),
    (
      "books.forEach { XCTAssertEqual(try $0.title(), \"\") }",
      "books.forEach { XCTAssertEqual(try $0.title(), \"\") }"
    ),
  ])
  func assertions(before: String, after: String) {
    let file = MigratedFile(
      rewriting: """
        import XCTest
        class T: XCTestCase {
          func testIt() throws {
            \(before)
          }
        }
        """)
    let line = file.text.split(separator: "\n").first { $0.contains(after) }
    #expect(line.map { $0.drop { $0 == " " } } == after[...], "\(file.text)")
    #expect(file.text.contains("import XCTest") == after.contains("XCT"))
  }

  /// An expectation goes on where it fails, so that a value that is unwrapped by force afterwards is required.
  @Test func valuesThatAreUnwrappedLaterAreRequired() {
    let file = MigratedFile(
      rewriting: """
        import XCTest
        class T: XCTestCase {
          func testIt() {
            XCTAssertNotNil(shelf.first)
            XCTAssertNotNil(shelf.last)
            XCTAssertEqual(shelf.first!.title, "Emma")
          }
        }
        """)
    #expect(
      file.text.contains(
        """
          func testIt() throws {
            try #require(shelf.first != nil)
            #expect(shelf.last != nil)
            #expect(shelf.first!.title == "Emma")
        """), "\(file.text)")
  }

  /// A class that needs what only an XCTestCase has stays, with the reason.
  @Test(arguments: [
    (
      "let done = expectation(description: \"done\")", 4,
      "expectation: use `confirmation` or `eventually`"
    ),
    ("self.measure { f() }", 4, "measure: keep it in an XCTestCase"),
    ("continueAfterFailure = false", 4, "continueAfterFailure: use `#require`"),
  ])
  func classesThatStay(statement: String, line: Int, reason: String) {
    let text = """
      import XCTest
      class ShelfTests: XCTestCase {
        func testIt() {
          \(statement)
        }
      }
      """
    let file = MigratedFile(rewriting: text)
    #expect(file.text == text)
    #expect(!file.isChanged)
    #expect(
      file.marks.map(\.description) == [
        "\(line): ShelfTests stays an XCTestCase, since it uses \(reason)."
      ])
    // The same name on something else is no reason.
    let other = MigratedFile(rewriting: text.replacing(statement, with: "thread.wait()"))
    #expect(other.isChanged)
  }

  @Test func subclassesAndExtensionsFollowTheirBases() {
    let text = """
      import XCTest
      class EmmaTests: ShelfTests {
        func testA() { XCTAssertNil(a) }
      }
      extension EmmaTests {
        func testB() { XCTAssertNil(b) }
        func helper(_ a: Int) {}
      }
      """
    #expect(!MigratedFile(rewriting: text).isChanged)
    #expect(
      MigratedFile(rewriting: text, bases: ["ShelfTests", "EmmaTests"]).text == """
        import Exemplar
        import Foundation
        @Spec class EmmaTests: ShelfTests {
          func testA() { #expect(a == nil) }
        }
        extension EmmaTests {
          @Example func testB() { #expect(b == nil) }
          func helper(_ a: Int) {}
        }
        """)
  }

  @Test func aSpecOfQuickBecomesAValue() {
    let file = MigratedFile(
      rewriting: """
        import Nimble
        import Quick

        final class ShelfSpec: QuickSpec {
          override class func spec() {
            describe("A shelf") {
              var shelf: Shelf!

              beforeEach { shelf = Shelf(capacity: 3) }

              it("starts empty") { expect(shelf.count) == 0 }

              context("with a book") {
                it("holds it") {
                  expect(shelf.titles).to(contain("Emma"))
                  expect(shelf?.isNew).toNot(beTrue())
                  expect(try shelf.title()).to(equal("Emma"))
                  expect { try shelf.remove() }.to(throwError())
                  expect(shelf.price).to(beCloseTo(3.5, within: 0.1))
                  fail("no")
                }
              }
            }
          }
        }

        """)
    #expect(
      file.text == """
        import Nimble
        import Exemplar
        import Foundation

        @Spec let shelfSpec = describe("A shelf", on: MainActor.self) {
          var shelf: Shelf!

          beforeEach { shelf = Shelf(capacity: 3) }

          it("starts empty") { #expect(shelf.count == 0) }

          context("with a book") {
            it("holds it") {
              #expect(shelf.titles.contains("Emma"))
              expect(shelf?.isNew).toNot(beTrue())
              try #expect(shelf.title() == "Emma")
              #expect(throws: (any Error).self) { try shelf.remove() }
              #expect(abs(shelf.price - 3.5) <= 0.1)
              Issue.record("no")
            }
          }
        }

        """)
    #expect(file.marks.isEmpty)
  }

  @Test func functionsOfGroupsMoveToTheFile() {
    let text = """
      import Quick
      class ShelfSpec: QuickSpec {
        override class func spec() {
          describe("A shelf") {
            func titles(_ shelf: Shelf) -> [String] {
              shelf.books.map(\\.title)
            }
            it("is empty") { expect(titles(Shelf())).to(beEmpty()) }
          }
        }
      }
      """
    #expect(
      MigratedFile(rewriting: text).text == """
        import Exemplar
        import Foundation
        private func titles(_ shelf: Shelf) -> [String] {
          shelf.books.map(\\.title)
        }

        @Spec let shelfSpec = describe("A shelf") {
          it("is empty") { #expect(titles(Shelf()).isEmpty) }
        }
        """)
    let file = MigratedFile(
      rewriting: text.replacing("func titles", with: "var shelf = Shelf()\n      func titles"))
    #expect(
      file.marks.map(\.description) == [
        "6: ShelfSpec stays: titles uses values of its group, or declares examples. Make it a closure, or return a SpecNode."
      ])
  }

  @Test(arguments: [
    (
      "justBeforeEach { a() }",
      "justBeforeEach is written in another way here; the page on Quick shows each word."
    ),
    (
      "shelf = Shelf()",
      "a group takes declarations of values, groups, examples and hooks. Move this into a beforeEach, or to the top level of the file."
    ),
  ])
  func specsOfQuickThatStay(statement: String, reason: String) {
    let text = """
      import Quick
      class ShelfSpec: QuickSpec {
        override class func spec() {
          describe("A shelf") {
            \(statement)
            it("is new") {}
          }
        }
      }
      """
    let file = MigratedFile(rewriting: text)
    #expect(file.text == text)
    #expect(file.marks.map(\.description) == ["5: ShelfSpec stays: \(reason)"])
  }

  @Test func aSuiteOfSwiftTestingBecomesASpec() {
    let file = MigratedFile(
      rewriting: """
        import Testing

        @Suite("Shelves", .serialized) struct ShelfTests {
          let shelf = Shelf()

          @Test func holds() { #expect(shelf.isEmpty) }

          @Test("takes", .tags(.slow), .timeLimit(.minutes(2)), arguments: [1, 2])
          func takes(_ count: Int) {}

          @Test(.disabled("why"), arguments: [1], ["a"]) func names(_ a: Int, _ b: String) {}

          struct Inner {
            @Test func isNew() {}
          }
        }

        @Test func alone() {}
        """)
    #expect(
      file.text == """
        import Exemplar

        @Spec("Shelves") struct ShelfTests {
          let shelf = Shelf()

          @Example func holds() { #expect(shelf.isEmpty) }

          @Example("takes", .tags("slow"), .timeLimit(.seconds(60 * 2)), over: [1, 2])
          func takes(_ count: Int) {}

          @Example(.skipped("why"), over: product([1], ["a"])) func names(_ a: Int, _ b: String) {}

          @Spec struct Inner {
            @Example func isNew() {}
          }
        }

        @Example func alone() {}
        """)
    #expect(file.marks.isEmpty)
  }

  @Test func suitesWithTraitsOfTheirOwnStay() {
    let text = """
      import Testing
      struct ShelfTests {
        @Test(.mine) func holds() {}
      }
      """
    let file = MigratedFile(rewriting: text)
    #expect(file.text == text)
    #expect(
      file.marks.map(\.description) == [
        "3: This stays a test of Swift Testing, since .mine has no certain counterpart."
      ])
  }
}
