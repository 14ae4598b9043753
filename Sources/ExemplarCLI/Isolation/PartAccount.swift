import ExemplarCore
import ExemplarLog

/// What is known of a spec that is being run, by one process or by several, one after the other: what is over, and
/// so what is left if the process is gone.
final class PartAccount {
  let spec: ExampleID
  /// The groups that began and are not over, in that order.
  private var open: [OpenGroup] = []
  /// The examples, outlines and groups that are over; of outlines that are not, not their rows.
  private var done: Set<ExampleID> = []
  /// The rows that are over of the outlines that are not.
  private var rows: [ExampleID: RowsOver] = [:]
  /// The outlines that are not over, with the times at which they began.
  private var outlineStarts: [ExampleID: Double] = [:]
  private var failedGroups: Set<ExampleID> = []
  /// What began and is not over.
  private var running: [ExampleID: Running] = [:]
  /// The example that began last: most are over before another begins.
  private var latest: (id: ExampleID, running: Running)?
  /// Examples that are told a second time, since what is found out about all rows is found out again.
  private var repeated: Set<ExampleID> = []
  /// How many planned examples were reached, an outline counting as one.
  private(set) var reached = 0
  private(set) var isOver = false
  /// Whether another process had begun it.
  private var isRest = false
  /// Whether the process that has it now has ended something in it.
  private var hasProgress = false
  private var fruitlessDeaths = 0
  /// Deaths of which nobody knows the cause so far.
  private var unexplained: [Unexplained] = []

  private struct OpenGroup {
    var id: ExampleID
    var place: Place
    var failed = false
  }

  private struct Running {
    var isRow: Bool
    /// The first issue, of a process that is gone, that fails the example.
    var failure: Issue?
    /// How many of its attempts have ended processes, and how many seconds they took.
    var lostAttempts = 0
    var lostSeconds = 0.0
  }

  private struct Unexplained {
    var death: WorkerDeath
    var suspects: [ExampleID]
    /// The outline whose rows may not be readable.
    var outline: ExampleID?
  }

  init(_ spec: ExampleID) { self.spec = spec }

  // MARK: Events

  /// Notes an event of the process that has the spec now, and tells what is to be told of it.
  func note(_ event: Event, output: AttachmentRecorded?, tell: (Event) -> Void) {
    switch event {
    case .groupStarted(let group): begin(group, tell)
    case .exampleStarted(let example): begin(example, tell)
    case .exampleEnded(let example):
      guard let running = end(example.id) else { return }
      if let output { tell(.attachmentRecorded(output)) }
      var example = example
      example.duration += running.lostSeconds
      if let failure = running.failure, !example.outcome.isFailure {
        example.outcome = .failed(unexpected: !failure.isExpected)
      }
      tell(.exampleEnded(example))
    case .groupEnded(let group): end(group, tell)
    case .issueRecorded(let record):
      if let id = record.id {
        if !repeated.isEmpty, repeated.contains(id) { return }
        if record.issue.isFailure { note(failure: record.issue, of: id) }
      }
      tell(event)
    case .hooksEnded:
      if let output { tell(.attachmentRecorded(output)) }
      tell(event)
    default: tell(event)
    }
  }

  /// Notes rows of the process that has the spec now, which are to be told as they are; `false` if each event of them
  /// has to be looked at.
  func note(_ passed: PassedRows) -> Bool {
    // Where another process had begun, some may have been told before.
    guard !isRest, repeated.isEmpty, let outline = outline(atOrAbove: passed.parent),
      let last = passed.rows.last
    else { return false }
    keepLatest()
    hasProgress = true
    rows[outline, default: RowsOver()].count += passed.count
    rows[outline]?.last = passed.parent.appending(leaf: last.name)
    return true
  }

  private func begin(_ group: GroupStarted, _ tell: (Event) -> Void) {
    if isRest, open.contains(where: { $0.id == group.id }) { return }
    open.append(OpenGroup(id: group.id, place: group.place))
    if group.isOutline, outline(around: group.id) == nil {
      rows[group.id] = RowsOver()
      outlineStarts[group.id] = EventLog.now
      reached += 1
    }
    tell(.groupStarted(group))
  }

  /// The groups in a node that are open, in the order in which they began.
  func openGroups(in id: ExampleID) -> [ExampleID] {
    open.map(\.id).filter { $0 != id && $0.isAtOrBelow(id) }
  }

  /// Of some outlines that are not over, the one that has gone on longest, if its rows take long.
  func slowOutline(among outlines: Set<ExampleID>, now: Double) -> ExampleID? {
    let slow = outlineStarts.filter { id, start in
      guard outlines.contains(id), let rows = rows[id] else { return false }
      return now - start >= Self.longOutline && now - start >= Self.slowRow * Double(rows.count)
    }
    return slow.min { ($0.value, $0.key.text) < ($1.value, $1.key.text) }?.key
  }

  /// Seconds after which the rows of an outline are shared, and how many a row takes at least: it costs another
  /// process some time to plan, and to read the rows that are not its own.
  private static let longOutline = 0.2
  private static let slowRow = 0.000_2

  private func begin(_ example: ExampleStarted, _ tell: (Event) -> Void) {
    let isInOutline = !rows.isEmpty && outline(around: example.id) != nil
    let isRow = isInOutline && example.context.row != nil
    if isRest {
      if !isRow, done.contains(example.id) {
        repeated.insert(example.id)
        return
      }
      if running[example.id] != nil { return }
    }
    if !isInOutline, !example.isLeftOut { reached += 1 }
    keepLatest()
    latest = (example.id, Running(isRow: isRow))
    tell(.exampleStarted(example))
  }

  /// Something else begins than the end of what began last.
  private func keepLatest() {
    if let latest { running[latest.id] = latest.running }
    latest = nil
  }

  /// What was known of an example that is over; `nil` if it was told before.
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
      rows[outline, default: RowsOver()].end(id)
    } else {
      done.insert(id)
    }
    return running
  }

  private func end(_ group: GroupEnded, _ tell: (Event) -> Void) {
    guard let index = open.lastIndex(where: { $0.id == group.id }) else {
      return tell(.groupEnded(group))
    }
    close(after: index, tell)
    let earlier = open.remove(at: index)
    var group = group
    group.failed = group.failed || earlier.failed
    hasProgress = true
    rows[group.id] = nil
    outlineStarts[group.id] = nil
    done.insert(group.id)
    if group.id == spec {
      tellLost(tell)
      // Whoever looks at the spec as over has to know it before.
      tellUnexplained(tell)
      isOver = true
    }
    tell(.groupEnded(group))
  }

  /// Closes the groups that began after another one, and in it, and that nobody closes any more.
  private func close(after index: Int, _ tell: (Event) -> Void) {
    let outer = open[index].id
    for inner in open.indices.reversed() where inner > index && open[inner].id.isAtOrBelow(outer) {
      let group = open.remove(at: inner)
      rows[group.id] = nil
      outlineStarts[group.id] = nil
      done.insert(group.id)
      tell(.groupEnded(GroupEnded(id: group.id, failed: group.failed)))
    }
  }

  private func note(failure: Issue, of id: ExampleID) {
    if let latest, latest.id == id {
      self.latest?.running.failure = latest.running.failure ?? failure
    } else if let earlier = running[id] {
      running[id]?.failure = earlier.failure ?? failure
    }
  }

  /// The outermost outline around a node, if it is in one that is not over.
  private func outline(around id: ExampleID) -> ExampleID? {
    rows.isEmpty ? nil : id.parent.flatMap { outline(atOrAbove: $0) }
  }

  private func outline(atOrAbove id: ExampleID) -> ExampleID? {
    if rows.isEmpty { return nil }
    var group: ExampleID? = id
    while let current = group {
      if rows[current] != nil { return current }
      group = current.parent
    }
    return nil
  }

  // MARK: Deaths

  /// The process that had the spec is gone. Tells who is to blame; what is left, if anything may be.
  func die(_ death: WorkerDeath, tell: (Event) -> Void) -> PlanPart? {
    if isOver { return nil }
    keepLatest()
    if let culprit = death.culprit {
      blame(culprit, death, tell)
    } else if !death.running.isEmpty {
      unexplained.append(Unexplained(death: death, suspects: death.running.map(\.id)))
      if !hasProgress, isRest { fruitlessDeaths += 1 }
    } else if hasProgress {
      unexplained.append(Unexplained(death: death, suspects: [], outline: openOutline))
    } else if let outline = openOutline {
      blame(rowsOf: outline, death, tell)
    } else {
      fruitlessDeaths += 1
      unexplained.append(Unexplained(death: death, suspects: []))
    }
    hasProgress = false
    isRest = true
    if isOver { return nil }
    if fruitlessDeaths > 1 {
      giveUp(tell)
      return nil
    }
    return PlanPart(
      spec: spec, done: done, rows: rows, failedGroups: failedGroups,
      lostAttempts: running.mapValues(\.lostAttempts).filter { $0.value > 0 }, isRest: true)
  }

  private var openOutline: ExampleID? { open.last { rows[$0.id] != nil }?.id }

  private func blame(_ culprit: RunningExample, _ death: WorkerDeath, _ tell: (Event) -> Void) {
    unexplained.removeAll { $0.suspects.contains(culprit.id) }
    tell(.issueRecorded(IssueRecorded(id: culprit.id, issue: death.issue(of: culprit))))
    if let output = death.outputs[culprit.id] { tell(.attachmentRecorded(output)) }
    if culprit.isGroupHook {
      blame(hooks: culprit, tell)
      return
    }
    let duration = culprit.start.map { max(0, death.time - $0) } ?? 0
    if death.isRetried(culprit), running[culprit.id] != nil {
      running[culprit.id]?.lostAttempts = culprit.attempt
      running[culprit.id]?.lostSeconds += duration
      return
    }
    let lost = end(culprit.id)?.lostSeconds ?? 0
    tell(
      .exampleEnded(
        ExampleEnded(
          id: culprit.id, outcome: .failed(unexpected: true), duration: lost + duration,
          attempts: culprit.attempt)))
  }

  private func blame(hooks: RunningExample, _ tell: (Event) -> Void) {
    tell(.hooksEnded(HooksEnded(id: hooks.id, phase: hooks.phase)))
    if hooks.phase == .beforeAll {
      failedGroups.insert(hooks.id)
      if let index = open.lastIndex(where: { $0.id == hooks.id }) { open[index].failed = true }
    } else {
      end(GroupEnded(id: hooks.id, failed: true), tell)
    }
  }

  /// The rows of an outline end the process where they are read; nothing more comes of them.
  private func blame(rowsOf outline: ExampleID, _ death: WorkerDeath, _ tell: (Event) -> Void) {
    unexplained.removeAll { $0.outline == outline }
    let id = outline.appending(Outline.rowsName)
    let context = ExampleContext(at: open.last { $0.id == outline }?.place)
    var issue = death.issue(while: "while the rows were read")
    (issue.place, issue.context) = (context.place, context)
    tell(.exampleStarted(ExampleStarted(id, context)))
    tell(.issueRecorded(IssueRecorded(id: id, issue: issue)))
    tell(.exampleEnded(ExampleEnded(id: id, outcome: .failed(unexpected: true))))
    end(GroupEnded(id: outline), tell)
  }

  // MARK: The end

  /// What was to run again, and has not: the process that took over has no such example, or was told to stop.
  private func tellLost(_ tell: (Event) -> Void) {
    keepLatest()
    for id in running.keys.sorted(by: { $0.text < $1.text }) {
      _ = end(id)
      let issue = Issue(
        "It began in a process that ended, and did not run again in the one that took over: what there is to run "
          + "must not depend on the process.", cause: .endOfProcess)
      tell(.issueRecorded(IssueRecorded(id: id, issue: issue)))
      tell(.exampleEnded(ExampleEnded(id: id, outcome: .failed(unexpected: true))))
    }
  }

  /// Nothing more is run of the spec: closes what is open.
  func giveUp(_ tell: (Event) -> Void) {
    if isOver { return }
    keepLatest()
    for id in running.keys.sorted(by: { $0.text < $1.text }) where running[id] != nil {
      _ = end(id)
      tell(.exampleEnded(ExampleEnded(id: id, outcome: .failed(unexpected: true))))
    }
    if let index = open.firstIndex(where: { $0.id == spec }) { close(after: index, tell) }
    tellUnexplained(tell)
    isOver = true
    for group in open.reversed() {
      tell(.groupEnded(GroupEnded(id: group.id, failed: group.failed)))
    }
    open = []
  }

  /// Tells of deaths whose cause was not found when everything ran again: each fails the run.
  private func tellUnexplained(_ tell: (Event) -> Void) {
    for unexplained in unexplained {
      let names = unexplained.suspects.map { "\n  \($0.heading)" }.sorted().joined()
      var issue = unexplained.death.issue(
        while: names.isEmpty
          ? "in \(spec.heading), while no example ran" : "while these ran side by side")
      if !names.isEmpty {
        issue.message += names + "\nEach ran again by itself, and the process did not end."
      }
      tell(.issueRecorded(IssueRecorded(id: nil, issue: issue)))
    }
    unexplained = []
  }
}

extension RowsOver {
  fileprivate mutating func end(_ row: ExampleID) {
    count += 1
    last = row
  }
}
