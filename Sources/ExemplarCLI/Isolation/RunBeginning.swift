import ExemplarCore

/// The beginning of a run whose specs are in one program or in several: joins their plans, and filters the findings
/// before anything runs.
struct RunBeginning {
  private var plans: [WorkerPlan?]
  /// Findings that arrived before all plans were known.
  private var held: [(record: IssueRecorded, program: Int)] = []
  /// How many examples are in programs that were not asked.
  private let leftOut: Int
  private let seed: UInt64
  private let order: Order

  /// - Parameters:
  ///   - programs: The number of programs.
  ///   - leftOut: The number of examples in further programs, in which nothing runs.
  init(programs: Int, leftOut: Int = 0, seed: UInt64, order: Order) {
    plans = Array(repeating: nil, count: programs)
    (self.leftOut, self.seed, self.order) = (leftOut, seed, order)
  }

  /// Receives the plan of a program.
  mutating func receive(_ plan: WorkerPlan, of program: Int) {
    plans[program] = plans[program] ?? plan
  }

  /// Withholds a finding that a program reports before all plans are known.
  mutating func hold(_ record: IssueRecorded, of program: Int) { held.append((record, program)) }

  /// The joined plan, and the programs of specs that are not in the first; `nil` until all programs have planned.
  ///
  /// Focus in one program applies to all. A spec that several programs contain, because the target
  /// that declares it is linked into each, is run by the first.
  var plan: (plan: WorkerPlan, programs: [ExampleID: Int])? {
    let plans = plans.compactMap(\.self)
    guard plans.count == self.plans.count else { return nil }
    if plans.count == 1 { return (plans[0], [:]) }
    var all = WorkerPlan(demands: [], focused: plans.flatMap(\.focused))
    var programs: [ExampleID: Int] = [:]
    for (program, plan) in plans.enumerated() {
      all.notSelected += plan.notSelected
      all.sharedHooks.formUnion(plan.sharedHooks)
      for demand in plan.demands where programs[demand.spec] == nil {
        programs[demand.spec] = program
        if all.isFocused, !plan.isFocused {
          all.notSelected += demand.examples
        } else {
          all.demands.append(demand)
        }
      }
    }
    // Programs do not follow one another: the order is that of one program with all specs.
    all.demands = all.demands.enumerated().sorted {
      func key(_ demand: SpecDemand) -> UInt64 {
        order == .random ? demand.spec.pathHash.key(seed: seed) : 0
      }
      let (first, second) = ($0.element, $1.element)
      return (first.runGroup, key(first), $0.offset) < (second.runGroup, key(second), $1.offset)
    }.map(\.element)
    let asked = all.isFocused ? plans.filter(\.isFocused) : plans
    if asked.allSatisfy({ $0.nothingToRun != nil }) { all.nothingToRun = asked.first?.nothingToRun }
    return (all, programs)
  }

  /// The beginning of a run of a joined plan.
  func start(_ plan: WorkerPlan, repetition: Int, of repetitions: Int) -> RunStarted {
    RunStarted(
      seed: seed, order: order, specs: plan.specs,
      examples: plan.examples, outlines: plan.outlines, repetition: repetition,
      repetitions: repetitions, notSelected: plan.notSelected + leftOut, focused: plan.focused)
  }

  /// The findings that were withheld and apply to all programs together.
  mutating func release() -> [IssueRecorded] {
    defer { held = [] }
    return held.filter { emits($0.record, of: $0.program) }.map(\.record)
  }

  /// Whether an early finding of one program applies to all of them together.
  func emits(_ record: IssueRecorded, of program: Int) -> Bool {
    if record.issue.phase != .planning { return true }
    let plans = plans.compactMap(\.self)
    // Focus suppresses findings in the examples that it leaves out.
    if record.issue.isWarning, plans.contains(where: \.isFocused), !plans[program].isFocused {
      return false
    }
    guard record.id == nil, let place = record.issue.place else { return true }
    // Another program may include shared examples that this one does not.
    return !plans.enumerated().contains { $0 != program && $1.includedShared.contains(place) }
  }
}
