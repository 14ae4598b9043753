import ExemplarCore
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
  private let failed = Locked(Set<ExampleID>())

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
      let host = SwiftTestingHost(passesIssuesOn: !reporter.isWorker)
      if host.passesIssuesOn { SpecTestClasses.printWhatTheyRun() }
      let summary = await host.run(options, reporter)
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

  /// The failures of a run, if running them again is enough to repeat it.
  private func failuresToRepeat(_ summary: RunSummary) -> Set<ExampleID>? {
    let failed = failed.withLock { $0 }
    let isWhole = summary.finished && summary.notReached == 0 && summary.runFailures == 0
    return isWhole && failed.isEmpty == summary.isSuccess ? failed : nil
  }

  /// What XCTest runs is left to it, except by a worker: the tool runs no tests of XCTest.
  func owns(module: String) -> Bool {
    !passesIssuesOn || SpecTestClasses.running(module: module).isEmpty
  }

  func follow(_ event: Event) {
    if passesIssuesOn { TestingIssues.forward(event) }
    switch event {
    case .exampleEnded(let end) where end.outcome.isFailure:
      failed.withLock { _ = $0.insert(end.id) }
    case .groupEnded(let end) where end.failed: failed.withLock { _ = $0.insert(end.id) }
    default: break
    }
  }

  func fail(_ message: String) {
    if passesIssuesOn { TestingIssues.post(message) }
  }
}
