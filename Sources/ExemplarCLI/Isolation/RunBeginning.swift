import ExemplarCore

/// The beginning of a run whose specs are in one program or in several: joins their plans and the
/// events before anything runs.
struct RunBeginning {
  private var plans: [WorkerPlan?]
  private var starts: [RunStarted?]
  /// Findings that arrived before the beginning could be reported.
  private var found: [(event: Event, program: Int)] = []
  /// How many examples are in programs that were not asked.
  private let leftOut: Int
  private let isShared: Bool

  /// - Parameters:
  ///   - programs: The number of programs.
  ///   - leftOut: The number of examples in further programs, in which nothing runs.
  init(programs: Int, leftOut: Int = 0) {
    plans = Array(repeating: nil, count: programs)
    starts = plans.map { _ in nil }
    self.leftOut = leftOut
    isShared = programs > 1 || leftOut > 0
  }

  /// Receives the plan of a program.
  mutating func receive(_ plan: WorkerPlan, of program: Int) {
    plans[program] = plans[program] ?? plan
  }

  /// Withholds an event that a program emits before all programs have begun. Returns whether it
  /// did.
  mutating func holds(_ event: Event, of program: Int) -> Bool {
    guard isShared else { return false }
    if case .runStarted(let start) = event {
      starts[program] = starts[program] ?? start
    } else {
      found.append((event, program))
    }
    return true
  }

  /// The joined plan, and the programs of specs that are not in the first; `nil` until all programs
  /// have begun.
  ///
  /// Focus in one program applies to all. A spec that several programs contain, because the target
  /// that declares it is linked into each, is run by the first.
  var plan: (plan: WorkerPlan, programs: [ExampleID: Int])? {
    let plans = plans.compactMap(\.self)
    guard plans.count == self.plans.count, !isShared || !starts.contains(nil) else { return nil }
    if !isShared { return (plans[0], [:]) }
    let isFocused = plans.contains(where: \.isFocused)
    var all = WorkerPlan(parts: [], isFocused: isFocused)
    var programs: [ExampleID: Int] = [:]
    for (program, plan) in plans.enumerated() {
      all.notSelected += plan.notSelected
      all.sharedHooks.formUnion(plan.sharedHooks)
      for part in plan.parts where programs[part.spec] == nil {
        programs[part.spec] = program
        if isFocused, !plan.isFocused {
          all.notSelected += part.examples
        } else {
          all.parts.append(part)
        }
      }
    }
    let start = starts.lazy.compactMap(\.self).first
    let seed = start?.order == .random ? start?.seed : nil
    // Programs do not follow one another: the order is that of one program with all specs.
    all.parts = all.parts.enumerated().sorted {
      func key(_ part: PlannedPart) -> UInt64 { seed.map(part.spec.pathHash.key) ?? 0 }
      let (first, second) = ($0.element, $1.element)
      return (first.runGroup, key(first), $0.offset) < (second.runGroup, key(second), $1.offset)
    }.map(\.element)
    let asked = isFocused ? plans.filter(\.isFocused) : plans
    if asked.allSatisfy({ $0.nothingToRun != nil }) { all.nothingToRun = asked.first?.nothingToRun }
    return (all, programs)
  }

  /// The beginning of the run of several programs, and what was found before it.
  mutating func release() -> [Event] {
    guard isShared, let plan = plan?.plan, var start = starts.lazy.compactMap(\.self).first else {
      return []
    }
    start.specs = plan.parts.count { $0.examples > 0 }
    (start.examples, start.outlines) = (plan.examples, plan.outlines)
    start.notSelected = plan.notSelected + leftOut
    start.focused = starts.compactMap(\.self).flatMap(\.focused)
    defer { found = [] }
    return [.runStarted(start)] + found.filter { emits($0.event, of: $0.program) }.map(\.event)
  }

  /// Whether an early event of one program applies to all of them together.
  func emits(_ event: Event, of program: Int) -> Bool {
    guard isShared, case .issueRecorded(let record) = event, record.issue.phase == .planning else {
      return true
    }
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
