import ExemplarCore
import ExemplarReports
import Foundation

/// The section of `AGENTS.md` for coding agents: how they run the tests of a package, and read the result.
struct AgentsSection {
  /// The file that coding agents read.
  static let file = "AGENTS.md"

  private static let begin = "<!-- exemplar: begin. Written by exemplar init --agents. -->"
  private static let end = "<!-- exemplar: end -->"

  /// The lines, with both markers.
  let lines: [String]

  /// - Parameter tool: The words that start the tool.
  init(tool: String) {
    let quiet = EnvironmentOption.quiet.commandLineName
    let report = EnvironmentOption.report.commandLineName
    let test = "`\(tool) test \(quiet)"
    let options = [EnvironmentOption.tag, .timeLimit, .seed].map {
      "`\($0.commandLineName)`: \($0.entry.meaning)"
    }
    lines =
      [
        Self.begin, "## Tests", "",
        "Read the last line: it begins with `PASSED` or `FAILED`. A run in which nothing ran has not passed.",
        "",
        "- After a change: \(test) --failed-first`. It runs everything, and begins with what is outstanding.",
        "- While something is red: \(test) --only-failures`, until the status is 0.",
        "- One test: \(test) PATH`, with a PATH that a failure names, such as `File.swift:42` or `data.json:14`.",
        "- After an edit of a file of rows: `\(tool) check FILE`. It runs no test.",
        "- The result as JSON of a few KB: `\(tool) test \(report) summary=-`.",
        "- Details of the last run, without running again: `\(tool) report`. Changed outcomes: `\(tool) runs diff`.",
      ] + options.map { "- " + $0 } + [""]
      + ["| Status | Meaning |", "|-|-|"]
      + ExitStatus.allCases.map { "| \($0.rawValue) | \($0.meaning) |" }
      + [
        "",
        "A row is never edited to make it green: rows, expected values and names of tests change only where the wanted "
          + "behavior does. Do not delete, skip, focus or quarantine a test to pass; say why a test is wrong instead.",
        Self.end,
      ]
  }

  /// A text with the section: in the place of the one that it has, or behind everything. Throws ``UsageError`` if the
  /// markers of a section are not a pair.
  ///
  /// - Parameter path: The path of the text, for messages.
  func added(to text: String, at path: String) throws -> String {
    let lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
    let section = lines.joined(separator: lineEnd)
    func markers(_ marker: String) -> [Range<String.Index>] {
      text.ranges(of: marker.split(separator: ".")[0])
    }
    let (begins, ends) = (markers(Self.begin), markers(Self.end))
    if begins.isEmpty, ends.isEmpty {
      if text.isEmpty { return section + lineEnd }
      return text + (text.last?.isNewline == true ? "" : lineEnd) + lineEnd + section + lineEnd
    }
    guard begins.count == 1, ends.count == 1, begins[0].upperBound <= ends[0].lowerBound else {
      let place = (begins + ends).map(\.lowerBound).min().map { index in
        Place(path: path, line: text[..<index].textLines.count)
      }
      throw UsageError(
        "The markers of the section about Exemplar are not a pair: \(begins.count) at its beginning, \(ends.count) at "
          + "its end. Remove what is left of it, and run this again.", at: place)
    }
    // Lines as a whole.
    let start = text[..<begins[0].lowerBound].utf8.lastIndex(of: 0x0A).map {
      text.utf8.index(after: $0)
    }
    let rest = text[ends[0].upperBound...]
    let next = rest.firstIndex(where: \.isNewline) ?? text.endIndex
    return text[..<(start ?? text.startIndex)] + section + text[next...]
  }
}
