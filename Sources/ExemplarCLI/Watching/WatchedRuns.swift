import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The builds and the results of the runs so far.
final class WatchedRuns: Reporter {
  private struct State {
    var summary: RunSummary?
    var built: PackageBuild.Products?
    var programsOfSpecs: [URL] = []
    var testModules: Set<String> = []
    var targets: TestTargets?
    var untested: [FileChange] = []
    var readers: [String: Set<ExampleID>] = [:]

    mutating func receive(_ row: RowReference, of outline: ExampleID) {
      if let place = row.place { readers[place.path, default: []].insert(outline) }
    }
  }
  private let state = Locked(State())

  func report(_ event: Event) { report(.event(event)) }

  func report(_ batch: EventBatch) {
    state.withLock { state in
      switch batch {
      case .event(.runEnded(let summary)): state.summary = summary
      case .event(.exampleStarted(let example)):
        if let row = example.context.row, let outline = example.id.parent {
          state.receive(row, of: outline)
        }
      case .event: break
      case .passedRows(let rows): rows.rows.forEach { state.receive($0.reference, of: rows.parent) }
      }
    }
  }

  /// The outlines that read a file, by its path.
  var readers: [String: Set<ExampleID>] { state.withLock { $0.readers } }

  /// The products of the last build; `nil` if it failed.
  var built: PackageBuild.Products? {
    get { state.withLock { $0.built } }
    set {
      state.withLock { state in
        state.built = newValue
        state.targets = newValue?.targets ?? state.targets
      }
    }
  }

  /// The programs of the last build that may have specs.
  var programsOfSpecs: [URL] {
    get { state.withLock { $0.programsOfSpecs } }
    set { state.withLock { $0.programsOfSpecs = newValue } }
  }

  /// The modules of the last build with tests that are not examples.
  var testModules: Set<String> {
    get { state.withLock { $0.testModules } }
    set { state.withLock { $0.testModules = newValue } }
  }

  /// The targets of the last build that succeeded; `nil` if none has.
  var targets: TestTargets? { state.withLock { $0.targets } }

  /// The changes whose tests have not run since.
  var untested: [FileChange] {
    get { state.withLock { $0.untested } }
    set { state.withLock { $0.untested = newValue } }
  }

  /// The last results in a few words.
  var text: String? {
    guard let summary = state.withLock({ $0.summary }) else { return nil }
    let failed = summary.failed + summary.groupFailures + summary.runFailures
    return (failed > 0 ? "\(failed) failed, " : "") + "\(summary.passed) passed"
      + (summary.finished ? "" : ", not finished")
  }
}
