import ExemplarCore
import ExemplarLog

/// The specs of a run that workers run: what they report, however their processes exit, becomes one stream for each
/// part.
final class RunLedger {
  private let merger: Locked<StreamMerger>
  private let run: StreamMerger.Stream
  let allowsFocus: Bool
  private var plan = WorkerPlan(demands: [])
  private var running: [ExampleID: RunningSpec] = [:]
  /// The part of the most recent event.
  private var latest: (spec: ExampleID, worker: Int, part: Part)?
  private var over: Set<ExampleID> = []
  /// How many planned examples were reached of each finished spec.
  private var reached: [ExampleID: Int] = [:]
  /// Issues that workers reported before they had anything to run. Each worker plans and finds the
  /// same.
  private var found: Set<IssueRecorded> = []
  private var wasCut = false
  private var ended: RunSummary?
  /// The hooks of several specs whose `beforeAll` ended a process; no further process runs them.
  private var failedHooks: Set<ExampleID> = []
  /// The stream that keeps the groups of the hooks of several specs open until the run ends: each process runs them
  /// around its own specs.
  private var hooks: StreamMerger.Stream?
  /// The streams of such hooks, by the workers that run them.
  private var hooksOfWorkers: [Int: StreamMerger.Stream] = [:]
  /// The rows of shared outlines, according to the first worker that read all of them.
  private var readings: [ExampleID: RowReading] = [:]

  /// A part of a spec.
  private struct Part {
    let ledger: PartLedger
    let stream: StreamMerger.Stream
  }

  /// A spec that has begun and not finished.
  private struct RunningSpec {
    /// Its parts: the first has everything, and the others help with the rows of outlines.
    var parts: [Part]
    /// The part that each worker runs; the first one where none is noted.
    var current: [Int: Int] = [:]
    /// Parts that workers have received without emitting an event of them yet.
    var given: [Int: [Int]] = [:]

    var spec: ExampleID { parts[0].ledger.spec }
  }

  /// - Parameter run: The stream of the run.
  init(allowsFocus: Bool, _ merger: Locked<StreamMerger>, _ run: StreamMerger.Stream) {
    (self.allowsFocus, self.merger, self.run) = (allowsFocus, merger, run)
  }

  /// The end of the run, or its counts so far.
  var summary: RunSummary { ended ?? merger.withLock { $0.counts } }

  private func emit(_ event: Event) { merger.withLock { $0.receive(event, of: run) } }

  // MARK: Events

  /// Begins the run.
  func begin(_ plan: WorkerPlan, _ start: RunStarted) {
    self.plan = plan
    hooks = merger.withLock { $0.open(in: run, claiming: plan.sharedHooks) }
    emit(.runStarted(start))
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
    // All workers begin the same run.
    case .runStarted: break
    case .runEnded(let summary):
      if !summary.finished { wasCut = true }
    case .issueRecorded(let record) where !hasPart:
      if found.insert(record).inserted { emit(event) }
    default:
      guard let id = event.node, id.depth > 1 else { return emit(event) }
      let spec = id.spec
      if plan.sharedHooks.contains(spec) { return receive(event, ofHooksIn: worker, output) }
      if case .groupStarted(let group) = event, group.id == spec { begin(spec, in: worker) }
      guard let part = part(of: spec, in: worker) else { return emit(event) }
      merger.withLock { merger in
        part.ledger.receive(event, output: output) { merger.receive($0, of: part.stream) }
      }
      if part.ledger.isOver { end(part) }
    }
  }

  /// Receives events of a worker that has a part.
  func receive(_ batch: EventBatch, of worker: Int) {
    if case .passedRows(let rows) = batch, rows.parent.depth > 1,
      let part = part(of: rows.parent.spec, in: worker), part.ledger.receive(rows)
    {
      return merger.withLock { $0.receive(batch, of: part.stream) }
    }
    batch.forEach { receive($0, of: worker) }
  }

  private func receive(_ event: Event, ofHooksIn worker: Int, _ output: AttachmentRecorded?) {
    merger.withLock { merger in
      let stream = hooksOfWorkers[worker] ?? merger.open(in: run)
      hooksOfWorkers[worker] = stream
      if case .hooksEnded = event, let output {
        merger.receive(.attachmentRecorded(output), of: stream)
      }
      merger.receive(event, of: stream)
    }
  }

  // MARK: Parts

  /// The part of a spec that a worker runs; `nil` if the spec has finished.
  private func part(of spec: ExampleID, in worker: Int) -> Part? {
    if let latest, latest.worker == worker, latest.spec == spec { return latest.part }
    if over.contains(spec) { return nil }
    let running = running(spec)
    let part = running.parts[running.current[worker] ?? 0]
    latest = (spec, worker, part)
    return part
  }

  private func running(_ spec: ExampleID) -> RunningSpec {
    if let running = running[spec] { return running }
    let begun = RunningSpec(parts: [newPart(of: spec, claiming: spec)])
    running[spec] = begun
    return begun
  }

  private func newPart(of spec: ExampleID, claiming id: ExampleID) -> Part {
    Part(
      ledger: PartLedger(spec), stream: merger.withLock { $0.open(in: run, claiming: [id]) })
  }

  /// A worker begins the part that it was given.
  private func begin(_ spec: ExampleID, in worker: Int) {
    guard let given = running[spec]?.given[worker], let next = given.first else { return }
    running[spec]?.given[worker] = Array(given.dropFirst())
    running[spec]?.current[worker] = next
    latest = nil
  }

  /// Ends a part that has come to its end, and the spec with its last one.
  private func end(_ part: Part) {
    merger.withLock { $0.close(part.stream) }
    let spec = part.ledger.spec
    guard let parts = running[spec]?.parts, parts.allSatisfy(\.ledger.isOver) else { return }
    over.insert(spec)
    reached[spec] = parts[0].ledger.reached
    running[spec] = nil
    latest = nil
  }

  /// Notes that a worker is given a part to run. Returns the part as the worker must receive it.
  @discardableResult
  func handOut(_ part: PlanPart, to worker: Int) -> PlanPart {
    if !over.contains(part.spec) {
      _ = running(part.spec)
      running[part.spec]?.given[worker, default: []].append(part.number)
    }
    var part = part
    part.failedGroups.formUnion(failedHooks)
    return part
  }

  /// A part that helps with an outline of a spec, among some, whose rows take so long that another process should run
  /// some of them.
  func help(with spec: ExampleID, among outlines: Set<ExampleID>, now: Double = EventLog.now)
    -> PlanPart?
  {
    guard let parts = running[spec]?.parts,
      let outline = parts[0].ledger.slowOutline(
        // A process that has ended an outline has left no row to claim.
        among: outlines.filter { id in !parts.contains { $0.ledger.isDone(id) } }, now: now)
    else { return nil }
    running[spec]?.parts.append(newPart(of: spec, claiming: outline))
    return PlanPart(spec: spec, number: parts.count, outline: outline)
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

  /// Whether a part has come to its end.
  func isOver(_ part: PlanPart) -> Bool {
    over.contains(part.spec)
      || running[part.spec]?.parts[part.number].ledger.isOver == true
  }

  // MARK: Exits

  /// Handles the exit of the process of a part. Returns the remainder of the part, if there is any.
  func handle(_ exit: ProcessExit, in part: PlanPart) -> PlanPart? {
    if over.contains(part.spec) { return nil }
    let ended = running(part.spec).parts[part.number]
    var rest = merger.withLock { merger in
      ended.ledger.handleExit(exit) { merger.receive($0, of: ended.stream) }
    }
    rest?.number = part.number
    rest?.outline = part.outline
    if ended.ledger.isOver { end(ended) }
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
    emit(.groupEnded(GroupEnded(id: hooks.id, failed: true)))
  }

  /// Records what fails the run as a whole.
  func record(_ issue: Issue) {
    emit(.issueRecorded(IssueRecorded(id: nil, issue: issue)))
  }

  /// Reports the end of the run.
  ///
  /// - Parameter isWhole: Whether the run finished.
  func end(duration: Double, isWhole: Bool) {
    for spec in running.values.sorted(by: { $0.spec.text < $1.spec.text }) {
      // Those that help end before the part that has their outlines.
      for part in spec.parts.reversed() {
        merger.withLock { merger in
          part.ledger.giveUp { merger.receive($0, of: part.stream) }
        }
        end(part)
      }
    }
    merger.withLock { merger in
      for stream in hooksOfWorkers.values { merger.close(stream) }
      if let hooks { merger.close(hooks) }
    }
    var end = summary
    end.nothingRan = plan.nothingToRun
    end.duration = duration
    // Where processes plan differently, more in one spec does not make up for less in another.
    end.notReached = plan.demands.reduce(0) { $0 + max(0, $1.examples - (reached[$1.spec] ?? 0)) }
    end.finished = isWhole && !wasCut
    end.isFocusRefused = end.isFocused && !allowsFocus
    ended = end
    emit(.runEnded(end))
  }
}
