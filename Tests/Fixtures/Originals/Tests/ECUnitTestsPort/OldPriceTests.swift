import Exemplar

@Spec
final class OldPriceTests {
  var parameterisedTestDataItem: Row { get throws { try Row.current } }

  static func parameterizedTestData() -> RowSource { .plist("PriceTests") }

  func parameterisedTestRounds() throws {
    let item = try parameterisedTestDataItem
    #expect(item["cents"] != nil)
  }
}
