import ExemplarXCTest

/// Two items of data in a property list beside this file, and two methods that always fail.
@Spec
final class ExampleTests {
  func parameterisedTestOne() throws { XCTFail("one: \(try value)") }

  func parameterisedTestTwo() throws { XCTFail("two: \(try value)") }

  private var value: String {
    get throws { try Row.current.decode("value") }
  }
}
