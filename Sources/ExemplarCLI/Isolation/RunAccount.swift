import ExemplarCore
import ExemplarLog

/// What several workers tell, put together as one run: one beginning, one end, and each example once, whatever
/// happens to the processes.
final class RunAccount {
  /// Gets the events of the run.
  let sink: EventSink
  let allowsFocus: Bool
  private(set) var summary = RunSummary(seed: 0)
  private(set) var hasStarted = false
  /// How many seconds each spec took that is over.
  private(set) var durations: [ExampleID: Double] = [:]
  private var planned: [PlannedPart] = []
  private var nothingToRun: String?
  private var open: [ExampleID: SpecAccount] = [:]
  /// The spec of which something was told last.
  private var latest: SpecAccount?
  private var over: Set<ExampleID> = []
  /// How many planned examples were reached of each spec that is over.
  private var reached: [ExampleID: Int] = [:]
  /// What workers told before they had anything to run: each plans, and finds the same.
  private var found: Set<IssueRecorded> = []
  private var wasCut = false
  /// Which rows were read of the outlines that are shared, by who was the first to read all.
  private var readings: [ExampleID: RowShare.Reading] = [:]

  init(allowsFocus: Bool, sink: EventSink) {
    self.allowsFocus = allowsFocus
    self.sink = sink
  }

  private func tell(_ event: Event) {
    summary.count(event)
    if case .groupEnded(let group) = event, group.id.depth == 2 {
      durations[group.id] = group.duration
    }
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

  /// Notes what a worker tells.
  ///
  /// - Parameters:
  ///   - worker: Its number.
  ///   - output: What was written while that ran which the event ends.
  ///   - hasPart: Whether the worker has had something to run; before it tells what planning found.
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

  /// Notes rows that a worker tells together.
  func note(_ rows: PassedRows, of worker: Int) {
    let spec = rows.parent.spec
    guard rows.parent.depth > 1, latest?.spec == spec || !over.contains(spec),
      account(of: spec).note(rows)
    else { return rows.tell { note($0, of: worker) } }
    tell(rows)
  }

  private func account(of spec: ExampleID) -> SpecAccount {
    if let latest, latest.spec == spec { return latest }
    let account = open[spec] ?? SpecAccount(spec)
    open[spec] = account
    latest = account
    return account
  }

  private func end(_ account: SpecAccount) {
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

  /// The process that had a part is gone; what is left of the part, if anything may be.
  func note(_ death: WorkerDeath, in part: PlanPart) -> PlanPart? {
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

  /// The run is over.
  ///
  /// - Parameter isWhole: Whether it came to its end.
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
