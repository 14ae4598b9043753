import Testing

@testable import ExemplarSources

/// Where the tests of XCTest are declared.
struct TestDeclarationsTests {
  private static let declarations = TestDeclarations([
    (
      "Shop",
      [
        SourceFile(
          path: "Till.swift",
          text: """
            import XCTest
            /* func testComment() {} */
            open class TillTests: XCTestCase {
              let text = "func testText() {}"
              func testOpens() throws {}
              @MainActor func testCloses() async throws { func testInner() {} }
              class Helper { func testHelper() {} }
            }
            extension TillTests {
              func testMore() {}
            }
            func testGlobal() {}
            """),
        SourceFile(
          path: "Desk.swift",
          text: """
            final class DeskTests: Shop.TillTests, Sendable { func testOwn() {} }
            class Generic<Value: Equatable>: TillTests where Value: Sendable { override func testOpens() {} }
            class Loop: Loop {}
            """),
      ]
    ),
    (
      "Office",
      [SourceFile(path: "Office.swift", text: "class TillTests: Base {\n func testOpens() {} }")]
    ),
    ("Support", [SourceFile(path: "Base.swift", text: "class Base { func testBase() {} }")]),
  ])

  @Test(arguments: [
    ("Shop", "TillTests", "testOpens", "Till.swift:5:8"),
    ("Shop", "TillTests", "testCloses", "Till.swift:6:19"),
    ("Shop", "TillTests", "testMore", "Till.swift:10:8"),
    ("Shop", "TillTests", "testComment", nil), ("Shop", "TillTests", "testText", nil),
    ("Shop", "TillTests", "testInner", nil), ("Shop", "TillTests", "testHelper", nil),
    ("Shop", "TillTests", "testGlobal", nil),
    ("Shop", "DeskTests", "testOwn", "Desk.swift:1:56"),
    // Inherited tests are where the class around them is.
    ("Shop", "DeskTests", "testOpens", "Till.swift:5:8"),
    ("Shop", "Generic", "testOpens", "Desk.swift:2:82"),
    ("Shop", "Generic", "testMore", "Till.swift:10:8"),
    ("Office", "TillTests", "testOpens", "Office.swift:2:7"),
    ("Office", "TillTests", "testBase", "Base.swift:1:19"),
    ("Shop", "Loop", "testOpens", nil), ("Shop", "Missing", "testOpens", nil),
  ])
  func testsHaveTheLocationsOfTheirNames(
    module: String, name: String, test: String, expected: String?
  ) {
    let location = Self.declarations.location(ofTest: test, in: name, module)
    #expect(location.map { "\($0.path):\($0.line):\($0.column)" } == expected)
  }

  @Test func classesHaveTheLocationsOfTheirNames() {
    let lines = ["TillTests", "DeskTests", "Generic"].map {
      Self.declarations.location(ofClass: $0, in: "Shop")?.line
    }
    #expect(lines == [3, 1, 2])
    #expect(Self.declarations.location(ofClass: "Missing", in: "Shop") == nil)
  }
}
