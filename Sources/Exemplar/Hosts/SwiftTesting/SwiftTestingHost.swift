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
      let options = try RunOptions(environment: environment, name: BazelTest.name)
      let reporter = try HostReporter(environment: environment, console: options.console)
      reporter.keepFromChildren()
      let host = SwiftTestingHost(passesIssuesOn: !reporter.isWorker)
      if host.passesIssuesOn { SpecTestClasses.printWhatTheyRun() }
      await host.run(options, reporter)
    } catch {
      TestingIssues.post(String(describing: error))
    }
  }

  /// What XCTest runs is left to it, except by a worker: the tool runs no tests of XCTest.
  func owns(module: String) -> Bool {
    !passesIssuesOn || SpecTestClasses.running(module: module).isEmpty
  }

  func follow(_ event: Event) {
    if passesIssuesOn { TestingIssues.forward(event) }
  }

  func fail(_ message: String) {
    if passesIssuesOn { TestingIssues.post(message) }
  }
}
