import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

extension PackageTests {
  /// The line of a group of failures runs the examples of the group and no others, under the tool and from a report.
  @Test func theLineOfACauseRunsItsExamples() async throws {
    let rows = (1...40).map { number in
      // Of each ten rows, four fail by an expectation, four by an error, one by another error; one passes.
      "row \(number),\(number),\(["a", "a", "a", "a", "e", "e", "e", "e", "o", "p"][(number - 1) % 10])"
    }
    let fixture = try Fixture.temporary(files: [
      "prices.csv": "name,price,kind\n" + rows.joined(separator: "\n") + "\n",
      "PricesSpec.swift": """
      import Exemplar
      import Testing

      struct Torn: Error { let price: Int }
      struct Price: Decodable, Sendable { let price: Int, kind: String }

      @Spec let prices = describe("Prices") {
        for name in ["are right", "are fair"] {
          outline(name, from: .csv("prices")) { (row: Price) in
            if row.kind == "e" { throw Torn(price: row.price) }
            if row.kind == "o" { throw Torn(price: -1000 - row.price) }
            #expect(row.kind == "p" || row.price < 0)
          }
        }
      }
      """,
    ])
    let folder = try temporaryFolder()
    let events = folder.appendingPathComponent("events.jsonl").path
    func run(_ arguments: [String]) async throws -> (result: Tool.Result, ids: Set<String>) {
      let result = try await fixture.exemplar("test", arguments + ["--report", "json=\(events)"])
      let ran = try [Event](linesAt: events).ended.filter(\.outcome.wasExecuted)
      return (result, Set(ran.map(\.id.text)))
    }
    func ids(_ outline: String, _ kind: String) -> Set<String> {
      Set(
        rows.filter { $0.hasSuffix("," + kind) }
          .map { "CornerSpecs/Prices/\(outline)/\($0.prefix { $0 != "," })" })
    }
    let page = folder.appendingPathComponent("page.html").path
    let first = try await run(["--report", "html=\(page)"])
    // The first three causes have a line of their own for that, and the fourth has it beside its heading.
    let causes = first.result.output.matches(of: #/ --cause ([0-9a-z]+) -- /#)
      .map { String($0.1) }
    expect(causes.count, equals: 4, "\(first.result.output)\(first.result.errors)")
    // The others fail with numbers that are not those of their rows, so none may be in a group.
    let singles = first.result.output.matches(of: #/\n +[0-9]+  Prices › .* › row [0-9]+\n/#)
    expect(singles.count, equals: 8, "\(first.result.output)")
    // There are so many entries that one line stands for those of each.
    expect(first.result.output.components(separatedBy: "run it again: ").count, equals: 1)
    #expect(first.result.output.contains("\nRun one alone, such as the first: "))

    let report = try await fixture.exemplar("report")
    #expect(causes.allSatisfy { report.output.contains(" --cause \($0) ") }, "\(report.output)")
    let shown = try String(contentsOfFile: page, encoding: .utf8)
    #expect(causes.allSatisfy { shown.contains(" --cause \($0) ") })
    #expect(first.result.output.contains("  #expect(row.kind == \"p\" || row.price < 0)\n"))
    #expect(first.result.output.contains("  row 1,1,a\n"))

    var ran: [Set<String>] = []
    for cause in causes {
      let again = try await run(["--cause", cause])
      expect(again.result.status, equals: 1)
      ran.append(again.ids)
    }
    let expected = ["are right", "are fair"].flatMap { name in ["a", "e"].map { ids(name, $0) } }
    expect(Set(ran), equals: Set(expected))

    // The group is that of the latest run that has it, even if others have followed.
    let narrowed = try await run(["--cause", causes[0], "are fair", "are right"])
    expect(narrowed.ids, equals: ran[0])
    try await fixture.exemplar("test", ["--cause", "nosuchcause"]).expect(
      4, prints: "No recorded run has the cause “nosuchcause”")
    try await fixture.exemplar("test", ["--cause", causes[0], "--only-failures"]).expect(
      2,
      errors:
        "--cause runs the failures of one cause, and --only-failures all of them. Leave one of them out."
    )
  }
}
