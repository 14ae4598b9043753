import ExemplarXCTest

/// Suites of older frameworks, ported line by line, in the log of XCTest.
final class Ports: SpecTestCase {
  func testSpecs() {}
}
