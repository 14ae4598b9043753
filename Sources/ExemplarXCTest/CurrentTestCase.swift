#if !canImport(Darwin)
  import XCTest

  /// The current test case while specs run: assertions of XCTest report to it, on the thread and in
  /// the task of the assertion, which identifies the example.
  ///
  /// Its own run is neither counted nor logged; the examples have runs of their own.
  final class CurrentTestCase: XCTestCase {
    private var work: () -> Void = {}

    /// Calls `work` while such a test case is current.
    static func run(_ work: @escaping () -> Void) {
      let current = CurrentTestCase(name: "specs", testClosure: { _ in })
      current.work = work
      current.run()
    }

    override var testRunClass: AnyClass? { SilentTestCaseRun.self }

    override func invokeTest() { work() }

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      XCTestHost.attribute(description, filePath, lineNumber, isExpected: expected)
    }
  }

  private final class SilentTestCaseRun: XCTestCaseRun {
    override func start() {}
    override func stop() {}
  }
#endif
