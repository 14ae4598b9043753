import ExemplarCore
import ExemplarReports
import Foundation
import Testing

/// Issues of Swift Testing: from it to the run, and from the run to it.
enum TestingIssues {
  /// Whether the issue on its way to Swift Testing came from the run itself.
  @TaskLocal private static var isForwarding = false
  /// Whether the issue on its way to the run came from Swift Testing.
  @TaskLocal private static var isAttributing = false
  /// Receives whether the issue that is being recorded is known, instead of the run.
  @TaskLocal private static var probe: Locked<Bool>?

  // MARK: Known issues

  /// Whether `withKnownIssue` around the running code expects an error.
  @Sendable static func isKnown(_ error: any Error, at place: Place) -> Bool {
    // In a task that a test does not know, no known issue around that test is in force.
    guard Test.current != nil || (!IssueListener.isAny && InteropIssues.install()) else {
      return false
    }
    let isKnown = Locked(false)
    $probe.withValue(isKnown) {
      _ = Testing.Issue.record(error, sourceLocation: SourceLocation(place))
    }
    return isKnown.withLock { $0 }
  }

  /// Whether an issue does not exist for the run: it answers ``isKnown(_:at:)``, or `withKnownIssue` has made it of an
  /// error that is none.
  static func isNone(known isKnown: Bool, error: @autoclosure () -> (any Error)?) -> Bool {
    if let probe {
      probe.withLock { $0 = isKnown }
      return true
    }
    guard isKnown, let scope = ExampleScope.current, let error = error() else { return false }
    return scope.absorbs(error, skipReason: error.reasonToSkip)
  }

  // MARK: From Swift Testing to the run

  /// Attributes an issue of Swift Testing to the example in whose task it was recorded, and passes
  /// the example's name to Swift Testing.
  @Sendable static func attribute(
    _ issue: Testing.Issue, to listener: IssueListener
  ) -> Testing.Issue? {
    if isForwarding { return issue }
    // Swift Testing itself shows what comes from a task of no test, and so does the first listener.
    if IssueRouter.isUnknownHere, !listener.isFirst { return nil }
    let recorded = ExemplarCore.Issue(issue)
    if isNone(known: recorded.isKnown, error: issue.error) { return nil }
    switch $isAttributing.withValue(true, operation: { IssueRouter.attribute(recorded) }) {
    case .held, .retried, .run(passesOn: false): return nil
    case .quarantined(let id):
      var known = recorded
      known.isKnown = true
      if let scope = ExampleScope.current {
        known.context = scope.info.context
        known.context.row = scope.row
      }
      show(IssueRecorded(id: id, issue: known))
      return nil
    case .run(passesOn: true), .none: break
    case .tooLate:
      // Swift Testing may be past counting.
      if recorded.isFailure { ExitGuard.fail(IssueRouter.explanation(ofLate: recorded)) }
    }
    var issue = issue
    if let scope = ExampleScope.current {
      issue.comments += explanation(
        of: scope.info, row: scope.row, labels: Labels.current
      ).map { Comment(rawValue: $0) }
    }
    return issue
  }

  /// Records an issue as if an expectation had just failed.
  static func record(_ issue: ExemplarCore.Issue) {
    if DeferredIssues.current?.hold(issue) == true { return }
    if let scope = ExampleScope.current {
      scope.record(issue)
    } else {
      post(issue.message, at: issue.place, severity: issue.isWarning ? .warning : .error)
    }
  }

  // MARK: From the run to Swift Testing

  /// Passes issues to Swift Testing that only the run records: thrown errors, errors of the author,
  /// late issues.
  static func forward(_ event: Event) {
    guard !isAttributing, case .issueRecorded(let record) = event, !record.issue.isRetried else {
      return
    }
    show(record)
  }

  /// Records an issue of the run as one of Swift Testing.
  static func show(_ record: IssueRecorded) {
    let issue = record.issue
    var lines = [issue.message]
    if let id = record.id {
      lines += explanation(
        of: ExampleInfo(id, issue.context), row: issue.context.row, labels: issue.labels)
    }
    let text = lines.joined(separator: "\n")
    $isForwarding.withValue(true) {
      if issue.isKnown {
        withKnownIssue { post(text, at: issue.place) }
      } else {
        post(text, at: issue.place, severity: issue.isWarning ? .warning : .error)
      }
    }
  }

  /// Which example an issue belongs to, the values of the loops and the inclusions of shared examples
  /// around it, its row, and how to run it again; a line each.
  private static func explanation(
    of info: ExampleInfo, row: RowReference?, labels: [String]
  ) -> [String] {
    var context = info.context
    context.row = row
    return ["in \(info.id.heading)"]
      + IssueLines.context(context, labels: labels, relativeTo: workingDirectory)
      + [IssueLines.rerun(Rerun.environment(for: [info.id], platform: platform))]
  }

  /// The platform that the user plans for, if it is not that of the process.
  private static let platform =
    ProcessInfo.processInfo.environment[EnvironmentOption.platform.rawValue]

  /// The directory of the process before examples may leave it: hosts read it first.
  static let workingDirectory = FileManager.default.currentDirectoryPath

  /// Records an issue with Swift Testing alone: it belongs to no example.
  static func post(
    _ message: String, at place: Place? = nil, severity: Testing.Issue.Severity = .error
  ) {
    $isForwarding.withValue(true) {
      Testing.Issue.record(
        Comment(rawValue: PlainText.string(of: message)), severity: severity,
        sourceLocation: SourceLocation(place ?? Place(path: #filePath, line: #line)))
    }
  }
}
