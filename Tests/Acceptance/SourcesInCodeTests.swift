import Exemplar
import TestSupport
import Testing

/// Sources of rows, as authors write them in code.
@Suite struct SourcesInCodeTests {
  @Test func `nil in code is a value that is null`() async {
    let source = RowSource.rows(["a": ["net": 1, "gross": nil], "b": ["net": 1]])
    let trace = await traced(
      outline("rows", from: source) { (row: Row) in
        #expect(row["net"] != nil && row["tax"] == nil)
        expect(row["gross"] == nil, equals: row.name == "b")
        try #expect(row.decode("gross", as: Double?.self) == nil)
      })
    expect(trace.summary.passed, equals: 2)
  }

  @Test func `rows as arguments of a test say nothing that is not understood`() {
    struct Offer: Decodable, Sendable { var net: Int }
    let source = RowSource.json(.text(#"[{"net": 1, "skip": 5}]"#, path: "offers.json"))
    #expect {
      try Rows<Offer>(source)
    } throws: { error in
      "\(error)"
        == "offers.json:1:21: “skip” of a row is the reason for skipping the row; expected a text "
        + "or true, found the number 5. If it is data and not about the row itself, read it as a "
        + "parameter of the outline, or use .withoutMetadata on the source."
    }
    #expect(throws: Never.self) { try Rows<Offer>(source.withoutMetadata) }
  }

  @Test func `sources are joined with + and paired`() async {
    let one = RowSource.rows(["a": ["x": 1], "b": ["x": 2]])
    let two = RowSource.rows(["c": ["y": 1]])
    let trace = await traced("Rows") {
      outline("joined", from: one + .rows(["c": ["x": 3]])) { (row: Row) in
        try #expect(row.decode("x", as: Int.self) < 3)
      }
      outline("paired", from: .pairwise(one, two)) { (row: Row) in
        try #expect(row.decode("x", as: Int.self) > row.decode("y", as: Int.self))
      }
    }
    expect(
      trace.lines.filter { !$0.hasPrefix("  !") },
      equals: [
        "> Rows", "> joined", "  a: passed", "  b: passed", "  c: failed", "< joined", "> paired",
        "  a, c: failed", "  b, c: passed", "< paired", "< Rows", "5 executed, 2 failed",
      ])
  }
}
