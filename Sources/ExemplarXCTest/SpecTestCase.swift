// The XCTest host.
//
// XCTest on Linux knows its test methods at compile time and runs them one by one. The host is one
// method, `testSpecs`; XCTest is given a run for it that holds a suite per group and a case per
// example, driven by the events of the engine. The host knows how XCTest counts and logs, and
// nothing of plans.

@_exported public import Exemplar
@_exported public import XCTest

/// A test case that runs the specs of its module in XCTest.
///
/// ```swift
/// import ExemplarXCTest
///
/// final class ShopSpecs: SpecTestCase {
///   func testSpecs() {}
/// }
/// ```
///
/// The log has a suite for each group and outline, and a case for each example and row. Failing
/// assertions of XCTest and of Swift Testing count against the example that they belong to;
/// `XCTSkip` skips it. `setUp` and `tearDown`, in all their forms, run around each example on an
/// instance of its own, which `current()` gives to hooks and bodies. Other test methods of the
/// class run as usual.
public typealias SpecTestCase = SpecTestCaseBase & SpecTests

typealias SpecTestCaseClass = (SpecTestCaseBase & SpecTests).Type

/// The class behind ``SpecTestCase``.
open class SpecTestCaseBase: XCTestCase {
  #if !canImport(Darwin)
    private let test: String
    private let body: XCTestCaseClosure

    public required init(name: String, testClosure: @escaping XCTestCaseClosure) {
      test = name
      body = testClosure
      super.init(name: name, testClosure: testClosure)
    }

    /// Whether this is the test that stands for all specs.
    private var standsForSpecs: Bool { test == "testSpecs" && self is any SpecTests }

    open override var testRunClass: AnyClass? {
      standsForSpecs ? SpecsRun.self : super.testRunClass
    }

    open override func perform(_ run: XCTestRun) {
      guard standsForSpecs, let run = run as? SpecsRun,
        let tests = type(of: self) as? SpecTestCaseClass
      else { return super.perform(run) }
      CurrentTestCase.run {
        run.start()
        XCTestHost.run(tests, run) { try self.body(self) }
        run.stop()
      }
    }

    open override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      // The instance of an example has no run: what fails on it belongs to its example.
      if testRun == nil {
        XCTestHost.attribute(description, filePath, lineNumber, isExpected: expected)
      } else {
        super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
    }

    /// Refuses the override that made tests of data in XCTest on Apple platforms.
    @available(*, unavailable, message: "write an outline, whose rows are the tests of this class")
    open class var defaultTestSuite: XCTestSuite { XCTestSuite(name: "") }

    /// Refuses the override that made tests of data in XCTest on Apple platforms.
    @available(*, unavailable, message: "write an outline, whose rows are the tests of this class")
    open class var testInvocations: [Any] { [] }
  #else
    // Not verified: Exemplar is tested on Linux, where XCTest does not have these declarations.

    // Final, because an override would lose the specs: rows of an outline replace tests of data.
    public final override class var defaultTestSuite: XCTestSuite {
      AppleHost.addEntries(to: self)
      return super.defaultTestSuite
    }

    open override func record(_ issue: XCTIssue) {
      if AppleHost.isReporting || !AppleHost.attribute(issue) { super.record(issue) }
    }
  #endif
}

#if !canImport(Darwin)
  extension XCTestCase {
    /// Explains why a class with `@Spec` cannot inherit from a test case. The macro sees only the
    /// superclass itself.
    @available(
      *, unavailable,
      message: "a class with @Spec is not a test case of XCTest; remove the superclass"
    )
    public convenience init(__exemplar: Void = ()) { self.init(name: "", testClosure: { _ in }) }
  }
#endif
