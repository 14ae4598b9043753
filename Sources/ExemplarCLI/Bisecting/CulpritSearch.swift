import Foundation

// Bisecting: finds the examples that make another one fail, and examples that fail only sometimes, in recorded runs.
//
// The search is a value that asks questions; `TrialRun` answers them with processes.

/// Searches for the fewest candidates with which an example fails, by running it with some of them.
///
/// First it is run without any. Then the later half of the candidates is tried, and where the example passes, the
/// other half is taken without a run; so one culprit among n is found in ⌈log₂ n⌉ + 2 runs, including one without any
/// candidate and one with the culprit alone. Four more runs confirm the result. If there is no failure, all candidates
/// are run: several may be needed together, or the failure is flaky. Each further culprit takes about as many runs as
/// the first.
struct CulpritSearch {
  /// Runs the example after some of the candidates, in their order, and returns whether it failed. The second argument
  /// is the number of runs that may follow, as far as is known.
  typealias Trial = (_ candidates: [Int], _ left: Int) async throws -> Bool

  enum Verdict: Equatable {
    /// It fails without any candidate.
    case failsAlone
    /// It fails with these, and with no fewer of them.
    case culprits([Int])
    case notReproduced
  }

  /// How often a set of candidates was run, and how often the example failed.
  struct Tally: Equatable {
    var failed = 0
    var runs = 0
    /// The share of runs in which it failed.
    var frequency: Double { runs == 0 ? 0 : Double(failed) / Double(runs) }
  }

  let count: Int
  /// How often a set is run at most before it counts as one with which the example passes.
  private(set) var repetitions: Int
  /// How many runs there were.
  private(set) var runs = 0
  /// How many of them confirmed the result.
  private(set) var confirmations = 0
  /// The smallest set with which the example has failed so far.
  private(set) var smallest: [Int]?
  private var tallies: [[Int]: Tally] = [:]
  private let isRepetitionGiven: Bool

  /// How often a set is run to see whether the failure is flaky, unless the user gives a number.
  private static let sample = 10
  /// How many runs confirm a result: half of them with the culprits, half of them without.
  private static let confirmation = 4
  /// How often a set is run at most because of a flaky failure.
  private static let most = 100

  /// - Parameters:
  ///   - count: The number of candidates.
  ///   - repetitions: How often each set is run until it fails; `nil` stands for once, unless the failure is flaky.
  init(count: Int, repetitions: Int? = nil) {
    self.count = count
    self.repetitions = repetitions ?? 1
    isRepetitionGiven = repetitions != nil
  }

  mutating func find(_ trial: Trial) async throws -> Verdict {
    let verdict = try await search(trial)
    // How often it fails states how much the passes mean.
    if case .culprits(let found) = verdict, repetitions > 1 {
      try await measure(found, upTo: sampleSize, trial)
    }
    return verdict
  }

  private mutating func search(_ trial: Trial) async throws -> Verdict {
    var rest = Array(0..<count)
    if try await fails([], left: rest.count.halvings + 1, trial) { return .failsAlone }
    if rest.isEmpty { return .notReproduced }
    while rest.count > 1 {
      let middle = rest.count / 2
      let later = Array(rest[middle...])
      let hasFailed = try await fails(later, left: rest.count.halvings, trial)
      rest = hasFailed ? later : Array(rest[..<middle])
    }
    var found = try await fails(rest, left: Self.confirmation, trial) ? rest : nil
    while true {
      if let found, try await isConfirmed(found, trial) { return .culprits(found) }
      if tally(of: []).failed > 0 { return .failsAlone }
      let base = smallest ?? Array(0..<count)
      // A set that was not confirmed is flaky.
      let isFlaky = found != nil || isRepetitionGiven
      try await measure(base, upTo: sampleSize, whileFailing: isFlaky ? 0 : 3, trial)
      let frequency = tally(of: base).frequency
      if frequency == 0 { return .notReproduced }
      if found != nil { repetitions = max(repetitions, Self.sample) }
      if frequency < 1 {
        // All questions together shall be answered correctly in 19 of 20 searches.
        let doubt = 0.05 / Double(base.count.halvings + 2)
        repetitions = max(repetitions, Self.runs(toFailOnceAt: frequency, doubt: doubt))
      }
      let left = base.count.halvings * repetitions
      if try await fails([], left: left, trial) { return .failsAlone }
      found = try await reduce(try await conjunction(in: base, trial), trial)
    }
  }

  /// Whether the example fails with a set each time, and never alone: a flaky example would accuse an innocent one.
  private mutating func isConfirmed(_ set: [Int], _ trial: Trial) async throws -> Bool {
    // Repeated runs have shown it.
    if repetitions > 1 { return true }
    defer { confirmations = runs - confirmations }
    confirmations = runs
    let each = 1 + Self.confirmation / 2
    while tally(of: set).runs < each {
      try await ask(set, left: Self.confirmation + 2 - tally(of: set).runs - 1, trial)
      if tally(of: set).frequency < 1 { return false }
    }
    while tally(of: []).runs < each {
      try await ask([], left: each - tally(of: []).runs - 1, trial)
      if tally(of: []).failed > 0 { return false }
    }
    return true
  }

  /// Finds several candidates that are needed together, the last first: each is the one without which the example passes
  /// although all later ones run.
  private mutating func conjunction(in base: [Int], _ trial: Trial) async throws -> [Int] {
    var needed: [Int] = []
    var open = base
    while !open.isEmpty {
      let left = open.count.halvings * repetitions
      if !needed.isEmpty, try await fails(needed, left: left, trial) { break }
      // It fails with those from `low`, and passes with those from `high`.
      var (low, high) = (0, open.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        let some = needed + open[middle...]
        let left = (high - low).halvings * repetitions
        if try await fails(some, left: left, trial) { low = middle } else { high = middle }
      }
      needed.append(open[low])
      // Earlier ones are not needed.
      open = Array(open[(low + 1)...])
    }
    return needed.sorted()
  }

  /// Leaves out each candidate without which the example fails, too.
  private mutating func reduce(_ found: [Int], _ trial: Trial) async throws -> [Int] {
    var found = found
    for candidate in found where found.count > 1 {
      let others = found.filter { $0 != candidate }
      if try await fails(others, left: found.count * repetitions, trial) { found = others }
    }
    return found
  }

  // MARK: Questions

  /// Whether the example fails with a set. A pass is believed after as many runs as repetitions.
  private mutating func fails(
    _ set: [Int], left: Int, _ trial: Trial
  ) async throws -> Bool {
    let set = set.sorted()
    while tally(of: set).failed == 0, tally(of: set).runs < repetitions {
      try await ask(set, left: left, trial)
    }
    return tally(of: set).failed > 0
  }

  /// Runs a set several times; fewer if it failed in each of the first runs.
  private mutating func measure(
    _ set: [Int], upTo limit: Int, whileFailing few: Int = 0, _ trial: Trial
  ) async throws {
    while tally(of: set).runs < limit {
      let tally = tally(of: set)
      if few > 0, tally.runs >= few, tally.failed == tally.runs { return }
      try await ask(set, left: limit - tally.runs - 1, trial)
    }
  }

  private mutating func ask(_ set: [Int], left: Int, _ trial: Trial) async throws {
    let hasFailed = try await trial(set, left)
    runs += 1
    tallies[set, default: Tally()].runs += 1
    guard hasFailed else { return }
    tallies[set]?.failed += 1
    if !set.isEmpty, set.count < smallest?.count ?? .max { smallest = set }
  }

  private var sampleSize: Int { isRepetitionGiven ? repetitions : Self.sample }

  // MARK: Numbers

  func tally(of set: [Int]) -> Tally { tallies[set] ?? Tally() }

  /// The runs of all candidates.
  var whole: Tally { tally(of: Array(0..<count)) }

  /// The probability that all culprits are needed, if the example failed with fewer of them as often as with all: then
  /// it passed in all runs with fewer only by chance.
  func confidence(in culprits: [Int]) -> Double {
    let passing = 1 - tally(of: culprits).frequency
    let doubts = culprits.map { culprit in
      pow(passing, Double(tally(of: culprits.filter { $0 != culprit }).runs))
    }
    return max(0, 1 - doubts.reduce(0, +))
  }

  /// How many runs of an example that fails in this share of its runs are likely to contain a failure.
  private static func runs(toFailOnceAt frequency: Double, doubt: Double) -> Int {
    Int(min(Double(most), (log(doubt) / log(1 - frequency)).rounded(.up)))
  }
}

extension Int {
  /// How often a list of this length is halved until one element is left.
  fileprivate var halvings: Int { self <= 1 ? 0 : Int.bitWidth - (self - 1).leadingZeroBitCount }
}
