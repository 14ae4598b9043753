import Exemplar
import ExemplarCore
import Testing

private enum Currency: Sendable { case euro, pound }

private struct Price: Sendable, Equatable {
  var cents: Int
  var currency: Currency
}

/// Rows in code: their values, their names, and the lines where they stand.
struct WrittenRowsTests {
  @Test func eachRowStandsAtItsLine() async {
    let line = #line
    let shelf = describe("A shelf") {
      outline("sells") { (price: Price, change: Int?, titles: [String]) in
        #expect(price.cents > 0, "\(change ?? 0) \(titles)")
      } rows: {
        row("in euros", Price(cents: 100, currency: .euro), nil, [])

        row("in pounds", Price(cents: -1, currency: .pound), 5, ["Emma"] + ["Dune"])
        for cents in [1, -2] {
          row("for \(cents)", Price(cents: cents * 1024, currency: .euro), -cents, [])
        }
        if line > 0 { row("if", Price(cents: 0, currency: .pound), 1, ["a" + "b"]) }
      }
    }
    let trace = await Log().trace(shelf)
    let lines = trace.events.compactMap { event -> String? in
      guard case .exampleStarted(let start) = event, let row = start.context.row else { return nil }
      return "\(row.name): \((row.place?.line ?? 0) - line)"
    }
    #expect(
      lines == ["in euros: 5", "in pounds: 7", "for 1: 9", "for -2: 9", "if: 11"])
    #expect(
      trace.executedPaths.count == 5 && trace.summary.failed == 3)
  }

  @Test func rowsOfADictionaryHaveOneValueOrSeveral() async {
    let said = Locked([String]())
    @Sendable func log(_ text: String) { said.withLock { $0.append(text) } }
    let trace = await Log().trace(
      describe("A shelf") {
        outline("counts", rows: ["one": 1, "two": 2]) { log("\($0)") }
        outline("sells", rows: ["one": (1, 2.5), "two": (2, 5)]) { copies, price in
          log("\(copies) for \(price)")
        }
        outline("names", rows: ["one": (1, nil)]) { (copies: Int, title: String?) in
          log("\(copies) \(title ?? "none")")
        }
        outline("wraps", rows: ["one": [1: "Emma"], "none": [:]]) { log("\($0)") }
      })
    #expect(
      trace.executedPaths == [
        "A shelf/counts/one", "A shelf/counts/two", "A shelf/sells/one", "A shelf/sells/two",
        "A shelf/names/one", "A shelf/wraps/one", "A shelf/wraps/none",
      ])
    #expect(trace.summary.isSuccess)
    #expect(
      said.withLock { $0 }.joined(separator: ", ")
        == "1, 2, 1 for 2.5, 2 for 5.0, 1 none, [1: \"Emma\"], [:]")
  }

  @Test func anOutlineWithoutRowsFails() async {
    let trace = await Log().trace(
      describe("A shelf") {
        outline("sells") { (_: Int) in
        } rows: {
        }
      })
    #expect(!trace.summary.isSuccess)
  }

  @available(*, deprecated, message: "checks what is deprecated")
  @Test func oldSpellingsMeanTheSame() async {
    let said = Locked([String]())
    @Sendable func log(_ text: String) { said.withLock { $0.append(text) } }
    let trace = await Log().trace(
      describe("A shelf") {
        outline("a", rows: [row("one", (1, 2)), row("two", (3, 4), .skipped("why"))]) { a, b in
          log("\(a) \(b)")
        }
        outline("b", rows: [row("one", 1)]) { log("\($0)") }
        outline("c", rows: [5, 6], named: { "row \($0)" }) { log("\($0)") }
        outline("d", rows: product([1], [2, 3])) { log("\($0) \($1)") }
      })
    #expect(said.withLock { $0 }.joined(separator: ", ") == "1 2, 1, 5, 6, 1 2, 1 3")
    #expect(
      trace.executedPaths == [
        "A shelf/a/one", "A shelf/b/one", "A shelf/c/row 5", "A shelf/c/row 6", "A shelf/d/1, 2",
        "A shelf/d/1, 3",
      ])
  }
}
