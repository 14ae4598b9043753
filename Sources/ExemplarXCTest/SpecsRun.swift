#if !canImport(Darwin)
  import ExemplarCore
  import Foundation
  import XCTest

  // The runs that XCTest counts. They are started and stopped by events.

  /// How many failures there are, as XCTest counts them.
  struct FailureCount {
    var expected = 0
    var unexpected = 0

    mutating func count(_ issue: Issue) {
      if issue.isExpected { expected += 1 } else { unexpected += 1 }
    }
  }

  /// The run of all specs of a class; XCTest takes it for that of the test method.
  final class SpecsRun: XCTestRun {
    var specs: [XCTestSuiteRun] = []
    /// Failures outside all specs.
    var ownFailures = FailureCount()
    var isSkipped = false

    override var executionCount: Int { sum(\.executionCount) }
    override var skipCount: Int { sum(\.skipCount) + (isSkipped ? 1 : 0) }
    override var hasBeenSkipped: Bool { isSkipped }
    override var failureCount: Int { sum(\.failureCount) + ownFailures.expected }
    override var unexpectedExceptionCount: Int {
      sum(\.unexpectedExceptionCount) + ownFailures.unexpected
    }
    override var totalDuration: TimeInterval { specs.reduce(0) { $0 + $1.totalDuration } }

    private func sum(_ count: (XCTestSuiteRun) -> Int) -> Int { specs.reduce(0) { $0 + count($1) } }
  }

  /// A group or an outline, as a suite.
  final class GroupSuite: XCTestSuite {
    override var testRunClass: AnyClass? { GroupRun.self }
    override func perform(_ run: XCTestRun) {}
  }

  final class GroupRun: XCTestSuiteRun {
    /// Failures in a hook around all examples of the group.
    var ownFailures = FailureCount()

    override var failureCount: Int { super.failureCount + ownFailures.expected }
    override var unexpectedExceptionCount: Int {
      super.unexpectedExceptionCount + ownFailures.unexpected
    }
  }

  /// An example, as a test case.
  final class ExampleCase: XCTestCase {
    private let path: String

    init(_ path: String) {
      self.path = path
      super.init(name: path, testClosure: { _ in })
    }

    required init(name: String, testClosure: @escaping XCTestCaseClosure) {
      path = name
      super.init(name: name, testClosure: testClosure)
    }

    override var name: String { path }
    override var testRunClass: AnyClass? { ExampleRun.self }
    override func perform(_ run: XCTestRun) {}
  }

  final class ExampleRun: XCTestCaseRun {
    var isSkipped = false

    override var hasBeenSkipped: Bool { isSkipped }
    override var skipCount: Int { isSkipped ? 1 : 0 }
  }
#endif
