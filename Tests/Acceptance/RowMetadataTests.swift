import Exemplar
import Foundation
import ExemplarCore
import Testing

/// What rows in files say of themselves, as rows in code do with traits.
@Suite struct RowMetadataTests {
  private func trace(
    _ rows: String, options: RunOptions? = nil, withoutMetadata: Bool = false
  ) async -> String {
    let log = Log()
    let source = RowSource.json(text: rows, path: "books.json")
    let spec = describe("A shelf") {
      beforeAll { log("set up") }
      outline("lends", from: withoutMetadata ? source.withoutMetadata : source) { (row: Row) in
        log(row.name ?? "-")
      }
      it("is there") { log("is there") }
    }
    return await log.trace(spec, options: options).description
  }

  @Test("a focused row is all that runs")
  func focus() async {
    #expect(
      await trace(
        #"[{"name": "Emma"}, {"name": "Dune", "focus": true}, {"name": "Maus", "focus": false}]"#)
          == """
          > A shelf
            set up
          > lends
            Dune
            Dune: passed
          < lends
          < A shelf
          1 executed
          """)
  }

  @Test("a row is skipped with its reason, and what is empty says nothing")
  func skipping() async {
    #expect(
      await trace(
        #"""
        [{"name": "Emma", "skip": "lent out"}, {"name": "Dune", "skip": true},
         {"name": "Maus", "skip": null}, {"name": "Ulysses", "skip": false}]
        """#) == """
          > A shelf
            set up
          > lends
            Emma: skipped, lent out
            Dune: skipped, its data says so
            Maus
            Maus: passed
            Ulysses
            Ulysses: passed
          < lends
            is there
            is there: passed
          < A shelf
          3 executed, 2 skipped
          """)
  }

  @Test("where no row can run, no hook does")
  func nothingToRun() async {
    let log = Log()
    let spec = describe("A shelf") {
      beforeAll { log("set up") }
      outline(
        "lends",
        from: .json(
          text: #"{"Emma": {"platforms": ["watchOS"]}, "Dune": {"skip": "lent out"}}"#,
          path: "books.json")
      ) { (_: Row) in }
    }
    #expect(
      await log.trace(spec).description == """
        > A shelf
        > lends
          Emma: skipped, only for watchOS
          Dune: skipped, lent out
        < lends
        < A shelf
        2 skipped
        """)
  }

  @Test("rows are selected by their tags, and by those they do not have")
  func tags() async {
    let rows =
      #"[{"name": "Emma", "tags": "slow, old"}, {"name": "Dune", "tags": ["slow"]}, {"name": "Maus"}]"#
    func chosen(_ tag: String) async -> String {
      await trace(rows, options: .plain { $0.selection.tags = [TagCondition(tag)] })
        .split(separator: "\n").filter { $0.hasSuffix(": passed") }
        .map { $0.dropLast(8).trimmingCharacters(in: .whitespaces) }.joined(separator: ", ")
    }
    #expect(await chosen("slow") == "Emma, Dune")
    #expect(await chosen("old") == "Emma")
    #expect(await chosen("!old") == "Dune, Maus, is there")
    #expect(await chosen("!slow") == "Maus, is there")
  }

  @Test("a time limit holds for its row")
  func timeLimit() async {
    let spec = describe("A shelf") {
      outline(
        "lends",
        from: .json(text: #"[{"name": "Emma", "timeLimit": "20ms"}, {"name": "Dune"}]"#, path: "b")
      ) { (_: Row) in
        try await Task.sleep(for: .milliseconds(100))
      }
    }
    let trace = await Log().trace(spec)
    #expect(
      trace.lines.filter { $0.contains("Emma: ") || $0.contains("Dune: ") }.last == "  Dune: passed"
    )
    #expect(trace.summary.failed == 1)
  }

  @Test(
    "what is not understood fails its row, at its place",
    arguments: [
      (
        #"{"focus": 3}"#,
        "“focus” of row “Emma” says whether only this row runs; expected true or false, found the number 3."
      ),
      (
        #"{"skip": 3}"#,
        "“skip” of row “Emma” says why the row is skipped; expected a text or true, found the number 3."
      ),
      (
        #"{"tags": [1]}"#,
        "“tags” of row “Emma” names tags; expected a text or an array of texts, found an array."
      ),
      (
        #"{"timeLimit": "soon"}"#,
        "“timeLimit” of row “Emma” limits the time; expected a number of seconds, or a text such as "
          + "500ms or 5s, found the text “soon”."
      ),
      (
        #"{"platforms": "linxu"}"#,
        "“platforms” of row “Emma” names platforms, of which “linxu” is none; expected some of linux, "
          + "macOS, windows, iOS, iPhone, iPad, tvOS, watchOS, visionOS, found the text “linxu”. "
          + "Did you mean “linux”?"
      ),
      (#"{"bug": true}"#, "“bug” of row “Emma” names a report; expected a text, found true."),
    ])
  func notUnderstood(fields: String, expected: String) async {
    let spec = describe("A shelf") {
      outline("lends", from: .json(text: "{\"Emma\":\n \(fields)}", path: "books.json")) {
        (_: Row) in
      }
    }
    let issues = await Log().trace(spec).events.compactMap { event -> ExemplarCore.Issue? in
      if case .issueRecorded(let recorded) = event { recorded.issue } else { nil }
    }
    #expect(
      issues.map(\.message) == [
        expected + " If it is data and not about the row itself, read it as a parameter of the "
          + "outline, or say .withoutMetadata of the source."
      ])
    #expect(issues.first?.place?.line == 2)
    #expect(
      await trace("{\"Emma\":\n \(fields)}", withoutMetadata: true).hasSuffix("\n2 executed"))
  }

  private struct Book: Decodable {
    var pages: Int
  }

  @Test("in strict mode, a key that nothing reads and that is nearly one of these is refused")
  func misspelled() async {
    func failures(_ rows: String, isStrict: Bool) async -> [String] {
      let spec = describe("A shelf") {
        outline("lends", from: .json(text: rows, path: "books.json")) { (_: Book) in }
      }
      return await Log().trace(spec, options: .plain { $0.isStrict = isStrict }).events.compactMap {
        if case .issueRecorded(let recorded) = $0 { recorded.issue.message } else { nil }
      }
    }
    let rows = #"[{"name": "Emma", "pages": 474, "focsu": true, "publisher": "Murray"}]"#
    #expect(await failures(rows, isStrict: false) == [])
    #expect(
      await failures(rows, isStrict: true) == [
        "Nothing reads “focsu” of row “Emma”. Did you mean “focus”? In strict mode, a key that is "
          + "nearly one of focus, skip, tags, timeLimit, platforms, bug is refused."
      ])
    #expect(await failures(#"[{"pages": 1, "page": 2}]"#, isStrict: true) == [])
  }
}
