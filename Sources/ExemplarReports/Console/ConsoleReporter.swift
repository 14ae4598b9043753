import ExemplarCore
import Foundation

/// Prints a run for readers: a tree of the examples, the failures with their reasons, and a
/// summary.
///
/// The tree of a spec is printed when the spec has finished, so that specs that run side by side do
/// not mix. If there are many rows or examples, those that passed are folded into counts.
public final class ConsoleReporter: RowsReporter {
  /// How a run is printed.
  public struct Options: Sendable {
    public var style: Style
    /// Whether to print every example, even where there are many.
    public var verbose: Bool
    /// The folder that paths are shown relative to.
    public var directory: String
    /// The line that runs examples again.
    public var rerun: @Sendable ([ExampleID], UInt64?) -> String
    /// The line that reruns all failures, however many there are; `nil` if there is none.
    package var rerunFailed: (@Sendable (UInt64?) -> String)?
    /// The output during the run.
    package var layout = ConsoleLayout.tree
    /// How many specs and examples are shown one by one at most; an outline counts as one.
    public var treeLimit: Int
    /// The time, in seconds since some moment.
    package var now: @Sendable () -> Double = {
      Double(DispatchTime.now().uptimeNanoseconds) / 1e9
    }
    /// Whether a service reads the text that obeys commands in it.
    package var guardsCommands = PlainText.hasReaderOfCommands
    /// Writes text. Text that cannot be written makes the report incomplete.
    public var write: @Sendable (String) throws -> Void

    public init(
      style: Style = Style(hasColor: false), verbose: Bool = false, directory: String = "",
      treeLimit: Int = 400,
      rerun: @escaping @Sendable ([ExampleID], UInt64?) -> String = {
        Rerun.command(for: $0, seed: $1)
      },
      write: @escaping @Sendable (String) throws -> Void
    ) {
      self.style = style
      self.verbose = verbose
      self.directory = directory
      self.treeLimit = treeLimit
      self.rerun = rerun
      self.write = write
    }
  }

  private let options: Options
  private let state = Locked(State())
  private let isWritten = Locked(true)
  private let plain: Locked<PlainText>

  struct State {
    var start: RunStarted?
    /// When the run began, in seconds.
    var begin = 0.0
    var trees: [ExampleID: ConsoleTree] = [:]
    /// The tree of the spec of the last event.
    var latestTree: (spec: ExampleID, tree: ConsoleTree)?
    var failures = ConsoleFailures()
    var summary = RunSummary(seed: 0)
    var runEnded = false
    var isListing = false
    var list = ConsoleList()
    /// The number of planned examples that have been reached. An outline counts as one.
    var reached = 0
    /// The outlines that are going on.
    var outlines: Set<ExampleID> = []
    /// The output of layouts other than the tree.
    var marks = ConsoleMarks()
    /// The result of all repetitions.
    var repetitions = ConsoleRepetitions()
  }

  public init(_ options: Options) {
    self.options = options
    plain = Locked(PlainText(guardsCommands: options.guardsCommands))
  }

  public func report(_ event: Event) {
    write(state.withLock { $0.text(of: event, options) })
  }

  package func report(_ rows: PassedRows) {
    write(state.withLock { $0.text(of: rows, options) })
  }

  public var isComplete: Bool { isWritten.withLock { $0 } }

  private func write(_ text: String) {
    if text.isEmpty { return }
    do {
      try options.write(plain.withLock { $0.string(of: text) })
    } catch {
      isWritten.withLock { $0 = false }
    }
  }

  public func finish() {
    write(
      state.withLock { state in
        // A stream that was cut short still shows its events.
        state.list.popPending() + (state.runEnded ? "" : state.broken(options))
          + state.repetitions.text(options.style)
      })
  }
}

extension ConsoleReporter.State {
  /// Receives an event. Returns the text to print now.
  mutating func text(of event: Event, _ options: ConsoleReporter.Options) -> String {
    if case .exampleListed(let listed) = event {
      isListing = true
      return list.note(
        listed, options.style, relativeTo: options.directory, now: options.now())
    }
    return isListing ? list.popPending() + ownText(of: event, options) : ownText(of: event, options)
  }

  /// The same for rows.
  mutating func text(of rows: PassedRows, _ options: ConsoleReporter.Options) -> String {
    guard options.layout == .tree, !isListing else {
      var text = ""
      rows.tell { text += self.text(of: $0, options) }
      return text
    }
    summary.count(rows)
    tree(of: rows.parent, options).note(rows)
    return ""
  }

  private mutating func ownText(of event: Event, _ options: ConsoleReporter.Options) -> String {
    // Everything may run several times; each time counts for itself.
    if case .runStarted = event { self = next }
    summary.count(event)
    failures.note(event)
    switch event {
    case .exampleListed: break
    case .runStarted(let start):
      self.start = start
      begin = options.now()
      return options.layout == .quiet ? "" : ConsoleText(options).start(start)
    case .groupStarted(let group):
      reach(group)
      tree(of: group.id, options).begin(group)
    case .exampleStarted(let example):
      reach(example)
      tree(of: example.id, options).begin(example)
    case .hooksStarted(let hooks): tree(of: hooks.id, options).begin(hooks)
    case .hooksEnded(let hooks): tree(of: hooks.id, options).end(hooks)
    case .exampleEnded(let example):
      tree(of: example.id, options).end(example)
      if case .failed = example.outcome, options.layout == .failures {
        return failures.text(ofLatest: example.id, options)
      }
      return marks.text(ofEnd: example, options.layout, options.style)
    case .issueRecorded(let record):
      if let id = record.id { tree(of: id, options).note(record) }
      if record.issue.cause == .timeLimit, options.layout != .quiet {
        return marks.end() + ConsoleText(options).notice(record)
      }
      if record.id == nil, record.issue.isFailure, options.layout == .failures {
        return failures.text(ofLatest: nil, options)
      }
    case .attachmentRecorded(let attachment): tree(of: attachment.id, options).note(attachment)
    case .groupEnded(let group):
      outlines.remove(group.id)
      tree(of: group.id, options).end(group)
      let text =
        group.failed && options.layout == .failures
        ? failures.text(ofLatest: group.id, options)
        : marks.text(
          ofEnd: group, hasFailed: failures.failedIDs.contains { $0.spec == group.id },
          options.layout, options.style)
      guard group.id.spec == group.id else { return text }
      let tree = trees.removeValue(forKey: group.id)
      latestTree = nil
      return options.layout == .tree ? tree?.text(options, isFolded: isLarge(options)) ?? "" : text
    case .runEnded:
      runEnded = true
      noteRepetition()
      if isListing || start == nil { return ConsoleText(options).list(list.count, summary) }
      return gap(options) + failures.text(options) + ConsoleText(options).summary(summary, failures)
    }
    return ""
  }

  /// The state in which another repetition begins.
  private var next: Self {
    var next = Self()
    next.repetitions = repetitions
    return next
  }

  private mutating func noteRepetition() {
    guard let start else { return }
    repetitions.note(
      start, summary, failed: failures.failedIDs, isCut: failures.areEndOfProcess)
  }

  /// The results of a run that was cut short.
  mutating func broken(_ options: ConsoleReporter.Options) -> String {
    guard let start else { return failures.text(options) + failures.ending(options) }
    let rest = trees.sorted { $0.key.text < $1.key.text }.map(\.value)
    summary.finished = false
    summary.duration = options.now() - begin
    summary.notReached = max(0, start.examples - reached)
    noteRepetition()
    let shown =
      options.layout == .tree
      ? rest.map { $0.text(options, isFolded: false) }.joined() : gap(options)
    return shown + failures.text(options)
      + ConsoleText(options).summary(summary, failures, running: rest.flatMap(\.running))
      + failures.ending(options)
  }

  /// Counts an outline as one example; the groups in it are data suites.
  private mutating func reach(_ group: GroupStarted) {
    guard group.isOutline else { return }
    if group.id.parent.map({ !outlines.contains($0) }) ?? true { reached += 1 }
    outlines.insert(group.id)
  }

  /// Counts an example, unless the plan leaves it out, or it belongs to an outline.
  private mutating func reach(_ example: ExampleStarted) {
    guard !example.context.hasRow, !example.isLeftOut else { return }
    if !outlines.isEmpty, let parent = example.id.parent, outlines.contains(parent) { return }
    reached += 1
  }

  /// The separator between the output so far and the end.
  private mutating func gap(_ options: ConsoleReporter.Options) -> String {
    switch options.layout {
    case .tree: isLarge(options) ? "\n" : ""
    case .dots: marks.end()
    case .progress: "\n"
    case .failures, .quiet: ""
    }
  }

  private func isLarge(_ options: ConsoleReporter.Options) -> Bool {
    !options.verbose && (start?.examples ?? 0) > options.treeLimit
  }

  private mutating func tree(
    of id: ExampleID, _ options: ConsoleReporter.Options
  ) -> ConsoleTree {
    let root = id.spec
    if let latestTree, latestTree.spec == root { return latestTree.tree }
    let tree = trees[root] ?? ConsoleTree(keepsRows: options.verbose)
    trees[root] = tree
    latestTree = (root, tree)
    return tree
  }
}
