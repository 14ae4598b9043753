import Exemplar

@Spec
final class DetailTests {
  private var shown = ""

  static func examples(forOutlineTest name: String) -> RowSource {
    switch name {
    case "outlineTestIsEmpty": .rows(["Nothing": ["value": ""], "Blank": ["value": " "]])
    default: .json("Details", named: .required)
    }
  }

  func setUp() { shown = "nothing" }

  func outlineTestViewingDetail() throws {
    let example = try Row.current
    shown = try example.decode("value")
    #expect(example.name == "Test \(shown)")
  }

  func outlineTestIsEmpty(value: String) { #expect(value.isEmpty, "“\(value)” is not empty") }

  func testShowsNothingAtFirst() { #expect(shown == "nothing") }

  func tearDown() { shown = "" }
}
