import ExemplarCore
import ExemplarReports
import Foundation

/// Judges mutants, several at once.
struct MutantRun: Sendable {
  let processes: MutantProcesses
  let reach: MutantReach
  let stopsAtFailure: Bool
  let jobs: Int
  /// The killers of mutants in an earlier run.
  let killers: [Int: Set<ExampleID>]
  let terminal: Terminal
  /// The processes that show whether examples pass alone, without a mutant.
  private let alone = Locked([ExampleID: Task<Bool, any Error>]())

  /// How many mutants each example ran with, and how many of them it noticed.
  private let habits = Locked(MutantHabits())

  /// Judges mutants, by their numbers. One that only an example has noticed that seldom notices any is judged again: the
  /// example may fail now and then by itself.
  ///
  /// - Parameters:
  ///   - report: Receives each result as soon as it is known. A later one of the same mutant replaces it.
  ///   - distrust: Receives each example that fails only sometimes with the same mutant.
  func judge(
    _ mutants: [Int], _ report: @escaping @Sendable (MutantResult) throws -> Void,
    distrust: (ExampleID) throws -> Void
  ) async throws {
    let results = try await judge(mutants, report)
    let habits = habits.withLock { $0 }
    let unsure = results.filter {
      $0.value.verdict == .killed && habits.areSeldomKillers($0.value.by)
    }
    // In the same order, so that what failed before fails again if the mutant is the reason.
    let unsteady = try await judge(unsure.keys.sorted(), report)
      .filter { $0.value.verdict == .survived }.flatMap { unsure[$0.key]?.by ?? [] }
    for id in Set(unsteady).sorted(by: { $0.text < $1.text }) { try distrust(id) }
  }

  /// Judges mutants side by side. One that exceeded its limit is judged again, with a longer one, when nothing else runs.
  private func judge(
    _ mutants: [Int], _ report: @escaping @Sendable (MutantResult) throws -> Void
  ) async throws -> [Int: MutantResult] {
    let results = Locked([Int: MutantResult]())
    try await inParallel(mutants, jobs: jobs) { mutant in
      let result = try await judge(mutant)
      try report(result)
      results.withLock { results in
        results[mutant] = result
        let survived = results.values.count { $0.verdict == .survived }
        terminal.show("mutant \(results.count) of \(mutants.count): \(survived) survived so far…")
      }
    }
    var all = results.withLock { $0 }
    for mutant in mutants where all[mutant]?.verdict == .timedOut {
      let result = try await judge(mutant, patience: 3)
      try report(result)
      all[mutant] = result
    }
    return all
  }

  /// - Parameter patience: The factor of limits.
  private func judge(_ mutant: Int, patience: Double = 1) async throws -> MutantResult {
    var joined: MutantResult?
    var numbers: [Int] = []
    var isStatic = reach.isStatic(mutant)
    for (home, examples) in reach.examples(of: mutant, after: killers[mutant] ?? []) {
      numbers += examples
      if stopsAtFailure, joined?.verdict.isDetected == true { continue }
      var (result, isReached) = try await run(home, examples, mutant, patience)
      var others = reach.others(than: examples, in: home)
      if result.verdict.isDetected, !others.isEmpty, try await !passAlone(result.by, of: home) {
        // They need examples that run before them, as in an ordered group, so everything runs.
        (result, isReached) = try await run(home, examples + others, mutant, patience)
        others = []
      }
      if result.verdict == .survived, !isReached {
        result = MutantResult(
          .error, "No example reached the mutant in this run, although one did without it.")
      }
      if result.verdict == .survived, !others.isEmpty {
        // Code that keeps its result is reached by the first example that needs it, which may hide that others do.
        let (later, isReached) = try await run(home, others, mutant, patience)
        if isReached {
          (isStatic, numbers, result) = (true, numbers + others, result.joined(with: later))
        }
      }
      joined = joined?.joined(with: result) ?? result
    }
    var result = joined ?? MutantResult(.noCoverage)
    result.mutant = mutant
    result.reachedBy = numbers.sorted()
    result.isStatic = isStatic
    return result
  }

  /// Whether each of some examples passes without a mutant if no other one runs. Groups are not asked.
  private func passAlone(_ ids: [ExampleID], of home: MutantHome) async throws -> Bool {
    for id in ids {
      guard let number = reach.number(of: id, in: home) else { continue }
      // Mutants beside each other often have the same killer.
      let task = alone.withLock { alone in
        if let task = alone[id] { return task }
        let limit = reach.limit(of: [number], in: home)
        let task = Task { [processes] in
          try await processes.run(.init(home: home, ids: [id], limit: limit)).0.hasPassed(id)
        }
        alone[id] = task
        return task
      }
      if try await !task.value { return false }
    }
    return true
  }

  /// Runs examples with a mutant. Also returns whether they reached it.
  private func run(
    _ home: MutantHome, _ numbers: [Int], _ mutant: Int, _ patience: Double
  ) async throws -> (MutantResult, isReached: Bool) {
    let result = try await run(home, numbers, mutant, patience, stopsAtFailure: stopsAtFailure)
    // A row that no longer exists ends the run, before another one could notice the mutant.
    return result.0.verdict == .error && stopsAtFailure
      ? try await run(home, numbers, mutant, patience, stopsAtFailure: false) : result
  }

  private func run(
    _ home: MutantHome, _ numbers: [Int], _ mutant: Int, _ patience: Double, stopsAtFailure: Bool
  ) async throws -> (MutantResult, isReached: Bool) {
    let examples = numbers.map { reach.examples[$0] }
    let ids = examples.map(\.id)
    let (trial, reached) = try await processes.run(
      .init(
        home: home, ids: ids, mutant: mutant, recordsReach: true,
        limit: patience * reach.limit(of: numbers, in: home), stopsAtFailure: stopsAtFailure))
    var result = trial.result(of: ids, rows: Set(examples.filter(\.context.hasRow).map(\.id)))
    habits.withLock {
      $0.add(trial, of: Set(examples.filter { $0.mutants.contains(mutant) }.map(\.id)))
    }
    result.seconds = trial.seconds
    return (result, reached?.values.contains { $0.contains(mutant) } == true)
  }
}

/// How many of the mutants that it reaches each example ran with, and how many of these it noticed.
struct MutantHabits {
  private var trials: [ExampleID: (all: Int, failed: Int)] = [:]

  /// - Parameter reachers: The examples that reach the mutant.
  mutating func add(_ trial: MutantTrial, of reachers: Set<ExampleID>) {
    for id in trial.ends.keys where reachers.contains(id) { trials[id, default: (0, 0)].all += 1 }
    for id in trial.failures where reachers.contains(id) { trials[id, default: (0, 0)].failed += 1 }
  }

  /// Whether each of some examples has noticed less than a tenth of the mutants that it ran with. Groups are no examples.
  func areSeldomKillers(_ ids: [ExampleID]) -> Bool {
    !ids.isEmpty
      && ids.allSatisfy { id in trials[id].map { 10 * $0.failed < $0.all } ?? false }
  }
}

/// The file with the results, a JSON object in each line.
final class ResultLines: Sendable {
  /// The first line.
  struct Header: Codable {
    var isMatrix: Bool
    var shard: Shard?
    /// The killers that earlier runs have found, also of mutants that this run may not come to.
    var killers: [Int: Set<ExampleID>]
  }

  private let file: Locked<FileHandle>

  init(_ path: String, _ header: Header) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw UsageError("The results cannot be written to \(path).") }
    self.file = Locked(file)
    try add(header)
  }

  func add(_ line: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(line) + [0x0A]
    try file.withLock { try $0.write(contentsOf: data) }
  }

  /// The killers of the mutants in the results of an earlier run, which may have been interrupted.
  static func killers(inFile path: String) -> [Int: Set<ExampleID>] {
    let lines = (FileManager.default.contents(atPath: path) ?? Data()).split(separator: 0x0A)
    let decoder = JSONDecoder()
    let header = lines.first.flatMap { try? decoder.decode(Header.self, from: $0) }
    let results = lines.compactMap { try? decoder.decode(MutantResult.self, from: $0) }
    return (header?.killers ?? [:]).merging(results.map { ($0.mutant, Set($0.by)) }) { $1 }
  }
}
