import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarReports

/// Which worker ran what, and when, in the reports that show it.
struct TimelineTests {
  /// A worker begins a spec and exits; another one continues, beside a third.
  private static let run: [(time: Double, worker: Int, event: Event)] = [
    (0, 1, FixtureRun.group("Cart")),
    (1, 1, .hooksStart(FixtureRun.id("Cart"), .beforeAll, at: .unknown)),
    (2, 1, .hooksEnd(FixtureRun.id("Cart"), .beforeAll)),
    (2, 1, FixtureRun.started("Cart", "adds")),
    (3, 2, FixtureRun.group("Till")),
    (3, 2, FixtureRun.started("Till", "opens")),
    (4, 1, FixtureRun.issue("Cart", "adds", is: Issue("It ended.", cause: .endOfProcess))),
    (4, 1, FixtureRun.ended("Cart", "adds", as: .failed(unexpected: true), after: 2)),
    (6, 3, FixtureRun.started("Cart", "pays")),
    (7, 2, FixtureRun.ended("Till", "opens", as: .passed, after: 4)),
    (7, 2, .groupEnd(FixtureRun.id("Till"))),
    (8, 3, FixtureRun.ended("Cart", "pays", as: .passed, after: 2)),
    (8, 3, .groupEnd(FixtureRun.id("Cart"))),
  ]

  private func text(of format: ReportFormat) throws -> String {
    let trial = try ReportTrial()
    let clock = EventClock()
    var context = trial.context
    context.now = { clock.now }
    context.worker = { clock.worker }
    let path = trial.folder.appendingPathComponent("report").path
    let reporter = try format.reporter(path, context)
    for (time, worker, event) in Self.run {
      clock.withOrigin(time: time, worker: worker) { reporter.report(event) }
    }
    reporter.finish()
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func aTraceHasAProcessForEachWorker() throws {
    struct Trace: Decodable {
      struct Entry: Decodable {
        struct Details: Decodable { var name: String? }
        var ph, name: String
        var pid, tid: Int
        var ts, dur: Double?
        var args: Details?
      }
      var traceEvents: [Entry]
    }
    let entries = try JSONDecoder().decode(Trace.self, from: Data(try text(of: .timeline).utf8))
      .traceEvents
    let names = entries.filter { $0.name == "process_name" }
      .map { "\($0.pid) \($0.args?.name ?? "")" }
    expect(names, equals: ["1 Exemplar", "2 worker 1", "3 worker 2", "4 worker 3"])
    let spans = entries.filter { $0.ph == "X" }.map { entry in
      let begin = Int((entry.ts ?? -1) / 1e6)
      return
        "\(entry.name) \(entry.pid).\(entry.tid) \(begin)-\(begin + Int((entry.dur ?? 0) / 1e6))"
    }
    // The spec that a worker left behind has a part in each of two.
    expect(
      spans,
      equals: [
        "beforeAll 2.1 1-2", "adds 2.1 2-4", "Cart 2.1 0-4", "opens 3.1 3-7", "Till 3.1 3-7",
        "pays 4.1 6-8", "Cart 4.1 6-8",
      ])
    expect(entries.filter { $0.ph == "i" }.map { "\($0.name) \($0.pid)" }, equals: ["It ended. 2"])
  }

  @Test func aPageSaysWhichWorkerToldWhat() throws {
    let page = try text(of: .html)
    let lines = try #require(page.split(separator: "id=\"data\">\n").last).split(separator: "\n")
    let told = lines.filter { line in
      ["w", "e", "k", "x"].contains { line.hasPrefix("[\"\($0)\"") }
    }
    expect(
      told.map { $0.prefix { $0 != "{" } },
      equals: [
        "[\"w\",1]", "[\"k\",1,\"beforeAll\",1000.0,1000.000]", "[\"w\",2]", "[\"w\",1]", "[\"x\"]",
        "[\"e\",1,\"adds\",\"failed\",2000.000,2000.0,", "[\"w\",3]", "[\"w\",2]",
        "[\"e\",2,\"opens\",\"passed\",4000.000,3000.0]", "[\"w\",3]",
        "[\"e\",1,\"pays\",\"passed\",2000.000,6000.0]",
      ])
  }
}
