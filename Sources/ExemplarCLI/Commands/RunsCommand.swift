import ArgumentParser
import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// `exemplar runs`: lists the recorded runs of a package, and compares two of them.
struct RunsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "runs",
    abstract: "Lists the recorded runs of a package, and compares two of them.",
    subcommands: [RunsListCommand.self, RunsDiffCommand.self],
    defaultSubcommand: RunsListCommand.self)
}

struct RunsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the recorded runs, the last one first.",
    discussion: """
      exemplar runs diff, exemplar report, exemplar flaky and exemplar bisect --run accept the number or the name of a \
      run. The name stays the same when there are more runs. Exit status: 0, or 2 if no run is recorded. \
      Options after -- are those that swift build got, if it got another scratch path.
      """)

  @OptionGroup var package: PackageArguments

  @Flag(help: "Prints an array with an object for each run.")
  var json = false

  func run() throws {
    let runs = RunFolder.runs(in: package.records)
    let digests = runs.enumerated().compactMap { index, run in
      RecordedRun(stored: run.log).map { RunDigest($0, number: index + 1, name: run.name) }
    }
    if digests.isEmpty { throw package.noRuns(found: runs.count) }
    let terminal = Terminal()
    if json {
      terminal.print(report: try digests.jsonText)
      throw terminal.isComplete ? ExitStatus.fine : .failed
    }
    terminal.print(Self.table(digests, terminal.style, columns: terminal.columns))
    throw terminal.isComplete ? ExitStatus.fine : .failed
  }

  /// The runs as lines with aligned columns, which are shortened to the width of a terminal.
  static func table(_ digests: [RunDigest], _ style: Style, columns: Int?) -> String {
    let titles = ["", "name", "began (UTC)", "took", "  result", "commit", "seed", "ran"]
    let rows = [titles] + digests.map(\.cells)
    let widths = titles.indices.map { column in
      rows.map { DisplayText.columns(of: $0[column]) }.max() ?? 0
    }
    let lines = rows.map { cells in
      let padded = cells.indices.map { column in
        if column == 0 { return cells[column].leftPadded(to: widths[column]) }
        return cells[column]
          + String(repeating: " ", count: widths[column] - DisplayText.columns(of: cells[column]))
      }
      let line = padded.dropLast().joined(separator: "  ") + "  " + cells[cells.count - 1]
      return columns.map { DisplayText.beginning(of: line, columns: $0 - 1) } ?? line
    }
    let colored = zip(digests, lines.dropFirst()).map { run, line in
      run.status == 0 ? style.green(line) : run.status == nil ? line : style.red(line)
    }
    return ([style.dim(lines[0])] + colored).map { $0 + "\n" }.joined()
  }
}

struct RunsDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Shows what changed from one recorded run to another.",
    discussion: """
      Without runs, the last two are compared; one alone is compared with the last one. A run is a number or a name that \
      exemplar runs lists, or the path of a record. An example is slower if it took more than three times its median in \
      at least three earlier runs, and at least 0.1 s longer. Exit status: 0, or 2 if there are no such runs. \
      Options after -- are those that swift build got, if it got another scratch path.
      """)

  @Argument(help: ArgumentHelp("The earlier run.", valueName: "a"), completion: .file())
  var earlier: String?

  @Argument(help: ArgumentHelp("The later run.", valueName: "b"), completion: .file())
  var later: String?

  @OptionGroup var package: PackageArguments

  func run() throws {
    let runs = RunFolder.runs(in: package.records)
    if earlier == nil, runs.count < 2 {
      if runs.isEmpty { throw package.noRuns(found: 0) }
      throw UsageError("Only one run is recorded. Run exemplar test again, or name two records.")
    }
    let names = (earlier ?? "2", later ?? "1")
    let (a, b) = try (
      RunFolder.log(named: names.0, in: package.records),
      RunFolder.log(named: names.1, in: package.records)
    )
    if a.standardizedFileURL == b.standardizedFileURL {
      throw UsageError(
        "\(names.0) and \(names.1) are one run. Name another one to compare it with.")
    }
    let later = try RecordedRun(b.path)
    let command = later.facts?.command ?? RunFacts.Command()
    let comparison = try RunComparison(
      from: RecordedRun(a.path), to: later,
      history: package.store(command.platform).state.history(before: later.creation))
    let terminal = Terminal()
    terminal.print(
      Self.text(comparison, names, package.invocation(command), terminal.style))
    throw terminal.isComplete ? ExitStatus.fine : .failed
  }

  static func text(
    _ comparison: RunComparison, _ names: (String, String), _ invocation: Invocation, _ style: Style
  ) -> String {
    var text = style.bold("From run \(names.0) to run \(names.1)") + "\n"
    func add(
      _ title: String, _ mark: String, _ ids: [(id: ExampleID, note: String)], seed: UInt64? = nil,
      canRun: Bool = true
    ) {
      if ids.isEmpty { return }
      text += "\n" + style.bold(title) + "\n"
      for (id, note) in ids.prefix(20) {
        text += "  \(mark) \(id)\(note.isEmpty ? "" : "  " + style.dim(note))\n"
        if canRun { text += style.dim("    " + invocation.rerun([id], seed: seed)) + "\n" }
      }
      let more = DisplayText.more(ids.count - 20, before: "  ")
      if !more.isEmpty { text += style.dim(more) + "\n" }
    }
    func plain(_ ids: [ExampleID]) -> [(id: ExampleID, note: String)] { ids.map { ($0, "") } }
    add(
      "Newly failing", style.red("✘"), plain(comparison.newlyFailing), seed: comparison.seed)
    add("Fixed", style.green("✔"), plain(comparison.fixed))
    add(
      "Slower than three times their median", style.yellow("◷"),
      comparison.slower.map {
        ($0.id, "\($0.seconds.formattedSeconds), median \($0.median.formattedSeconds)")
      })
    add("New", style.green("+"), plain(comparison.new))
    add(
      "Renamed", style.green("="), comparison.renamed.map { ($0.to, "was \($0.from)") })
    add("No longer there", style.dim("−"), plain(comparison.gone), canRun: false)
    if comparison.isEmpty { text += "No example changed its outcome or became slower.\n" }
    for (name, isPartial, missing) in [
      (names.0, comparison.arePartial.earlier, "new"),
      (names.1, comparison.arePartial.later, "missing"),
    ] where isPartial {
      text +=
        style.dim(
          "\nRun \(name) did not run everything to its end, so it does not show which examples are \(missing)."
        ) + "\n"
    }
    return text
  }
}

extension PackageArguments {
  /// The error of a command that needs recorded runs.
  ///
  /// - Parameter count: How many there are that cannot be read.
  func noRuns(found count: Int) -> UsageError {
    UsageError(
      count == 0
        ? "No run is recorded in \(records.path). Run exemplar test first."
        : "No recorded run in \(records.path) can be read. Run exemplar test again.")
  }
}
