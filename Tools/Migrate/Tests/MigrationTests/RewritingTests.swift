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
    ("XCTAssert(false)", "Issue.record()"),
    ("XCTAssertTrue(false, \"no\")", "Issue.record(\"no\")"),
    ("XCTAssertFalse(true, message)", "Issue.record(Comment(rawValue: message))"),
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

  /// A name has a meaning where @Spec knows whether the method is built, so elsewhere it needs an attribute.
  @Test func methodsInsideConditions() {
    #expect(
      MigratedFile(
        rewriting: """
          import XCTest
          final class ShelfTests: XCTestCase {
            func testA() { XCTAssertNil(a) }
            #if os(Linux)
              override func setUp() { super.setUp() }
              override class func tearDown() {}
              func testB() { XCTAssertNil(b) }
              #if DEBUG
                func testC() {}
              #endif
            #endif
          }
          """
      ).text == """
        import Exemplar
        import Foundation
        @Spec final class ShelfTests {
          func testA() { #expect(a == nil) }
          #if os(Linux)
            @BeforeEach func setUp() { }
            @AfterAll class func tearDown() {}
            @Example func testB() { #expect(b == nil) }
            #if DEBUG
              @Example func testC() {}
            #endif
          #endif
        }
        """)
  }

  /// XCTest runs no method with parameters, nor a generic or a private one; `@Spec` would refuse them.
  @Test func methodsThatAreNoTests() {
    let file = MigratedFile(
      rewriting: """
        import XCTest
        final class ShelfTests: XCTestCase {
          func testA() throws { try testMissing(Int.self); self.testTitle("Emma"); testMissing() }
          func testMissing() {}
          func testMissing<T: Decodable>(_ type: T.Type) throws {}
          private func testTitle(_ title: String) { XCTAssertEqual(title, "Emma") }
          func testing(_ title: String) {}
        }
        """)
    #expect(
      file.text == """
        import Exemplar
        import Foundation
        @Spec final class ShelfTests {
          func testA() throws { try checkMissing(Int.self); self.checkTitle("Emma"); testMissing() }
          func testMissing() {}
          func checkMissing<T: Decodable>(_ type: T.Type) throws {}
          private func checkTitle(_ title: String) { #expect(title == "Emma") }
          func testing(_ title: String) {}
        }
        """)
    #expect(
      file.marks.map(\.description) == [
        "5: testMissing is checkMissing now: it is no test, and in a spec a name that begins with test is that of "
          + "an example.",
        "6: testTitle is checkTitle now: it is no test, and in a spec a name that begins with test is that of an "
          + "example.",
      ])
  }

  @Test func aLoopOverATableBecomesAnOutline() {
    let file = MigratedFile(
      rewriting: """
        import XCTest
        final class NumberTests: XCTestCase {
          /// Numbers are written.
          func testTexts() {
            for (value, text) in [(1, "one"), (-2, "minus \\"two\\""), (3.5, "a\\nb")] {
              // Each value has a text.
              XCTAssertEqual(spelled(value), text)
              if value > 1 {
                XCTAssertNotNil(text.first)
              }
            }
          }

          func testSizes() throws {
            let cases: [(size: UInt8, name: String?)] = [
              (1, "s"),
              (2, nil),
            ]
            for (size, name) in cases {
              XCTAssertEqual(try named(size), name)
            }
          }

          func testWords() {
            for word in ["a", "", "a"] { XCTAssertTrue(word.isEmpty) }
          }
        }
        """)
    #expect(
      file.text == """
        import Exemplar
        import Foundation
        @Spec final class NumberTests {
          /// Numbers are written.
          @Example(rows: {
            row("1, one", 1.0, "one")
            row("-2, minus \\"two\\"", -2.0, "minus \\"two\\"")
            row("3.5, \\"a\\\\nb\\"", 3.5, "a\\nb")
          })
          func testTexts(value: Double, text: String) {
            // Each value has a text.
            #expect(spelled(value) == text)
            if value > 1 {
              #expect(text.first != nil)
            }
          }

          @Example(rows: {
            row("1, s", 1 as UInt8, "s" as String?)
            row("2, nil", 2, nil)
          })
          func testSizes(size: UInt8, name: String?) throws {
            try #expect(named(size) == name)
          }

          @Example(rows: {
            row("a", "a")
            row("empty", "")
            row("a (2)", "a")
          })
          func testWords(word: String) {
            #expect(word.isEmpty)
          }
        }
        """, "\(file.text)")
    #expect(file.marks.isEmpty)
  }

  @Test(arguments: [
    "for (a, b) in [(1, f()), (2, g())] { XCTAssertEqual(a, b) }",
    "for a in [1, 2] { if a > 1 { continue }; XCTAssertEqual(a, 1) }",
    "for (a, _) in [(1, 2), (2, 3)] { XCTAssertEqual(a, 1) }",
    "for a in [1, \"x\"] as [Any] { XCTAssertNotNil(a) }",
  ])
  func loopsThatStay(loop: String) {
    let text = "import XCTest\nclass T: XCTestCase {\n  func testA() {\n    \(loop)\n  }\n}"
    let file = MigratedFile(rewriting: text)
    #expect(file.text.contains("  func testA() {\n    for "), "\(file.text)")
    let count = loop.contains("as [Any]") ? 0 : 1
    #expect(
      file.marks.map(\.description)
        == Array(
          repeating:
            "4: This loop over 2 values can be an outline, whose rows have names and fail one by one: "
            + "@Example(rows: { row(\"a name\", …) }) func testA(…).", count: count))
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
