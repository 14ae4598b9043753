import Exemplar
import Foundation
import ExemplarCore
import ExemplarRows
import TestSupport
import Testing

/// Suites of data become groups of their outline, at any depth.
@Suite struct DataSuiteTests {
  /// Rows in suites, written as their paths.
  private func source(_ paths: String...) -> RowSource {
    RowSource("paths") { _ in
      var rest = paths[...]
      return RowCursor<RowResult> {
        guard let path = rest.popFirst() else { return nil }
        let names = path.split(separator: "/").map(String.init)
        let suites = names.dropLast().map { RowSuite($0, at: Place(path: "shelves", line: 1)) }
        if path.hasSuffix("!") {
          return .failure(InvalidRow(UsageError("torn"), named: names.last, in: suites))
        }
        return .success(
          Row(name: names.last, fields: RowFields(), place: Place(path: "shelves"), suites: suites))
      }
    }
  }

  private func trace(_ source: RowSource, _ selectors: String...) async -> Trace {
    let spec = describe("A shop") {
      beforeEach { log("s") }
      outline("sells", from: source) { (row: Row) in log(row.name ?? "-") }
    }
    let options = RunOptions.plain { $0.selection.selectors = selectors }
    return await traced(spec, options: options)
  }

  private var books: RowSource {
    source("Bible", "novels/Emma", "novels/German/Effi", "novels/Dune", "maps/Rome!", "Emma")
  }

  @Test func `rows run in groups of their own, inside the outline`() async {
    await expect(
      trace(books).description,
      equals: """
        A shop › sells
          s · Bible → Bible: passed
          novels
            s · Emma → Emma: passed
            German › s · Effi → Effi: passed
            s · Dune → Dune: passed
          maps › s · ! torn (body, unexpected) → Rome!: failed unexpectedly
          s · Emma → Emma: passed
        6 executed, 1 failed, 1 unexpected ✘
        """)
  }

  @Test func `a suite selects all its rows, and a row of it itself alone`() async {
    func names(_ selector: String) async -> String {
      await trace(books, selector).executed.joined(separator: ", ")
    }
    await expect(names("A shop/sells/novels"), equals: "Emma, Effi, Dune")
    await expect(names("A shop/sells/novels/German"), equals: "Effi")
    await expect(names("A shop/sells/novels/Emma"), equals: "Emma")
    await expect(names("A shop/sells/Emma"), equals: "Emma")
    await expect(names("*/novels/*"), equals: "Emma, Effi, Dune")
    await expect(names("Effi"), equals: "Effi")
  }

  @Test func `what is not there is told`() async {
    let none = await trace(books, "A shop/sells/novels/Persuasion").summary.nothingRan
    expect(none?.hasPrefix("Nothing matches"), equals: true)
    await expect(
      trace(books, "A shop/sells/Persuasion").description,
      equals: """
        A shop › sells › ! There is no row “Persuasion”. (planning, unexpected) → \
        Persuasion: failed unexpectedly
        1 executed, 1 failed, 1 unexpected ✘
        """)
  }

  @Test func `names are unique in their suite`() async {
    await expect(
      trace(source("novels/Emma", "Emma", "novels/Emma")).description,
      equals: """
        A shop › sells
          novels › s · Emma → Emma: passed
          s · Emma → Emma: passed
          novels › s · Emma → Emma (2): passed
          ! Two rows are named “Emma”: the other one is at shelves. Give every row of a source a \
        name of its own; if the names are not yours, write repeats: .numbered. (planning, \
        unexpected) → row names: failed unexpectedly
        4 executed, 1 failed, 1 unexpected ✘
        """)
  }
}
