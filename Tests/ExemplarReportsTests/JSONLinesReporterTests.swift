import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarReports

struct JSONLinesReporterTests {
  private let events: [Event] = [
    .runStart(seed: 1, order: .random, specs: 0, examples: 0),
    .runEnded(RunSummary(seed: 1)),
  ]

  /// The error of a report that is finished twice.
  private func complaints(writingTo path: String, _ events: [Event]) throws -> [String] {
    let trial = try ReportTrial()
    let reporter = try ReportFormat.jsonLines.reporter(path, trial.context)
    trial.report(events, to: reporter)
    reporter.finish()
    expect(reporter.isComplete, equals: trial.troubles.isEmpty)
    return trial.troubles
  }

  @Test func aLineIsInTheFileWhenItsEventIsReported() throws {
    let trial = try ReportTrial()
    let file = trial.folder.appendingPathComponent("new/events.jsonl")
    let reporter = try ReportFormat.jsonLines.reporter(file.path, trial.context)
    for count in 1...events.count {
      reporter.report(events[count - 1])
      let lines = try Data(contentsOf: file).split(separator: 0x0A)
      try expect(lines.map { try EventLine.decode(Data($0)) }, equals: Array(events.prefix(count)))
    }
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: ["/dev/full", "/dev/null"])
  func saysOnceThatAReportIsIncomplete(path: String) throws {
    let ended = Event.groupEnd(ExampleID(["M"]), duration: .nan)
    let complaints = try complaints(writingTo: path, [events[0], ended, events[1]])
    expect(complaints.count, equals: 1)
    #expect(complaints[0].hasPrefix("The report at \(path) is incomplete: "))
    expect(complaints[0].split(separator: "\n", omittingEmptySubsequences: false).count, equals: 2)
  }

  @Test func goesToTheStandardOutputWhereAsked() throws {
    let trial = try ReportTrial()
    let request = try ReportRequest("json=-", option: "--report")
    trial.report(events, to: try ReportRequest.reporters(for: [request], trial.context)[0])
    let lines = trial.output.split(separator: "\n")
    try expect(lines.map { try EventLine.decode(Data($0.utf8)) }, equals: events)
  }
}
