import Exemplar

@Spec
final class ShelfMarkTests {
  class func parameterisedTestData() throws -> [String: Any] {
    ["ECTestItems": ["Emma": ["mark": "A1"]], "ECTestSuites": ["poems": ["Howl": ["mark": "P7"]]]]
  }

  func parameterisedTestIsShort(mark: String) { #expect(mark.count == 2) }
}
