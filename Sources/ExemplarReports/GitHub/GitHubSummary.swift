import ExemplarCore

// The summary of a step, in Markdown.

extension GitHubFold {
  /// The number of failures that are shown in full. GitHub accepts 1 MiB.
  private static let shownLimit = 20

  func text(_ summary: RunSummary, _ ranked: [GitHubProblem], dropped: Int) -> String {
    let mark = summary.isSuccess ? "✅" : "❌"
    var text = "### \(mark) Exemplar: \(summary.executed.counted("example")) ran\n\n"
    text += table(summary)
    let errors = ranked.filter(\.rank.isError)
    for problem in errors.prefix(Self.shownLimit) {
      text += section(problem, isOpen: errors.count <= 3)
    }
    let more = errors.count - min(errors.count, Self.shownLimit) + dropped
    text += DisplayText.more(more, before: "\n… ", after: "\n")
    let others = ranked.filter { !$0.rank.isError }
    if !others.isEmpty {
      text += "\n#### Flaky, quarantined, and warnings\n\n"
      for problem in others.prefix(Self.shownLimit) {
        text += "- \(Self.escaped(problem.title)): \(line(problem.issue)) \(place(problem))\n"
      }
    }
    let ids = errors.flatMap(\.ids)
    if !ids.isEmpty {
      let seed = summary.order == .defined ? nil : summary.seed
      text += "\nRun what failed again:\n\n"
      // Of those that failed alike, only the first are known by name.
      let count = errors.map { $0.ids.count < 10 ? $0.ids.count : $0.count }.reduce(0, +)
      text += Self.code(context.rerun(first: ids, of: count, seed: seed))
    }
    return text + "\n"
  }

  private func table(_ summary: RunSummary) -> String {
    let columns: [(String, Int)] = [
      ("passed", summary.passed), ("failed", summary.failed), ("flaky", summary.flaky),
      ("quarantined", summary.quarantined),
      ("skipped", summary.skipped), ("pending", summary.pending), ("blocked", summary.blocked),
      ("not reached", summary.notReached),
      ("outside examples", summary.groupFailures + summary.runFailures),
      ("warnings", summary.warnings),
    ].filter { $0.1 > 0 }
    let cells =
      columns.map { ($0.0, "\($0.1)") } + [
        ("time", summary.duration.formattedSeconds),
        ("seed", summary.order == .defined ? "defined order" : "\(summary.seed)"),
      ]
    return "| \(cells.map(\.0).joined(separator: " | ")) |\n"
      + "|\(String(repeating: "-:|", count: cells.count))\n"
      + "| \(cells.map(\.1).joined(separator: " | ")) |\n"
  }

  private func section(_ problem: GitHubProblem, isOpen: Bool) -> String {
    let lines = IssueLines(problem.issue, relativeTo: context.directory)
    var text =
      "\n<details\(isOpen ? " open" : "")><summary><b>\(Self.escaped(problem.title))</b> "
      + "\(place(problem))</summary>\n\n"
    text += Self.code(
      String((lines.message + lines.context).joined(separator: "\n").prefix(4000)))
    if problem.count > 1 {
      let names = problem.ids.map { "`\(ExampleID.printable($0.name).replacing("`", with: "'"))`" }
      text +=
        "\nAlso: \(names.dropFirst().joined(separator: ", "))"
        + (problem.count > problem.ids.count ? ", …" : "") + "\n"
    }
    return text + "\n</details>\n"
  }

  private func place(_ problem: GitHubProblem) -> String {
    guard let place = problem.place else { return "" }
    let name = Self.escaped(context.gitHubPlace(place).description)
    return context.gitHubLink(place).map { "<a href=\"\($0)\">\(name)</a>" } ?? name
  }

  private func line(_ issue: Issue) -> String {
    Self.escaped(String(issue.message.firstLine.prefix(300)))
  }

  /// A text in which nothing is a mark of Markdown or HTML.
  private static func escaped(_ text: String) -> String {
    ExampleID.printable(text).unicodeScalars.map { scalar in
      scalar.isASCII && !scalar.properties.isAlphabetic
        && !"0123456789 .,:/()-".unicodeScalars.contains(scalar)
        ? "&#\(scalar.value);" : String(scalar)
    }.joined()
  }

  /// A block of code that no text inside can end.
  private static func code(_ text: String) -> String {
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)\n\(text)\n\(fence)\n"
  }
}
