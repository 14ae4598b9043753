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
  .compactMapIssues { SwiftTestingHost.attribute($0, heardBy: .ofHost) })
func examples() async throws {
  try await SwiftTestingHost.runAll()
}

/// The line on which the test above begins.
private let lineOfTest = #line - 8

struct SwiftTestingHost: SpecHost {
  /// Whether Swift Testing shows issues too; not in a worker, whose events are shown elsewhere.
  let passesIssuesOn: Bool

  static var hasSpecs: Bool { __Declaration.exist }

  /// The id of the test, as Swift Testing matches it with what `--filter` says.
  static let idOfTest = "\(TestProcess.nameOfTest)/SwiftTestingHost.swift:\(lineOfTest):2"

  /// Swift Testing decides by what is recorded; in a worker, nothing is.
  var nameOfVerdict: String? { passesIssuesOn ? TestProcess.nameOfTest : nil }

  /// Runs all specs, as the environment says, and reports. Throws to end the test as canceled, if
  /// another test lists them.
  static func runAll() async throws {
    let guardian = ExitGuard()
    defer { guardian.disarm() }
    ExitGuard.begin(TestProcess.nameOfTest)
    let environment = ProcessInfo.processInfo.environment
    if !HostReporter.isWorker(environment), Listing.swiftTesting.isAsked {
      Listing.swiftTesting.takeOver()
      try Test.cancel("The specs are cases of another test.")
    }
    await Hearing.ofHost.during { await run(environment) }
  }

  private static func run(_ environment: [String: String]) async {
    do {
      let options = try RunOptions(environment: environment)
      let reporter = try HostReporter(environment: environment, verbose: options.isVerbose)
      reporter.keepFromChildren()
      let host = SwiftTestingHost(passesIssuesOn: !reporter.isWorker)
      if host.passesIssuesOn { tellOfXCTest() }
      await host.run(options, reporter)
    } catch {
      record(String(describing: error), at: nil)
    }
  }

  /// What XCTest runs is left to it, except by a worker: the tool runs no tests of XCTest.
  func owns(module: String) -> Bool {
    !passesIssuesOn || Self.ownsInTest(module: module)
  }

  /// Whether the specs of a module run in tests of Swift Testing.
  static func ownsInTest(module: String) -> Bool {
    SpecTestClasses.running(module: module).isEmpty
  }

  /// Says what is not run here: whoever turns XCTest off would miss it.
  static func tellOfXCTest() {
    for type in SpecTestClasses.all where !type.modules.isEmpty {
      print(
        "The specs of \(type.modules.sorted().joined(separator: ", ")) run in XCTest, by \(type).")
    }
  }

  func take(_ event: Event) {
    if passesIssuesOn { Self.forward(event) }
  }

  func fail(_ message: String) {
    if passesIssuesOn { Self.record(message, at: nil) }
  }

  /// What keeps the issues of examples from being seen where this is called, if anything does.
  static func issuesOfHost() -> [ExemplarCore.Issue] {
    if Test.current != nil {
      // What comes after the last test is handed over in no other way.
      InteropIssues.install()
      return XCTestIssues.hear()
    }
    guard InteropIssues.install() || XCTestIssues.isHeardByXCTest else {
      return [
        ExemplarCore.Issue(
          "No test of Swift Testing is running, and Swift's interoperability library was not found: "
            + "a failing #expect would pass unseen. Run the specs in a test, or link Testing.",
          phase: .planning)
      ]
    }
    // In a program of its own, no test case is current that would take assertions of XCTest.
    return XCTestIssues.isRunning ? [] : XCTestIssues.hear()
  }

  /// Calls `body` so that the issues recorded meanwhile come here, and do not reach the test in which
  /// this is called, if there is one.
  static func handlingIssues(_ body: @escaping @Sendable () async -> Void) async {
    guard let test = Test.current else { return await body() }
    let hearing = Hearing()
    let trait: IssueHandlingTrait = .compactMapIssues { attribute($0, heardBy: hearing) }
    // The trait throws only what its body throws, and that throws nothing.
    try? await trait.provideScope(for: test, testCase: Test.Case.current) {
      await hearing.during(body)
    }
  }
}

// MARK: - From Swift Testing to the run

extension SwiftTestingHost {
  /// Whether the issue on its way to Swift Testing came from the run itself.
  @TaskLocal private static var isForwarding = false
  /// Whether the issue on its way to the run came from Swift Testing.
  @TaskLocal private static var isAttributing = false

  /// Puts an issue that Swift Testing has seen on the example in whose task it was recorded, and
  /// tells Swift Testing which example that is.
  @Sendable static func attribute(
    _ issue: Testing.Issue, heardBy hearing: Hearing
  ) -> Testing.Issue? {
    if isForwarding { return issue }
    // Swift Testing itself shows what comes from a task of no test, and so does the first that hears.
    if Claim.isUnknownHere, !hearing.isFirst { return nil }
    let recorded = ExemplarCore.Issue(issue)
    switch $isAttributing.withValue(true, operation: { Claim.attribute(recorded) }) {
    case .held, .retried, .run(passesOn: false): return nil
    case .run(passesOn: true), .none: break
    case .tooLate:
      // Swift Testing may be past counting.
      if recorded.isFailure { ExitGuard.fail(Claim.explanation(ofLate: recorded)) }
    }
    var issue = issue
    if let scope = ExampleScope.current {
      issue.comments += HostReporter.explanation(
        of: scope.info, row: scope.row, labels: Labels.current
      ).map { Comment(rawValue: $0) }
    }
    return issue
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

extension Error {
  /// What to write instead, if this is what `Test.cancel` throws.
  var explanationOfCancel: String? {
    guard typeName == "Testing.SkipInfo" else { return nil }
    return
      "Test.cancel cancels a test of Swift Testing, and all specs together are one: nothing runs "
      + "after it. Write throw Skip(\"…\") to skip this example."
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
    show(record)
  }

  /// Records an issue of the run as one of Swift Testing.
  static func show(_ record: IssueRecorded) {
    let issue = record.issue
    var lines = [issue.message]
    if let id = record.id {
      lines += HostReporter.explanation(
        of: ExampleInfo(id, issue.context), row: issue.context.row, labels: issue.labels)
    }
    let text = lines.joined(separator: "\n")
    $isForwarding.withValue(true) {
      if issue.isKnown {
        withKnownIssue { self.record(text, at: issue.place) }
      } else {
        self.record(text, at: issue.place, severity: issue.isWarning ? .warning : .error)
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
  init(_ place: Place) {
    self.init(
      fileID: "Exemplar/\(place.fileName.isEmpty ? "unknown" : place.fileName)",
      filePath: place.path, line: max(1, place.line), column: max(1, place.column))
  }
}
