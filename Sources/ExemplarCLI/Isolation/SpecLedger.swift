import ExemplarCore
import ExemplarLog

/// The state of a spec that several processes may run at once, because others help with the rows of an outline. Each
/// group is reported once, with all of its contents.
final class SpecLedger {
  /// The part with everything.
  private let main: PartLedger
  /// The parts that help with the rows of outlines, by their numbers, which are not over.
  private var others: [Int: (ledger: PartLedger, outline: ExampleID)] = [:]
  private var lastNumber = 0
  /// The outlines whose rows were all claimed.
  private var exhausted: Set<ExampleID> = []
  /// The outlines that other parts help with and that are not over.
  private var shared: [ExampleID: SharedOutline] = [:]
  /// The groups that have finished for the main part and contain unfinished rows, in the order in
  /// which they ended.
  private var held: [Held] = []
  /// The part that each worker runs; the main one where none is noted.
  private var parts: [Int: Int] = [:]
  /// Parts that workers have received without emitting an event of them yet.
  private var given: [Int: [Int]] = [:]

  /// Warnings about rows that were emitted before any of them ran. Another process that opens the
  /// source repeats them.
  private var warnings: Set<IssueRecorded> = []

  private struct Held {
    var group: GroupEnded
    var time: Double

    /// The end, for which the group had to wait.
    var ended: GroupEnded {
      var end = group
      end.duration += EventLog.now - time
      return end
    }
  }

  /// The reported facts of an outline, from any process.
  private struct SharedOutline {
    /// The groups in it, in the order in which they began, and the failed ones.
    var groups: [ExampleID]
    var failed: Set<ExampleID> = []
    /// The parts that report findings about all rows.
    var findings: [ExampleID: Int] = [:]
    /// Its end in the main part, where it has come.
    var end: Held?
  }

  init(_ spec: ExampleID) { main = PartLedger(spec) }

  var spec: ExampleID { main.spec }
  var reached: Int { main.reached }
  /// Whether all parts have come to their ends.
  var isOver: Bool { main.isOver && others.isEmpty && held.isEmpty }

  // MARK: Parts

  /// Notes that a worker was given a part to run.
  func handOut(_ part: PlanPart, to worker: Int) {
    if isShared { given[worker, default: []].append(part.number) }
  }

  /// Whether other parts help, so that the reporting worker matters.
  private var isShared: Bool { lastNumber > 0 }

  private func ledger(_ number: Int) -> PartLedger? {
    number == 0 ? main : others[number]?.ledger
  }

  /// Whether a part has come to its end.
  func isOver(_ part: PlanPart) -> Bool { ledger(part.number)?.isOver ?? true }

  /// A part that helps with the rows of a slow outline among some, if there is one.
  func help(among outlines: Set<ExampleID>, now: Double) -> PlanPart? {
    guard let outline = main.slowOutline(among: outlines.subtracting(exhausted), now: now) else {
      return nil
    }
    lastNumber += 1
    others[lastNumber] = (PartLedger(spec), outline)
    if shared[outline] == nil {
      shared[outline] = SharedOutline(groups: main.openGroups(in: outline))
    }
    return PlanPart(spec: spec, number: lastNumber, outline: outline)
  }

  // MARK: Events

  /// Receives an event of a worker, and passes on the events to report.
  func receive(
    _ event: Event, of worker: Int, output: AttachmentRecorded?, emit: (Event) -> Void
  ) {
    if case .issueRecorded(let record) = event, record.issue.phase == .planning,
      record.issue.isWarning, !warnings.insert(record).inserted
    {
      return
    }
    if !isShared { return main.receive(event, output: output, emit: emit) }
    if case .groupStarted(let group) = event, group.id == spec,
      let next = given[worker]?.first
    {
      given[worker]?.removeFirst()
      parts[worker] = next
    }
    let number = parts[worker] ?? 0
    ledger(number)?.receive(event, output: output) { pass($0, from: number, emit) }
    endIfOver(number, emit)
  }

  /// Receives rows that can be reported unchanged. Returns `false` if each of their events must be
  /// examined.
  func receive(_ rows: PassedRows) -> Bool { !isShared && main.receive(rows) }

  /// Passes on events that no other part has reported.
  private func pass(_ event: Event, from number: Int, _ emit: (Event) -> Void) {
    switch event {
    case .groupStarted(let group):
      if let outline = outline(above: group.id) {
        if shared[outline]?.groups.contains(group.id) == true { return }
        shared[outline]?.groups.append(group.id)
      } else if number != 0 {
        return
      }
    case .groupEnded(let group):
      if let outline = outline(above: group.id) {
        if group.failed { shared[outline]?.failed.insert(group.id) }
        return
      }
      exhausted.insert(group.id)
      if number == 0 {
        end(group, emit)
      }
      return
    case .exampleStarted(let example):
      // Every process has the findings about all rows.
      if example.context.row == nil, let outline = outline(above: example.id),
        shared[outline]?.findings[example.id] == nil
      {
        shared[outline]?.findings[example.id] = number
      }
    default: break
    }
    if let id = event.node, isFound(id, besides: number) { return }
    emit(event)
  }

  /// The outline with rows in several parts that a node is in, if it is in one.
  private func outline(above id: ExampleID) -> ExampleID? {
    shared.keys.first { id != $0 && id.isAtOrBelow($0) }
  }

  /// Whether another part reports this finding about rows.
  private func isFound(_ id: ExampleID, besides number: Int) -> Bool {
    guard let outline = outline(above: id), let first = shared[outline]?.findings[id] else {
      return false
    }
    return first != number
  }

  // MARK: Ends

  /// A group has finished for the main part. It is reported when it has finished for all parts.
  private func end(_ group: GroupEnded, _ emit: (Event) -> Void) {
    let end = Held(group: group, time: EventLog.now)
    if shared[group.id] != nil {
      shared[group.id]?.end = end
      endIfOver(group.id, emit)
    } else {
      held.append(end)
      emitEnds(emit)
    }
  }

  private func endIfOver(_ number: Int, _ emit: (Event) -> Void) {
    guard number != 0, let (ledger, outline) = others[number], ledger.isOver else { return }
    others[number] = nil
    endIfOver(outline, emit)
  }

  private func endIfOver(_ outline: ExampleID, _ emit: (Event) -> Void) {
    guard shared[outline]?.end != nil, !others.values.contains(where: { $0.outline == outline })
    else { return }
    close(outline, emit)
  }

  /// Reports the ends of the groups of an outline's rows, and its own, if it has come.
  private func close(_ outline: ExampleID, _ emit: (Event) -> Void) {
    guard let rows = shared.removeValue(forKey: outline) else { return }
    for group in rows.groups.reversed() {
      emit(.groupEnded(GroupEnded(id: group, failed: rows.failed.contains(group))))
    }
    if let end = rows.end { emit(.groupEnded(end.ended)) }
    emitEnds(emit)
  }

  /// Reports the ends of groups in which nothing is left.
  private func emitEnds(_ emit: (Event) -> Void) {
    while let end = held.first,
      !shared.keys.contains(where: { $0.isAtOrBelow(end.group.id) })
    {
      held.removeFirst()
      emit(.groupEnded(end.ended))
    }
  }

  // MARK: Exits

  /// Handles the exit of the process of a part: reports the failures it caused, and returns the
  /// remainder of the part.
  func handleExit(_ exit: ProcessExit, in part: PlanPart, emit: (Event) -> Void) -> PlanPart? {
    var rest = ledger(part.number)?.handleExit(exit) { pass($0, from: part.number, emit) }
    rest?.number = part.number
    rest?.outline = part.outline
    endIfOver(part.number, emit)
    return rest
  }

  /// Nothing more is run of the spec: closes what is open.
  func giveUp(_ emit: (Event) -> Void) {
    for number in others.keys.sorted() {
      others[number]?.ledger.giveUp { pass($0, from: number, emit) }
      others[number] = nil
    }
    main.giveUp { pass($0, from: 0, emit) }
    for outline in shared.keys.sorted(by: { $0.text < $1.text }) { close(outline, emit) }
  }
}
