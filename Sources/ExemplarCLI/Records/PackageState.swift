import ExemplarCore
import ExemplarReports
import Foundation

/// Everything that later runs of a package need to know of the earlier ones on a platform (Semantics, section 9): the file
/// that ``RunStore`` keeps.
struct PackageState: Codable, Equatable {
  /// The ids of the examples and groups that failed, or were running when a process ended, and have not passed since.
  private(set) var outstanding: Set<String> = []
  /// The ids of those that are not examples: runs of specs alone contain no information about them.
  private(set) var foreign: Set<String> = []
  /// How many seconds each spec took when it last ran, by its id.
  private var seconds: [String: Double] = [:]
  /// The last mark of each example that has ended in some run since the last one of everything began; `nil` if there was
  /// none, so that new examples cannot be distinguished.
  private var latest: RunMarks?
  /// The runs that are included, in the order in which they were recorded.
  private(set) var runs: [Run] = []

  /// A run, and the outcomes of its examples.
  struct Run: Codable, Equatable {
    /// The name of its folder.
    var name: String
    /// When it began, in seconds since 1970; `nil` if it emitted no event.
    var begin: Double?
    /// Its code; `nil` if it is not known.
    var code: String?
    /// Its ``RunFacts/extent``; `nil` if it did not have everything.
    var extent: String?
    /// The expected files and columns that it and those before it had; only of the last run with an extent.
    var confirmed: ConfirmedValues.Files?
    /// Empty if nothing ended, and of old runs that would take too much room.
    var marks: RunMarks
  }

  /// How many bytes the marks of all runs may take.
  static let limit = 24 << 20

  /// The name of the last run.
  var latestRun: String? { runs.last?.name }

  /// The keys of the examples that some run has decided since the last one of everything began; `nil` if there was none.
  var decided: Set<UInt64>? { latest.map { Set($0.all.lazy.map(\.key)) } }

  /// The last run of everything that had the same.
  func lastComplete(_ extent: String) -> Run? { runs.last { $0.extent == extent } }

  /// The names of the runs that the next run of everything may be compared with. They are kept longer than others.
  var baselines: Set<String> {
    Set(runs.lazy.compactMap(\.extent).compactMap { lastComplete($0)?.name })
  }

  func contains(_ run: String) -> Bool { runs.contains { $0.name == run } }

  /// How long each spec took when it last ran, in classes of which the highest begin first: less than a second, which
  /// is no reason to leave the order of the seed, and from there by factors of four.
  var durationClasses: [ExampleID: Int] {
    durations.mapValues { $0 < 1 ? 0 : 1 + Int($0.exponent) / 2 }
  }

  /// How many seconds each spec took when it last ran.
  var durations: [ExampleID: Double] {
    Dictionary(seconds.map { (ExampleID(text: $0), $1) }) { $1 }
  }

  /// The outcomes in the runs that began before `date`, in seconds since 1970; `nil` if no run did.
  func history(before date: Double = .infinity) -> RunHistory? {
    let runs = runs.filter { !$0.marks.isEmpty && $0.begin ?? 0 < date }
    return runs.isEmpty
      ? nil : RunHistory(runs.map { ($0.begin ?? 0, $0.marks.all) }, codes: runs.map(\.code))
  }

  /// Adds examples whose expected values have been accepted: they have not passed with these yet.
  mutating func add(outstanding ids: Set<String>) { outstanding.formUnion(ids) }

  /// Adds the results of a run.
  ///
  /// - Parameter run: The name of its folder.
  mutating func apply(_ results: RunResults, ofRun run: String) {
    var keys = ExampleKeys()
    let before = outstanding
    outstanding.subtract(results.settled(except: foreign))
    outstanding.formUnion(results.failed)
    foreign = foreign.union(results.failedForeign).intersection(outstanding)
    seconds.merge(results.seconds) { $1 }
    // If an example that no longer exists does so again, it is new.
    let forgotten = before.subtracting(outstanding).subtracting(results.passed)
      .map { keys.key(of: ExampleID(text: $0)) }
    latest = (results.isOfEverything ? RunMarks() : latest)?
      .adding(results.marks, without: Set(forgotten))
    var added = Run(
      name: run, begin: results.begin, code: results.code, extent: results.completeExtent,
      marks: results.marks)
    if let extent = added.extent {
      added.confirmed = results.confirmedFiles(after: lastComplete(extent)?.confirmed ?? [:])
      for index in runs.indices where runs[index].extent == extent { runs[index].confirmed = nil }
    }
    runs.append(added)
  }

  /// Forgets the runs that are no longer in the store, and the marks of the oldest that take too much room.
  mutating func trim(keeping names: Set<String>, bytes limit: Int) {
    runs.removeAll { !names.contains($0.name) }
    let baselines = baselines
    var bytes = 0
    for index in runs.indices.reversed() where !baselines.contains(runs[index].name) {
      bytes += runs[index].marks.bytes
      if bytes > limit { runs[index].marks = RunMarks() }
    }
  }
}
