import Conformance
import ExemplarXCTest

/// Runs the specs in XCTest if it is asked to, else leaves them to Swift Testing.
final class ConformanceInXCTest: SpecTestCase {
  static var modules: Set<String> {
    ProcessInfo.processInfo.environment["CONFORMANCE_IN_XCTEST"] == nil ? [] : ["Conformance"]
  }

  func testSpecs() {}
}
