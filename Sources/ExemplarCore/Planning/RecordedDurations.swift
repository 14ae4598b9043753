/// How long examples, the hooks around all examples of groups, and the beginnings of specs and runs took in earlier runs:
/// the median of the runs in which each is known. The runs may be shards of one.
package struct RecordedDurations: Sendable {
  /// The durations in one run.
  private struct Record {
    var examples: [ExampleID: Double] = [:]
    var setUps: [ExampleID: Double] = [:]
    var specs: [ExampleID: Double] = [:]
    /// How many seconds nothing of any spec ran.
    var start: Double?
    /// How many examples ran side by side, on average.
    var width: Double?
  }
  private var records: [Record] = []

  package init() {}

  package var isEmpty: Bool { records.allSatisfy(\.examples.isEmpty) }

  /// Begins another run, to which all durations from now on belong.
  package mutating func beginRun() { records.append(Record()) }

  /// Records how many seconds an example took. Invalid durations are left out.
  package mutating func record(_ seconds: Double, of example: ExampleID) {
    record(seconds) { $0.examples[example] = seconds }
  }

  /// Records how many more seconds the hooks of a group took.
  package mutating func record(_ seconds: Double, ofHooksOf group: ExampleID) {
    record(seconds) { $0.setUps[group, default: 0] += seconds }
  }

  /// Records how many seconds of a spec were neither those of its examples nor those of their hooks: its process started,
  /// and its tree was built.
  package mutating func record(_ seconds: Double, ofStartOf spec: ExampleID) {
    record(seconds) { $0.specs[spec] = seconds }
  }

  /// Records how many seconds of the run nothing of a spec ran, and how many examples ran side by side otherwise.
  package mutating func record(start: Double, width: Double) {
    record(start) { ($0.start, $0.width) = (start, max(1, width.isFinite ? width : 1)) }
  }

  private mutating func record(_ seconds: Double, in change: (inout Record) -> Void) {
    guard seconds.isFinite, seconds >= 0 else { return }
    if records.isEmpty { beginRun() }
    change(&records[records.count - 1])
  }

  func setUp(of group: ExampleID) -> Double { median { $0.setUps[group] } ?? 0 }

  /// How many seconds each shard with some of a spec takes for its beginning; the median of all specs for a new one.
  func start(ofSpec spec: ExampleID) -> Double {
    let seconds = median { $0.specs[spec] } ?? records.flatMap(\.specs.values).median ?? 0
    // Less is not worth keeping examples together.
    return seconds < 0.001 ? 0 : seconds
  }

  /// How many seconds a run takes in addition to its specs, and how many examples run side by side.
  package var run: (start: Double, width: Double) {
    (median(\.start) ?? 0, median(\.width) ?? 1)
  }

  /// The durations of examples; the median for those that are not known.
  package func weights(of ids: [ExampleID]) -> [Double] {
    let known = ids.map { id in median { $0.examples[id] } }
    let usual = known.compactMap(\.self).median ?? 1
    // Examples without any duration are spread too.
    return known.map { max($0 ?? usual, 1e-6) }
  }

  /// How many seconds the hooks and the beginnings take of all groups around some examples.
  package func setUps(around ids: [ExampleID]) -> Double {
    var groups: Set<ExampleID> = []
    for id in ids {
      for group in sequence(first: id, next: \.parent).dropFirst() {
        // Those around it are known too.
        guard groups.insert(group).inserted else { break }
      }
    }
    return groups.reduce(0) { sum, group in
      sum + setUp(of: group) + (group.depth == 2 ? start(ofSpec: group) : 0)
    }
  }

  private func median(_ value: (Record) -> Double?) -> Double? {
    records.count == 1 ? value(records[0]) : records.compactMap(value).median
  }
}

extension [Double] {
  /// The element in the middle, or the greater one of two; `nil` if there is none.
  fileprivate var median: Double? { isEmpty ? nil : sorted()[count / 2] }
}
