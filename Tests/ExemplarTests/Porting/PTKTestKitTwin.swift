import Exemplar
import Testing

@Spec
struct DetailTests {
  static func examples(forOutlineTest name: String) -> RowSource {
    .rows(["Test Foo": "Foo", "Test Bar": "Bar"])
  }

  func outlineTestViewingDetail() throws {
    let example = try Row.current
    #expect(example.name == "Test \(try example.decode("value", as: String.self))")
  }

  func outlineTestTakesTheValue(value: String) {
    #expect(["Foo", "Bar"].contains(value))
  }

  func testIsOrdinary() { #expect(Bool(true)) }
}
