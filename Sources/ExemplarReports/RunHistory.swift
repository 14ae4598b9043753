import ExemplarCore

/// The outcomes of examples in earlier recorded runs of a package.
package struct RunHistory: Sendable {
  /// When the runs began, in seconds since 1970, the earliest first.
  package let runs: [Double]
  /// The code of each run; `nil` if it is not known.
  private let codes: [String?]
  /// Where in ``marks`` those of an example begin.
  private var begins: [UInt64: Int] = [:]
  private var marks: [RunMark] = []

  /// - Parameter runs: When each run began, and the outcomes of its examples, by ``ExampleKeys``.
  ///   An example that ran several times may appear several times.
  /// - Parameter codes: The code of each run, if it is known.
  package init(
    _ runs: [(begin: Double, marks: [(key: UInt64, mark: RunMark)])], codes: [String?] = []
  ) {
    let order = runs.indices.sorted { (runs[$0].begin, $0) < (runs[$1].begin, $1) }
    self.codes = order.map { $0 < codes.count ? codes[$0] : nil }
    let runs = order.map { runs[$0] }
    self.runs = runs.map(\.begin)
    begins.reserveCapacity(runs.map(\.marks.count).max() ?? 0)
    let nothing = [RunMark](repeating: .none, count: runs.count)
    for (index, run) in runs.enumerated() {
      for (key, mark) in run.marks {
        if let begin = begins[key] {
          marks[begin + index].add(mark)
        } else {
          begins[key] = marks.count
          marks += nothing
          marks[marks.count - runs.count + index] = mark
        }
      }
    }
  }

  /// The outcomes of an example in the last runs, from the first in which it ran.
  package func marks(of key: UInt64) -> ArraySlice<RunMark> {
    guard let begin = begins[key] else { return [] }
    return marks[begin..<begin + runs.count].drop { $0 == .none }
  }

  /// Whether an example is flaky (``isFlaky(passed:failed:retried:)``) in the last runs and in one more.
  ///
  /// - Parameters:
  ///   - now: Its outcome in that one.
  ///   - code: The code of that one; `nil` if it is not known.
  package func isFlaky(_ key: UInt64, now: RunMark, code: String?) -> Bool {
    let past = begins[key].map { marks[$0..<$0 + runs.count] } ?? []
    // Most examples never fail.
    guard now.isFailed || past.contains(where: \.isFailed) else { return false }
    var counts: [String: (passed: Int, failed: Int, retried: Int)] = [:]
    for (index, (mark, code)) in zip(Array(past) + [now], codes + [code]).enumerated()
    where mark.hasRun {
      // A run of unknown code is compared with no other.
      let name = code ?? "\n\(index)"
      counts[name, default: (0, 0, 0)].passed += mark.isFailed ? 0 : 1
      counts[name]?.failed += mark.isFailed ? 1 : 0
      counts[name]?.retried += mark.letter == "x" ? 1 : 0
    }
    return counts.values.contains {
      Self.isFlaky(passed: $0.passed, failed: $0.failed, retried: $0.retried)
    }
  }

  /// The definition of a flaky example: with the same code, it passed and failed, or failed and passed when it was tried
  /// again.
  package static func isFlaky(passed: Int, failed: Int, retried: Int) -> Bool {
    retried > 0 || passed > 0 && failed > 0
  }
}

/// The outcome of an example in one run, in four bytes: its outcome in three bits, and its duration
/// to six digits.
package struct RunMark: Sendable, Hashable {
  package let bits: UInt32

  /// It did not run.
  package static let none = RunMark(bits: 0)

  package init(bits: UInt32) {
    self.bits = bits
  }

  /// - Parameter duration: In seconds.
  package init(_ outcome: Outcome, duration: Double) {
    self.init(Kind(outcome), Float(max(0, duration)))
  }

  private init(_ kind: Kind, _ duration: Float) {
    // The sign bit of a non-negative number is zero.
    bits = (kind.rawValue << 29) | (duration.bitPattern >> 2)
  }

  /// The outcome as a letter; `-` if it did not run.
  package var letter: Character { Self.letters[Int(kind.rawValue)] }
  private static let letters = Array("-pfxsobq")

  /// Whether it ran, and whether it failed then, even if it passed when it was tried again.
  fileprivate var hasRun: Bool { [.passed, .failed, .flaky, .quarantined].contains(kind) }
  fileprivate var isFailed: Bool { [.failed, .flaky].contains(kind) }

  /// How long it took, in seconds.
  package var duration: Double {
    let duration = Double(Float(bitPattern: (bits << 3) >> 1))
    return duration.isFinite ? duration : 0
  }

  /// Adds what became of the same example when it ran once more in the same run.
  mutating func add(_ other: RunMark) {
    let kinds: Set = [kind, other.kind]
    let kind: Kind =
      kinds.contains(.flaky) || kinds == [.passed, .failed]
      ? .flaky
      : [.failed, .blocked, .quarantined, .passed, .skipped, .pending].first { kinds.contains($0) }
        ?? .none
    self = RunMark(kind, Float(other.duration))
  }

  private var kind: Kind { Kind(rawValue: bits >> 29) ?? .none }

  private enum Kind: UInt32 {
    case none, passed, failed, flaky, skipped, pending, blocked, quarantined

    init(_ outcome: Outcome) {
      self =
        switch outcome {
        case .passed: .passed
        case .failed: .failed
        case .flaky: .flaky
        case .skipped: .skipped
        case .pending: .pending
        case .blocked: .blocked
        case .quarantined: .quarantined
        }
    }
  }
}

/// Numbers that stand for examples, the same on every machine and in every run.
package struct ExampleKeys {
  /// That of the group around the latest example: siblings follow each other.
  private var latest: (group: ExampleID, hash: PathHash)?

  package init() {}

  package mutating func key(of id: ExampleID) -> UInt64 {
    guard let group = id.parent else { return PathHash().appending(id.name).key(seed: 0) }
    return key(of: id.name, in: group)
  }

  /// The key of the example in a group whose last name is `name`.
  package mutating func key(of name: String, in group: ExampleID) -> UInt64 {
    hash(of: group).appending(name).key(seed: 0)
  }

  private mutating func hash(of group: ExampleID) -> PathHash {
    if let latest, latest.group == group { return latest.hash }
    let hash = group.pathHash
    latest = (group, hash)
    return hash
  }
}
