import ExemplarCore
import Testing

@testable import Exemplar

/// The handling of events by a host in a test process.
@Suite struct HostReporterTests {
  @Test func aFileThatCannotBeWrittenIsNamed() {
    let mistake = #expect(throws: UsageError.self) {
      try HostReporter(
        environment: ["EXEMPLAR_EVENTS": "/dev/null/events.jsonl"], console: ConsoleSettings(),
        suffix: "-xctest")
    }
    let text = "The report cannot be written to /dev/null/events-xctest.jsonl."
    expect(mistake?.message.hasPrefix(text), equals: true)
  }

  @Test func anOptionThatOnlyTheToolHonorsIsAWarning() throws {
    let guards = [
      "EXEMPLAR_TIMEOUT": "30s", "EXEMPLAR_GRACE": "1s", "EXEMPLAR_MEMORY_LIMIT": "2GB",
    ]
    func warnings(_ environment: [String: String]) throws -> [ExemplarCore.Issue] {
      try HostReporter(environment: environment, console: ConsoleSettings(), prints: false).warnings
    }
    let told = try warnings(guards)
    #expect(
      told.map(\.message) == [
        "EXEMPLAR_MEMORY_LIMIT has no effect here: only exemplar test can end a process."
      ])
    #expect(told.allSatisfy { $0.isWarning && !$0.isFailure })
    #expect(try warnings(["EXEMPLAR_TIMEOUT": "", "EXEMPLAR_TIME_LIMIT": "1s"]).isEmpty)
  }

  /// It writes nothing that the tool may not be able to read.
  @Test func aToolOfAVersionThatDoesNotFitIsRefused() async throws {
    for tool in ["0.0.9", "0.2.0", "99.1.0"] {
      let result = try await #require(
        processExitsWith: .exitCode(78), observing: [\.standardErrorContent]
      ) { [tool = tool as String] in
        _ = try HostReporter(
          environment: [
            "EXEMPLAR_TOOL": tool, "EXEMPLAR_LOG": "/dev/full", "EXEMPLAR_WORKER": "/dev/full",
          ], console: ConsoleSettings())
      }
      let version = ExemplarVersion.current
      let message =
        "The tool exemplar has version \(tool), and the library Exemplar of this package has version \(version). They "
        + "do not work together. Run swift run exemplar test, which builds the tool of the same version, or install "
        + "exemplar \(version)."
      let printed = String(decoding: result.standardErrorContent, as: UTF8.self)
      expect(printed, equals: message + "\n")
      expect(ExemplarVersion.refusal(in: "noise\n" + printed), equals: message)
    }
    for environment in [[:], ["EXEMPLAR_TOOL": ExemplarVersion.current]] {
      let reporter = try HostReporter(
        environment: environment, console: ConsoleSettings(), prints: false)
      #expect(reporter.mistakes.isEmpty)
    }
  }

  @Test(
    arguments: [
      ("0.1.0", "0.1.9", true), ("0.1.0", "0.2.0", false), ("0.1.0", "1.1.0", false),
      ("1.0.0", "1.9.3", true), ("1.9.0", "2.0.0", false), ("", "0.1.0", false),
    ])
  func versionsFitUntilOneMayBreakAPromise(tool: String, library: String, fits: Bool) {
    expect(ExemplarVersion.problem(ofTool: tool, library: library) == nil, equals: fits)
  }
}
