#if !canImport(Darwin)
  import ExemplarCore
  import Foundation
  import XCTest

  /// Runs the specs of a class and logs them as XCTest does.
  struct XCTestHost: SpecHost {
    private let tests: SpecTestCaseClass
    private let log: XCTestLog

    /// The log of the run that began last, for issues that belong to no example.
    private static let latestLog = Locked<XCTestLog?>(nil)

    /// Runs the specs of `tests` and logs them as `run`, while this thread, the main one, serves its
    /// run loop: examples may need it. `before` is what the test method itself does.
    static func run(
      _ tests: SpecTestCaseClass, _ run: SpecsRun, before: @escaping () throws -> Void
    ) {
      let guardian = ExitGuard()
      defer { guardian.disarm() }
      ExitGuard.begin(String(reflecting: tests))
      LastTest.await()
      let log = XCTestLog(run, className: "\(tests)")
      latestLog.withLock { $0 = log }
      let environment = ProcessInfo.processInfo.environment
      guard HostReporter.pipeOfToolWithoutSpecs(environment) == nil else {
        return log.skip(NothingToRun.specsOfTool)
      }
      let held = DeferredIssues()
      do {
        try DeferredIssues.$current.withValue(held) { try before() }
      } catch {
        if let reason = error.reasonToSkip { return log.skip(reason) }
        log.fail("testSpecs() threw an error: \(error)")
      }
      let issues = held.close()
      let isOver = Locked(false)
      Task.detached {
        await XCTestHost(tests: tests, log: log).run(issues)
        isOver.withLock { $0 = true }
        MainThread.wake()
      }
      while !isOver.withLock({ $0 }) { MainThread.serveRunLoop() }
    }

    private func run(_ issues: [Issue]) async {
      let environment = ProcessInfo.processInfo.environment
      do {
        var options = try RunOptions(environment: environment)
        // If nothing else is asked for, one after the other: then the log nests.
        options.jobs = options.jobs ?? 1
        let reporter = try HostReporter(
          environment: environment, console: options.console, suffix: suffix,
          prints: options.isListing)
        unknownModules.forEach(fail)
        await run(options, reporter, hostIssues: issues + otherClasses)
      } catch {
        fail(String(describing: error))
      }
    }

    /// A suffix for the names of files: another class may run specs of its own, in this process or,
    /// under `--parallel`, in another, and neither may overwrite the files of the other.
    private var suffix: String {
      guard SpecTestClasses.all.count(where: { !$0.modules.isEmpty }) > 1 else { return "-xctest" }
      let name = String(reflecting: tests).map {
        $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-"
      }
      return "-xctest-" + String(name)
    }

    /// Other classes that run the same specs.
    private var otherClasses: [Issue] {
      tests.modules.sorted().flatMap { module in
        SpecTestClasses.running(module: module).filter { $0 != tests }.map { other in
          Issue(
            "The specs of \(module) run twice: \(tests) runs them, and \(other) does too. Keep one.",
            phase: .planning)
        }
      }
    }

    /// Messages about modules without specs, which would otherwise go unnoticed.
    private var unknownModules: [String] {
      let known = Set(discoveredSpecs().map(\.module))
      return tests.modules.subtracting(known).sorted().map { module in
        "\(tests) runs the specs of \(module), which contains none. There are specs in: "
          + known.sorted().joined(separator: ", ") + "."
      }
    }

    // MARK: Host

    /// No other library shows issues here.
    var passesIssuesOn: Bool { false }
    var nameOfVerdict: String? { String(reflecting: tests) }

    func owns(module: String) -> Bool { tests.modules.contains(module) }

    func adapt(_ spec: Spec) -> Spec { InstanceHooks.surround(spec, with: tests) }

    func follow(_ event: Event) { log.follow(event) }

    func fail(_ message: String) { log.fail(message) }

    func skip(_ reason: String) { log.skip(reason) }

    /// Puts a failing assertion of XCTest on the example that it belongs to, else on the log.
    static func attribute(_ message: String, _ path: String, _ line: Int, isExpected: Bool) {
      let issue = Issue(message, at: Place(path: path, line: line), isExpected: isExpected)
      if isExpected, XCTestIssues.record(message, at: Place(path: path, line: line)) { return }
      switch IssueRouter.attribute(issue) {
      case .held, .retried, .quarantined, .run: return
      case .tooLate:
        let explanation = IssueRouter.explanation(ofLate: issue)
        latestLog.withLock { $0 }?.fail(explanation, at: issue.place)
        ExitGuard.fail(explanation, isShownByOthers: true)
      case .none: latestLog.withLock { $0 }?.fail(message, at: issue.place)
      }
    }
  }

  /// Hears assertions when XCTest has run its last test: then no test case is current, and they would
  /// pass unseen.
  private final class LastTest: XCTestObservation {
    private static let isAwaited: Void = XCTestObservationCenter.shared.addTestObserver(LastTest())

    /// From now on.
    static func await() { isAwaited }

    func testBundleDidFinish(_ testBundle: Bundle) {
      let isCurrent = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        CurrentTestCase.run {
          isCurrent.signal()
          // For as long as the process lives.
          while true { sleep(.max) }
        }
      }
      isCurrent.wait()
    }
  }
#endif
