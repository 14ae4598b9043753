import ExemplarCore
import ExemplarReports
import Foundation

/// The examples and groups of a package that failed in some run and have not passed since.
///
/// They are stored beside the records of runs. A run whose tool was killed has not stored them: its
/// log is read before the next run begins.
struct UnresolvedFailures: Codable, Equatable {
  /// Their ids, as text.
  private(set) var ids: Set<String> = []
  /// Those of them that are no examples: runs of specs alone know nothing of them.
  private(set) var plain: Set<String> = []
  /// The name of the last run that is counted in.
  private(set) var latestRun: String?
  /// How many seconds each spec took when it last ran, by its id as text.
  private var seconds: [String: Double] = [:]

  /// How many seconds each spec took when it last ran: the longest begin first.
  var durations: [ExampleID: Double] {
    Dictionary(seconds.map { (ExampleID(text: $0), $1) }) { $1 }
  }

  private static func file(in buildFolder: URL) -> URL {
    buildFolder.appendingPathComponent("exemplar/unresolved.json")
  }

  init() {}

  /// The unresolved failures of all runs that are recorded in a build folder.
  init(in buildFolder: URL) {
    if let data = FileManager.default.contents(atPath: Self.file(in: buildFolder).path),
      let known = try? JSONDecoder().decode(Self.self, from: data)
    {
      self = known
    }
    for run in RunRecord.folders(in: buildFolder) where run.lastPathComponent > latestRun ?? "" {
      guard let log = RunRecord.logs(in: run).first?.path else { continue }
      let hasOthers = RunRecord.command(ofLogAt: log).all
      var verdicts = Verdicts(since: self, plain: hasOthers ? [] : nil)
      // Unreadable logs contribute no results.
      _ = try? RecordedLog(path: log).replay { verdicts.note($0) }
      count(verdicts, ofRun: run.lastPathComponent)
    }
  }

  /// Counts a run in.
  mutating func count(_ verdicts: Verdicts, ofRun name: String) {
    if !verdicts.isOfAll {
      ids.subtract(verdicts.passed)
    } else {
      ids = verdicts.hasPlainTests ? [] : plain
    }
    ids.formUnion(verdicts.failed)
    plain = plain.union(verdicts.failedPlain).intersection(ids)
    seconds.merge(verdicts.seconds) { $1 }
    latestRun = name
  }

  /// Writes the ids into a file in a folder, a line each; its path.
  func listed(in folder: URL) throws -> String {
    let file = folder.appendingPathComponent("rerun.txt")
    try ids.sorted().joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    return file.standardizedFileURL.path
  }

  func note(in buildFolder: URL) throws {
    let file = Self.file(in: buildFolder)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(self).write(to: file, options: .atomic)
  }
}

/// The results of a run for examples that had failed before it or failed in it: a fold over events.
struct Verdicts {
  private(set) var failed: Set<String> = []
  /// Those that were outstanding and did not fail.
  private(set) var passed: Set<String> = []
  /// How many seconds each spec took, by its id as text.
  private(set) var seconds: [String: Double] = [:]
  /// Those that failed and are no examples.
  private(set) var failedPlain: Set<String> = []
  /// Whether tests ran that are no examples.
  let hasPlainTests: Bool
  private let plain: Set<ExampleID>
  private let earlier: Set<String>
  private var start: RunStarted?
  private var summary: RunSummary?

  /// - Parameter plain: The ids of tests that run beside the specs; `nil` if none do.
  init(since outstanding: UnresolvedFailures, plain: Set<ExampleID>? = nil) {
    earlier = outstanding.ids
    hasPlainTests = plain != nil
    self.plain = plain ?? []
  }

  /// Whether it ran everything that could be outstanding: what it does not mention is not there any more.
  var isOfAll: Bool {
    guard let start, let summary else { return false }
    return start.notSelected == 0 && start.focused.isEmpty && summary.finished
      && summary.notReached == 0 && summary.nothingRan == nil
  }

  mutating func note(_ event: Event) {
    switch event {
    case .runStarted(let start): self.start = start
    case .runEnded(let summary): self.summary = summary
    case .exampleEnded(let end): note(end.id, hasFailed: end.outcome.isFailure)
    case .groupEnded(let end):
      note(end.id, hasFailed: end.failed)
      if end.id.depth == 2 { seconds[end.id.text] = end.duration }
    default: break
    }
  }

  mutating func note(_ rows: PassedRows) {
    if earlier.isEmpty { return }
    for row in rows.rows { note(rows.parent.appending(leaf: row.name), hasFailed: false) }
  }

  /// Most examples pass, and nothing was outstanding: of these no text is made.
  private mutating func note(_ id: ExampleID, hasFailed: Bool) {
    if hasFailed {
      failed.insert(id.text)
      if plain.contains(where: { id.isAtOrBelow($0) || $0.isAtOrBelow(id) }) {
        failedPlain.insert(id.text)
      }
    } else if !earlier.isEmpty, earlier.contains(id.text) {
      passed.insert(id.text)
    }
  }
}

/// Keeps what is outstanding, while a run goes on beside it.
final class UnresolvedFailuresReport: RowsReporter {
  private let state: Locked<(outstanding: UnresolvedFailures, verdicts: Verdicts)>
  private let run: String
  private let buildFolder: URL

  /// - Parameters:
  ///   - plain: The tests that run beside the specs; `nil` if none do.
  ///   - run: The name of the run's record.
  init(
    _ outstanding: UnresolvedFailures, plain: [ForeignTest]? = nil, run: String, in buildFolder: URL
  ) {
    let plain = plain.map { Set($0.map(\.id)) }
    state = Locked((outstanding, Verdicts(since: outstanding, plain: plain)))
    self.run = run
    self.buildFolder = buildFolder
  }

  func report(_ event: Event) { state.withLock { $0.verdicts.note(event) } }
  func report(_ rows: PassedRows) { state.withLock { $0.verdicts.note(rows) } }

  func finish() {
    state.withLock { state in
      state.outstanding.count(state.verdicts, ofRun: run)
      do {
        try state.outstanding.note(in: buildFolder)
      } catch {
        Terminal.write("warning: What failed could not be noted: \(error)\n", toError: true)
      }
    }
  }
}
