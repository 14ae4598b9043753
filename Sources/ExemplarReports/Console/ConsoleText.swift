import ExemplarCore

/// The lines of the console that are not the tree.
package struct ConsoleText {
  /// The last line of the console, after its verdict.
  struct Result {
    /// Whether it is that of a success, as far as the events show.
    var isSuccess: Bool
    var text: String
    var tail = ""
  }

  private let context: ReportContext
  private var style: Style { context.style }

  init(_ context: ReportContext) {
    self.context = context
  }

  /// The line of a spec that has finished, or of a suite of tests, as the noun states.
  static func line(
    of spec: String, _ all: Int, _ noun: String, failed: Int, isFine: Bool, _ duration: Double,
    _ style: Style
  ) -> String {
    let mark = isFine ? style.green("✔") : style.red("✘")
    let note = all.counted(noun) + (failed > 0 ? ", \(failed) failed" : "")
    return "\(mark) \(spec) " + style.dim("\(note) · \(duration.formattedSeconds)")
  }

  func list(_ count: Int, _ summary: RunSummary) -> String {
    if let reason = summary.nothingRan { return style.boldRed(reason) + "\n" }
    return style.dim(count.counted("example")) + "\n"
  }

  func start(_ start: RunStarted) -> String {
    let order = start.order == .defined ? "in the defined order" : seed(start.seed)
    let examples = start.examples - start.outlines - start.tests
    let counts = [(examples, "example"), (start.outlines, "outline")]
    let shown = counts.filter { $0.0 > 0 || start.outlines == 0 && $0.1 == "example" }
    let ofSpecs =
      shown.map { $0.0.counted($0.1) }.joined(separator: " and ")
      + " of \(start.specs.counted("spec"))"
    let tests = start.tests > 0 ? [start.tests.counted("test")] : []
    let hasSpecs = tests.isEmpty || start.examples > start.tests
    let left = start.notSelected > 0 ? ", \(start.notSelected) not selected" : ""
    var text = style.dim(
      "Running \(((hasSpecs ? [ofSpecs] : []) + tests).joined(separator: ", and "))"
        + "\(left)\(Self.leftOut(start)) · \(order)")
    if let focus = Self.focus(start) { text += "\n" + style.yellow(focus) }
    return text + "\n\n"
  }

  /// The names of what is focused; `nil` if nothing is.
  private static func focus(_ start: RunStarted?) -> String? {
    guard let focused = start?.focused, !focused.isEmpty else { return nil }
    let names = focused.prefix(5).map(\.heading).joined(separator: ", ")
    return "Focused: \(names)\(DisplayText.more(focused.count - 5))"
  }

  /// How many tests the option for specs alone leaves out.
  private static func leftOut(_ start: RunStarted?) -> String {
    guard let count = start?.testsLeftOut, count > 0 else { return "" }
    return ", \(count.counted("test")) left out by \(EnvironmentOption.specs.commandLineName)"
  }

  /// The immediate message about an example that continues although it must not.
  func notice(_ record: IssueRecorded) -> String {
    let name = record.id.map { "\($0.heading): " } ?? ""
    let text = "\(name)\(record.issue.message) It is still running."
    return (record.issue.isQuarantined ? style.yellow("⚑ \(text)") : style.red("✘ \(text)")) + "\n"
  }

  /// The end of a run before the verdict, which has the counts. That of one of several repetitions has its own, unless
  /// the layout is quiet and it passed.
  ///
  /// - Parameters:
  ///   - start: The beginning of the run; `nil` if nothing began.
  ///   - running: The examples and hooks that were running, if the run broke off.
  func summary(
    _ summary: RunSummary, of start: RunStarted?, _ failures: ConsoleFailures,
    running: [String] = []
  ) -> String {
    let isQuiet = context.layout == .quiet
    let isRepeated = (start?.repetitions ?? 1) > 1
    let counts =
      isRepeated ? [counts(summary, of: start) + style.dim(tail(summary))] : [String]()
    var lines: [String] = []
    if let reason = summary.nothingRan { lines.append(style.boldRed(reason)) }
    if !isQuiet { lines += counts }
    if !summary.finished {
      let names = running.map { "\n  \($0)" }.joined()
      lines.append(
        style.boldRed("The run did not finish." + (names.isEmpty ? "" : " This was running:"))
          + names)
    }
    if summary.isFocused {
      // Another layout has printed the names before.
      if isQuiet, let focus = Self.focus(start) { lines.append(focus) }
      lines.append(
        summary.isFocusRefused
          ? style.boldRed(RunSummary.refusedFocus)
          : style.yellow(RunSummary.focus))
    }
    lines += failures.mended(context).map(style.yellow)
    let ids = failures.failedIDs
    let seed = summary.order == .defined ? nil : summary.seed
    let (overview, first) = failures.overview(context)
    if !overview.isEmpty { lines += (lines.isEmpty ? [] : [""]) + overview + [""] }
    if let first {
      lines.append("Run one alone, such as the first: \(context.rerun([first], nil))")
    }
    if !isQuiet, !ids.isEmpty { lines.append("Run what failed again: \(rerun(ids, seed))") }
    if failures.hasFailed, let showWhole = context.showWhole {
      lines.append("Show one whole, from the record: \(showWhole(ids.first))")
    }
    if isQuiet, !summary.isSuccess { lines += counts }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The result of a run for the last line.
  func result(_ summary: RunSummary, of start: RunStarted) -> Result {
    if summary.nothingRan != nil { return .init(isSuccess: false, text: "nothing ran") }
    return .init(
      isSuccess: summary.isSuccess, text: Self.counts(summary, of: start) + Self.leftOut(start),
      tail: tail(summary))
  }

  /// The line that runs examples again; where there are many, one that does not name them, or not all.
  private func rerun(_ ids: [ExampleID], _ seed: UInt64?) -> String {
    if ids.count > 3, let line = context.rerunFailed?(seed) { return line }
    return context.rerun(first: ids, of: ids.count, seed: seed)
  }

  private func counts(_ summary: RunSummary, of start: RunStarted?) -> String {
    let text = Self.counts(summary, of: start) + Self.leftOut(start)
    return summary.isSuccess ? style.boldGreen(text) : style.boldRed(text)
  }

  /// The numbers of all examples, and of those with each outcome.
  ///
  /// - Parameter start: The beginning of the run, which states whether tests that are not examples are among them.
  package static func counts(_ summary: RunSummary, of start: RunStarted? = nil) -> String {
    let all =
      summary.executed + summary.skipped + summary.pending + summary.blocked + summary.notReached
    var parts: [String] = []
    func add(_ count: Int, _ text: String) { if count > 0 { parts.append(text) } }
    let left = start?.notSelected ?? 0
    let isEmpty = all == 0 && left > 0 && summary.isSuccess
    if isEmpty { parts.append("\(left) not selected") }
    add(summary.passed, "\(summary.passed) passed")
    let unexpected = summary.unexpected > 0 ? " (\(summary.unexpected) unexpectedly)" : ""
    add(summary.failed, "\(summary.failed) failed\(unexpected)")
    add(summary.flaky, "\(summary.flaky) flaky")
    add(summary.quarantined, "\(summary.quarantined) quarantined")
    add(summary.skipped, "\(summary.skipped) skipped")
    add(summary.pending, "\(summary.pending) pending")
    add(summary.blocked, "\(summary.blocked) blocked")
    add(summary.notReached, "\(summary.notReached) not reached")
    add(summary.groupFailures, summary.groupFailures.counted("group failure"))
    add(summary.runFailures, summary.runFailures.counted("failure") + " outside examples")
    add(summary.knownIssues, summary.knownIssues.counted("known issue"))
    add(summary.warnings, summary.warnings.counted("warning"))
    let noun = start.noun
    let others = start.map { $0.tests > 0 } == true && noun == "example" ? " and tests" : ""
    return (isEmpty ? "no \(noun)" : all.counted(noun)) + others
      + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
  }

  /// The seed, and what else the order depends on.
  private func seed(_ seed: UInt64) -> String {
    "seed \(seed)" + (context.isLongestFirst ? ", specs of 1 s and more first" : "")
  }

  private func tail(_ summary: RunSummary) -> String {
    let order = summary.order == .defined ? "defined order" : seed(summary.seed)
    return " · \(summary.duration.formattedSeconds) · \(order)"
  }
}

extension RunStarted? {
  /// The word for what runs: there may be tests alone, which are not examples.
  var noun: String {
    self.map { $0.tests > 0 && $0.examples == $0.tests } == true ? "test" : "example"
  }
}
