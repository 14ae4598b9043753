import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

/// The metadata of rows in files, which corresponds to the traits of rows in code.
@Suite struct RowMetadataTests {
  private func trace(
    _ rows: String, options: RunOptions = .plain(), withoutMetadata: Bool = false
  ) async -> Trace {
    let source = RowSource.json(.text(rows, path: "books.json"))
    let spec = describe("A shelf") {
      beforeAll { log("set up") }
      outline("lends", from: withoutMetadata ? source.withoutMetadata : source.withMetadata) {
        (row: Row) in
        log(row.name ?? "-")
      }
      it("is there") { log("is there") }
    }
    return await traced(spec, options: options)
  }

  @Test func `a row is skipped with its reason, and what is empty says nothing`() async {
    await expect(
      trace(
        #"""
        [{"name": "Emma", "skip": "lent out"}, {"name": "Dune", "skip": true},
         {"name": "Maus", "skip": null}, {"name": "Ulysses", "skip": false}]
        """#
      ).description,
      equals: """
        A shelf
          set up
          lends
            Emma: skipped, lent out
            Dune: skipped, skip is set in its data
            Maus → Maus: passed
            Ulysses → Ulysses: passed
          is there → is there: passed
        3 executed, 2 skipped
        """)
  }

  /// The keys may be data, above all where a focus leaves out other rows.
  @Test func `keys that were taken as metadata are named once in a run, unless rows are selected`()
    async
  {
    func warnings(_ rows: String, _ options: RunOptions = .plain()) async -> Int {
      let source = RowSource.json(.text(rows, path: "books.json"))
      let trace = await traced(
        describe("A shelf") {
          outline("lends", from: source) { (row: Row) in log(row.name ?? "-") }
          outline("sells", from: source) { (row: Row) in log(row.name ?? "-") }
        }, options: options)
      return trace.description.ranges(of: "of “books.json” is taken as metadata of rows").count
    }
    let (focus, skip) = (
      #"[{"name": "Emma", "focus": true}, {"name": "Dune"}]"#,
      #"[{"name": "Emma", "skip": true}, {"name": "Dune"}]"#
    )
    await expect(warnings(focus), equals: 1)
    await expect(warnings(skip), equals: 1)
    await expect(warnings(focus, .plain { $0.repetitions = 2 }), equals: 1)
    for rows in [focus, skip] {
      await expect(warnings(rows, .plain { $0.selection.selectors = ["Emma"] }), equals: 0)
    }
  }

  @Test func `where no row can run, no hook does`() async {
    let spec = describe("A shelf") {
      beforeAll { log("set up") }
      outline(
        "lends",
        from: RowSource.json(
          .text(
            #"{"Emma": {"platforms": ["watchOS"]}, "Dune": {"skip": "lent out"}}"#,
            path: "books.json")
        ).withMetadata
      ) { (_: Row) in }
    }
    await expect(
      traced(spec).description,
      equals: """
        A shelf › lends
          Emma: skipped, only for watchOS
          Dune: skipped, lent out
        2 skipped
        """)
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
        "“platforms” of row “Emma” names platforms, but “linxu” is not one; expected some of linux, "
          + "macOS, windows, iOS, iPhone, iPad, macCatalyst, tvOS, watchOS, visionOS, android, wasi, "
          + "found the text “linxu”. Did you mean “linux”?"
      ),
      (
        #"{"timeZone": "Asia/Tokio"}"#,
        "“timeZone” of row “Emma” is the time zone of the row; expected a name such as Asia/Tokyo, found the text "
          + "“Asia/Tokio”. Did you mean “Asia/Tokyo” or “Asia/Tomsk”?"
      ),
      (
        #"{"environment": {"A=B": "c"}}"#,
        "“environment” of row “Emma” changes environment variables; expected an object with texts or null, or a text "
          + "such as KEY=value, found an object."
      ),
      (
        #"{"environment": "production"}"#,
        "“environment” of row “Emma” changes environment variables; expected an object with texts or null, or a text "
          + "such as KEY=value, found the text “production”."
      ),
      (#"{"bug": true}"#, "“bug” of row “Emma” names a report; expected a text, found true."),
    ])
  func notUnderstood(fields: String, expected: String) async {
    let spec = describe("A shelf") {
      outline("lends", from: .json(.text("{\"Emma\":\n \(fields)}", path: "books.json"))) {
        (_: Row) in
      }
    }
    let issues = await traced(spec).issues
    expect(
      issues.map(\.message),
      equals: [
        expected + " If it is data and not about the row itself, read it as a parameter of the "
          + "outline, or use .withoutMetadata on the source."
      ])
    expect(issues.first?.place?.line, equals: 2)
    await expect(
      trace("{\"Emma\":\n \(fields)}", withoutMetadata: true).lines.last, equals: "2 executed")
  }

  private struct Book: Decodable {
    var pages: Int
  }

  /// One list of books in every form that a list of rows can have, with the metadata of each.
  private static func sources(in folder: TemporaryFolder) throws -> [(
    format: String, source: RowSource
  )] {
    let objects = [
      ("Emma", #""pages": 474, "skip": "lent out", "tags": ["old"]"#),
      ("Dune", #""pages": 612, "tags": "slow, new", "bug": "SHOP-7""#),
      ("Maus", #""pages": 296, "platforms": ["watchOS"]"#),
      ("Effi", #""pages": 300, "timeLimit": 0.02, "focus": false, "skip": false"#),
      ("Ulysses", #""pages": 730, "tags": "slow", "focus": true"#),
    ]
    let texts = try FormatTexts(
      "[" + objects.map { "{\"name\": \"\($0)\", \($1)}" }.joined(separator: ",\n") + "]")
    let keyed = "{" + objects.map { "\"\($0)\": {\($1)}" }.joined(separator: ",\n") + "}"
    let table = """
      name,pages,skip,tags,platforms,timeLimit,focus,bug
      Emma,474,lent out,old,,,,
      Dune,612,,"slow, new",,,,SHOP-7
      Maus,296,,,watchOS,,,
      Effi,300,no,,,20ms,no,
      Ulysses,730,,slow,,,yes,

      """
    let tabs = table.replacing("\"slow, new\"", with: "slow; new").replacing(",", with: "\t")
      .replacing(";", with: ",")
    // Folders are sorted by name, so these have numbers.
    for (number, (name, values)) in objects.enumerated() {
      try folder.write("{\(values)}", to: "Books.testsuite/\(number) \(name)/testdata.json")
    }
    var sources: [(String, RowSource)] = [
      ("json", .json(.text(texts.json, path: "b"))), ("keyed json", .json(.text(keyed, path: "b"))),
      ("jsonl", .jsonLines(.text(texts.lines, path: "b"))),
      ("csv", .csv(.text(table, path: "b"))), ("tsv", .tsv(.text(tabs, path: "b"))),
      ("plist", .plist(.text(texts.plist, path: "b"))),
      ("folders", .testSuite(.url(folder.url.appendingPathComponent("Books.testsuite")))),
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
      sources.append(("yaml", .yaml(.text(texts.json, path: "b"))))
    #endif
    return sources
  }

  @Test func `rows say the same of themselves in every format`() async throws {
    let folder = try TemporaryFolder()
    for (format, source) in try Self.sources(in: folder) {
      func trace(_ options: RunOptions) async -> String {
        let text = await traced(
          describe("A shelf") {
            outline("lends", from: source.withMetadata) { (row: Row) in
              #expect(try row.decode("pages", as: Int.self) > 200)
              if row.name?.hasSuffix("Effi") == true {
                try await Task.sleep(for: .milliseconds(200))
              }
            }
          }, options: options
        ).description
        return text.replacing(#/\d (?=[A-Z])/#, with: "")
      }
      await expect(
        trace(.plain()),
        equals: """
          A shelf › lends › Ulysses: passed
          1 executed
          """, "\(format)")
      try await expect(
        trace(.plain { $0.selection.tags = [try TagCondition("!slow")] }),
        equals: """
          A shelf › lends
            Emma: skipped, lent out
            Maus: skipped, only for watchOS
            ! The time limit of 0.02 s was exceeded. (body, unexpected) → Effi: failed unexpectedly
          1 executed, 1 failed, 1 unexpected, 2 skipped ✘
          """, "\(format)")
      try await expect(
        trace(.plain { $0.selection.tags = [try TagCondition("new")] }),
        equals: """
          A shelf › lends › Dune: passed
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
      return await traced(spec, options: .plain { $0.isStrict = isStrict }).messages
    }
    let rows = #"[{"name": "Emma", "pages": 474, "focsu": true, "publisher": "Murray"}]"#
    await expect(failures(rows, isStrict: false), equals: [])
    await expect(
      failures(rows, isStrict: true),
      equals: [
        "Nothing reads “focsu” of row “Emma”. Did you mean “focus”? In strict mode, a key that is almost one of focus, skip, tags, timeLimit, timeZone, environment, platforms, bug, quarantined is refused."
      ])
    await expect(failures(#"[{"pages": 1, "page": 2}]"#, isStrict: true), equals: [])
  }
}
