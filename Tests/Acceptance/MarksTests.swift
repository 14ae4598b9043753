import Exemplar
import TestSupport
import Testing

/// The facts of an example reach the reports: its tags, and the bugs that it is about.
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
    let trace = await traced(shop)
    let started = trace.started.map { start in
      "\(start.id.name): \(start.context.tags) \(start.context.bugs)"
    }
    expect(
      started,
      equals: [
        ##"opens: ["till"] ["#7"]"##, ##"closes: ["slow", "till"] ["#7", "#12"]"##,
        ##"Emma: ["novel", "till"] ["#7", "#20"]"##, ##"is dry: ["till"] ["#7", "#30"]"##,
      ])
    let issues = trace.records.map { record in
      "\(record.id?.name ?? "run"): \(record.issue.context.tags) \(record.issue.context.bugs)"
    }
    expect(
      issues,
      equals: [
        ##"closes: ["slow", "till"] ["#7", "#12"]"##, ##"Emma: ["novel", "till"] ["#7", "#20"]"##,
        ##"in the cellar: ["till"] ["#7", "#30"]"##,
      ])
    let plain = await traced(describe("A shelf") { it("holds") { throw Torn() } })
    for context in plain.started.map(\.context) + plain.issues.map(\.context) {
      #expect(context.tags.isEmpty && context.bugs.isEmpty)
    }
  }
}
