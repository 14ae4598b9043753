import Exemplar
import Foundation
import ExemplarCore
import Testing

/// Suites of data become groups of their outline, at any depth.
@Suite struct DataSuiteTests {
  /// Rows that stand in suites, written as their paths.
  private func source(_ paths: String...) -> RowSource {
    RowSource("paths") { _ in
      var rest = paths[...]
      return RowIterator {
        guard let path = rest.popFirst() else { return nil }
        let names = path.split(separator: "/").map(String.init)
        let suites = names.dropLast().map { RowSuite($0, at: Place(path: "shelves", line: 1)) }
        if path.hasSuffix("!") {
          return .failure(InvalidRow(AuthoringMistake("torn"), named: names.last, in: suites))
        }
        return .success(
          Row(name: names.last, fields: RowFields(), place: Place(path: "shelves"), suites: suites))
      }
    }
  }

  private func trace(_ source: RowSource, _ selectors: String...) async -> String {
    let log = Log()
    let spec = describe("A shop") {
      beforeEach { log("s") }
      outline("sells", from: source) { (row: Row) in log(row.name ?? "-") }
    }
    let options = RunOptions.plain { $0.selection.selectors = selectors }
    return await log.trace(spec, options: options).description
  }

  private var books: RowSource {
    source("Bible", "novels/Emma", "novels/German/Effi", "novels/Dune", "maps/Rome!", "Emma")
  }

  @Test("rows run in groups of their own, inside the outline")
  func groups() async {
    #expect(
      await trace(books) == """
        > A shop
        > sells
          s
          Bible
          Bible: passed
        > novels
          s
          Emma
          Emma: passed
        > German
          s
          Effi
          Effi: passed
        < German
          s
          Dune
          Dune: passed
        < novels
        > maps
          s
          ! Rome!: torn (body, unexpected)
          Rome!: failed unexpectedly
        < maps
          s
          Emma
          Emma: passed
        < sells
        < A shop
        6 executed, 1 failed, 1 unexpected
        """)
  }

  @Test("a suite selects all its rows, and a row of it itself alone")
  func selection() async {
    func names(_ selector: String) async -> String {
      await trace(books, selector).split(separator: "\n").filter { $0.hasSuffix(": passed") }
        .map { $0.dropLast(8).trimmingCharacters(in: .whitespaces) }.joined(separator: ", ")
    }
    #expect(await names("A shop/sells/novels") == "Emma, Effi, Dune")
    #expect(await names("A shop/sells/novels/German") == "Effi")
    #expect(await names("A shop/sells/novels/Emma") == "Emma")
    #expect(await names("A shop/sells/Emma") == "Emma")
    #expect(await names("*/novels/*") == "Emma, Effi, Dune")
    #expect(await names("Effi") == "Effi")
  }

  @Test("what is not there is told")
  func missing() async {
    #expect(await trace(books, "A shop/sells/novels/Persuasion").hasPrefix("Nothing matches"))
    #expect(
      await trace(books, "A shop/sells/Persuasion") == """
        > A shop
        > sells
          ! Persuasion: There is no row “Persuasion”. (planning, unexpected)
          Persuasion: failed unexpectedly
        < sells
        < A shop
        1 executed, 1 failed, 1 unexpected
        """)
  }

  @Test("names are unique in their suite")
  func duplicates() async {
    #expect(
      await trace(source("novels/Emma", "Emma", "novels/Emma")).hasSuffix(
        """
          Emma (2): passed
        < novels
          ! row names: Two rows are named “Emma”: the other one is at shelves. Give every row of a \
        source a name of its own; if the names are not yours, write repeats: .numbered. (planning, unexpected)
          row names: failed unexpectedly
        < sells
        < A shop
        4 executed, 1 failed, 1 unexpected
        """))
  }
}
