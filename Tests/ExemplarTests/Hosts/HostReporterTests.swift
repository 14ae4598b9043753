import Exemplar
import ExemplarCore
import Testing

/// What a host in a test process does with events.
@Suite struct HostReporterTests {
  @Test func aFileThatCannotBeWrittenIsNamed() {
    let mistake = #expect(throws: AuthoringMistake.self) {
      try HostReporter(
        environment: ["EXEMPLAR_EVENTS": "/dev/null/events.jsonl"], verbose: false,
        suffix: "-xctest")
    }
    let text = "The report cannot be written to /dev/null/events-xctest.jsonl."
    #expect(mistake?.message.hasPrefix(text) == true)
  }
}
