import ExemplarCore
import ExemplarLog
import Foundation

/// The process that can run an example or a test: one of a program with specs, or of a library of tests.
enum MutantHome: Hashable {
  case specs(Int)
  case tests(ForeignTest.Kind)

  var hasSpecs: Bool { if case .specs = self { true } else { false } }
}

/// One run without a mutant of everything that a home holds.
struct MutantPass {
  let home: MutantHome
  var trial: MutantTrial
  /// The mutants that each example or test reaches, and groups of which the hooks do; with an empty id, those that other
  /// code reaches. `nil` if that was not recorded.
  var reached: [ExampleID: Set<Int>]?

  /// Why mutants cannot be judged by these tests, if so.
  ///
  /// - Parameter isSeparate: Whether each test had a process of its own, so that only its own exit concerns it.
  func problem(isSeparate: Bool) -> String? {
    if let reason = trial.failureOfRun {
      return "The tests do not pass without a mutant. \(reason)"
    }
    if isSeparate || trial.hasEnded && (trial.hasFailed || trial.exit.isSuccess) { return nil }
    return "The tests do not pass without a mutant. Their process \(trial.exit.explanation)."
  }
}

/// Which examples and tests reach which mutants: what follows from several runs without a mutant.
struct MutantReach {
  struct Example: Equatable {
    let id: ExampleID
    let home: MutantHome
    let context: ExampleContext
    let seconds: Double
    var mutants: Set<Int> = []
  }

  /// Those that passed each time, in the order of their homes and ids.
  private(set) var examples: [Example] = []
  /// Those that failed, with the reasons to leave them out.
  private(set) var leftOut: [(id: ExampleID, reason: String)] = []
  /// The mutants of each home that any of its examples may depend on.
  private(set) var statics: [MutantHome: Set<Int>] = [:]
  /// How many seconds a process of a home takes in addition to its examples.
  private var overheads: [MutantHome: Double] = [:]
  private var numbers: [MutantHome: [Int]] = [:]
  /// The examples that reach each mutant.
  private var reachers: [Int: [Int]] = [:]

  /// Throws if no example passes.
  ///
  /// - Parameters:
  ///   - passes: Runs in different orders.
  ///   - once: The mutants in initializers of globals and static variables.
  init(_ passes: [MutantPass], once: Set<Int> = []) throws(UsageError) {
    for (home, passes) in passes.map({ ($0.home, $0) }).grouped(by: \.0).map({
      ($0[0].0, $0.map(\.1))
    }) {
      add(passes, of: home, once)
    }
    if examples.isEmpty {
      throw UsageError("No test passes without a mutant, so none can notice one.")
    }
  }

  private mutating func add(_ passes: [MutantPass], of home: MutantHome, _ once: Set<Int>) {
    let recorded = passes.compactMap(\.reached)
    let first = passes[0].trial
    let found = Set(passes.flatMap { $0.trial.contexts.keys })
    var (kept, reasons) = (Set<ExampleID>(), [ExampleID: String]())
    for id in found {
      guard passes.contains(where: { $0.trial.hasRun(id) }) else { continue }
      let passed = passes.count { $0.trial.hasPassed(id) }
      let context = passes.lazy.compactMap { $0.trial.contexts[id] }.first
      if context?.outcome(ofFailure: false).isFailure == false {
        reasons[id] = "is quarantined, so its failure would fail no run"
      } else if passed == passes.count {
        kept.insert(id)
      } else {
        reasons[id] =
          passed == 0
          ? "fails without a mutant"
          : "passes only sometimes without a mutant, or only with --jobs 1"
      }
    }
    if case .tests = home {
      // A test cannot run without the arguments that fail.
      let tests = Set(reasons.keys.filter { first.contexts[$0]?.hasRow == true }.map(\.parent))
      for id in kept where first.contexts[id]?.hasRow == true && tests.contains(id.parent) {
        kept.remove(id)
        reasons[id] = "is an argument of a test that fails without a mutant"
      }
    }
    leftOut += reasons.sorted { $0.key.text < $1.key.text }.map { ($0.key, $0.value) }
    var reached = recorded.reduce([:]) { $0.merging($1) { $0.union($1) } }
    var shared = reached.removeValue(forKey: ExampleID([])) ?? []
    if home.hasSpecs {
      // Code that runs once in a process is reached by the first example that needs it: another one in another order.
      let all = recorded.map { pass in
        var reachers: [Int: Set<ExampleID>] = [:]
        for (id, mutants) in pass {
          for mutant in mutants { reachers[mutant, default: []].insert(id) }
        }
        return reachers
      }
      for mutant in Set(all.flatMap(\.keys)) {
        if once.contains(mutant) || Set(all.map { $0[mutant] ?? [] }).count > 1 {
          shared.insert(mutant)
        }
      }
    }
    statics[home] = shared
    // In the last run, tests share a process, as they do with a mutant.
    if let last = passes.last?.trial {
      overheads[home] = max(0, last.seconds - last.durations.values.reduce(0, +))
    }
    for id in kept.sorted(by: { $0.text < $1.text }) {
      var example = Example(
        id: id, home: home, context: first.contexts[id] ?? ExampleContext(),
        seconds: passes.compactMap { $0.trial.durations[id] }.max() ?? 0)
      for group in sequence(first: id, next: \.parent) {
        example.mutants.formUnion(reached[group] ?? [])
      }
      numbers[home, default: []].append(examples.count)
      for mutant in example.mutants { reachers[mutant, default: []].append(examples.count) }
      examples.append(example)
    }
  }

  /// Whether any example may depend on a mutant.
  func isStatic(_ mutant: Int) -> Bool { statics.values.contains { $0.contains(mutant) } }

  /// The numbers of the examples that a mutant concerns, by their homes: those that are likely to fail soon come first.
  ///
  /// - Parameter killers: The ids of those that killed the mutant in an earlier run.
  func examples(of mutant: Int, after killers: Set<ExampleID> = []) -> [(
    home: MutantHome, numbers: [Int]
  )] {
    /// An example that reaches few mutants is about them.
    func order(_ number: Int) -> (Int, Int, Int) {
      let example = examples[number]
      return (killers.contains(example.id) ? 0 : 1, example.mutants.count, number)
    }
    var chosen = Dictionary(grouping: reachers[mutant] ?? []) { examples[$0].home }
    for (home, mutants) in statics where mutants.contains(mutant) { chosen[home] = numbers[home] }
    return chosen.map { ($0.key, $0.value.sorted { order($0) < order($1) }) }
      .sorted { order($0.numbers[0]) < order($1.numbers[0]) }
  }

  /// The numbers of the other examples of a home whose processes run many: of tests that are not examples, each has shown
  /// in a process of its own what it reaches.
  func others(than chosen: [Int], in home: MutantHome) -> [Int] {
    if !home.hasSpecs { return [] }
    let chosen = Set(chosen)
    return (numbers[home] ?? []).filter { !chosen.contains($0) }
  }

  func number(of id: ExampleID, in home: MutantHome) -> Int? {
    numbers[home]?.first { examples[$0].id == id }
  }

  /// How many seconds a process with some examples may take.
  func limit(of numbers: [Int], in home: MutantHome) -> Double {
    3 * numbers.reduce(overheads[home] ?? 0) { $0 + examples[$1].seconds } + 1
  }
}
