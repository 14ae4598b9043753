import ExemplarCore
import ExemplarLog
import Foundation

/// The results of earlier runs of a package that later runs depend on (Semantics, section 9).
struct PackageState: Codable, Equatable {
  /// The ids of the examples and groups that failed, or were running when a process ended, and have not passed since.
  private(set) var outstanding: Set<String> = []
  /// The ids of those that are not examples: runs of specs alone contain no information about them.
  private(set) var foreign: Set<String> = []
  /// How many seconds each spec took when it last ran, by its id.
  private var seconds: [String: Double] = [:]
  /// The name of the last run.
  private(set) var latestRun: String?

  private enum CodingKeys: String, CodingKey {
    case outstanding = "unresolved"
    case foreign, seconds, latestRun
  }

  /// How long each spec took when it last ran, in classes of which the highest begin first: less than a second, which
  /// is no reason to leave the order of the seed, and from there by factors of four.
  var durationClasses: [ExampleID: Int] {
    durations.mapValues { $0 < 1 ? 0 : 1 + Int($0.exponent) / 2 }
  }

  /// How many seconds each spec took when it last ran.
  var durations: [ExampleID: Double] {
    Dictionary(seconds.map { (ExampleID(text: $0), $1) }) { $1 }
  }

  mutating func apply(_ results: RunResults, ofRun name: String) {
    outstanding.subtract(results.settled(except: foreign))
    outstanding.formUnion(results.failed)
    foreign = foreign.union(results.failedForeign).intersection(outstanding)
    seconds.merge(results.seconds) { $1 }
    latestRun = name
  }
}

/// The results of one run that change the state of its package: a fold over events.
struct RunResults {
  /// Which examples a run was asked for.
  enum Scope {
    case everything
    /// All that were outstanding.
    case outstanding
    case part
  }

  private(set) var failed: Set<String> = []
  private(set) var failedForeign: Set<String> = []
  /// The ids that were outstanding and ended without having run.
  private(set) var skipped: Set<String> = []
  /// How many seconds each spec took, by its id.
  private(set) var seconds: [String: Double] = [:]
  private(set) var passed: Set<String> = []
  private let scope: Scope
  private let foreign: Set<ExampleID>?
  /// The ids that were outstanding when the run began: it has no information about those of runs beside it.
  private let outstanding: Set<ExampleID>
  /// The groups among them in which an example or a hook has run.
  private var active: Set<ExampleID> = []
  private var start: RunStarted?
  private var summary: RunSummary?

  init(since state: PackageState, foreign: Set<ExampleID>?, scope: Scope = .everything) {
    outstanding = Set(state.outstanding.map { ExampleID(text: $0) })
    (self.foreign, self.scope) = (foreign, scope)
  }

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

  private mutating func record(_ event: Event) {
    switch event {
    case .runStarted(let start): (self.start, summary) = (start, nil)
    case .runEnded(let summary): self.summary = summary
    case .exampleEnded(let end):
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

  mutating func record(_ batch: EventBatch) {
    switch batch {
    case .event(let event): record(event)
    case .passedRows(let rows):
      if outstanding.isEmpty { return }
      activate(rows.parent)
      for row in rows.rows {
        record(rows.parent.appending(row.name), hasFailed: false, hasRun: true)
      }
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
