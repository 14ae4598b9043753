import Exemplar
import Foundation
import TestSupport
import Testing

/// Outlines over property lists, from the file to the run.
@Suite struct PlistTests {
  private func list(_ body: String, path: String = "/shop/Books.plist") -> RowSource {
    .plist(
      .text(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
        \(body)
        </dict>
        </plist>
        """, path: path))
  }

  /// How the rows of a run are named, and where they are.
  private func rows(_ trace: Trace) -> [String] {
    trace.started.map { start in
      "\(start.id.text) \(start.context.row?.place?.description ?? "-")"
    }
  }

  @Test(
    "EC-01 two outlines that always fail over two rows are two groups with two failing rows each")
  func ec01() async {
    let rows = list(
      """
        <key>NameA</key>
        <string>ValueA</string>
        <key>NameB</key>
        <string>ValueB</string>
      """)
    let trace = await traced("ExampleTests") {
      outline("parameterisedTestOne", from: rows) { (value: String) in
        expect(value, equals: "", "one")
      }
      outline("parameterisedTestTwo", from: rows) { (row: Row) in
        expect(row["value"]?.text, equals: "", "two")
      }
    }
    expect(
      trace.description,
      equals: """
        ExampleTests
          parameterisedTestOne
            ! one (body) → NameA: failed
            ! one (body) → NameB: failed
          parameterisedTestTwo
            ! two (body) → NameA: failed
            ! two (body) → NameB: failed
        4 executed, 4 failed ✘
        """)
    expect(
      self.rows(trace),
      equals: [
        "Acceptance/ExampleTests/parameterisedTestOne/NameA /shop/Books.plist:4:3",
        "Acceptance/ExampleTests/parameterisedTestOne/NameB /shop/Books.plist:6:3",
        "Acceptance/ExampleTests/parameterisedTestTwo/NameA /shop/Books.plist:4:3",
        "Acceptance/ExampleTests/parameterisedTestTwo/NameB /shop/Books.plist:6:3",
      ])
  }

  @Test func `EC-02 rows of five types of property lists are seen with their types`() async {
    let rows = list(
      """
        <key>Example String</key>
        <string>a text</string>
        <key>Example Number</key>
        <real>1.25</real>
        <key>Example Boolean</key>
        <true/>
        <key>Example Date</key>
        <date>2024-02-29T12:30:00Z</date>
        <key>Example Dictionary</key>
        <dict>
          <key>pages</key>
          <integer>474</integer>
        </dict>
      """)
    let trace = await traced("ExampleTests") {
      outline("sees", from: rows) { (row: Row) in
        switch row.name {
        case "Example String": log("text \(try row.decode(as: String.self))")
        case "Example Number": log("number \(try row.decode(as: Double.self) * 2)")
        case "Example Boolean": log("truth \(try !row.decode(as: Bool.self))")
        case "Example Date": log("date \(try row.decode(as: Date.self).timeIntervalSince1970)")
        default: log("pages \(try row.decode("pages", as: Int.self) + 1)")
        }
        log("\(row["value"].map { "\($0.content)" } ?? "no value")")
      }
    }
    let date = Date(timeIntervalSince1970: 1_709_209_800)
    expect(
      trace.description,
      equals: """
        ExampleTests › sees
          text a text · string("a text") → Example String: passed
          number 2.5 · number("1.25") → Example Number: passed
          truth false · bool(true) → Example Boolean: passed
          date 1709209800.0 · date(\(date)) → Example Date: passed
          pages 475 · no value → Example Dictionary: passed
        5 executed
        """)
  }
}
