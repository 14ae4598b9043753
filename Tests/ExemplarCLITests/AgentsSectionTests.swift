import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// `exemplar init --agents`: the section for coding agents in AGENTS.md.
struct AgentsSectionTests {
  private static let section = AgentsSection(tool: "exemplar")
  private static let text = section.lines.joined(separator: "\n") + "\n"

  @Test func itIsShortAndHasAllStatuses() throws {
    #expect(Self.section.lines.count <= 30, "\(Self.section.lines.count)")
    for status in ExitStatus.allCases {
      #expect(Self.section.lines.contains("| \(status.rawValue) | \(status.meaning) |"))
    }
    for part in [
      "--failed-first", "--only-failures", "check FILE", "A row is never edited to make it green",
    ] {
      #expect(Self.text.contains(part), "\(part)")
    }
  }

  /// Each command, each option and each report that the section names exists.
  @Test func itNamesWhatExists() async throws {
    var commands: Set<String> = []
    for code in Self.text.split(separator: "`").enumerated().filter({ $0.offset % 2 == 1 }).map(
      \.element)
    where code.hasPrefix("exemplar ") {
      let words = code.split(separator: " ").map(String.init)
      commands.insert(words[1])
      let help = try await Tool.exemplar([words[1], "--help"])
      help.expect(0)
      for word in words where word.hasPrefix("--") {
        #expect(help.output.contains(word), "\(code)")
      }
      if let report = words.firstIndex(of: "--report") {
        let format = words[report + 1].prefix { $0 != "=" }
        #expect(help.output.contains(" \(format):"), "\(code)")
      }
    }
    expect(commands, equals: ["test", "check", "report", "runs"])
  }

  private static let files: [(String, String)] = [
    ("", text),
    ("# Shop\n", "# Shop\n\n\(text)"),
    ("# Shop", "# Shop\n\n\(text)"),
    ("# Shop\n\n\(text)\n# More\n", "# Shop\n\n\(text)\n# More\n"),
    (
      "# Shop\n<!-- exemplar: begin. Written by an old one. -->\nold\n<!-- exemplar: end -->\nrest",
      "# Shop\n\(text)rest"
    ),
    ("# Shop\r\n", "# Shop\n\n\(text)".replacingOccurrences(of: "\n", with: "\r\n")),
  ]

  @Test(arguments: files)
  func theRestOfTheFileStays(old: String, expected: String) throws {
    let new = try Self.section.added(to: old, at: "AGENTS.md")
    expect(new, equals: expected)
    try expect(Self.section.added(to: new, at: "AGENTS.md"), equals: new)
  }

  private static let broken: [(String, Int)] = [
    ("a\n<!-- exemplar: begin -->\nb\n", 2), ("a\nb\n<!-- exemplar: end -->\n", 3),
    ("<!-- exemplar: end -->\n<!-- exemplar: begin -->\n", 1), ("\(text)\(text)", 1),
  ]

  @Test(arguments: broken)
  func brokenMarkersAreAnError(old: String, line: Int) {
    let error = #expect(throws: UsageError.self) {
      try Self.section.added(to: old, at: "AGENTS.md")
    }
    #expect(
      error?.message.hasPrefix("The markers of the section about Exemplar are not a pair: ") == true
    )
    let advice = " at its end. Remove what is left of it, and run this again."
    expect(error?.message.hasSuffix(advice), equals: true)
    expect(error?.place, equals: Place(path: "AGENTS.md", line: line))
  }

  @Test func theCommandWritesTheFile() async throws {
    let folder = try temporaryFolder()
    func run(_ options: String...) async throws -> Tool.Result {
      try await Tool.exemplar(["init", "--agents"] + options, in: folder)
    }
    try await run().expect(2, errors: "Package.swift")
    try folder.write("// swift-tools-version: 6.0\n", to: "Package.swift")
    let file = folder.appendingPathComponent("AGENTS.md")
    try await run("--dry-run").expect(0, prints: "+ ## Tests\n")
    #expect(!FileManager.default.fileExists(atPath: file.path))
    try await run().expect(0, prints: "AGENTS.md has a section about the tests.\n")
    try expect(String(contentsOf: file, encoding: .utf8), equals: Self.text)
    try await run().expect(0, prints: "AGENTS.md is up to date.\n")
    // The tool comes with the dependency.
    try folder.write(#"// .product(name: "Exemplar", package: "exemplar")"#, to: "Package.swift")
    try await run().expect(0, prints: "has a section")
    try #expect(
      String(contentsOf: file, encoding: .utf8).contains("`swift run exemplar check FILE`"))
    try await run("--target", "Shop").expect(
      2,
      errors:
        "--agents writes into AGENTS.md, and adds no test target. Leave --target, --url and --path out."
    )
    try Data([0xFF]).write(to: file)
    try await run().expect(
      2, errors: "AGENTS.md cannot be read as UTF-8. Correct it, or move it away.")
    try expect(Data(contentsOf: file), equals: Data([0xFF]))
  }
}
