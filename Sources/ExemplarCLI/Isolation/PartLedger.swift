import ExemplarCore
import ExemplarLog

/// The state of a spec that one process runs, or several, one after another: its finished examples,
/// and so the remainder if the process exits. Or that of tests that several processes run side by side.
final class PartLedger {
  let spec: ExampleID
  /// The groups that began and are not over, in that order, with the times at which they did.
  private var open: [(id: ExampleID, place: Place, failed: Bool, start: Double)] = []
  /// The finished examples, outlines and groups; without the rows of unfinished outlines.
  private var done: Set<ExampleID> = []
  /// The outlines that are not over, with their finished rows and the times at which they began.
  private var outlines: [ExampleID: (rows: FinishedRows, start: Double)] = [:]
  private var failedGroups: Set<ExampleID> = []
  /// Nodes that have begun and not finished.
  private var running: [ExampleID: Running] = [:]
  /// The example that began last: most examples finish before another one begins.
  private var latest: (id: ExampleID, running: Running)?
  /// Examples that are reported a second time, since findings about all rows are repeated.
  private var repeated: Set<ExampleID> = []
  /// How many planned examples were reached, an outline counting as one.
  private(set) var reached = 0
  private(set) var isOver = false
  /// Whether another process had begun it.
  private var isRest = false
  /// Whether the process that has it now has ended something in it.
  private var hasProgress = false
  private var fruitlessExits = 0
  /// Exits whose cause is still unknown.
  private var unexplained: [Unexplained] = []

  /// An exit with the examples that may have caused it, or the outline whose rows may not be readable.
  private typealias Unexplained = (exit: ProcessExit, suspects: [ExampleID], outline: ExampleID?)

  private struct Running {
    var isRow: Bool
    /// The first issue of an exited process that fails the example.
    var failure: Issue?
    /// The latest failure of an attempt that is retried.
    var retried: Issue?
    /// How many of its attempts have ended processes, and how many seconds they took.
    var lostAttempts = 0
    var lostSeconds = 0.0

    mutating func record(_ failure: Issue) {
      if failure.isRetried { retried = failure } else { self.failure = self.failure ?? failure }
    }
  }

  /// Whether several processes may run examples of it at the same time, so that rows finish in any order.
  private let isSideBySide: Bool

  init(_ spec: ExampleID, isSideBySide: Bool = false) {
    (self.spec, self.isSideBySide, isRest) = (spec, isSideBySide, isSideBySide)
  }

  // MARK: Events

  /// Receives an event of the current process of the spec, and passes on the events to report.
  func receive(_ event: Event, output: AttachmentRecorded?, emit: (Event) -> Void) {
    switch event {
    case .groupStarted(let group): begin(group, emit)
    case .exampleStarted(let example): begin(example, emit)
    case .exampleEnded(let example):
      guard let running = end(example.id) else { return }
      if let output { emit(.attachmentRecorded(output)) }
      emit(.exampleEnded(judged(example, running, emit)))
    case .groupEnded(let group): end(group, emit)
    case .issueRecorded(let record):
      if let id = record.id {
        if !repeated.isEmpty, repeated.contains(id) { return }
        if record.issue.isFailure || record.issue.isRetried || record.issue.isQuarantined {
          self.record(failure: record.issue, of: id)
        }
      }
      emit(event)
    case .hooksEnded:
      if let output { emit(.attachmentRecorded(output)) }
      emit(event)
    default: emit(event)
    }
  }

  /// Receives rows of the current process that can be reported unchanged. Returns `false` if each
  /// of their events must be examined.
  func receive(_ passed: PassedRows) -> Bool {
    // If another process had begun, some may have been reported before.
    guard !isRest, repeated.isEmpty, let outline = outline(atOrAbove: passed.parent),
      let last = passed.rows.last
    else { return false }
    keepLatest()
    hasProgress = true
    outlines[outline]?.rows.count += passed.count
    outlines[outline]?.rows.last = passed.parent.appending(last.name)
    return true
  }

  private func begin(_ group: GroupStarted, _ emit: (Event) -> Void) {
    if isRest, open.contains(where: { $0.id == group.id }) { return }
    open.append((group.id, group.place, false, EventLog.now))
    if group.kind == .outline {
      outlines[group.id] = (FinishedRows(), EventLog.now)
      reached += 1
    }
    emit(.groupStarted(group))
  }

  /// Of some outlines that are not over, the one that has gone on longest, if its rows take long.
  func slowOutline(among candidates: Set<ExampleID>, now: Double) -> ExampleID? {
    let slow = outlines.filter { id, outline in
      let limit = max(Self.longOutline, Self.slowRow * Double(outline.rows.count))
      return candidates.contains(id) && now - outline.start >= limit
    }
    return slow.min { ($0.value.start, $0.key.text) < ($1.value.start, $1.key.text) }?.key
  }

  /// Seconds after which the rows of an outline are shared, and how many a row takes at least: it costs another
  /// process some time to plan, and to read the rows that are not its own.
  private static let longOutline = 0.2
  private static let slowRow = 0.000_2

  private func begin(_ example: ExampleStarted, _ emit: (Event) -> Void) {
    let isInOutline = outline(around: example.id) != nil
    let isRow = isInOutline && example.context.row != nil && !isSideBySide
    if isRest {
      if !isRow, done.contains(example.id) {
        repeated.insert(example.id)
        return
      }
      // The example that began last is not among them yet.
      if running[example.id] != nil || latest?.id == example.id { return }
    }
    if !isInOutline, !example.isLeftOut { reached += 1 }
    keepLatest()
    latest = (example.id, Running(isRow: isRow))
    emit(.exampleStarted(example))
  }

  /// Stores the last example when something other than its end follows.
  private func keepLatest() {
    if let latest { running[latest.id] = latest.running }
    latest = nil
  }

  /// Removes and returns the state of a finished example; `nil` if it was reported before.
  private func end(_ id: ExampleID) -> Running? {
    if !repeated.isEmpty, repeated.remove(id) != nil { return nil }
    hasProgress = true
    let running: Running
    if let latest, latest.id == id {
      running = latest.running
      self.latest = nil
    } else {
      running = self.running.removeValue(forKey: id) ?? Running(isRow: false)
    }
    if running.isRow, let outline = outline(around: id) {
      outlines[outline]?.rows.count += 1
      outlines[outline]?.rows.last = id
    } else {
      done.insert(id)
    }
    return running
  }

  private func end(_ group: GroupEnded, _ emit: (Event) -> Void) {
    guard let index = open.lastIndex(where: { $0.id == group.id }) else {
      return emit(.groupEnded(group))
    }
    close(after: index, emit)
    let earlier = open.remove(at: index)
    var group = group
    group.failed = group.failed || earlier.failed
    // The process that ends it may not have begun it, or has exited.
    if isRest || group.duration == 0 {
      group.duration = max(group.duration, EventLog.now - earlier.start)
    }
    hasProgress = true
    outlines[group.id] = nil
    done.insert(group.id)
    if group.id == spec {
      emitLost(emit)
      // The causes must be known before the spec counts as finished.
      emitUnexplained(emit)
      isOver = true
    }
    emit(.groupEnded(group))
  }

  /// Closes the groups that began after another one, inside it, and that no event closes any more.
  private func close(after index: Int, _ emit: (Event) -> Void) {
    let outer = open[index].id
    for inner in open.indices.reversed() where inner > index && open[inner].id.isAtOrBelow(outer) {
      let group = open.remove(at: inner)
      outlines[group.id] = nil
      done.insert(group.id)
      emit(.groupEnded(Self.end(of: group)))
    }
  }

  /// The end of an open group that its process did not report.
  private static func end(
    of group: (id: ExampleID, place: Place, failed: Bool, start: Double)
  ) -> GroupEnded {
    GroupEnded(id: group.id, duration: EventLog.now - group.start, failed: group.failed)
  }

  private func record(failure: Issue, of id: ExampleID) {
    if latest?.id == id {
      latest?.running.record(failure)
    } else {
      running[id]?.record(failure)
    }
  }

  /// The end of an example, combined with its failures in processes that have exited: the process
  /// that ran it last does not have them.
  private func judged(
    _ example: ExampleEnded, _ running: Running, _ emit: (Event) -> Void
  ) -> ExampleEnded {
    var example = example
    example.duration += running.lostSeconds
    if let failure = running.failure {
      if !example.outcome.isFailure { example.outcome = failure.outcome }
    } else if let failure = running.retried {
      switch example.outcome {
      case .failed, .flaky, .quarantined: break
      case .passed: example.outcome = .flaky
      case .skipped, .pending, .blocked:
        let issue = failure.final(after: example.outcome)
        emit(.issueRecorded(IssueRecorded(id: example.id, issue: issue)))
        example.attempts = max(example.attempts, running.lostAttempts)
        example.outcome = issue.outcome
      }
    }
    return example
  }

  /// The outermost outline around a node, if it is in one that is not over.
  private func outline(around id: ExampleID) -> ExampleID? {
    outlines.isEmpty ? nil : id.parent.flatMap { outline(atOrAbove: $0) }
  }

  private func outline(atOrAbove id: ExampleID) -> ExampleID? {
    if outlines.isEmpty { return nil }
    var group: ExampleID? = id
    while let current = group {
      if outlines[current] != nil { return current }
      group = current.parent
    }
    return nil
  }

  // MARK: Exits

  /// Handles the exit of the process of the spec: reports the failures it caused, and returns the
  /// remainder, if there is any.
  func handleExit(_ exit: ProcessExit, emit: (Event) -> Void) -> PlanPart? {
    if isOver { return nil }
    keepLatest()
    if case .hang(_, let outline?) = exit.cause, outlines[outline] != nil {
      blame(rowsOf: outline, exit, emit)
    } else if !exit.running.isEmpty {
      if !attribute(exit, emit: emit), !hasProgress, isRest { fruitlessExits += 1 }
    } else if hasProgress {
      unexplained.append((exit, [], openOutline))
    } else if let outline = openOutline {
      blame(rowsOf: outline, exit, emit)
    } else {
      fruitlessExits += 1
      unexplained.append((exit, [], nil))
    }
    hasProgress = false
    isRest = true
    if isOver { return nil }
    if fruitlessExits > 1 {
      giveUp(emit)
      return nil
    }
    return PlanPart(
      spec: spec, done: done, rows: outlines.mapValues(\.rows), failedGroups: failedGroups,
      lostAttempts: running.mapValues(\.lostAttempts).filter { $0.value > 0 }, isRest: true)
  }

  /// Attributes the exit of a process to the example that ran, or notes those that may have caused it. Returns whether
  /// the cause is known.
  ///
  /// - Parameter isCertain: Whether the only example that was running is the cause.
  func attribute(_ exit: ProcessExit, isCertain: Bool = true, emit: (Event) -> Void) -> Bool {
    keepLatest()
    guard isCertain, let culprit = exit.culprit else {
      unexplained.append((exit, exit.running.map(\.id), nil))
      return false
    }
    blame(culprit, exit, emit)
    return true
  }

  /// Whether an example, an outline or a group has finished.
  func isDone(_ id: ExampleID) -> Bool { done.contains(id) }

  /// The examples that have begun and not finished.
  var unfinished: [ExampleID] {
    (running.keys + [latest?.id].compactMap(\.self)).sorted { $0.text < $1.text }
  }

  private var openOutline: ExampleID? { open.last { outlines[$0.id] != nil }?.id }

  /// Notes that the cause of the exits is known in which an example, or an outline around it, was running.
  func clear(_ id: ExampleID) {
    unexplained.removeAll { $0.suspects.contains { id.isAtOrBelow($0) || $0.isAtOrBelow(id) } }
  }

  private func blame(_ culprit: RunningExample, _ exit: ProcessExit, _ emit: (Event) -> Void) {
    clear(culprit.id)
    var issue = exit.issue(of: culprit)
    issue.isRetried = issue.isRetried && running[culprit.id] != nil
    issue.quarantine()
    emit(.issueRecorded(IssueRecorded(id: culprit.id, issue: issue)))
    if let output = exit.outputs[culprit.id] { emit(.attachmentRecorded(output)) }
    if culprit.isGroupHook {
      blame(hooks: culprit, emit)
      return
    }
    if issue.isRetried {
      running[culprit.id]?.retried = issue
      running[culprit.id]?.lostAttempts = culprit.attempt
      running[culprit.id]?.lostSeconds += exit.duration(of: culprit)
      return
    }
    let lost = end(culprit.id)?.lostSeconds ?? 0
    emit(.exampleEnded(exit.end(of: culprit, after: lost)))
  }

  private func blame(hooks: RunningExample, _ emit: (Event) -> Void) {
    emit(.hooksEnded(HooksEnded(id: hooks.id, phase: hooks.phase)))
    if hooks.phase == .beforeAll { failedGroups.insert(hooks.id) }
    // Hooks that specs share are a group of the run.
    if hooks.id.spec != spec { return }
    // After a `beforeAll`, another process reports the end of the group.
    if hooks.phase != .beforeAll { return end(GroupEnded(id: hooks.id, failed: true), emit) }
    if let index = open.lastIndex(where: { $0.id == hooks.id }) { open[index].failed = true }
  }

  /// The rows of an outline end the process where they are read; nothing more comes of them.
  private func blame(rowsOf outline: ExampleID, _ exit: ProcessExit, _ emit: (Event) -> Void) {
    unexplained.removeAll { $0.outline == outline }
    let id = outline.appending(Outline.rowsName)
    let context = ExampleContext(at: open.last { $0.id == outline }?.place)
    var issue = exit.issue(while: "while the rows were read")
    (issue.place, issue.context) = (context.place, context)
    emit(.exampleStarted(ExampleStarted(id, context)))
    fail(id, issue, emit)
    end(GroupEnded(id: outline), emit)
  }

  // MARK: The end

  /// Reports examples that should have been retried and were not: the process that took over has no
  /// such example, or had to stop.
  private func emitLost(_ emit: (Event) -> Void) {
    keepLatest()
    for id in running.keys.sorted(by: { $0.text < $1.text }) {
      _ = end(id)
      let issue = Issue(
        "It began in a process that exited, and did not run again in the one that took over: the set of examples "
          + "must not depend on the process.", cause: .endOfProcess)
      fail(id, issue, emit)
    }
  }

  private func fail(_ id: ExampleID, _ issue: Issue?, _ emit: (Event) -> Void) {
    if let issue { emit(.issueRecorded(IssueRecorded(id: id, issue: issue))) }
    emit(.exampleEnded(ExampleEnded(id: id, outcome: issue?.outcome ?? .failed(unexpected: true))))
  }

  /// Nothing more is run of the spec: closes what is open.
  func giveUp(_ emit: (Event) -> Void) {
    if isOver { return }
    keepLatest()
    for id in running.keys.sorted(by: { $0.text < $1.text }) where running[id] != nil {
      fail(id, end(id)?.retried?.final(), emit)
    }
    if let index = open.firstIndex(where: { $0.id == spec }) { close(after: index, emit) }
    emitUnexplained(emit)
    isOver = true
    for group in open.reversed() {
      emit(.groupEnded(Self.end(of: group)))
    }
    open = []
  }

  /// Reports exits whose cause was not found when everything ran again. Each fails the run.
  private func emitUnexplained(_ emit: (Event) -> Void) {
    for unexplained in unexplained {
      let names = unexplained.suspects.map { "\n  \($0.heading)" }.sorted().joined()
      var issue = unexplained.exit.issue(
        while: names.isEmpty
          ? "in \(spec.heading), while no example ran" : "while these ran side by side")
      if !names.isEmpty {
        issue.message += names + "\nEach ran again by itself, and the process did not end."
      }
      emit(.issueRecorded(IssueRecorded(id: nil, issue: issue)))
    }
    unexplained = []
  }
}
