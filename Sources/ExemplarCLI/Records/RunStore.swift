import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The records of a package's last runs: of each run a log, and one file with the state of the package on each platform,
/// to which each run adds its results while it holds a lock.
///
/// Every result is in the logs: a run whose tool was killed has added nothing, so its log is read before the next run
/// begins, and if the file is missing or damaged, all are. A problem here never fails a run.
struct RunStore {
  private let folder: URL
  /// The platform that its runs were planned for, if it is not that of the process: a failure on another one is unknown
  /// here, and is not resolved by skipping its example.
  private let platform: String?
  private let historyLimit: Int
  private let warn: @Sendable (String) -> Void

  /// - Parameter folder: The folder of the package.
  init(
    in folder: URL, of platform: String? = nil, historyLimit: Int = PackageState.limit,
    warn: @escaping @Sendable (String) -> Void = { Terminal.warn($0) }
  ) {
    self.folder = folder
    self.platform = platform
    self.historyLimit = historyLimit
    self.warn = warn
  }

  /// The state that the recorded runs have left.
  var state: PackageState {
    var state = recorded
    var problems: [any Error] = []
    for run in RunFolder.folders(in: folder) where !state.contains(run.lastPathComponent) {
      // A run in progress holds the lock until it has recorded itself.
      guard let lock = FolderLock(run, creating: false) else { continue }
      defer { lock.release() }
      do {
        if let results = try results(ofInterrupted: run, after: state) {
          state = add(results, of: run)
        }
      } catch {
        problems.append(error)
      }
    }
    if let first = problems.first {
      // Those of another version stay until they are old.
      let count = problems.count
      warn(
        count == 1
          ? "The failures of an earlier run are not known. \(first)"
          : "The failures of \(count) earlier runs are not known. The first of them: \(first)")
    }
    return state
  }

  /// Adds the results of a run, if it has a folder, and returns the state of the package after it.
  @discardableResult
  func add(_ results: RunResults, of run: URL?) -> PackageState {
    // Other runs may have ended since this one began, or end now.
    let lock = FolderLock(folder, creating: true, patience: 5)
    defer { lock?.release() }
    if lock != nil { RunFolder.removeRemains(in: folder) }
    var state = recorded
    let name = run?.lastPathComponent ?? ""
    if state.contains(name) { return state }
    state.apply(results, ofRun: name)
    guard run != nil else { return state }
    state.trim(
      keeping: Set(RunFolder.folders(in: folder).map(\.lastPathComponent)), bytes: historyLimit)
    write(state)
    return state
  }

  /// Adds examples that have to run again.
  func add(outstanding ids: Set<String>) {
    // A run that is added later must not settle them.
    _ = state
    let lock = FolderLock(folder, creating: true, patience: 5)
    defer { lock?.release() }
    var state = recorded
    state.add(outstanding: ids)
    write(state)
  }

  private func write(_ state: PackageState) {
    do {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .binary
      try FileTarget(file.path).write(encoder.encode(state))
    } catch {
      warn(Self.problem(error))
    }
  }

  /// The warning about a run that cannot be recorded.
  static func problem(_ error: any Error) -> String {
    "The run is not recorded: \(error.systemReason) Its failures will not be known to --only-failures. Make room in the folder, or "
      + "name another one with --store."
  }

  // MARK: The file

  private var file: URL { RunFolder.state(in: folder, of: platform) }

  /// The state in the file; the empty one, to which all logs are added, if it is missing or damaged.
  private var recorded: PackageState {
    guard let data = FileManager.default.contents(atPath: file.path) else { return PackageState() }
    if let state = try? PropertyListDecoder().decode(PackageState.self, from: data) { return state }
    warn("The state of earlier runs, \(file.path), is damaged. It is read from their logs again.")
    try? FileManager.default.removeItem(at: file)
    return PackageState()
  }

  /// The results in the log of a run that has not recorded them; `nil` if it was planned for another platform. Throws if
  /// its log cannot be read.
  private func results(ofInterrupted run: URL, after state: PackageState) throws -> RunResults? {
    guard let file = RunFolder.logs(in: run).first else { return nil }
    let log = try EventLog(path: file.path)
    let facts = RunFacts(of: log)
    let command = facts?.command ?? RunFacts.Command()
    if command.platform != platform { return nil }
    // One that began before another that is recorded settles nothing: that one may have found what is outstanding.
    let isLate = state.runs.contains { $0.name > run.lastPathComponent }
    var results = RunResults(
      since: isLate ? PackageState() : state, foreign: command.specs == true ? nil : [],
      scope: isLate || facts?.isPartial == true ? .selection : .everything, code: facts?.code,
      extent: facts?.extent)
    while let batch = log.nextBatch() { results.record(batch, at: log.creation) }
    if let damage = log.damage { warn("\(damage)") }
    let running = log.damage == nil ? log.running : []
    for event in ProcessExit(log.processEnd, running: running).events {
      // The user or the system may have terminated the tool: its running examples run again, but the history does
      // not show them as failures.
      results.record(.event(event), at: log.creation, isMarked: log.processEnd != nil)
    }
    return results
  }
}

/// The state that earlier runs have left, which is read once, when it is needed.
final class EarlierRuns: Sendable {
  private let store: RunStore?
  private let known = Locked<PackageState?>(nil)

  /// - Parameter store: The records; `nil` if there are none.
  init(_ store: RunStore? = nil) { self.store = store }

  var state: PackageState {
    known.withLock { known in
      let state = known ?? store?.state ?? PackageState()
      known = state
      return state
    }
  }
}

/// Records the results of a run for later runs.
final class RunResultsReport: Reporter {
  private let results: Locked<RunResults>
  private let state = Locked(PackageState())
  private let store: RunStore
  private let run: URL?
  private let baseline: Baseline?
  /// The expected files and columns that an earlier run of everything had.
  private let confirmedBefore: ConfirmedValues.Files

  /// - Parameters:
  ///   - run: The run's folder; `nil` if it has none.
  ///   - foreign: The tests that run beside the specs; `nil` if none do.
  ///   - scope: Which examples the run was asked for.
  ///   - facts: What is known about the run.
  ///   - baseline: The run to compare it with.
  init(
    of run: URL?, in store: RunStore, since state: PackageState = PackageState(),
    foreign: [ForeignTest]? = nil, scope: RunResults.Scope = .everything, facts: RunFacts? = nil,
    baseline: Baseline? = nil
  ) {
    let foreign = foreign.map { Set($0.map(\.id)) }
    results = Locked(
      RunResults(
        since: state, foreign: foreign, scope: scope, code: facts?.code, extent: facts?.extent))
    (self.run, self.store, self.baseline) = (run, store, baseline)
    confirmedBefore = facts?.extent.flatMap(state.lastComplete)?.confirmed ?? [:]
  }

  /// The expected values that a run confirmed in which everything ran and succeeded, those that an earlier one confirmed,
  /// and when it began; `nil` for another run.
  func confirmed(
    atEnd end: RunSummary
  ) -> (now: ConfirmedValues, before: ConfirmedValues.Files, begin: Double)? {
    let results = results.withLock { $0 }
    guard results.isWholeSuccess(atEnd: end) else { return nil }
    return (results.confirmed, confirmedBefore, results.begin ?? 0)
  }

  /// The issue of a run that lacks examples of the run with which it is compared.
  ///
  /// - Parameters:
  ///   - end: How the run ends.
  ///   - log: Its record so far.
  func vanished(atEnd end: RunSummary, in log: String?) -> IssueRecorded? {
    guard let baseline else { return nil }
    let results = results.withLock { $0 }
    let isWhole = results.isWhole(atEnd: end)
    // A run that fails anyway has the reason why it stopped.
    if !isWhole, !end.isSuccess { return nil }
    return baseline.issue(
      after: Set(results.marks.all.lazy.map(\.key)), isWhole: isWhole
    ) {
      guard let log else { throw UsageError("The run is not recorded.") }
      return [try RecordedRun(log)]
    }
  }

  func report(_ event: Event) { report(.event(event)) }

  func report(_ batch: EventBatch) {
    results.withLock { $0.record(batch, at: Date().timeIntervalSince1970) }
  }

  func finish() {
    let results = results.withLock { $0 }
    state.withLock { $0 = store.add(results, of: run) }
  }

  /// The ids that are outstanding after the run, without those that it skipped.
  var remaining: Set<String> {
    state.withLock { $0 }.outstanding.subtracting(results.withLock { $0.skipped })
  }
}
