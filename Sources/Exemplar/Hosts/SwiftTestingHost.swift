import ExemplarCore
import ExemplarReports
import Foundation
import Testing

// The Swift Testing host.
//
// It is one test, which Swift Testing finds in the library, since discovery looks at the whole
// program; the engine runs the whole plan inside it. One case per row would be quadratic in the
// number of rows on Swift 6.3. The host knows how Swift Testing reports issues and how to report
// to it; it knows nothing of formats.

@Test(
  "Exemplar", .enabled(if: SwiftTestingHost.hasSpecs, "There are no specs."),
  .compactMapIssues(SwiftTestingHost.attribute))
func examples() async {
  await SwiftTestingHost.runAll()
}

enum SwiftTestingHost {
  /// Whether the issue on its way to Swift Testing came from the run itself.
  @TaskLocal private static var isForwarding = false
  /// Whether the issue on its way to the run came from Swift Testing.
  @TaskLocal private static var isAttributing = false

  /// The runs that are going on, and what each does with the issues of its examples.
  @TaskLocal private static var claim: Claim?
  private static let claims = Locked([Claim]())

  /// A run that claims the issues recorded in its tasks.
  private final class Claim: Sendable {
    let run: Run
    /// Whether Swift Testing is to see the issues too.
    let passesOn: Bool

    init(run: Run, passesOn: Bool) {
      self.run = run
      self.passesOn = passesOn
    }
  }

  static var hasSpecs: Bool { __Declaration.exist }

  /// Runs all specs, as the environment says, and reports.
  static func runAll() async {
    let environment = ProcessInfo.processInfo.environment
    do {
      let options = try RunOptions(environment: environment)
      let reporter = try HostReporter(environment: environment, verbose: options.isVerbose)
      defer {
        reporter.finish()
        if !reporter.isComplete, !reporter.isWorker {
          record("The events could not all be written.", at: nil)
        }
      }
      for repetition in 1...options.repetitions {
        let session = await Session({ .discovered() }, options, repetition: repetition)
        if options.isListing {
          await session.plan.list { reporter.report($0) }
          if let reason = session.plan.nothingToRun?.message, !reporter.isWorker {
            record(reason, at: nil)
          }
          return
        }
        let summary = await runAndReport(session, to: reporter)
        if !summary.isSuccess, options.stopsAtFailure { break }
        if Task.isCancelled { break }
      }
    } catch {
      record(String(describing: error), at: nil)
    }
  }

  private static func runAndReport(
    _ session: Session, to reporter: HostReporter
  ) async -> RunSummary {
    let claim = Claim(run: session.run, passesOn: !reporter.isWorker)
    let guardian = ExitGuard()
    defer { guardian.disarm() }
    let summary = await claiming(claim) {
      await session.run { event in
        reporter.report(event)
        if claim.passesOn { forward(event) }
      }
    }
    if claim.passesOn {
      if let reason = summary.nothingRan { record(reason, at: nil) }
      if summary.isFocusRefused { record(RunSummary.refusedFocus, at: nil) }
      if !summary.finished { record("The run was canceled before it was over.", at: nil) }
      if summary.notReached > 0 {
        record("The run stopped: \(summary.notReached) examples were not reached.", at: nil)
      }
    }
    return summary
  }

  private static func claiming<Result: Sendable>(
    _ claim: Claim, _ body: () async -> Result
  ) async -> Result {
    claims.withLock { $0.append(claim) }
    defer { claims.withLock { claims in claims.removeAll { $0 === claim } } }
    return await $claim.withValue(claim, operation: body)
  }

  /// What keeps the issues of examples from being seen where this is called, if anything does.
  static func issuesOfHost() -> [ExemplarCore.Issue] {
    if Test.current != nil || InteropIssues.install() { return [] }
    return [
      ExemplarCore.Issue(
        "No test of Swift Testing is running, and Swift's interoperability library was not found: "
          + "a failing #expect would pass unseen. Run the specs in a test, or link Testing.",
        phase: .planning)
    ]
  }

  /// Calls `body` so that the issues recorded meanwhile come here, and do not reach the test in which
  /// this is called, if there is one.
  static func handlingIssues(_ body: @escaping @Sendable () async -> Void) async {
    guard let test = Test.current else { return await body() }
    let trait: IssueHandlingTrait = .compactMapIssues(attribute)
    // The trait throws only what its body throws, and that throws nothing.
    try? await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
  }

  /// Calls `body`, and puts the issues recorded meanwhile on the examples of `run`.
  static func claimingIssues<Result: Sendable>(
    for run: Run, _ body: () async -> Result
  ) async -> Result {
    await claiming(Claim(run: run, passesOn: false), body)
  }
}

// MARK: - From Swift Testing to the run

extension SwiftTestingHost {
  /// Puts an issue that Swift Testing has seen on the example in whose task it was recorded, and
  /// tells Swift Testing which example that is.
  @Sendable static func attribute(_ issue: Testing.Issue) -> Testing.Issue? {
    if isForwarding { return issue }
    let recorded = ExemplarCore.Issue(issue)
    if HeldIssues.current?.hold(recorded) == true { return nil }
    let passesOn = attribute(recorded)
    guard passesOn else { return nil }
    var issue = issue
    if let scope = ExampleScope.current {
      issue.comments += HostReporter.explanation(
        of: scope.info, row: scope.row, labels: Labels.current
      ).map { Comment(rawValue: $0) }
    }
    return issue
  }

  /// Puts an issue on the example in whose task it was recorded, else on the run; whether others
  /// are to see it too.
  static func attribute(_ issue: ExemplarCore.Issue) -> Bool {
    let scope = ExampleScope.current
    // A task that no example started has no claim either; the issue belongs to a run all the same.
    let claim = claim ?? claims.withLock { $0.last }
    let recorded = $isAttributing.withValue(true) { () -> ExampleScope.RecordedAs? in
      if let scope { return scope.record(issue) }
      claim?.run.record(issue)
      return nil
    }
    if recorded == .retried { return false }
    return claim?.passesOn ?? true
  }

  /// Records an issue as if an expectation had just failed.
  static func record(_ issue: ExemplarCore.Issue) {
    if HeldIssues.current?.hold(issue) == true { return }
    if let scope = ExampleScope.current {
      scope.record(issue)
    } else {
      record(issue.message, at: issue.place, severity: issue.isWarning ? .warning : .error)
    }
  }
}

extension ExemplarCore.Issue {
  /// The issue as Swift Testing tells it.
  init(_ issue: Testing.Issue) {
    let place = issue.sourceLocation.map {
      Place(path: $0.pathText, line: $0.line, column: $0.column)
    }
    let isExpected =
      switch issue.kind {
      case .errorCaught, .apiMisused, .system, .timeLimitExceeded: false
      default: true
      }
    self.init(
      issue.messageText, at: place, isExpected: isExpected,
      isKnown: issue.severity >= .error && !issue.isFailure,
      isWarning: issue.severity < .error)
  }
}

extension Testing.Issue {
  /// What is wrong, and what the author said about it.
  fileprivate var messageText: String {
    let kind = String(describing: kind)
    let text =
      switch self.kind {
      case .unconditional where !comments.isEmpty: ""
      default: kind.prefix(1).uppercased() + kind.dropFirst()
      }
    return ([text] + comments.map(\.rawValue)).filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

extension SourceLocation {
  fileprivate var pathText: String {
    filePath
  }
}

// MARK: - From the run to Swift Testing

extension SwiftTestingHost {
  /// Tells Swift Testing of what only the run knows: thrown errors, mistakes, late issues.
  private static func forward(_ event: Event) {
    guard !isAttributing, case .issueRecorded(let record) = event, !record.issue.isRetried else {
      return
    }
    let issue = record.issue
    var lines = [issue.message]
    if let id = record.id {
      lines += HostReporter.explanation(
        of: ExampleInfo(
          id: id, name: id.name, place: Place(path: ""), inclusions: issue.inclusions),
        row: issue.row, labels: issue.labels)
    }
    $isForwarding.withValue(true) {
      if issue.isKnown {
        withKnownIssue { self.record(lines.joined(separator: "\n"), at: issue.place) }
      } else {
        self.record(
          lines.joined(separator: "\n"), at: issue.place,
          severity: issue.isWarning ? .warning : .error)
      }
    }
  }

  private static func record(
    _ message: String, at place: Place?, severity: Testing.Issue.Severity = .error
  ) {
    $isForwarding.withValue(true) {
      Testing.Issue.record(
        Comment(rawValue: message), severity: severity,
        sourceLocation: SourceLocation(place ?? Place(path: #filePath, line: #line)))
    }
  }
}

extension SourceLocation {
  /// The place of an issue. Swift Testing wants a module and positions from 1, which places in data
  /// files may not have.
  fileprivate init(_ place: Place) {
    self.init(
      fileID: "Exemplar/\(place.fileName.isEmpty ? "unknown" : place.fileName)",
      filePath: place.path, line: max(1, place.line), column: max(1, place.column))
  }
}
