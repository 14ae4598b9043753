import Exemplar
import ExemplarCore
import ExemplarReports
import Foundation
import Testing

/// What an example says of itself reaches the reports: its tags, and the bugs that it is about.
@Suite struct MarksTests {
  private let shop = describe("A shop", .bug("#7"), .tags("till")) {
    it("opens") {}
    it("closes", .bug("#12"), .bug("#7"), .tags("slow")) { #expect(Bool(false), "ajar") }
    outline("sells") { (_: Int) in
      throw Torn()
    } rows: {
      row("Emma", 1, traits: .bug("#20"), .tags("novel"))
    }
    context("in the cellar", .bug("#30")) {
      beforeAll { throw Torn() }
      it("is dry") {}
    }
  }

  private struct Torn: Error {}

  @Test func eventsTellThem() async {
    let trace = await Log().trace(shop)
    let started = trace.events.compactMap { event -> String? in
      guard case .exampleStarted(let start) = event else { return nil }
      return "\(start.id.name): \(start.context.tags) \(start.context.bugs)"
    }
    #expect(
      started == [
        ##"opens: ["till"] ["#7"]"##, ##"closes: ["slow", "till"] ["#7", "#12"]"##,
        ##"Emma: ["novel", "till"] ["#7", "#20"]"##, ##"is dry: ["till"] ["#7", "#30"]"##,
      ])
    let issues = trace.events.compactMap { event -> String? in
      guard case .issueRecorded(let record) = event else { return nil }
      return
        "\(record.id?.name ?? "run"): \(record.issue.context.tags) \(record.issue.context.bugs)"
    }
    #expect(
      issues == [
        ##"closes: ["slow", "till"] ["#7", "#12"]"##, ##"Emma: ["novel", "till"] ["#7", "#20"]"##,
        ##"in the cellar: ["till"] ["#7", "#30"]"##,
      ])
    let plain = await Log().trace(describe("A shelf") { it("holds") { throw Torn() } })
    for event in plain.events {
      if case .exampleStarted(let start) = event {
        #expect(start.context.tags.isEmpty && start.context.bugs.isEmpty)
      }
      if case .issueRecorded(let record) = event {
        #expect(record.issue.context.tags.isEmpty && record.issue.context.bugs.isEmpty)
      }
    }
  }

  @Test func theConsoleShowsThemWithAFailure() async {
    let text = Locked("")
    let reporter = ConsoleReporter(
      ConsoleReporter.Options { part in text.withLock { $0 += part } })
    for event in await Log().trace(shop).events { reporter.report(event) }
    reporter.finish()
    let lines = text.withLock { $0 }.split(separator: "\n").map {
      String($0).trimmingCharacters(in: .whitespaces)
    }
    #expect(
      lines.filter { $0.hasPrefix("about bug") || $0.hasPrefix("tagged") } == [
        "about bug #7", "about bug #12", "tagged slow, till", "about bug #7", "about bug #20",
        "tagged novel, till", "about bug #7", "about bug #30", "tagged till",
      ])
  }
}
