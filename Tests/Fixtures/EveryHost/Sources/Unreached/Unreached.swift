import ExemplarXCTest

/// A class that XCTest does not find, since it is in no test target.
public final class UnreachedSpecs: SpecTestCase {
  public static var modules: Set<String> {
    ProcessInfo.processInfo.environment["UNREACHED"] == nil ? [] : ["Unreached"]
  }

  public func testSpecs() {}
}
