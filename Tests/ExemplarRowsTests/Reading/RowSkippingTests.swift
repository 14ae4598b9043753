import Exemplar
import Testing

@testable import ExemplarRows

/// Elements of files that are not rows.
struct RowSkippingTests {
  private struct Unsure: Error {}

  /// The rows of a source, and its description of the elements that it skipped.
  private func lines(_ source: RowSource) async throws -> [String] {
    let site = anySite
    let rows = try await source.rows(for: site)
    while try await rows.next() != nil {}
    return await transcript(of: source) + rows.skips()
  }

  private func lines(json text: String, _ skipping: RowSkipping) async throws -> [String] {
    try await lines(.json(.text(text, path: "b"), skipping: skipping))
  }

  @Test func areTexts() async throws {
    try await expect(
      lines(json: #"["novels", {"n": 1}, "maps", 7, {"n": 2}]"#, .strings),
      equals: [
        "1:12 - {n: 1}",
        "1:30 mistake: Expected an object as a row, found the number 7.",
        "1:33 - {n: 2}",
        "2 of 5 elements of “b”",
      ])
  }

  @Test func areUnderKeys() async throws {
    try await expect(
      lines(json: #"{"comment": ["x"], "Emma": 1, "$id": 2}"#, .keys("comment", "$id")),
      equals: ["1:20 Emma {value: 1}", "2 of 3 elements of “b”"])
  }

  @Test func areWhatAClosureSays() async throws {
    let rules: RowSkipping = [
      .strings,
      .where { value in
        guard let pages = value["pages"] else { throw Unsure() }
        return pages.number == 0
      },
    ]
    try await expect(
      lines(json: #"[{"pages": 0}, "x", {"pages": 1}, {}]"#, rules),
      equals: [
        "1:21 - {pages: 1}",
        "1:35 mistake: It could not be decided whether the element is skipped: Unsure()",
        "2 of 4 elements of “b”",
      ])
  }

  @Test func areTextsInWhichAnExpressionMatches() async throws {
    try await expect(
      lines(json: ##"["# a", "b", "c #d"]"##, .containing(/^#/)),
      equals: [
        "1:9 - {value: \"b\"}", "1:14 - {value: \"c #d\"}", "1 of 3 elements of “b”",
      ])
  }

  @Test func standWhereGroupsWould() async throws {
    let text = """
      ["novels", {"name": "Novels", "comment": ["x"], "books": ["old", {"n": 1}]}, "maps",
       {"books": [{"n": 2}]}]
      """
    let lines = try await lines(.json(.text(text, path: "b"), each: "books", skipping: .strings))
    expect(
      lines,
      equals: [
        "1:66 Novels/- {n: 1} in {name: \"Novels\", comment: [\"x\"]}",
        // It is the second group, and not the fourth element.
        "2:13 #2/- {n: 2}",
        "3 of 5 elements of “b”",
      ])
  }

  @Test func standBesideObjects() async throws {
    let text = """
      {"comment": ["All", "books"],
       "Novels": {"comment": "The old ones", "Emma": {"n": 1}},
       "Maps": {"Rome": {"n": 2}}}
      """
    try await expect(
      lines(.json(.text(text, path: "b"), each: "*", skipping: .keys("comment"))),
      equals: [
        "2:40 Novels/Emma {n: 1}", "3:11 Maps/Rome {n: 2}", "2 of 4 elements of “b”",
      ])
  }

  @Test func leaveAGroupThatHasNothingElseEmpty() async throws {
    let lines = try await lines(
      .json(.text(#"{"a": {"comment": "x"}}"#, path: "b"), each: "*", skipping: .keys("comment")))
    expect(
      lines,
      equals: [
        "1:7 a/rows mistake: There are no rows, so nothing was checked.",
        "1 of 2 elements of “b”",
      ])
  }

  @Test func areSkippedInEachFormat() async throws {
    let plist = """
      <plist><array><string>novels</string><dict><key>n</key><integer>1</integer></dict></array></plist>
      """
    var sources: [RowSource] = [
      .jsonLines(.text("\"novels\"\n{\"n\": 1}\n", path: "b"), skipping: .strings),
      .plist(.text(plist, path: "b"), skipping: .strings),
    ]
    #if YAML
      sources.append(.yaml(.text("- novels\n- {n: 1}\n", path: "b"), skipping: .strings))
    #endif
    for source in sources {
      let lines = try await lines(source)
      #expect(lines.count == 2 && lines[0].contains("{n: "), "\(lines)")
      expect(lines.last, equals: "1 of 2 elements of “b”")
    }
  }

  @Test func areLines() async throws {
    let folder = try TemporaryFolder()
    try folder.write("// shelves\nA1 Emma\n---\n#B2 Dune\n//\n", to: "shelves.txt")
    func lines(_ source: RowSource) async throws -> [String] {
      let rows = try await source.rows(for: folder.site)
      while try await rows.next() != nil {}
      return await transcript(of: source, for: folder.site) + rows.skips()
    }
    try await expect(
      lines(.lines("shelves.txt", comments: "//", skipping: .containing(/^-+$/))),
      equals: [
        "2:1 - {value: \"A1 Emma\"}", "4:1 - {value: \"#B2 Dune\"}",
        "1 of 3 elements of “shelves.txt”",
      ])
    // Lines are skipped, not their columns.
    let rule = RowSkipping.where { $0.text?.hasPrefix("A") != true }
    let shelves = RowSource.lines(
      "shelves.txt", matching: /(?<shelf>\w+) (?<title>\w+)/, skipping: rule)
    try await expect(
      lines(shelves),
      equals: [
        #"2:1 - {shelf: "A1", title: "Emma"}"#, "4 of 5 elements of “shelves.txt”",
      ])
    try await expect(
      lines(.lines("shelves.txt", widths: ["shelf": 3, "title": 9], skipping: rule)),
      equals: [
        #"2:1 - {shelf: "A1", title: "Emma"}"#, "4 of 5 elements of “shelves.txt”",
      ])
  }

  @Test func areCountedInAllFilesTogether() async throws {
    let folder = try TemporaryFolder()
    try folder.write(#"["x", {"n": 1}]"#, to: "a.json")
    try folder.write(#"[{"n": 2}, "y", "z"]"#, to: "b.json")
    let rows = try await RowSource.json("*.json", skipping: .strings).rows(for: folder.site)
    while try await rows.next() != nil {}
    expect(rows.skips(), equals: ["3 of 5 elements of “*.json”"])
  }

  @Test func leaveAFileThatHasNothingElseEmpty() async throws {
    let folder = try TemporaryFolder()
    try folder.write(#"["x", "y"]"#, to: "maps.json")
    try folder.write(#"[{"n": 2}, "z"]"#, to: "novels.json")
    try folder.write(#"{"comment": {"n": 3}}"#, to: "offers.json")
    let rule: RowSkipping = [.strings, .keys("comment")]
    let source = RowSource.json("*.json", skipping: rule)
    await expect(
      transcript(of: source, for: folder.site),
      equals: [
        "0:0 maps/rows mistake: All 2 elements of the file are skipped, so nothing was checked.",
        "1:2 novels/- {n: 2}",
        "0:0 offers/rows mistake: The only element of the file is skipped, so nothing was checked.",
      ])
    await expect(
      transcript(of: source, for: folder.site, showingPaths: true).first?
        .hasPrefix("\(folder.path)/maps.json "), equals: true)
  }

  @Test func leaveASourceThatHasNothingElseEmpty() async throws {
    let source = RowSource.json(.text(#"["x", "y"]"#, path: "b"), skipping: .strings)
    let problem = "0:0 rows mistake: All 2 elements of “b” are skipped, so nothing was checked."
    try await expect(lines(json: "[]", .strings), equals: [])
    await expect(transcript(of: source), equals: [problem])
    await expect(
      transcript(of: .joined([.json(.text("[1]", path: "a")), source])),
      equals: [
        "1:2 - {value: 1}", problem,
      ])
  }
}

/// Keys that an object has twice.
struct DuplicateKeysTests {
  private let text = #"[{"n": 1, "n": 2, "o": {"p": 3, "p": 4}}]"#

  private func rows(_ rule: DuplicateKeys) async -> [[String]] {
    var sources: [RowSource] = [
      .json(.text(text, path: "b"), duplicateKeys: rule),
      .json(.text(#"{"rows": \#(text)}"#, path: "b"), each: "rows", duplicateKeys: rule),
      .jsonLines(.text(String(text.dropFirst().dropLast()), path: "b"), duplicateKeys: rule),
    ]
    #if YAML
      sources.append(.yaml(.text(text, path: "b"), duplicateKeys: rule))
    #endif
    var all: [[String]] = []
    for source in sources {
      all.append(
        await transcript(of: source).map {
          String($0.drop { $0 != " " }).replacing("\"", with: "")
        })
    }
    return all
  }

  @Test func failTheirRow() async {
    for lines in await rows(.refused) {
      #expect(lines.count == 1 && lines[0].contains("The key “n” appears twice in"), "\(lines)")
    }
  }

  @Test func haveTheirLastValue() async {
    for lines in await rows(.keepLast) { expect(lines, equals: [" - {n: 2, o: {p: 4}}"]) }
  }

  @Test func haveTheirFirstValue() async {
    for lines in await rows(.keepFirst) { expect(lines, equals: [" - {n: 1, o: {p: 3}}"]) }
  }

  @Test func standOnTheWayToRows() async {
    let text = #"{"tax": 7, "tax": 19, "rows": [{"n": 1}], "rows": [{"n": 2}]}"#
    func lines(_ rule: DuplicateKeys) async -> [String] {
      await transcript(of: .json(.text(text, path: "b"), each: "rows", duplicateKeys: rule))
    }
    await expect(lines(.refused).count { $0.contains("appears twice") }, equals: 2)
    await expect(lines(.keepFirst), equals: ["1:32 - {n: 1} in {tax: 7}"])
    await expect(lines(.keepLast), equals: ["1:52 - {n: 2} in {tax: 19}"])
  }
}
