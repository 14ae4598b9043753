import ExemplarCore
import ExemplarRows
import Testing

/// Pairs of files whose partners stand in other folders.
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
