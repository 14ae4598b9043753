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

  private static let current = Locked<Run?>(nil)

  static var hasSpecs: Bool { __Declaration.all().isEmpty == false }

  /// Runs all specs, as the environment says, and reports.
  static func runAll() async {
    let environment = ProcessInfo.processInfo.environment
    do {
      let options = try RunOptions(environment: environment)
      let session = await Session(.discovered(), options) { $0 is ExpectationFailedError }
      let reporter = try HostReporter(environment: environment)
      if environment[EnvironmentOption.list.rawValue] == "1" {
        await session.plan.list { reporter.report($0) }
        return reporter.finish()
      }
      current.withLock { $0 = session.run }
      let summary = await session.run { event in
        reporter.report(event)
        if !reporter.isWorker { forward(event) }
      }
      current.withLock { $0 = nil }
      reporter.finish()
      if let reason = summary.nothingRan, !reporter.isWorker { record(reason, at: nil) }
    } catch {
      record(String(describing: error), at: nil)
    }
  }
}

// MARK: - From Swift Testing to the run

extension SwiftTestingHost {
  /// Puts an issue that Swift Testing has seen on the example in whose task it was recorded, and
  /// tells Swift Testing which example that is.
  @Sendable static func attribute(_ issue: Testing.Issue) -> Testing.Issue? {
    if isForwarding { return issue }
    let isWorker = ProcessInfo.processInfo.environment[EnvironmentOption.events.rawValue] != nil
    let recorded = ExemplarCore.Issue(issue)
    let scope = ExampleScope.current
    $isAttributing.withValue(true) {
      if let scope {
        scope.record(recorded)
      } else {
        current.withLock { $0 }?.record(recorded)
      }
    }
    if isWorker || (scope?.isRetryable == true && recorded.isFailure) { return nil }
    guard let scope else { return issue }
    var issue = issue
    issue.comments += HostReporter.explanation(of: scope.info).map { Comment(rawValue: $0) }
    return issue
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
    #if compiler(>=6.3)
      filePath
    #else
      _filePath
    #endif
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
        of: ExampleInfo(id: id, name: id.name, place: Place(path: ""), row: issue.row))
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
