import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// Failures of earlier runs that run again, and nothing else.
struct RerunRequest {
  /// The ids of examples and groups.
  let ids: Set<String>
  /// The message for a run that has nothing to run again.
  let reasonIfEmpty: String
  /// The seed and the order of the recorded run, if they are of one.
  var order: (seed: UInt64, order: Order)?
  /// The options of the recorded run.
  var command: RunRecord.Command?

  /// The failures that no later run has resolved.
  static func failures(of state: PackageState) -> RerunRequest {
    RerunRequest(
      ids: state.unresolved,
      reasonIfEmpty:
        "Nothing that ran here has failed and not passed since, so nothing is run again.")
  }

  /// The examples that failed for a cause in the latest recorded run that has it: the group of examples that the
  /// reports of that run show.
  ///
  /// - Parameter records: The folder of the records of runs.
  static func cause(_ name: String, in records: URL) -> RerunRequest {
    var ids: Set<String> = []
    for folder in RunRecord.folders(in: records).reversed() where ids.isEmpty {
      for log in RunRecord.logs(in: folder) { collect(name, log, into: &ids) }
    }
    return RerunRequest(
      ids: ids,
      reasonIfEmpty:
        "No recorded run has the cause “\(name)”, so nothing is run again. exemplar report shows the "
        + "latest run.")
  }

  /// The failures of a recorded run. Throws ``UsageError`` and ``EventLogError`` if the file does not contain a whole
  /// run: its failures would not be known.
  static func recording(at path: String) throws -> RerunRequest {
    var results = RunResults(since: PackageState(), foreign: nil)
    var start: RunStarted?
    let log = RecordedLog(path: path)
    let facts = RunFacts(try EventLog(path: path).sections[RunFacts.section])
    let ending = try log.replay { event in
      if case .runStarted(let next) = event { start = next }
      results.record(.event(event))
    }
    if let trouble = ending.trouble {
      throw UsageError("\(trouble) Copy the file again, as a whole.")
    }
    if ending.isLive {
      throw UsageError("The run that \(path) contains is still in progress. Wait for its end.")
    }
    guard let start else {
      throw UsageError("\(path) contains no run that began. Record another one with --record.")
    }
    return RerunRequest(
      ids: results.failed,
      reasonIfEmpty: "No example failed in the run that \(path) contains, so nothing is run again.",
      order: (start.seed, start.order), command: facts?.command)
  }

  /// Groups the failures in a log as reports do, in each repetition by itself.
  private static func collect(_ cause: String, _ log: URL, into ids: inout Set<String>) {
    var groups = FailureGroups()
    var open = OpenExamples()
    var found: [ExampleID] = []
    // A damaged log contributes the events before the damage.
    _ = try? RecordedLog(path: log.path).replay { event in
      switch event {
      case .runStarted:
        found += groups.groups.filter { $0.name == cause }.flatMap(\.ids)
        groups = FailureGroups()
      case .groupStarted(let group): groups.receive(group)
      default: break
      }
      if case .example(let example)? = open.receive(event), case .failed = example.outcome {
        _ = groups.add(example.id, example.issues)
      }
    }
    found += groups.groups.filter { $0.name == cause }.flatMap(\.ids)
    ids.formUnion(found.map(\.text))
  }

  /// Writes the ids into a file in a folder, one in a line, and returns its path.
  func list(in folder: URL) throws -> String {
    let file = folder.appendingPathComponent("rerun.txt")
    try ids.sorted().joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    return file.standardizedFileURL.path
  }
}
