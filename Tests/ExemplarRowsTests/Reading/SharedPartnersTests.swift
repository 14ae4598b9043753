import Exemplar
import ExemplarRows
import Testing

/// Pairs of files whose partners are in other folders.
struct SharedPartnersTests {
  private func transcript(
    _ files: [String], _ pattern: String, with partner: String
  ) async throws -> [String] {
    let folder = try TemporaryFolder()
    for file in files { try folder.write("x", to: file) }
    return await ExemplarRowsTests.transcript(
      of: .files(pattern, with: partner), for: folder.site
    ).map { $0.replacing(folder.path, with: "") }
  }

  @Test func aPartnerBelongsToTheFileOfAnyFolder() async throws {
    let lines = try await transcript(
      ["x/a/p.md", "x/b/q.md", "x/expected/p.html", "x/expected/q.html"], "x/*/*.md",
      with: "../expected/*.html")
    #expect(lines.count == 2 && !lines.contains { $0.contains("mistake") }, "\(lines)")
  }

  @Test func aPartnerOfNoneIsToldOnce() async throws {
    let lines = try await transcript(
      ["x/a/p.md", "x/b/q.md", "x/expected/p.html", "x/expected/q.html", "x/expected/r.html"],
      "x/*/*.md", with: "../expected/*.html")
    #expect(lines.count == 3 && lines.count { $0.contains("r.html belongs") } == 1, "\(lines)")
  }

  @Test func whereNoFileIsWantedThereIsNoPartner() async throws {
    let lines = try await transcript(
      ["deco/index.html", "deco/a/p.md", "deco/a/p.html"], "deco/*/*.md", with: "*.html")
    #expect(lines.count == 1 && !lines[0].contains("mistake"), "\(lines)")
  }

  @Test func aPartnerMayBeNamedAfterTheWholeName() async throws {
    let files = [
      "g/a.feature", "g/a.feature.ast.ndjson", "g/a.feature.tokens", "g/b.feature.md",
      "g/b.feature.md.ast.ndjson",
    ]
    for (pattern, partner, count) in [
      ("g/*.feature", "*.feature.ast.ndjson", 1), ("g/*.feature", "*.ast.ndjson", 1),
      ("g/*.{feature,feature.md}", "*.ast.ndjson", 2), ("g/*.md", "*.ast.ndjson", 1),
    ] {
      let lines = try await transcript(files, pattern, with: partner)
      #expect(lines.count == count && !lines.contains { $0.contains("mistake") }, "\(lines)")
      #expect(lines.allSatisfy { $0.contains(#"ndjson: "x""#) }, "\(lines)")
    }
    let missing = try await transcript(
      ["g/a.feature", "g/a.feature.ast.ndjson", "g/c.feature.ast.ndjson", "g/d.feature"],
      "g/*.feature", with: "*.ast.ndjson")
    expect(
      missing,
      equals: [
        #"0:0 a {value: "x", feature: "x", ndjson: "x"}"#,
        "0:0 d mistake: d.ast.ndjson, the partner of d.feature, is not there.",
        "0:0 c.feature mistake: c.feature, to which c.feature.ast.ndjson belongs, is not there.",
      ])
  }

  @Test func theShorterNameOfAPartnerComesFirst() async throws {
    let folder = try TemporaryFolder()
    for name in ["a.md", "a.html", "a.md.html"] { try folder.write(name, to: name) }
    let lines = await ExemplarRowsTests.transcript(
      of: .files("*.md", with: "*.html"), for: folder.site)
    expect(lines, equals: [#"0:0 a {value: "a.md", md: "a.md", html: "a.html"}"#])
  }

  @Test func anExcludedFileLeavesItsPartnerAlone() async throws {
    let folder = try TemporaryFolder()
    for name in ["p/a.md", "p/a.html", "p/b.md", "p/b.html"] { try folder.write("x", to: name) }
    let lines = await ExemplarRowsTests.transcript(
      of: .files("p/*.md", with: "*.html").excluding("b.md"), for: folder.site)
    #expect(lines.count == 1 && !lines[0].contains("mistake"), "\(lines)")
  }

  /// On some systems, an accent in the name of a file is a character of its own.
  @Test(arguments: [("\u{E9}", "e\u{301}"), ("e\u{301}", "\u{E9}")])
  func anAccentIsOneHoweverItIsWritten(_ written: String, _ named: String) async throws {
    let lines = try await transcript(
      ["\(named)-ab.md", "\(named)-ab.html", "\(named)-10.md"], "\(written)-*.md",
      with: "\(named)-*.html")
    #expect(lines.count == 2 && lines.count { $0.contains("mistake") } == 1, "\(lines)")
    #expect(lines.contains { $0.contains("\(named)-10.html, the partner") }, "\(lines)")
  }
}
