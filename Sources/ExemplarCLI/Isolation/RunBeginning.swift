import ExemplarCore

/// How a run begins whose specs are in one program or in several: what all of them plan, and what they tell before
/// anything runs, put together.
struct RunBeginning {
  private var plans: [WorkerPlan?]
  private var starts: [RunStarted?]
  /// What was found before the beginning could be told.
  private var found: [(event: Event, program: Int)] = []
  /// How many examples are in programs that were not asked.
  private let leftOut: Int
  private let isShared: Bool

  /// - Parameters:
  ///   - programs: How many there are.
  ///   - leftOut: How many examples are in others, in which nothing is to run.
  init(programs: Int, leftOut: Int = 0) {
    plans = Array(repeating: nil, count: programs)
    starts = plans.map { _ in nil }
    self.leftOut = leftOut
    isShared = programs > 1 || leftOut > 0
  }

  /// Notes what a program plans.
  mutating func note(_ plan: WorkerPlan, of program: Int) {
    plans[program] = plans[program] ?? plan
  }

  /// Holds an event back that a program tells before all have told how their runs begin; whether it did.
  mutating func holds(_ event: Event, of program: Int) -> Bool {
    guard isShared else { return false }
    if case .runStarted(let start) = event {
      starts[program] = starts[program] ?? start
    } else {
      found.append((event, program))
    }
    return true
  }

  /// What there is to run, and which program holds a spec if it is not the first; `nil` as long as not all have told.
  ///
  /// A focus in one program is one for all of them. A spec that several hold, since the target that declares it is
  /// linked into each, is run by the first.
  var plan: (plan: WorkerPlan, programs: [ExampleID: Int])? {
    let plans = plans.compactMap(\.self)
    guard plans.count == self.plans.count, !isShared || !starts.contains(nil) else { return nil }
    if !isShared { return (plans[0], [:]) }
    let isFocused = plans.contains(where: \.isFocused)
    var all = WorkerPlan(parts: [], isFocused: isFocused)
    var programs: [ExampleID: Int] = [:]
    for (program, plan) in plans.enumerated() {
      all.notSelected += plan.notSelected
      for part in plan.parts where programs[part.spec] == nil {
        programs[part.spec] = program
        if isFocused, !plan.isFocused {
          all.notSelected += part.examples
        } else {
          all.parts.append(part)
        }
      }
    }
    all.parts = all.parts.enumerated().sorted {
      ($0.element.runGroup, $0.offset) < ($1.element.runGroup, $1.offset)
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
    start.examples = plan.parts.reduce(0) { $0 + $1.examples }
    start.notSelected = plan.notSelected + leftOut
    start.focused = starts.compactMap(\.self).flatMap(\.focused)
    defer { found = [] }
    return [.runStarted(start)] + found.filter { tells($0.event, of: $0.program) }.map(\.event)
  }

  /// Whether what a program tells before it runs anything holds for all of them together.
  func tells(_ event: Event, of program: Int) -> Bool {
    guard isShared, case .issueRecorded(let record) = event, record.issue.phase == .planning else {
      return true
    }
    let plans = plans.compactMap(\.self)
    // Nobody asks for what is wrong with what a focus leaves out.
    if record.issue.isWarning, plans.contains(where: \.isFocused), !plans[program].isFocused {
      return false
    }
    guard record.id == nil, let place = record.issue.place else { return true }
    // What nothing includes here, another program may.
    return !plans.enumerated().contains { $0 != program && $1.includedShared.contains(place) }
  }
}
