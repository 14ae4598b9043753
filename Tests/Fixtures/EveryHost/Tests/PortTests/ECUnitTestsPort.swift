import ExemplarXCTest

/// Two items of data and two methods that always fail, with their data beside this file.
@Spec
final class ExampleTests {
  func parameterisedTestOne() throws { XCTFail("one: \(try value)") }

  func parameterisedTestTwo() throws { XCTFail("two: \(try value)") }

  private var value: String {
    get throws { try Row.current.decode("value") }
  }
}
