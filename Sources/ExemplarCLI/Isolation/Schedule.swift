import ExemplarCore

// Isolation: a run that several processes share, and that continues when one of them exits.
//
// The next part and the outcome of each example are values here, without processes.

/// Decides which part of a plan a worker runs next.
///
/// As in a single process, a run group finishes before the next begins, specs that exclude each
/// other do not overlap, and a spec that must run alone is not overtaken.
struct Schedule {
  private struct Entry {
    var demand: SpecDemand
    var part: PlanPart
    /// Which of the programs holds the spec.
    var program: Int
  }
  /// The parts that are still waiting, the next at the end.
  private var waiting: [Entry] = []
  private var running: [Int: Entry] = [:]
  private(set) var isStopped = false

  /// - Parameters:
  ///   - plan: The specs, in the order of the plan.
  ///   - durationClasses: How long specs took in earlier runs: those of the highest class in a run group begin first,
  ///     and those of which nothing is known count as short. Inside of a class, the order stays.
  ///   - first: The specs that precede the others of their run group.
  ///   - programs: Which program holds a spec, if it is not the first.
  init(
    _ plan: [SpecDemand], durationClasses: [ExampleID: Int] = [:], first: Set<ExampleID> = [],
    programs: [ExampleID: Int] = [:]
  ) {
    var plan = Array(plan.enumerated())
    if !durationClasses.isEmpty || !first.isEmpty {
      func key(_ offset: Int, _ demand: SpecDemand) -> (Int, Int, Int, Int) {
        let duration = durationClasses[demand.spec] ?? 0
        return (demand.runGroup, first.contains(demand.spec) ? 0 : 1, -duration, offset)
      }
      plan.sort { key($0.offset, $0.element) < key($1.offset, $1.element) }
    }
    waiting = plan.reversed().map {
      Entry(
        demand: $0.element, part: PlanPart(spec: $0.element.spec),
        program: programs[$0.element.spec] ?? 0)
    }
  }

  /// The next action of a worker.
  enum Turn: Equatable {
    case run(PlanPart)
    /// Another part has to finish before, or the next one requires a fresh process.
    case wait
    /// Nothing is left.
    case over
  }

  /// Assigns a part to an idle worker, if one may begin now.
  ///
  /// - Parameters:
  ///   - isFresh: Whether it has run nothing so far.
  ///   - program: The program of its process.
  mutating func turn(of worker: Int, isFresh: Bool = false, in program: Int = 0) -> Turn {
    if isOver { return .over }
    guard let next = next(in: program) else { return .wait }
    if waiting[next].demand.isIsolated, !isFresh { return .wait }
    let entry = waiting.remove(at: next)
    running[worker] = entry
    return .run(entry.part)
  }

  /// The slot of a worker that begins a part: the one that it had before, or the lowest that no other worker has, or
  /// that no other worker needs now.
  ///
  /// - Parameters:
  ///   - earlier: Its slot before.
  ///   - count: How many workers run at the same time at most.
  ///   - others: The slots of the other workers.
  ///   - running: The slots of those that run a part.
  static func slot(
    after earlier: Int?, of count: Int, others: [Int], running: [Int]
  ) -> Int {
    if let earlier, earlier < count, !running.contains(earlier) { return earlier }
    return (0..<count).first { !others.contains($0) } ?? (0..<count).first { !running.contains($0) }
      ?? 0
  }

  /// The position of the part that may begin now, if one may.
  ///
  /// - Parameter program: The program that holds it; `nil` for any.
  private func next(in program: Int? = nil) -> Int? {
    guard let group = waiting.last?.demand.runGroup,
      !running.values.contains(where: { $0.demand.runGroup < group })
    else { return nil }
    // A part that has begun is not finished while a process to continue it is starting.
    var begun = running.values.map(\.demand)
    for index in waiting.indices.reversed() {
      let entry = waiting[index]
      if entry.demand.runGroup != group { return nil }
      let isFree = !begun.contains { $0.excludes(entry.demand) }
      if isFree, entry.program == program ?? entry.program { return index }
      if entry.demand.isSerialized { return nil }
      if entry.part.isRest || entry.part.number > 0 { begun.append(entry.demand) }
    }
    return nil
  }

  /// The program that holds the part which may begin now, if one may.
  var programOfNext: Int? { next().map { waiting[$0].program } }

  /// Whether a part may begin now.
  var canBegin: Bool { next() != nil }

  /// Whether everything has been assigned and has finished.
  var isOver: Bool { waiting.isEmpty && running.isEmpty }

  /// Whether what a worker runs has that process for itself.
  func isIsolated(_ worker: Int) -> Bool { running[worker]?.demand.isIsolated == true }

  /// The part that a worker runs.
  func part(of worker: Int) -> PlanPart? { running[worker]?.part }

  /// Records that a worker's part has finished, or, if there is a rest, has to continue elsewhere
  /// before anything else.
  mutating func end(_ worker: Int, rest: PlanPart? = nil) {
    guard var entry = running.removeValue(forKey: worker), let rest, !isStopped else { return }
    entry.part = rest
    waiting.append(entry)
  }

  /// Has another part of the spec that a worker runs handed out next, to run beside it.
  mutating func add(_ part: PlanPart, beside worker: Int) {
    guard var entry = running[worker], !isStopped else { return }
    entry.part = part
    waiting.append(entry)
  }

  /// The workers that run a spec with outlines whose rows several processes may share, with these outlines, if any other
  /// could run them now.
  var sharers: [(worker: Int, spec: ExampleID, outlines: Set<ExampleID>)] {
    if isStopped || canBegin { return [] }
    return running.sorted { $0.key < $1.key }.map { ($0, $1.part.spec, $1.demand.shareable) }
      .filter { !$0.2.isEmpty }
  }

  /// From now on, nothing more is handed out.
  mutating func stop() {
    isStopped = true
    waiting = []
  }
}
