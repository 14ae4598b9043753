import Exemplar
import ExemplarCore
import Foundation
import Testing

/// What rows in files say of themselves, as rows in code do with traits.
@Suite struct RowMetadataTests {
  private func trace(
    _ rows: String, options: RunOptions? = nil, withoutMetadata: Bool = false
  ) async -> String {
    let log = Log()
    let source = RowSource.json(.text(rows, path: "books.json"))
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
            Dune: skipped, skip is set in its data
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
          .text(
            #"{"Emma": {"platforms": ["watchOS"]}, "Dune": {"skip": "lent out"}}"#,
            path: "books.json"))
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
  func tags() async throws {
    let rows =
      #"[{"name": "Emma", "tags": "slow, old"}, {"name": "Dune", "tags": ["slow"]}, {"name": "Maus"}]"#
    func chosen(_ tag: String) async throws -> String {
      try await trace(rows, options: .plain { $0.selection.tags = [try TagCondition(tag)] })
        .split(separator: "\n").filter { $0.hasSuffix(": passed") }
        .map { $0.dropLast(8).trimmingCharacters(in: .whitespaces) }.joined(separator: ", ")
    }
    #expect(try await chosen("slow") == "Emma, Dune")
    #expect(try await chosen("old") == "Emma")
    #expect(try await chosen("!old") == "Dune, Maus, is there")
    #expect(try await chosen("!slow") == "Maus, is there")
  }

  @Test("a time limit holds for its row")
  func timeLimit() async {
    let spec = describe("A shelf") {
      outline(
        "lends",
        from: .json(.text(#"[{"name": "Emma", "timeLimit": "20ms"}, {"name": "Dune"}]"#, path: "b"))
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
        "“focus” of row “Emma” determines whether only this row runs; expected true or false, found the number 3."
      ),
      (
        #"{"skip": 3}"#,
        "“skip” of row “Emma” is the reason for skipping the row; expected a text or true, found the number 3."
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
      outline("lends", from: .json(.text("{\"Emma\":\n \(fields)}", path: "books.json"))) {
        (_: Row) in
      }
    }
    let issues = await Log().trace(spec).events.compactMap { event -> ExemplarCore.Issue? in
      if case .issueRecorded(let recorded) = event { recorded.issue } else { nil }
    }
    #expect(
      issues.map(\.message) == [
        expected + " If it is data and not about the row itself, read it as a parameter of the "
          + "outline, or use .withoutMetadata on the source."
      ])
    #expect(issues.first?.place?.line == 2)
    #expect(
      await trace("{\"Emma\":\n \(fields)}", withoutMetadata: true).hasSuffix("\n2 executed"))
  }

  private struct Book: Decodable {
    var pages: Int
  }

  /// One list of books in every way that a list of rows can be written, with what each says of itself.
  private static func sources(in folder: URL) throws -> [(format: String, source: RowSource)] {
    let objects = [
      ("Emma", #""pages": 474, "skip": "lent out", "tags": ["old"]"#),
      ("Dune", #""pages": 612, "tags": "slow, new", "bug": "SHOP-7""#),
      ("Maus", #""pages": 296, "platforms": ["watchOS"]"#),
      ("Effi", #""pages": 300, "timeLimit": 0.02, "focus": false, "skip": false"#),
      ("Ulysses", #""pages": 730, "tags": "slow", "focus": true"#),
    ]
    func write(_ text: String, _ name: String) throws -> URL {
      let url = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
      return url
    }
    let lines = objects.map { "{\"name\": \"\($0)\", \($1)}" }
    let json = try write("[" + lines.joined(separator: ",\n") + "]", "books.json")
    let keyed = try write(
      "{" + objects.map { "\"\($0)\": {\($1)}" }.joined(separator: ",\n") + "}", "keyed.json")
    let table = """
      name,pages,skip,tags,platforms,timeLimit,focus,bug
      Emma,474,lent out,old,,,,
      Dune,612,,"slow, new",,,,SHOP-7
      Maus,296,,,watchOS,,,
      Effi,300,no,,,20ms,no,
      Ulysses,730,,slow,,,yes,

      """
    func element(_ key: String, _ value: String) -> String { "<key>\(key)</key>\(value)" }
    func text(_ key: String, _ value: String) -> String {
      element(key, "<string>\(value)</string>")
    }
    let plist = """
      <plist version="1.0"><dict>
      <key>Emma</key><dict><key>pages</key><integer>474</integer>\(text("skip", "lent out"))
      <key>tags</key><array><string>old</string></array></dict>
      <key>Dune</key><dict><key>pages</key><integer>612</integer>\(text("tags", "slow, new"))
      \(text("bug", "SHOP-7"))</dict>
      <key>Maus</key><dict><key>pages</key><integer>296</integer>\(text("platforms", "watchOS"))</dict>
      <key>Effi</key><dict><key>pages</key><integer>300</integer><key>timeLimit</key><real>0.02</real>
      <key>focus</key><false/><key>skip</key><false/></dict>
      <key>Ulysses</key><dict><key>pages</key><integer>730</integer>\(text("tags", "slow"))
      <key>focus</key><true/></dict>
      </dict></plist>
      """
    // Folders stand in the order of their names, so these have numbers.
    for (number, (name, values)) in objects.enumerated() {
      _ = try write("{\(values)}", "Books.testsuite/\(number) \(name)/testdata.json")
    }
    var sources: [(String, RowSource)] = [
      ("json", .json(.url(json))), ("keyed json", .json(.url(keyed))),
      ("jsonl", .jsonLines(.url(try write(lines.joined(separator: "\n"), "books.jsonl")))),
      ("csv", .csv(.url(try write(table, "books.csv")))),
      (
        "tsv",
        .tsv(
          .url(
            try write(
              table.replacing("\"slow, new\"", with: "slow; new").replacing(",", with: "\t")
                .replacing(";", with: ","), "books.tsv")))
      ),
      ("plist", .plist(.url(try write(plist, "books.plist")))),
      ("folders", .testSuite(.url(folder.appendingPathComponent("Books.testsuite")))),
      (
        "code",
        .rows([
          "Emma": ["pages": 474, "skip": "lent out", "tags": ["old"]],
          "Dune": ["pages": 612, "tags": "slow, new", "bug": "SHOP-7"],
          "Maus": ["pages": 296, "platforms": ["watchOS"]],
          "Effi": ["pages": 300, "timeLimit": 0.02, "focus": false, "skip": false],
          "Ulysses": ["pages": 730, "tags": "slow", "focus": true],
        ])
      ),
    ]
    #if YAML
      sources.append(
        (
          "yaml",
          .yaml(.url(try write(lines.map { "- \($0)" }.joined(separator: "\n"), "books.yaml")))
        ))
    #endif
    return sources
  }

  @Test("rows say the same of themselves in every format")
  func everyFormat() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("metadata-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (format, source) in try Self.sources(in: folder) {
      func trace(_ options: RunOptions) async -> String {
        let text = await Log().trace(
          describe("A shelf") {
            outline("lends", from: source) { (row: Row) in
              #expect(try row.decode("pages", as: Int.self) > 200)
              if row.name?.hasSuffix("Effi") == true {
                try await Task.sleep(for: .milliseconds(200))
              }
            }
          }, options: options
        ).description
        return text.replacing(#/\d (?=[A-Z])/#, with: "")
      }
      #expect(
        await trace(.plain()) == """
          > A shelf
          > lends
            Ulysses: passed
          < lends
          < A shelf
          1 executed
          """, "\(format)")
      #expect(
        try await trace(.plain { $0.selection.tags = [try TagCondition("!slow")] }) == """
          > A shelf
          > lends
            Emma: skipped, lent out
            Maus: skipped, only for watchOS
            ! Effi: The time limit of 0.02 s was exceeded. (body, unexpected)
            Effi: failed unexpectedly
          < lends
          < A shelf
          1 executed, 1 failed, 1 unexpected, 2 skipped
          """, "\(format)")
      #expect(
        try await trace(.plain { $0.selection.tags = [try TagCondition("new")] }) == """
          > A shelf
          > lends
            Dune: passed
          < lends
          < A shelf
          1 executed
          """, "\(format)")
    }
  }

  @Test("in strict mode, a key that nothing reads and that is nearly one of these is refused")
  func misspelled() async {
    func failures(_ rows: String, isStrict: Bool) async -> [String] {
      let spec = describe("A shelf") {
        outline("lends", from: .json(.text(rows, path: "books.json"))) { (_: Book) in }
      }
      return await Log().trace(spec, options: .plain { $0.isStrict = isStrict }).events.compactMap {
        if case .issueRecorded(let recorded) = $0 { recorded.issue.message } else { nil }
      }
    }
    let rows = #"[{"name": "Emma", "pages": 474, "focsu": true, "publisher": "Murray"}]"#
    #expect(await failures(rows, isStrict: false) == [])
    #expect(
      await failures(rows, isStrict: true) == [
        "Nothing reads “focsu” of row “Emma”. Did you mean “focus”? In strict mode, a key that is almost one of focus, skip, tags, timeLimit, platforms, bug is refused."
      ])
    #expect(await failures(#"[{"pages": 1, "page": 2}]"#, isStrict: true) == [])
  }
}
