import Conformance
import ExemplarXCTest

/// Runs the specs of the given modules in XCTest, and leaves the others to Swift Testing.
final class ConformanceInXCTest: SpecTestCase {
  static var modules: Set<String> {
    Set(ProcessInfo.processInfo.environment["IN_XCTEST"].map { [$0] } ?? [])
  }

  func testSpecs() {}
}
