import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The results of one run that later runs depend on: a fold over its events.
struct RunResults {
  /// Which examples a run was asked for.
  enum Scope {
    case everything
    /// All that were outstanding.
    case outstanding
    case selection
  }

  private(set) var failed: Set<String> = []
  private(set) var failedForeign: Set<String> = []
  /// The ids that were outstanding and ended without having run.
  private(set) var skipped: Set<String> = []
  /// How many seconds each spec took, by its id.
  private(set) var seconds: [String: Double] = [:]
  private(set) var passed: Set<String> = []
  /// The marks of all examples, for the history.
  private(set) var marks = RunMarks()
  /// The expected values that its examples confirmed.
  private(set) var confirmed = ConfirmedValues()
  /// When the run began, in seconds since 1970; `nil` if it emitted no event.
  private(set) var begin: Double?
  /// The code of the run; `nil` if it is not known.
  let code: String?
  /// The ``RunFacts/extent`` that was asked for; `nil` if that was a part.
  private let extent: String?
  private let scope: Scope
  private let foreign: Set<ExampleID>?
  /// The ids that were outstanding when the run began: it has no information about those of runs beside it.
  private let outstanding: Set<ExampleID>
  /// The groups among them in which an example or a hook has run.
  private var active: Set<ExampleID> = []
  /// The outlines that have begun, in a run of tests that are not examples.
  private var outlines: Set<ExampleID> = []
  private var start: RunStarted?
  private var summary: RunSummary?
  private var keys = ExampleKeys()
  /// Whether there are groups whose rows are not known, since a hook before them failed, or they could not be read.
  private var lacksRows = false

  /// - Parameters:
  ///   - state: The state of the package before the run.
  ///   - foreign: The ids of tests that run beside the specs; `nil` if none do.
  ///   - scope: Which examples the run was asked for.
  ///   - code: The code of the run, if it is known.
  ///   - extent: What it was asked for, if that was everything.
  init(
    since state: PackageState = PackageState(), foreign: Set<ExampleID>? = nil,
    scope: Scope = .everything, code: String? = nil, extent: String? = nil
  ) {
    outstanding = Set(state.outstanding.map { ExampleID(text: $0) })
    (self.foreign, self.scope, self.code, self.extent) = (foreign, scope, code, extent)
  }

  /// Whether a run that ends with `end` has everything that it was asked for, and no selection, focus or stop left
  /// something out.
  func isWhole(atEnd end: RunSummary?) -> Bool {
    guard let start, let end, extent != nil else { return false }
    return end.hasEverything(since: start)
  }

  /// Whether it is a run of everything whose last repetition ends with success.
  func isWholeSuccess(atEnd end: RunSummary?) -> Bool {
    guard let start, let end else { return false }
    return isWhole(atEnd: end) && end.isSuccess && start.repetition >= start.repetitions
  }

  /// The expected files and columns that later runs of everything are compared with. If the run failed, it may lack some.
  func confirmedFiles(after earlier: ConfirmedValues.Files) -> ConfirmedValues.Files {
    isWholeSuccess(atEnd: summary)
      ? confirmed.files : confirmed.files.merging(earlier) { $0.union($1) }
  }

  /// The extent of the run, if a later run can be compared with it; `nil` if some of its examples are not known.
  var completeExtent: String? { isWhole(atEnd: summary) && !lacksRows ? extent : nil }

  /// Whether the run planned everything, so that each example that has not ended is not decided.
  var isOfEverything: Bool {
    guard let start else { return false }
    return scope == .everything && start.notSelected == 0 && start.focused.isEmpty
      && summary?.nothingRan == nil
  }

  /// The outstanding ids that no longer are: they passed, or no longer exist, since the run would have had them.
  ///
  /// - Parameter foreign: The ids in the state of the package that are not examples.
  func settled(except foreign: Set<String>) -> Set<String> {
    guard let start, let summary, start.focused.isEmpty, summary.finished, summary.notReached == 0,
      summary.nothingRan == nil, scope == .outstanding || isOfEverything
    else { return passed }
    let kept = self.foreign == nil ? skipped.union(foreign) : skipped
    return passed.union(Set(outstanding.map(\.text)).subtracting(kept))
  }

  /// Records events that happened at `time`, in seconds since 1970.
  ///
  /// - Parameter isMarked: Whether the history shows them.
  mutating func record(
    _ batch: EventBatch, at time: @autoclosure () -> Double, isMarked: Bool = true
  ) {
    if begin == nil { begin = time() }
    confirmed.record(batch)
    switch batch {
    case .event(let event):
      record(event)
      guard isMarked else { break }
      if case .exampleEnded(let end) = event {
        marks.append(keys.key(of: end.id), RunMark(end.outcome, duration: end.duration))
      } else if case .groupEnded(let end) = event, outlines.remove(end.id) != nil {
        // A list has tests of Swift Testing without their arguments.
        let outcome = end.failed ? Outcome.failed(unexpected: false) : .passed
        marks.append(keys.key(of: end.id), RunMark(outcome, duration: end.duration))
      }
    case .passedRows(let rows):
      if !outstanding.isEmpty { activate(rows.parent) }
      for row in rows.rows {
        if !outstanding.isEmpty {
          record(rows.parent.appending(row.name), hasFailed: false, hasRun: true)
        }
        if isMarked {
          marks.append(
            keys.key(of: row.name, in: rows.parent), RunMark(.passed, duration: row.duration))
        }
      }
    }
  }

  private mutating func record(_ event: Event) {
    switch event {
    case .runStarted(let start): (self.start, summary) = (start, nil)
    case .runEnded(let summary): self.summary = summary
    case .groupStarted(let group):
      if group.kind == .outline, let start, start.tests > 0 { outlines.insert(group.id) }
    case .exampleEnded(let end):
      if end.outcome.isFailure { lacksRows = lacksRows || end.hidesRows }
      if end.outcome.wasExecuted, let group = end.id.parent { activate(group) }
      record(end.id, hasFailed: end.outcome.isFailure, hasRun: end.outcome.wasExecuted)
    case .hooksEnded(let end):
      // Hooks around specs belong to no group of examples.
      if outstanding.contains(end.id) { active.insert(end.id) }
    case .groupEnded(let end):
      record(end.id, hasFailed: end.failed, hasRun: active.contains(end.id))
      if end.id.depth == 2 { seconds[end.id.text] = end.duration }
    default: break
    }
  }

  /// Records that an example has run in a group, and in those around it.
  private mutating func activate(_ group: ExampleID) {
    if outstanding.isEmpty { return }
    for group in sequence(first: group, next: \.parent) where outstanding.contains(group) {
      active.insert(group)
    }
  }

  /// Most examples pass and were not outstanding, so no text is created for them.
  private mutating func record(_ id: ExampleID, hasFailed: Bool, hasRun: Bool) {
    if hasFailed {
      failed.insert(id.text)
      if let foreign, foreign.contains(where: { id.isAtOrBelow($0) || $0.isAtOrBelow(id) }) {
        failedForeign.insert(id.text)
      }
    } else if !outstanding.isEmpty, outstanding.contains(id) {
      if hasRun { passed.insert(id.text) } else { skipped.insert(id.text) }
    }
  }
}

extension ExampleEnded {
  /// Whether it may stand for rows that the run did not have: it was blocked, or reports that rows could not be read.
  fileprivate var hidesRows: Bool {
    if case .blocked = outcome { true } else { id.name == Outline.rowsName }
  }
}

/// The outcomes of the examples in a run, in twelve bytes each: the key and the mark, as little-endian numbers.
struct RunMarks: Codable, Equatable {
  private static let size = 12
  private var data = Data()

  init() {}

  // As a value, a coder writes the bytes as they are, and otherwise a list of numbers.
  init(from decoder: any Decoder) throws {
    data = try decoder.singleValueContainer().decode(Data.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(data)
  }

  mutating func append(_ key: UInt64, _ mark: RunMark) {
    withUnsafeBytes(of: key.littleEndian) { data.append(contentsOf: $0) }
    withUnsafeBytes(of: mark.bits.littleEndian) { data.append(contentsOf: $0) }
  }

  /// Those of several runs: of each example the latest, without some of these.
  func adding(_ later: RunMarks, without keys: Set<UInt64>) -> RunMarks {
    var latest = Dictionary(all.lazy.map { ($0.key, $0.mark) }) { $1 }
    for key in keys { latest[key] = nil }
    latest.merge(later.all.lazy.map { ($0.key, $0.mark) }) { $1 }
    var marks = RunMarks()
    for (key, mark) in latest.sorted(by: { $0.key < $1.key }) { marks.append(key, mark) }
    return marks
  }

  var isEmpty: Bool { data.isEmpty }
  /// How many bytes they take.
  var bytes: Int { data.count }

  var all: [(key: UInt64, mark: RunMark)] {
    data.withUnsafeBytes { bytes in
      (0..<bytes.count / Self.size).map { index in
        let offset = index * Self.size
        let key = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let bits = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self)
        return (UInt64(littleEndian: key), RunMark(bits: UInt32(littleEndian: bits)))
      }
    }
  }
}
