import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The changes from one recorded run to a later one.
struct RunComparison {
  /// An example is slower if it took more than three times its median, and so much longer, in seconds: short durations
  /// vary by themselves. The median needs so many earlier runs in which it passed.
  static let (factor, minimum, runs) = (3.0, 0.1, 3)

  private(set) var newlyFailing: [ExampleID] = []
  private(set) var fixed: [ExampleID] = []
  /// Only the later run has these, or only the earlier one, if the other ran everything to its end.
  private(set) var new: [ExampleID] = []
  private(set) var gone: [ExampleID] = []
  /// The examples that have other names in the later run, if that ran everything to its end.
  private(set) var renamed: [(from: ExampleID, to: ExampleID)] = []
  private(set) var slower: [(id: ExampleID, seconds: Double, median: Double)] = []
  /// The seed of the later run.
  let seed: UInt64
  /// The runs that did not run everything to its end.
  let arePartial: (earlier: Bool, later: Bool)

  /// - Parameter history: The outcomes in the runs before the later one.
  ///
  /// Throws ``UsageError`` if a run is not known to its end.
  init(from earlierRun: RecordedRun, to laterRun: RecordedRun, history: RunHistory?) throws {
    let (earlier, later) = try (Results(earlierRun), Results(laterRun))
    seed = later.seed
    arePartial = (!earlier.isWhole, !later.isWhole)
    var keys = ExampleKeys()
    for (id, end) in later.ends {
      let before = earlier.ends[id]?.outcome
      if end.outcome.isFailure {
        if before?.isFailure != true { newlyFailing.append(id) }
      } else if end.outcome.wasExecuted {
        if before?.isFailure == true { fixed.append(id) }
        if before == nil, earlier.isWhole { new.append(id) }
      }
      let passes = (history?.marks(of: keys.key(of: id)) ?? []).filter { $0.letter == "p" }
        .map(\.duration).sorted()
      guard end.outcome == .passed, passes.count >= Self.runs else { continue }
      let median = passes[passes.count / 2]
      if end.duration > Self.factor * median, end.duration - median >= Self.minimum {
        slower.append((id, end.duration, median))
      }
    }
    if later.isWhole {
      let vanished = VanishedExamples(from: [earlierRun], to: [laterRun])
      gone = vanished.ids
      renamed = vanished.renamed
      new.removeAll(where: vanished.newNames.contains)
    }
    for list in [\Self.newlyFailing, \.fixed, \.new, \.gone] {
      self[keyPath: list].sort { $0.text < $1.text }
    }
    slower.sort { ($1.seconds / $1.median, $0.id.text) < ($0.seconds / $0.median, $1.id.text) }
  }

  var isEmpty: Bool {
    [newlyFailing, fixed, new, gone].allSatisfy(\.isEmpty) && renamed.isEmpty && slower.isEmpty
  }

  /// The ends of the examples in a run; of several of one example, the worst.
  private struct Results {
    var ends: [ExampleID: RecordedRun.End] = [:]
    let seed: UInt64
    /// Whether it ran everything to its end.
    let isWhole: Bool

    init(_ run: RecordedRun) throws {
      try run.requireWhole("Name another run.")
      for end in run.repetitions.flatMap(\.ends)
      where ends[end.id]?.outcome.isFailure != true {
        ends[end.id] = end
      }
      let last = run.repetitions.last
      seed = last?.start.seed ?? 0
      isWhole =
        last?.hasEverything() ?? false
        && run.facts?.isPartial != true
    }
  }
}
