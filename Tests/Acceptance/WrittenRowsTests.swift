import Exemplar
import TestSupport
import Testing

private enum Currency: Sendable { case euro, pound }

private struct Price: Sendable, Equatable {
  var cents: Int
  var currency: Currency
}

/// Rows in code: their values, their names, and their lines.
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
    let trace = await traced(shelf)
    let lines = trace.started.compactMap(\.context.row).map { row in
      "\(row.name): \((row.place?.line ?? 0) - line)"
    }
    expect(lines, equals: ["in euros: 5", "in pounds: 7", "for 1: 9", "for -2: 9", "if: 11"])
    #expect(
      trace.executedPaths.count == 5 && trace.summary.failed == 3)
  }

  /// A failing row shows its values as the author has written them.
  @Test func valuesAreShownAsTheyAreWritten() async {
    let trace = await traced("A shelf") {
      outline("sells") { (count: Int, change: Int?, titles: [String?]) in
        #expect(count < 0, "\(String(describing: change)) \(titles)")
      } rows: {
        row("some", 0, 0, [])
        row("none", 0, nil, ["a \"b\"", nil])
      }
      outline("orders") { (price: Price?) in
        #expect(price == nil)
      } rows: {
        row("one", Price(cents: 1, currency: .pound))
      }
    }
    let values = trace.issues.map { $0.context.row?.values ?? "" }
    expect(values.prefix(2), equals: ["(0, 0, [])", #"(0, nil, ["a \"b\"", nil])"#])
    #expect(values.last?.contains("Optional") == false && values.last?.contains("cents: 1") == true)
  }

  @Test func anOutlineWithoutRowsFails() async {
    let trace = await traced("A shelf") {
      outline("sells") { (_: Int) in
      } rows: {
      }
    }
    #expect(!trace.summary.isSuccess)
  }
}
