import Exemplar

@Spec
final class MergedTests {
  static func parameterisedTestData() -> RowSource {
    .plist("PriceTests") + .testSuite("PageTests").filter { $0.name == "a title" }
  }

  func parameterisedTestHasAName() throws { #expect(try Row.current.name != nil) }
}
