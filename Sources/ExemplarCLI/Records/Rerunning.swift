import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The examples, groups and tests that `--only-failures` runs.
struct Rerunning {
  /// Their ids.
  private(set) var ids: Set<String>
  /// The reason that nothing runs, if no example failed.
  let nothingFailed: String
  /// The seed and the order of the recorded run, if they are of one.
  private(set) var order: (seed: UInt64, order: Order)?
  /// The options of the recorded run.
  private(set) var command: RunRecord.Command?

  /// The failures that the runs of a package have left.
  init(_ state: PackageState) {
    ids = state.unresolved
    nothingFailed =
      "Nothing that ran here has failed and not passed since, so nothing is run again."
  }

  /// The failures of a recorded run. Throws ``UsageError`` and ``EventLogError`` if the file does not contain a whole
  /// run: its failures would not be known.
  init(of path: String) throws {
    nothingFailed = "No example failed in the run that \(path) contains, so nothing is run again."
    ids = []
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
    ids = results.failed
    order = (start.seed, start.order)
    command = facts?.command
  }

  /// Writes the ids into a file in a folder, one in a line, and returns its path.
  func list(in folder: URL) throws -> String {
    let file = folder.appendingPathComponent("rerun.txt")
    try ids.sorted().joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    return file.standardizedFileURL.path
  }
}
