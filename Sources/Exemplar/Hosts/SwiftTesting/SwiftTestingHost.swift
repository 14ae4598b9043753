import ExemplarCore
import ExemplarReports
import Foundation
import Testing

// The Swift Testing host.
//
// It is one test, which Swift Testing finds in the library, since its discovery covers the whole
// program. The engine runs the whole plan inside it. One case per row would be quadratic in the
// number of rows on Swift 6.3. `TestingIssues` exchanges issues with Swift Testing.

@Test(
  "Exemplar", .enabled(if: SwiftTestingHost.hasSpecs, "There are no specs."),
  .compactMapIssues { TestingIssues.attribute($0, to: .ofHost) })
func examples() async throws {
  try await SwiftTestingHost.runAll()
}

/// The line on which the test above begins.
private let lineOfTest = #line - 8

struct SwiftTestingHost: SpecHost {
  /// Whether Swift Testing shows issues too; not in a worker, whose events are shown elsewhere.
  let passesIssuesOn: Bool
  /// The examples and groups that have failed, and those that failed in the last repetition and have no verdict in this
  /// one.
  private let results: Locked<(failed: Set<ExampleID>, undecided: Set<ExampleID>)>

  private init(passesIssuesOn: Bool, failedBefore: Set<ExampleID>) {
    self.passesIssuesOn = passesIssuesOn
    results = Locked(([], failedBefore))
  }

  static var hasSpecs: Bool { __Declaration.exist }

  /// The name of the test, as its id begins.
  static let nameOfTest = "Exemplar.examples()"

  /// The id of the test, as Swift Testing compares it with `--filter`.
  static let idOfTest = "\(nameOfTest)/SwiftTestingHost.swift:\(lineOfTest):2"

  /// Swift Testing decides by recorded issues. A worker records none.
  var nameOfVerdict: String? { passesIssuesOn ? Self.nameOfTest : nil }

  /// Runs all specs with the options of the environment, and reports. Throws to end the test as
  /// canceled if another test lists the specs.
  static func runAll() async throws {
    let guardian = ExitGuard()
    defer { guardian.disarm() }
    ExitGuard.begin(nameOfTest)
    let environment = ProcessInfo.processInfo.environment
    if !HostReporter.isWorker(environment), Listing.swiftTesting.isAsked {
      Listing.swiftTesting.reportAlone()
      try Test.cancel("The specs are cases of another test.")
    }
    await IssueListener.ofHost.during { await run() }
  }

  private static func run() async {
    do {
      let environment = try BazelTest.addingOptions()
      var options = try RunOptions(environment: environment, name: BazelTest.name)
      let (number, failedBefore) = repetitions.withLock { state in
        state.number += 1
        return (state.number, state.failed)
      }
      if failedBefore?.isEmpty == true {
        return print("No example failed in the last repetition, so none runs again.")
      }
      options.rerunIDs = failedBefore
      let reporter = try HostReporter(
        environment: environment, console: options.console,
        suffix: failedBefore == nil ? "" : "-\(number)")
      reporter.keepFromChildren()
      let host = SwiftTestingHost(
        passesIssuesOn: !reporter.isWorker, failedBefore: failedBefore ?? [])
      if host.passesIssuesOn { SpecTestClasses.printWhatTheyRun() }
      let summary = await host.run(options, reporter)
      if summary?.notReached == 0 { host.failIfUndecided() }
      guard repeatsUntilPass else { return }
      repetitions.withLock { $0.failed = summary.flatMap(host.failuresToRepeat) }
    } catch {
      TestingIssues.post(String(describing: error))
    }
  }

  /// Whether Swift Testing repeats the tests of this process until they pass.
  private static let repeatsUntilPass =
    TestProcess(
      arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)?
    .repeatsUntilPass ?? false

  /// How many repetitions have begun, and the failures that the next one runs again; `nil` if it runs everything.
  private static let repetitions = Locked((number: 0, failed: Set<ExampleID>?.none))

  func verdict(after summary: RunSummary?) -> Verdict? {
    summary?.notReached == 0 && !results.withLock { $0.undecided.isEmpty }
      ? .failed(nil) : nil
  }

  /// Fails if something that failed in the last repetition has no verdict in this one: a skip does not make up for a
  /// failure.
  private func failIfUndecided() {
    let undecided = results.withLock { results in
      results.failed.formUnion(results.undecided)
      return results.undecided
    }
    if undecided.isEmpty { return }
    let names = undecided.map(\.heading).sorted()
    let more = names.count > 10 ? "\n  … and \(names.count - 10) more" : ""
    fail(
      "These failed in the last repetition, and were skipped or not found in this one, so they have still failed:\n"
        + names.prefix(10).map { "  \($0)" }.joined(separator: "\n") + more)
  }

  /// The failures of a run, if running them again is enough to repeat it.
  private func failuresToRepeat(_ summary: RunSummary) -> Set<ExampleID>? {
    let failed = results.withLock { $0.failed }
    let isWhole = summary.finished && summary.notReached == 0 && summary.runFailures == 0
    return isWhole && (summary.isSuccess || !failed.isEmpty) ? failed : nil
  }

  /// What XCTest runs is left to it, except by a worker: the tool runs no tests of XCTest.
  func owns(module: String) -> Bool {
    !passesIssuesOn || SpecTestClasses.running(module: module).isEmpty
  }

  func follow(_ event: Event) {
    if passesIssuesOn { TestingIssues.forward(event) }
    switch event {
    case .exampleEnded(let end):
      results.withLock { results in
        if end.outcome.isFailure { results.failed.insert(end.id) }
        if end.outcome.isFailure || end.outcome.wasExecuted { results.undecided.remove(end.id) }
      }
    case .groupEnded(let end):
      results.withLock { results in
        if end.failed { results.failed.insert(end.id) }
        if results.undecided.isEmpty { return }
        results.undecided.remove(end.id)
        // A finding about rows is not reported again if they are read now.
        for name in Outline.findingNames { results.undecided.remove(end.id.appending(name)) }
      }
    default: break
    }
  }

  func fail(_ message: String) {
    if passesIssuesOn { TestingIssues.post(message) }
  }
}
