import Exemplar
import ExemplarCore
import Foundation
import Testing

@testable import ExemplarReports

/// Lines to run again are pasted into a shell, which must give the program the ids as they are.
@Suite struct RerunTests {
  @Test func aShellReadsTheIdsAsTheyAre() throws {
    let names = [
      "plain", "two words", "it's", "\"", "$HOME", "`id`", "$(id)", "a\\b", "*", "?", "~", "!x",
      "#",
      "a;b", "a&b", "a|b", "<a>", "(a)", "{a,b}", "[a]", "é", "😀", "a\tb", "a\nb", "\\n", "-x", "%",
      "='a'", "''", " ",
    ]
    let ids = names.map { ExampleID(["Shop", "shelf", $0]) }
    for line in [
      Rerun.command(for: ids), Rerun.program(["the tool", "test"], for: ids, seed: 7),
    ] {
      let words = try words(of: line)
      expect(Array(words.suffix(ids.count)), equals: ids.map(\.text), "\(line)")
    }
    try expect(
      words(of: Rerun.program(["the tool"], for: [], seed: 7)), equals: ["the tool", "--seed", "7"])
    try expect(
      words(of: Rerun.program(["x"], for: [], platform: "iPad")),
      equals: ["x", "--platform", "iPad"])
    #expect(
      Rerun.environment(for: [ids[0]], platform: "iPad").hasPrefix(
        "EXEMPLAR_PLATFORM=iPad EXEMPLAR_SELECT='"))
    let environment = Rerun.environment(for: ids, seed: 7)
    let selected = try output(
      of: environment.replacing(
        "swift test", with: "/bin/sh -c 'printf %s \"$EXEMPLAR_SELECT\"' ;:"))
    expect(selected, equals: ids.map(\.text).joined(separator: "\n"))
  }

  @Test(arguments: ["", "a b", "it's", "--x=$y", "é", "/usr/bin/x", "日本"])
  func wordsAreQuotedWhereTheyMustBe(_ word: String) throws {
    try expect(words(of: "x " + Rerun.quotedIfNeeded(word)), equals: ["x", word])
  }

  /// The arguments that a shell reads from the line.
  private func words(of line: String) throws -> [String] {
    let text = try output(of: "printf '%s\\0' " + line)
    return text.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private func output(of line: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
