import Foundation

/// The report for people at a terminal.
public struct ConsoleReport {
  let results: MutationResults
  /// The lines of the original files, by their paths in the package.
  let sources: [String: [String]]
  let hasColor: Bool
  /// How many survivors are shown.
  let limit: Int

  public init(_ results: MutationResults, in package: URL, hasColor: Bool = false, limit: Int = 50)
  {
    self.results = results
    (self.hasColor, self.limit) = (hasColor, limit)
    sources = SourceLines.read(Set(results.mutants.map(\.mutant.file)), in: package)
  }

  /// Everything but the verdict.
  public var text: String {
    var lines: [String] = []
    let survivors = results.mutants.filter { $0.verdict == .survived }
    for judged in survivors.prefix(limit) { lines += self.lines(of: judged) + [""] }
    if survivors.count > limit {
      lines += [
        "… and \((survivors.count - limit).counted("more survivor")); --html shows all.", "",
      ]
    }
    lines += section("Reached by nothing:", unreached)
    lines += section("Without a verdict:", errors)
    lines += section("Left out, or trusted only if they fail twice:", leftOut)
    lines += section("Rows:", RowReport(results).lines + rowHint)
    lines += section("Score by file:", scores)
    return lines.joined(separator: "\n")
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [bold(title)] + lines.map { "  " + $0 } + [""]
  }

  private func lines(of judged: JudgedMutant) -> [String] {
    let mutant = judged.mutant
    let text = SurvivorText(judged, in: results)
    let (before, after) = SourceLines.change(mutant, in: sources[mutant.file] ?? [])
    var lines = [
      bold("\(mutant.file):\(mutant.line):\(mutant.column)") + dim("  \(mutant.mutator)")
    ]
    lines += before.map { color("31", "  - \($0)") } + after.map { color("32", "  + \($0)") }
    lines.append("  " + text.sentence)
    if !judged.isStatic, !text.reachers.isEmpty {
      lines.append(dim("  reached by \(text.reachers)"))
    }
    return lines
  }

  private var unreached: [String] {
    results.files.compactMap { path, mutants in
      let lines = Set(mutants.filter { $0.verdict == .noCoverage }.map(\.mutant.line)).sorted()
      return lines.isEmpty ? nil : "\(path):\(SurvivorText.ranges(lines))"
    }
  }

  private var errors: [String] {
    results.mutants.filter { $0.verdict == .error }.prefix(limit).map {
      "\($0.mutant.file):\($0.mutant.line)  \($0.reason ?? "")"
    }
  }

  private var leftOut: [String] { results.leftOut.map { "\($0.id) \($0.reason)" } }

  private var rowHint: [String] {
    results.isMatrix || !results.examples.values.contains(where: \.isRow)
      ? [] : ["--matrix shows the rows that no mutant needs."]
  }

  private var scores: [String] {
    let files = results.files.compactMap { path, mutants in
      MutationResults.score(mutants).map { score in
        (path, MutationResults.percent(score), mutants.count { $0.verdict.isCounted })
      }
    }
    let width = files.map(\.1.count).max() ?? 0
    return files.map { path, score, count in
      String(repeating: " ", count: width - score.count) + "\(score)  \(path)  "
        + dim(count.counted("mutant"))
    }
  }

  private func color(_ code: String, _ text: String) -> String {
    hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
  private func bold(_ text: String) -> String { color("1", text) }
  private func dim(_ text: String) -> String { color("2", text) }
}

/// The lines of original files.
enum SourceLines {
  static func read(_ paths: Set<String>, in package: URL) -> [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: paths.map { path in
        let text = try? String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
        return (path, text?.components(separatedBy: "\n") ?? [])
      })
  }

  /// The lines that a mutant changes, before and after it; none if the file has changed since.
  static func change(_ mutant: Mutant, in lines: [String]) -> (before: [String], after: [String]) {
    guard mutant.line >= 1, mutant.endLine >= mutant.line, mutant.endLine <= lines.count else {
      return ([], [])
    }
    let before = Array(lines[(mutant.line - 1)..<mutant.endLine])
    let start = String(decoding: before[0].utf8.prefix(mutant.column - 1), as: UTF8.self)
    let rest = String(
      decoding: before[before.count - 1].utf8.dropFirst(mutant.endColumn - 1), as: UTF8.self)
    let after = (start + mutant.replacement + rest).components(separatedBy: "\n")
    // A removed statement leaves no line.
    let isEmpty = after.allSatisfy { $0.allSatisfy(\.isWhitespace) }
    return (before, isEmpty ? [] : after)
  }
}
