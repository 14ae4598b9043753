import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// Examples of earlier runs that run again, and nothing else, or that begin a run.
struct RerunRequest {
  /// The ids of examples and groups.
  private(set) var ids: Set<String>
  /// The message for a run that has nothing to run again.
  private(set) var reasonIfEmpty: String
  /// The seed and the order of the recorded run, if they are of one.
  var order: (seed: UInt64, order: Order)?
  /// The options of the recorded run.
  var command: RunFacts.Command?

  /// The keys of the examples that earlier runs have decided, if the others are outstanding too.
  private(set) var decided: Set<UInt64>?
  /// The ids of the undecided examples among ``ids``, and of those that a selection or a focus leaves out.
  private(set) var undecided: Set<String> = []
  private(set) var hidden: Set<String> = []
  /// The ids that the list of all examples lacks, so that nothing can run for them.
  private(set) var gone: Set<String> = []
  /// Whether a selection or a focus leaves nothing, which the run explains.
  private(set) var hasNoExamples = false
  /// Whether these are all that a change concerns.
  private(set) var isOfChanges = false
  /// Whether these are all that is outstanding, so that examples that do not end in the run no longer exist.
  private(set) var isOfOutstanding = false

  /// The outstanding examples (Semantics, section 9): those that failed, and, once ``add(_:)`` has found them,
  /// those that are new or have not finished.
  static func outstanding(in state: PackageState) -> RerunRequest {
    let decided = state.decided
    return RerunRequest(
      ids: state.outstanding,
      reasonIfEmpty: "Nothing is outstanding, so nothing is run again: "
        + (decided == nil
          ? "nothing that ran here has failed and not passed since. Once all examples have run, new ones are "
            + "outstanding too." : "every selected example has passed since it was new or failed."),
      decided: decided, isOfOutstanding: true)
  }

  /// The failures that no later run has resolved.
  static func failures(of state: PackageState) -> RerunRequest {
    RerunRequest(ids: state.outstanding, reasonIfEmpty: "Nothing has failed.")
  }

  /// Whether nothing is outstanding.
  var isEmpty: Bool { ids.isEmpty && !hasNoExamples }

  /// The examples and groups that a change concerns.
  static func concerned(_ ids: Set<ExampleID>, by change: String) -> RerunRequest {
    var request = RerunRequest(
      ids: Set(ids.map(\.text)), reasonIfEmpty: "No example concerns what has \(change).")
    request.isOfChanges = true
    return request
  }

  /// Leaves out what a change does not concern.
  mutating func narrow(to concerned: Set<ExampleID>, by change: String) {
    let before = ids
    ids = Set(
      before.flatMap { text -> [String] in
        let id = ExampleID(text: text)
        let isInside = sequence(first: id, next: \.parent).contains(where: concerned.contains)
        return isInside ? [text] : concerned.filter { $0.isAtOrBelow(id) }.map(\.text)
      })
    // They are outstanding all the same.
    hidden.formUnion(undecided.subtracting(ids))
    undecided.formIntersection(ids)
    reasonIfEmpty =
      "Nothing that is outstanding concerns what has \(change), so nothing is run again."
  }

  /// Adds the undecided ones among all examples, and finds the ids that no longer exist.
  ///
  /// - Parameter foreign: The ids that are not examples.
  mutating func add(_ listed: [ExampleListed], except foreign: Set<String>) {
    findGone(in: listed, except: foreign)
    guard let decided else { return }
    var keys = ExampleKeys()
    for example in listed where !decided.contains(keys.key(of: example.id)) {
      if example.isHidden {
        hidden.insert(example.id.text)
      } else if example.skipReason == nil {
        undecided.insert(example.id.text)
      }
    }
    hasNoExamples = !listed.isEmpty && listed.allSatisfy(\.isHidden)
    undecided.subtract(ids)
    ids.formUnion(undecided)
    hidden.subtract(ids)
  }

  /// Finds the failed examples and groups that are not among all examples, and of which no example is.
  private mutating func findGone(in listed: [ExampleListed], except foreign: Set<String>) {
    /// The listed part of an id: a list lacks findings about the rows of an outline.
    func listedPart(of id: ExampleID) -> ExampleID {
      Outline.findingNames.contains(id.name) ? id.parent ?? id : id
    }
    let failed = ids.subtracting(foreign).map { ExampleID(text: $0) }
    // A list also lacks hooks around specs, which have ids such as those of specs.
    var missing = Set(failed.map(listedPart).filter { $0.depth > 2 })
    for example in listed where !missing.isEmpty {
      for id in sequence(first: example.id, next: \.parent) { missing.remove(id) }
    }
    gone = Set(failed.filter { missing.contains(listedPart(of: $0)) }.map(\.text))
  }

  /// How much is outstanding, for people.
  var summary: String {
    let failed = ids.count - undecided.count - gone.count
    let others = undecided.count + hidden.count
    let parts = [
      failed > 0 ? "\(failed) failed" : nil, others > 0 ? "\(others) new or not finished" : nil,
    ].compactMap(\.self)
    return "Outstanding: "
      + (parts.isEmpty ? "only examples that no longer exist" : parts.joined(separator: ", "))
  }

  /// The examples that failed for a cause in the latest recorded run that has it: the group of examples that the
  /// reports of that run show.
  ///
  /// - Parameter records: The folder of the records of runs.
  static func cause(_ name: String, in records: URL) -> RerunRequest {
    var ids: Set<String> = []
    for folder in RunFolder.folders(in: records).reversed() where ids.isEmpty {
      for run in RunFolder.logs(in: folder).compactMap({ RecordedRun(stored: $0) }) {
        let causes = run.repetitions.flatMap(\.causes.groups).filter { $0.name == name }
        ids.formUnion(causes.flatMap(\.ids).map(\.text))
      }
    }
    return RerunRequest(
      ids: ids,
      reasonIfEmpty:
        "No recorded run has the cause “\(name)”, so nothing is run again. exemplar report shows the "
        + "latest run.")
  }

  /// The failures of a recorded run, which may be in the records of its shards. Throws ``UsageError`` if these are not
  /// all shards of one run.
  static func recording(at paths: [String]) throws -> RerunRequest {
    guard paths.count > 1 else {
      return try recording(RecordedRun(paths[0]), named: paths[0])
    }
    let proof = MergeProof(paths, isRerun: true)
    if let problem = proof.problems.first { throw UsageError(problem) }
    let shards = try proof.runs.map { try recording($0, named: paths.joined(separator: ", ")) }
    var all = shards[0]
    for shard in shards.dropFirst() { all.ids.formUnion(shard.ids) }
    return all
  }

  /// The failures in one record. Throws ``UsageError`` if the file does not contain a whole run: its failures would not
  /// be known.
  private static func recording(_ run: RecordedRun, named name: String) throws -> RerunRequest {
    try run.requireWhole("Copy the file again, as a whole.")
    if run.ending.isLive {
      throw UsageError("The run that \(run.path) contains is still in progress. Wait for its end.")
    }
    guard let last = run.repetitions.last else {
      throw UsageError("\(run.path) contains no run that began. Record another one with --record.")
    }
    var failed: Set<ExampleID> = []
    for repetition in run.repetitions {
      failed.formUnion(repetition.ends.lazy.filter(\.outcome.isFailure).map(\.id))
      failed.formUnion(repetition.groups.lazy.filter(\.failed).map(\.id))
    }
    let ids = Set(failed.map(\.text))
    return RerunRequest(
      ids: last.isWhole ? ids : ids.union(run.unfinished),
      reasonIfEmpty:
        "All examples of the run that \(name) contains finished, and none failed, so nothing is run again.",
      order: (last.start.seed, last.start.order), command: run.facts?.command)
  }

  /// Writes the ids of examples that exist into a file in a folder, one in a line, and returns its path: a row that is
  /// asked for and does not exist fails.
  func list(in folder: URL) throws -> String {
    let file = folder.appendingPathComponent("examples.txt")
    try FileTarget(file.path).write(ids.subtracting(gone).sorted().joined(separator: "\n"))
    return file.standardizedFileURL.path
  }
}
