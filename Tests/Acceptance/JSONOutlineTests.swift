import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

/// Outlines over JSON, as PTKTestKit had them, in values and in types. (Semantics, section 9.)
@Suite struct JSONOutlineTests {
  /// The two ways to write the same spec.
  enum Style: CaseIterable { case value, type }

  /// The trace of the spec over `source`.
  private func trace(_ source: RowSource, _ style: Style, options: RunOptions = .plain()) async
    -> Trace
  {
    await Details.$source.withValue(source) {
      switch style {
      case .value: await traced(Details.spec(over: source), options: options)
      case .type: await traced(types: "Details", options: options)
      }
    }
  }

  /// The issues of a run, each with its place.
  private func issues(_ trace: Trace) -> [String] {
    trace.issues.map { issue in
      (issue.place.map { "\($0.fileName):\($0.line): " } ?? "") + issue.message
    }
  }

  @Test(
    "PT-01, PT-02: two rows of a JSON file and an ordinary example run, and know name and value",
    arguments: Style.allCases)
  func rows(style: Style) async throws {
    let trace = await trace(.json("details", named: .required), style)
    expect(
      trace.description,
      equals: """
        Details
          opens → opens: passed
          views
            Test Foo is Foo → Test Foo: passed
            Test Bar is Bar → Test Bar: passed
        3 executed
        """)
    let places = trace.started.map { start in
      start.context.row?.place.map { "\($0.fileName):\($0.line):\($0.column)" } ?? "-"
    }
    expect(places, equals: ["-", "details.json:2:3", "details.json:3:3"])
  }

  @Test("PT-01: a row is run alone by its name and by its line", arguments: Style.allCases)
  func oneRow(style: Style) async throws {
    for selector in ["Test Bar", "details.json:3"] {
      let trace = await trace(
        .json("details", named: .required), style, options: .selecting(selector))
      expect(trace.executedPaths, equals: ["Details/views/Test Bar"])
    }
  }

  @Test("PT-03, PT-04: each of two outlines of a spec has rows of its own, one of them in code")
  func severalOutlines() async {
    let expected = """
      Shelves
        counts
          one: 1 → one: passed
          two: 2 → two: passed
        names
          Test Foo: Foo → Test Foo: passed
          Test Bar: Bar → Test Bar: passed
        adds
          both positive: 5 → both positive: passed
          one negative: -1 → one negative: passed
      6 executed
      """
    let value = await traced("Shelves") {
      outline("counts", from: .rows(["one": 1, "two": 2])) { (count: Int) in
        log("\(try Row.current.name ?? "-"): \(count)")
      }
      outline("names", from: .json("details")) { (row: Row) in
        log("\(row.name ?? "-"): \(row["value"]?.text ?? "-")")
      }
      outline("adds") { (a: Int, b: Int) in
        log("\(a + b > 0 ? "both positive" : "one negative"): \(a + b)")
      } rows: {
        row("both positive", 2, 3)
        row("one negative", 2, -3)
      }
    }
    expect(value.description, equals: expected)
    let type = await traced(types: "Shelves")
    expect(type.description, equals: expected)
  }

  @Test(
    "PT-05: a mistake in the file is a failing example with file and line, and the others run",
    arguments: Style.allCases,
    [
      (
        "[{\"name\": \"Test Foo\", \"value\": \"Foo\"},\n {name: 1}]",
        ["Test Foo passed", "rows failed"],
        "Malformed JSON: expected a key in quotation marks, found “n”."
      ),
      (
        "[{\"name\": \"Test Foo\", \"value\": \"Foo\"},\n {\"value\": \"Bar\"},\n"
          + " {\"name\": \"Test Baz\", \"value\": \"Baz\"}]",
        ["Test Foo passed", "#2 failed", "Test Baz passed"],
        "The row has no name; expected a text under “name”."
      ),
    ])
  func mistake(style: Style, mistake: (text: String, outcomes: [String], issue: String))
    async throws
  {
    let folder = try TemporaryFolder()
    let url = try folder.write(mistake.text, to: "prices.json")
    let trace = await trace(.json(.url(url), named: .required), style)
    let outcomes = trace.ended.map { end in
      "\(end.id.name) \(end.outcome.isFailure ? "failed" : "\(end.outcome)")"
    }
    expect(outcomes, equals: ["opens passed"] + mistake.outcomes)
    expect(issues(trace), equals: ["prices.json:2: \(mistake.issue)"])
    #expect(!trace.summary.isSuccess)
  }

  @Test func `PT-05: a missing resource fails with what was looked for, and where`() async {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    for style in Style.allCases {
      let trace = await trace(.json("detials", named: .required), style)
      expect(
        trace.description,
        equals: """
          Details
            opens → opens: passed
            views › ! A resource has to be listed in Package.swift to be found in the module's \
          resources. (planning, unexpected) → rows: failed unexpectedly
          2 executed, 1 failed, 1 unexpected ✘
          """)
      let line = style == .value ? Details.lineOfValue : Details.lineOfType
      expect(
        issues(trace),
        equals: [
          """
          JSONOutlineTests.swift:\(line): There is no file detials.json. Did you mean details.json? \
          Looked in:
            \(folder)
          A resource has to be listed in Package.swift to be found in the module's resources.
          """
        ])
    }
  }
}

/// What the specs below take from the test that runs them. Where nothing is set, as in the run of
/// all specs, they read the file beside them.
private enum Details {
  @TaskLocal static var source = RowSource.json("details", named: .required)
  static let lineOfValue = #line + 5

  static func spec(over source: RowSource) -> SpecNode {
    describe("Details") {
      it("opens") { log("opens") }
      outline("views", from: source) { (row: Row) in try Details.views(row) }
    }
  }

  static func views(_ row: Row) throws {
    let name: String = try row.decode("name")
    let value: String = try row.decode("value")
    #expect(try name == Row.current.name && name.hasSuffix(value))
    log("\(name) is \(value)")
  }
  static let lineOfType = #line + 5
}

@Spec("Details") struct DetailSpec {
  @Example(from: Details.source)
  func views(_ row: Row) throws { try Details.views(row) }

  @Example func opens() { log("opens") }
}

@Spec("Shelves") struct ShelvesSpec {
  @Example(from: .rows(["one": 1, "two": 2]))
  func counts(value: Int) throws { log("\(try Row.current.name ?? "-"): \(value)") }

  @Example(from: .json("details"))
  func names(name: String, value: String) { log("\(name): \(value)") }

  @Example(rows: {
    row("both positive", 2, 3)
    row("one negative", 2, -3)
  })
  func adds(a: Int, b: Int) {
    log("\(a + b > 0 ? "both positive" : "one negative"): \(a + b)")
  }
}
