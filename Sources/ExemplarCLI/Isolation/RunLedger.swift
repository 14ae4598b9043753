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
  /// The rows of shared outlines, according to the first worker that read all of them.
  private var readings: [ExampleID: RowShare.Reading] = [:]

  init(allowsFocus: Bool, sink: EventSink) {
    self.allowsFocus = allowsFocus
    self.sink = sink
  }

  private func tell(_ event: Event) {
    summary.count(event)
    sink(event)
  }

  private func tell(_ rows: PassedRows) {
    summary.count(rows)
    sink(rows)
  }

  func note(_ plan: WorkerPlan) {
    planned = plan.parts
    nothingToRun = plan.nothingToRun
  }

  /// Receives an event of a worker.
  ///
  /// - Parameters:
  ///   - worker: Its number.
  ///   - output: The output that was written while the subject of the event ran.
  ///   - hasPart: Whether the worker has received anything to run. Before that it reports the
  ///     findings of planning.
  func note(
    _ event: Event, of worker: Int = 1, output: AttachmentRecorded? = nil, hasPart: Bool = true
  ) {
    switch event {
    case .runStarted:
      if hasStarted { return }
      hasStarted = true
      tell(event)
    case .runEnded(let summary):
      if !summary.finished { wasCut = true }
    case .issueRecorded(let record) where !hasPart:
      if found.insert(record).inserted { tell(event) }
    default:
      guard let id = event.node, id.depth > 1 else { return tell(event) }
      let spec = id.spec
      if latest?.spec != spec, over.contains(spec) { return tell(event) }
      let account = account(of: spec)
      account.note(event, of: worker, output: output, tell: tell)
      if account.isOver { end(account) }
    }
  }

  /// Receives consecutive passed rows of a worker.
  func note(_ rows: PassedRows, of worker: Int) {
    let spec = rows.parent.spec
    guard rows.parent.depth > 1, latest?.spec == spec || !over.contains(spec),
      account(of: spec).note(rows)
    else { return rows.tell { note($0, of: worker) } }
    tell(rows)
  }

  private func account(of spec: ExampleID) -> SpecLedger {
    if let latest, latest.spec == spec { return latest }
    let account = open[spec] ?? SpecLedger(spec)
    open[spec] = account
    latest = account
    return account
  }

  private func end(_ account: SpecLedger) {
    over.insert(account.spec)
    reached[account.spec] = account.reached
    open[account.spec] = nil
    latest = nil
  }

  // MARK: Parts

  /// Notes that a worker was given a part to run.
  func handOut(_ part: PlanPart, to worker: Int) {
    if !over.contains(part.spec) { account(of: part.spec).handOut(part, to: worker) }
  }

  /// An outline of a part, among some, whose rows have taken so long that another process should have some of them.
  func slowOutline(of part: PlanPart, among outlines: Set<ExampleID>) -> ExampleID? {
    open[part.spec]?.slowOutline(of: part, among: outlines, now: EventLog.now)
  }

  /// Notes that who runs a part has given rows of an outline away; the part that these are.
  func share(_ rows: RowShare, of outline: ExampleID, from part: PlanPart) -> PlanPart {
    account(of: part.spec).share(rows, of: outline, from: part)
  }

  /// Notes which rows a process has read of a shared outline: if another has read other rows, some may have run twice,
  /// or not at all.
  func note(_ rows: RowShare.Reading, readOf outline: ExampleID) {
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
  func note(_ death: ProcessExit, in part: PlanPart) -> PlanPart? {
    if over.contains(part.spec) { return nil }
    let account = account(of: part.spec)
    let rest = account.die(death, in: part, tell: tell)
    if account.isOver { end(account) }
    return rest
  }

  /// Whether a part has come to its end.
  func isOver(_ part: PlanPart) -> Bool {
    over.contains(part.spec) || open[part.spec]?.isOver(part) == true
  }

  /// Records what fails the run as a whole.
  func record(_ issue: Issue) {
    tell(.issueRecorded(IssueRecorded(id: nil, issue: issue)))
  }

  /// Reports the end of the run.
  ///
  /// - Parameter isWhole: Whether the run finished.
  func end(duration: Double, isWhole: Bool) {
    for account in open.values.sorted(by: { $0.spec.text < $1.spec.text }) {
      account.giveUp(tell)
      end(account)
    }
    var end = summary
    end.nothingRan = nothingToRun
    end.duration = duration
    // Where processes plan differently, more in one spec does not make up for less in another.
    end.notReached = planned.reduce(0) { $0 + max(0, $1.examples - (reached[$1.spec] ?? 0)) }
    end.finished = isWhole && !wasCut
    end.isFocusRefused = end.isFocused && !allowsFocus
    summary = end
    sink(.runEnded(end))
  }
}
