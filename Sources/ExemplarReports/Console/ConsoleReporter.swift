import ExemplarCore
import ExemplarLog

/// Prints a run for readers: a tree of the examples, the failures with their reasons, and a
/// summary.
///
/// The tree of a spec is printed when the spec has finished, so that specs that run side by side do
/// not mix. If there are many rows or examples, those that passed are folded into counts.
package final class ConsoleReporter: Reporter {
  private let context: ReportContext
  private let state = Locked(State())
  private let isWritten = Locked(true)
  private let plain: Locked<PlainText>

  struct State {
    var start: RunStarted?
    var begin = 0.0
    var trees: [ExampleID: ConsoleTree] = [:]
    /// The tree of the spec of the last event.
    var latestTree: (spec: ExampleID, tree: ConsoleTree)?
    /// The drawings of specs that passed, until something fails or two seconds have passed.
    var withheld: [(whole: String, folded: String)] = []
    var withheldSince = 0.0
    /// Whether the last drawing is of lines without an empty one after them.
    var endsInLine = false
    var failures = ConsoleFailures()
    var slowest = SlowestExamples()
    var summary = RunSummary(seed: 0)
    var runEnded = false
    /// Whether the end was printed: a process that exits prints it while examples still run.
    var isFinished = false
    var isListing = false
    var list = ConsoleList()
    /// The number of planned examples that have been reached. An outline counts as one.
    var reached = 0
    /// The outlines that are going on.
    var outlines: Set<ExampleID> = []
    /// The output of layouts other than the tree.
    var marks = ConsoleMarks()
    var repetitions = ConsoleRepetitions()
  }

  package init(_ context: ReportContext) {
    var context = context
    if context.console.isQuiet { context.layout = .quiet }
    if context.layout == .quiet { context.style = Style(hasColor: false) }
    self.context = context
    let isGuarded = PlainText.hasReaderOfCommands(context.environment)
    plain = Locked(PlainText(guardsCommands: isGuarded))
  }

  package func report(_ batch: EventBatch) {
    write(state.withLock { $0.isFinished ? "" : $0.text(of: batch, context) })
  }

  package func report(_ event: Event) {
    write(state.withLock { $0.isFinished ? "" : $0.text(of: event, context) })
  }

  package var isComplete: Bool { isWritten.withLock { $0 } }

  private func write(_ text: String) {
    if text.isEmpty { return }
    do {
      try context.print(plain.withLock { $0.string(of: text) })
    } catch {
      let isFirst = isWritten.withLock { isWritten in
        defer { isWritten = false }
        return isWritten
      }
      guard isFirst, let path = context.file else { return }
      context.printError("The report at \(path) is incomplete: \(error)\n")
    }
  }

  package func finish() {
    let (text, result) = state.withLock { state in
      if state.isFinished { return ("", ConsoleText.Result?.none) }
      state.isFinished = true
      // A stream that was cut short still shows its events.
      let text =
        state.list.popPending() + (state.runEnded ? "" : state.broken(context))
        + state.repetitions.text(context)
      return (text, state.result(context))
    }
    write(text)
    guard let result else { return }
    let conclude = { @Sendable [self] (verdict: Verdict?) in
      let verdict = verdict ?? (result.isSuccess ? .passed : .failed(nil))
      write(verdict.line(result.text, tail: result.tail, context.style))
      return isComplete
    }
    if let verdicts = context.verdicts {
      verdicts.add(isOnOutput: context.file == nil, conclude)
    } else {
      _ = conclude(nil)
    }
  }
}

extension ConsoleReporter.State {
  /// Receives events. Returns the text to print now.
  mutating func text(of batch: EventBatch, _ context: ReportContext) -> String {
    switch batch {
    case .event(let event): return text(of: event, context)
    case .passedRows(let rows) where context.layout == .tree && !isListing:
      summary.count(batch)
      if context.console.slowest != nil {
        for row in rows.rows {
          slowest.receive(rows.parent.appending(row.name), row.duration, context)
        }
      }
      tree(of: rows.parent, context).receive(rows)
      if !rows.context.quarantines.isEmpty { batch.forEach { failures.receive($0) } }
      return ""
    case .passedRows:
      var text = ""
      batch.forEach { text += self.text(of: $0, context) }
      return text
    }
  }

  fileprivate mutating func text(of event: Event, _ context: ReportContext) -> String {
    if !isListing { return ownText(of: event, context) }
    if case .exampleListed = event { return ownText(of: event, context) }
    return list.popPending() + ownText(of: event, context)
  }

  private mutating func ownText(of event: Event, _ context: ReportContext) -> String {
    // Everything may run several times; each time counts for itself.
    if case .runStarted = event { self = next(context) }
    summary.count(event)
    failures.receive(event)
    switch event {
    case .exampleListed(let listed):
      isListing = true
      return list.receive(
        listed, context.style, relativeTo: context.directory, now: context.now())
    case .runStarted(let start):
      self.start = start
      return context.layout == .quiet ? "" : ConsoleText(context).start(start)
    case .groupStarted(let group):
      reach(group)
      tree(of: group.id, context).begin(group)
    case .exampleStarted(let example):
      reach(example)
      tree(of: example.id, context).begin(example)
    case .hooksStarted(let hooks): tree(of: hooks.id, context).begin(hooks)
    case .hooksEnded(let hooks): tree(of: hooks.id, context).end(hooks)
    case .exampleEnded(let example):
      tree(of: example.id, context).end(example)
      if example.outcome.wasExecuted { slowest.receive(example.id, example.duration, context) }
      if case .failed = example.outcome, context.layout == .failures {
        return failures.text(ofLatest: example.id, context)
      }
      return marks.text(ofEnd: example, start.noun, context.layout, context.style)
    case .issueRecorded(let record):
      if let id = record.id { tree(of: id, context).receive(record) }
      if record.issue.cause == .timeLimit, context.layout != .quiet {
        return marks.end() + ConsoleText(context).notice(record)
      }
      guard record.id == nil, record.issue.isFailure else { break }
      if context.layout == .failures { return failures.text(ofLatest: nil, context) }
      // Such as a fixture that could not be shut down; the other failures have been printed.
      if runEnded { return context.style.boldRed(record.issue.message) + "\n" }
    case .attachmentRecorded(let attachment): tree(of: attachment.id, context).receive(attachment)
    case .groupEnded(let group):
      outlines.remove(group.id)
      tree(of: group.id, context).end(group)
      let text =
        group.failed && context.layout == .failures
        ? failures.text(ofLatest: group.id, context)
        : marks.text(
          ofEnd: group, start.noun, hasFailed: failures.failedIDs.contains { $0.spec == group.id },
          context.layout, context.style)
      guard group.id.spec == group.id else { return text }
      let tree = trees.removeValue(forKey: group.id)
      latestTree = nil
      return context.layout == .tree ? tree.map { drawing($0, context) } ?? "" : text
    case .runEnded:
      runEnded = true
      recordRepetition()
      if isListing || start == nil { return ConsoleText(context).list(list.count, summary) }
      return popWithheld() + gap(context) + failures.text(context) + slowest.text(context)
        + ConsoleText(context).summary(summary, of: start, failures)
    }
    return ""
  }

  /// The result for the last line; `nil` without a run.
  fileprivate func result(_ context: ReportContext) -> ConsoleText.Result? {
    if var result = repetitions.result {
      // Something may have failed after the last one.
      result.isSuccess = result.isSuccess && summary.isSuccess
      return result
    }
    guard let start, !isListing else {
      return runEnded || !failures.hasFailed ? nil : .init(isSuccess: false, text: "nothing ran")
    }
    return ConsoleText(context).result(summary, of: start)
  }

  /// The state in which another repetition begins.
  private func next(_ context: ReportContext) -> Self {
    var next = Self()
    next.begin = context.now()
    next.failures = ConsoleFailures(since: next.begin)
    next.repetitions = repetitions
    return next
  }

  private mutating func recordRepetition() {
    guard let start else { return }
    repetitions.receive(
      start, summary, failed: failures.failedIDs, isCut: failures.areEndOfProcess)
  }

  /// The results of a run that was cut short.
  mutating func broken(_ context: ReportContext) -> String {
    guard let start else { return failures.text(context) + failures.ending(context) }
    let rest = trees.sorted { $0.key.text < $1.key.text }.map(\.value)
    let noun = self.start.noun
    summary.finished = false
    summary.duration = context.now() - begin
    summary.notReached = max(0, start.examples - reached)
    recordRepetition()
    let shown =
      popWithheld()
      + (context.layout == .tree
        ? rest.map { printed($0.text(context, noun, isFolded: false), isFolded: false) }.joined()
        : gap(context))
    return shown + failures.text(context) + slowest.text(context)
      + ConsoleText(context).summary(summary, of: start, failures, running: rest.flatMap(\.running))
      + failures.ending(context)
  }

  /// Counts an outline as one example.
  private mutating func reach(_ group: GroupStarted) {
    if group.kind == .outline { reached += 1 }
    if group.kind != .group { outlines.insert(group.id) }
  }

  /// Counts an example, unless the plan leaves it out, or it belongs to an outline.
  private mutating func reach(_ example: ExampleStarted) {
    guard !example.context.hasRow, !example.isLeftOut else { return }
    if !outlines.isEmpty, let parent = example.id.parent, outlines.contains(parent) { return }
    reached += 1
  }

  /// The separator between the output so far and the end.
  private mutating func gap(_ context: ReportContext) -> String {
    switch context.layout {
    case .tree: isLarge(context) || endsInLine ? "\n" : ""
    case .dots: marks.end()
    case .progress: "\n"
    case .failures, .quiet: ""
    }
  }

  /// The drawing of a finished spec. In a red run, a spec that passed is one line.
  private mutating func drawing(_ tree: ConsoleTree, _ context: ReportContext) -> String {
    if isLarge(context) { return tree.text(context, start.noun, isFolded: true) }
    let hasPassed = tree.hasPassed
    let isFolded = !context.console.isVerbose && (hasPassed ? failures.hasFailed : failures.areMany)
    guard context.isApart, !failures.hasFailed, !context.console.isVerbose else {
      let text = tree.text(context, start.noun, isFolded: isFolded, hidesFailures: !hasPassed)
      return popWithheld() + printed(text, isFolded: isFolded)
    }
    if withheld.isEmpty { withheldSince = context.now() }
    withheld.append(
      (
        tree.text(context, start.noun, isFolded: false),
        tree.text(context, start.noun, isFolded: true)
      ))
    return context.now() - withheldSince < 2 ? "" : popWithheld()
  }

  private mutating func popWithheld() -> String {
    defer { withheld = [] }
    let isFolded = failures.hasFailed
    return withheld.map { printed(isFolded ? $0.folded : $0.whole, isFolded: isFolded) }.joined()
  }

  /// A drawing that is printed now.
  private mutating func printed(_ text: String, isFolded: Bool) -> String {
    if text.isEmpty { return "" }
    defer { endsInLine = isFolded }
    return (endsInLine && !isFolded ? "\n" : "") + text
  }

  private func isLarge(_ context: ReportContext) -> Bool {
    !context.console.isVerbose && (start?.examples ?? 0) > context.console.treeLimit
  }

  private mutating func tree(
    of id: ExampleID, _ context: ReportContext
  ) -> ConsoleTree {
    let root = id.spec
    if let latestTree, latestTree.spec == root { return latestTree.tree }
    let tree = trees[root] ?? ConsoleTree(keepsRows: context.console.isVerbose)
    trees[root] = tree
    latestTree = (root, tree)
    return tree
  }
}
