import ExemplarCore
import ExemplarLog

/// What several workers tell, put together as one run: one beginning, one end, and each example once, whatever
/// happens to the processes.
final class RunAccount {
  /// Gets the events of the run.
  let sink: @Sendable (Event) -> Void
  let allowsFocus: Bool
  private(set) var summary = RunSummary(seed: 0)
  private(set) var hasStarted = false
  /// How many seconds each spec took that is over.
  private(set) var durations: [ExampleID: Double] = [:]
  private var planned: [PlannedPart] = []
  private var nothingToRun: String?
  private var open: [ExampleID: PartAccount] = [:]
  /// The spec of which something was told last.
  private var latest: PartAccount?
  private var over: Set<ExampleID> = []
  /// How many planned examples were reached of each spec that is over.
  private var reached: [ExampleID: Int] = [:]
  /// What workers told before they had anything to run: each plans, and finds the same.
  private var found: Set<IssueRecorded> = []
  private var wasCut = false

  init(allowsFocus: Bool, sink: @escaping @Sendable (Event) -> Void) {
    self.allowsFocus = allowsFocus
    self.sink = sink
  }

  private func tell(_ event: Event) {
    summary.count(event)
    sink(event)
  }

  func note(_ plan: WorkerPlan) {
    planned = plan.parts
    nothingToRun = plan.nothingToRun
  }

  /// Notes what a worker tells.
  ///
  /// - Parameters:
  ///   - output: What was written while that ran which the event ends.
  ///   - hasPart: Whether the worker has had something to run; before it tells what planning found.
  func note(_ event: Event, output: AttachmentRecorded? = nil, hasPart: Bool = true) {
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
      guard let id = event.id, id.depth > 1 else { return tell(event) }
      let spec = id.spec
      if latest?.spec != spec, over.contains(spec) { return tell(event) }
      let part = part(of: spec)
      part.note(event, output: output, tell: tell)
      if part.isOver {
        if case .groupEnded(let group) = event { durations[group.id] = group.duration }
        end(part)
      }
    }
  }

  private func part(of spec: ExampleID) -> PartAccount {
    if let latest, latest.spec == spec { return latest }
    let part = open[spec] ?? PartAccount(spec)
    open[spec] = part
    latest = part
    return part
  }

  private func end(_ part: PartAccount) {
    over.insert(part.spec)
    reached[part.spec] = part.reached
    open[part.spec] = nil
    latest = nil
  }

  /// The process that had a part is gone; what is left of the part, if anything may be.
  func note(_ death: WorkerDeath, in part: PlanPart) -> PlanPart? {
    if over.contains(part.spec) { return nil }
    let account = self.part(of: part.spec)
    let rest = account.die(death, tell: tell)
    if account.isOver { end(account) }
    return rest
  }

  /// Whether a part has come to its end.
  func isOver(_ part: PlanPart) -> Bool { over.contains(part.spec) }

  /// Records what fails the run as a whole.
  func record(_ issue: Issue) {
    tell(.issueRecorded(IssueRecorded(id: nil, issue: issue)))
  }

  /// The run is over.
  ///
  /// - Parameter isWhole: Whether it came to its end.
  func end(duration: Double, isWhole: Bool) {
    for part in open.values.sorted(by: { $0.spec.text < $1.spec.text }) {
      part.giveUp(tell)
      end(part)
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

extension Event {
  /// The node that it is about, if it is about one.
  fileprivate var id: ExampleID? {
    switch self {
    case .groupStarted(let event): event.id
    case .exampleStarted(let event): event.id
    case .issueRecorded(let event): event.id
    case .hooksStarted(let event): event.id
    case .hooksEnded(let event): event.id
    case .attachmentRecorded(let event): event.id
    case .exampleEnded(let event): event.id
    case .groupEnded(let event): event.id
    case .exampleListed, .runStarted, .runEnded: nil
    }
  }
}
