import ExemplarCore
import ExemplarLog

/// The expected values that the examples of a run confirmed: a fold over its events.
struct ConfirmedValues {
  /// The columns of files with rows, by the paths of the files; the empty name is a golden file as a whole.
  typealias Files = [String: Set<String>]

  private(set) var files: Files = [:]
  /// The source files with examples that were skipped, or did not simply pass: they may need further values.
  private(set) var undecided: Set<String> = []
  private var open: [ExampleID: String] = [:]

  mutating func record(_ batch: EventBatch) {
    switch batch {
    case .event(.exampleStarted(let start)):
      open[start.id] = start.context.place?.path
    case .event(.exampleEnded(let end)):
      for place in end.confirmed where place.place.line == 0 {
        files[place.place.path, default: []].insert(place.name)
      }
      let source = open.removeValue(forKey: end.id)
      if let source, ![.passed, .flaky].contains(end.outcome) { undecided.insert(source) }
    case .event(.issueRecorded(let record)) where record.issue.isKnown:
      // The code behind a known issue may not have run.
      if let source = record.issue.context.place?.path { undecided.insert(source) }
    case .event, .passedRows: break
    }
  }

  /// The same of a package in another folder, by the paths there.
  func moved(_ path: (String) -> String) -> ConfirmedValues {
    var moved = self
    moved.files = files.moved(path)
    moved.undecided = Set(undecided.map(path))
    return moved
  }

  /// Adds those of another shard.
  mutating func add(_ other: ConfirmedValues) {
    files.merge(other.files) { $0.union($1) }
    undecided.formUnion(other.undecided)
  }
}

extension ConfirmedValues.Files {
  func moved(_ path: (String) -> String) -> ConfirmedValues.Files {
    Dictionary(map { (path($0), $1) }, uniquingKeysWith: { $0.union($1) })
  }
}
