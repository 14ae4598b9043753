import ExemplarCore
import Testing

@testable import Exemplar

/// What a host in a test process does with events.
@Suite struct HostReporterTests {
  @Test func aFileThatCannotBeWrittenIsNamed() {
    let mistake = #expect(throws: UsageError.self) {
      try HostReporter(
        environment: ["EXEMPLAR_EVENTS": "/dev/null/events.jsonl"], console: ConsoleSettings(),
        suffix: "-xctest")
    }
    let text = "The report cannot be written to /dev/null/events-xctest.jsonl."
    #expect(mistake?.message.hasPrefix(text) == true)
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
}
