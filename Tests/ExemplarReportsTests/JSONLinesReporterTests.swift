import ExemplarCore
import Foundation
import Testing

@testable import ExemplarReports

struct JSONLinesReporterTests {
  private let events: [Event] = [
    .runStarted(RunStarted(seed: 1, order: .random, specs: 0, examples: 0)),
    .runEnded(RunSummary(seed: 1)),
  ]

  private func complaints(writingTo path: String, _ events: [Event]) throws -> [String] {
    let complaints = Locked<[String]>([])
    let reporter = try JSONLinesReporter(path: path) { line in
      complaints.withLock { $0.append(line) }
    }
    events.forEach(reporter.report)
    reporter.finish()
    reporter.finish()
    return complaints.withLock { $0 }
  }

  @Test func writesALineForEachEvent() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("reports-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("new/events.jsonl")
    #expect(try complaints(writingTo: file.path, events) == [])
    let lines = try Data(contentsOf: file).split(separator: 0x0A)
    #expect(try lines.map { try EventLine.decode(Data($0)) } == events)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func saysOnceThatAReportIsIncomplete() throws {
    let complaints = try complaints(writingTo: "/dev/full", events)
    #expect(complaints.count == 1)
    #expect(complaints[0].hasPrefix("The report at /dev/full is incomplete: "))
    #expect(complaints[0].split(separator: "\n", omittingEmptySubsequences: false).count == 2)
  }

  @Test func goesToTheStandardOutputWhereAsked() throws {
    let trial = try ReportTrial()
    let request = try ReportRequest("json=-", option: "--report")
    trial.report(events, to: try ReportRequest.reporters(for: [request], trial.context)[0])
    let lines = trial.output.split(separator: "\n")
    #expect(try lines.map { try EventLine.decode(Data($0.utf8)) } == events)
  }

  @Test func saysThatAnEventCouldNotBeWritten() throws {
    let ended = Event.groupEnded(GroupEnded(id: ExampleID(["M"]), duration: .nan))
    let complaints = try complaints(writingTo: "/dev/null", [events[0], ended, events[1]])
    #expect(complaints.count == 1)
  }
}
