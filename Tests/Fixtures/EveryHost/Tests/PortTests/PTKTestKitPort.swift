import ExemplarXCTest

/// A view of details, which shows one example after the other, and an ordinary test.
@Spec
final class DetailViewTests {
  private var shown = ""

  static func examples(forOutlineTest name: String) -> RowSource {
    .json("details", named: .required)
  }

  func outlineTestForViewingDetail() throws {
    let example = try Row.current
    shown = try example.decode("value")
    XCTAssertEqual(example.name, "Test \(shown)")
  }

  func testShowsNothingAtFirst() { XCTAssertEqual(shown, "") }
}
