import ExemplarCore
import ExemplarLog

/// Joins the events of several workers into one run: one beginning, one end, and each example once,
/// whatever happens to the processes.
final class RunLedger {
  /// Gets the events of the run.
  let sink: EventSink
  let allowsFocus: Bool
  private(set) var summary = RunSummary(seed: 0)
  private(set) var hasStarted = false
  private var planned: [PlannedPart] = []
  private var nothingToRun: String?
  private var open: [ExampleID: SpecLedger] = [:]
  /// The spec of the most recent event.
  private var latest: SpecLedger?
  private var over: Set<ExampleID> = []
  /// How many planned examples were reached of each finished spec.
  private var reached: [ExampleID: Int] = [:]
  /// Issues that workers reported before they had anything to run. Each worker plans and finds the
  /// same.
  private var found: Set<IssueRecorded> = []
  private var wasCut = false
  /// The hooks of several specs whose `beforeAll` ended a process; no further process runs them.
  private var failedHooks: Set<ExampleID> = []
  /// The hooks of several specs, which each process runs around its own specs: reports show one group for all processes.
  private var sharedHooks: Set<ExampleID> = []
  /// Those that have begun, in that order, as they end for the run.
  private var begunHooks: [GroupEnded] = []
  /// The rows of shared outlines, according to the first worker that read all of them.
  private var readings: [ExampleID: RowReading] = [:]

  init(allowsFocus: Bool, sink: @escaping EventSink) {
    self.allowsFocus = allowsFocus
    self.sink = sink
  }

  private func emit(_ event: Event) { emit(.event(event)) }

  private func emit(_ batch: EventBatch) {
    summary.count(batch)
    sink(batch)
  }

  func receive(_ plan: WorkerPlan) {
    planned = plan.parts
    sharedHooks = plan.sharedHooks
    nothingToRun = plan.nothingToRun
  }

  /// Receives an event of a worker.
  ///
  /// - Parameters:
  ///   - worker: Its number.
  ///   - output: The output that was written while the subject of the event ran.
  ///   - hasPart: Whether the worker has received anything to run. Before that it reports the
  ///     findings of planning.
  func receive(
    _ event: Event, of worker: Int = 1, output: AttachmentRecorded? = nil, hasPart: Bool = true
  ) {
    switch event {
    case .runStarted:
      if hasStarted { return }
      hasStarted = true
      emit(event)
    case .runEnded(let summary):
      if !summary.finished { wasCut = true }
    case .issueRecorded(let record) where !hasPart:
      if found.insert(record).inserted { emit(event) }
    default:
      guard let id = event.node, id.depth > 1 else { return emit(event) }
      let spec = id.spec
      if sharedHooks.contains(spec) { return receive(event, ofSharedHooks: spec, output) }
      if latest?.spec != spec, over.contains(spec) { return emit(event) }
      let ledger = ledger(of: spec)
      ledger.receive(event, of: worker, output: output, emit: emit)
      if ledger.isOver { end(ledger) }
    }
  }

  private func receive(
    _ event: Event, ofSharedHooks id: ExampleID, _ output: AttachmentRecorded?
  ) {
    switch event {
    case .groupStarted:
      if begunHooks.contains(where: { $0.id == id }) { return }
      begunHooks.append(GroupEnded(id: id))
    case .groupEnded(let end): return record(endOfHooks: end)
    case .hooksEnded: if let output { emit(.attachmentRecorded(output)) }
    default: break
    }
    emit(event)
  }

  /// Records that a process has finished with shared hooks; others may still run them, or begin to.
  private func record(endOfHooks end: GroupEnded) {
    guard let index = begunHooks.firstIndex(where: { $0.id == end.id }) else { return }
    begunHooks[index].failed = begunHooks[index].failed || end.failed
    begunHooks[index].duration = max(begunHooks[index].duration, end.duration)
  }

  /// Receives events of a worker that has a part.
  func receive(_ batch: EventBatch, of worker: Int) {
    if case .passedRows(let rows) = batch, rows.parent.depth > 1 {
      let spec = rows.parent.spec
      if latest?.spec == spec || !over.contains(spec), ledger(of: spec).receive(rows) {
        return emit(batch)
      }
    }
    batch.forEach { receive($0, of: worker) }
  }

  private func ledger(of spec: ExampleID) -> SpecLedger {
    if let latest, latest.spec == spec { return latest }
    let ledger = open[spec] ?? SpecLedger(spec)
    open[spec] = ledger
    latest = ledger
    return ledger
  }

  private func end(_ ledger: SpecLedger) {
    over.insert(ledger.spec)
    reached[ledger.spec] = ledger.reached
    open[ledger.spec] = nil
    latest = nil
  }

  // MARK: Parts

  /// Notes that a worker is given a part to run. Returns the part as the worker must receive it.
  @discardableResult
  func handOut(_ part: PlanPart, to worker: Int) -> PlanPart {
    if !over.contains(part.spec) { ledger(of: part.spec).handOut(part, to: worker) }
    var part = part
    part.failedGroups.formUnion(failedHooks)
    return part
  }

  /// A part that helps with an outline of a spec, among some, whose rows take so long that another process should run
  /// some of them.
  func help(with spec: ExampleID, among outlines: Set<ExampleID>, now: Double = EventLog.now)
    -> PlanPart?
  {
    open[spec]?.help(among: outlines, now: now)
  }

  /// Records which rows a process has read of a shared outline: if another has read other rows, some may have run twice,
  /// or not at all.
  func record(_ rows: RowReading, readOf outline: ExampleID) {
    guard let first = readings[outline] else {
      readings[outline] = rows
      return
    }
    if first == rows { return }
    let difference =
      first.count == rows.count
      ? "they were not the same in all of them"
      : "there were \(first.count) in one, and \(rows.count) in another"
    record(
      Issue(
        "The rows of \(outline.heading) were read in several processes, and \(difference), so some may not have "
          + "run. Rows must not depend on the process; those of a .serialized spec are read in one.",
        phase: .planning))
  }

  /// Handles the exit of the process of a part. Returns the remainder of the part, if there is any.
  func handle(_ exit: ProcessExit, in part: PlanPart) -> PlanPart? {
    if over.contains(part.spec) { return nil }
    let ledger = ledger(of: part.spec)
    let rest = ledger.handleExit(exit, in: part, emit: emit)
    if ledger.isOver { end(ledger) }
    if let hooks = exit.culprit, hooks.isGroupHook, hooks.id.spec != part.spec {
      fail(sharedHooks: hooks)
    }
    return rest
  }

  /// Handles the exit of a process without a part, in hooks that specs share.
  func handle(_ exit: ProcessExit, inSharedHooks hooks: RunningExample) {
    emit(.issueRecorded(IssueRecorded(id: hooks.id, issue: exit.issue(of: hooks))))
    if let output = exit.outputs[hooks.id] { emit(.attachmentRecorded(output)) }
    emit(.hooksEnded(HooksEnded(id: hooks.id, phase: hooks.phase)))
    fail(sharedHooks: hooks)
  }

  private func fail(sharedHooks hooks: RunningExample) {
    if hooks.phase == .beforeAll { failedHooks.insert(hooks.id) }
    record(endOfHooks: GroupEnded(id: hooks.id, failed: true))
  }

  /// Whether a part has come to its end.
  func isOver(_ part: PlanPart) -> Bool {
    over.contains(part.spec) || open[part.spec]?.isOver(part) == true
  }

  /// Records what fails the run as a whole.
  func record(_ issue: Issue) {
    emit(.issueRecorded(IssueRecorded(id: nil, issue: issue)))
  }

  /// Reports the end of the run.
  ///
  /// - Parameter isWhole: Whether the run finished.
  func end(duration: Double, isWhole: Bool) {
    for ledger in open.values.sorted(by: { $0.spec.text < $1.spec.text }) {
      ledger.giveUp(emit)
      end(ledger)
    }
    for hooks in begunHooks.reversed() { emit(.groupEnded(hooks)) }
    var end = summary
    end.nothingRan = nothingToRun
    end.duration = duration
    // Where processes plan differently, more in one spec does not make up for less in another.
    end.notReached = planned.reduce(0) { $0 + max(0, $1.examples - (reached[$1.spec] ?? 0)) }
    end.finished = isWhole && !wasCut
    end.isFocusRefused = end.isFocused && !allowsFocus
    summary = end
    sink(.event(.runEnded(end)))
  }
}
