import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The records of a package's last runs: of each run a log, and its outcomes, from which the history of examples,
/// outstanding examples and durations are derived.
///
/// Each run writes files of its own, and adds its results to the state that the run recorded before it has left, while it
/// holds a lock. A run whose tool was killed has written no outcomes: its log is read before the next run begins. A
/// problem here never fails a run.
struct RunStore {
  /// How many bytes the outcomes of the runs that make the history may have together; older runs are not read.
  static let historyLimit = 24 << 20

  private let folder: URL
  /// The platform that its runs were planned for, if it is not that of the process: a failure on another one is unknown
  /// here, and is not resolved by skipping its example.
  private let platform: String?
  private let historyLimit: Int
  private let warn: @Sendable (String) -> Void

  /// - Parameter folder: The folder of the package.
  init(
    in folder: URL, of platform: String? = nil, historyLimit: Int = RunStore.historyLimit,
    warn: @escaping @Sendable (String) -> Void = { Terminal.warn($0) }
  ) {
    self.folder = folder
    self.platform = platform
    self.historyLimit = historyLimit
    self.warn = warn
  }

  /// The outcomes in the runs that began before `date`, in seconds since 1970; `nil` if no run did.
  func history(before date: Double = .infinity) -> RunHistory? {
    complete()
    var size = 0
    var runs: [RunOutcomes] = []
    for run in self.runs {
      let file = RunFolder.outcomes(in: run)?.file.path ?? ""
      size += (try? FileManager.default.attributesOfItem(atPath: file))?[.size] as? Int ?? 0
      if size > historyLimit { break }
      if let outcomes = outcomes(of: run), outcomes.hasMarks, outcomes.begin ?? 0 < date {
        runs.append(outcomes)
      }
    }
    return runs.isEmpty
      ? nil : RunHistory(runs.map { ($0.begin ?? 0, $0.marks) }, codes: runs.map(\.code))
  }

  /// The outcomes that were recorded last, with the state of the package.
  var latest: RunOutcomes {
    complete()
    let last = last
    if !last.isDamaged { return last.outcomes }
    // The logs of the runs have the same results.
    complete()
    return self.last.outcomes
  }

  private static func isRecorded(_ run: URL) -> Bool {
    RunFolder.outcomes(in: run) != nil
  }

  /// The state that the last run left.
  var state: PackageState { latest.state }

  /// The outcomes that were recorded last, and whether those of later runs were damaged, and have been removed.
  private var last: (outcomes: RunOutcomes, isDamaged: Bool) {
    var isDamaged = false
    for run in runs {
      if let outcomes = outcomes(of: run) { return (outcomes, isDamaged) }
      isDamaged = isDamaged || !Self.isRecorded(run)
    }
    return (RunOutcomes(), isDamaged)
  }

  /// Records a run in its folder, if it has one, and returns the state of the package after it.
  @discardableResult
  func add(_ outcomes: RunOutcomes, of run: URL?) -> PackageState {
    // Other runs may have ended since this one began, or end now.
    let lock = FolderLock(folder, creating: true, patience: 5)
    defer { lock?.release() }
    var outcomes = outcomes
    outcomes.end(run: run?.lastPathComponent ?? "", after: last.outcomes)
    guard let run else { return outcomes.state }
    do {
      let last = RunFolder.recorded(in: folder).last.flatMap(RunFolder.outcomes)?.number ?? 0
      let file = RunFolder.outcomes(in: run, number: last + 1)
      try FileTarget(file.path).write(outcomes.data)
    } catch {
      warn(Self.problem(error))
    }
    return outcomes.state
  }

  /// The warning about a run that cannot be recorded.
  static func problem(_ error: any Error) -> String {
    "The run is not recorded: \(error.systemReason) Its failures will not be known to --only-failures. Make room in the folder, or "
      + "name another one with --store."
  }

  /// Reads the logs of runs whose tools were killed.
  private func complete() {
    for run in RunFolder.folders(in: folder) where !Self.isRecorded(run) {
      // A run in progress holds the lock until it has recorded itself.
      guard let lock = FolderLock(run, creating: false) else { continue }
      defer { lock.release() }
      guard !Self.isRecorded(run), let file = RunFolder.logs(in: run).first else { continue }
      let log: EventLog
      do {
        log = try EventLog(path: file.path)
      } catch {
        warn("The failures of an interrupted run are not known. \(error)")
        continue
      }
      let facts = RunFacts(log.sections[RunFacts.section])
      let command = facts?.command ?? RunFacts.Command()
      if command.platform != platform { continue }
      // One that began before another that is recorded settles nothing: that one may have found what is outstanding.
      let isLate = runs.contains { $0.lastPathComponent > run.lastPathComponent }
      var outcomes = RunOutcomes(
        since: isLate ? PackageState() : last.outcomes.state, foreign: command.all ? [] : nil,
        scope: isLate || facts?.isPart == true ? .part : .everything, code: facts?.code)
      while let batch = log.nextBatch() { outcomes.record(batch, at: log.creation) }
      let running = log.damage == nil ? log.running : []
      for event in ProcessExit(log.processEnd, running: running).events {
        // The user or the system may have terminated the tool: its running examples run again, but the history does
        // not show them as failures.
        outcomes.record(.event(event), at: log.creation, isMarked: log.processEnd != nil)
      }
      add(outcomes, of: run)
    }
  }

  /// The recorded runs on the platform, the one that was recorded last first.
  private var runs: some Sequence<URL> {
    Array(RunFolder.recorded(in: folder).reversed()).lazy.filter { [platform] run in
      RunFolder.command(in: run).platform == platform
    }
  }

  /// Reads the outcomes of a run, which another run may just have removed.
  private func outcomes(of run: URL) -> RunOutcomes? {
    guard let file = RunFolder.outcomes(in: run)?.file,
      let data = FileManager.default.contents(atPath: file.path)
    else { return nil }
    do {
      return try RunOutcomes(data)
    } catch {
      warn("The history of an earlier run, \(file.path), is left out: \(error).")
      // The log still exists, and the file is recreated next time.
      if !(error is NewerRecord) { try? FileManager.default.removeItem(at: file) }
      return nil
    }
  }
}

/// Records the outcomes of a run for later runs.
final class RunOutcomesReport: BatchReporter {
  private let outcomes: Locked<RunOutcomes>
  private let state = Locked(PackageState())
  private let store: RunStore
  private let run: URL?

  /// - Parameters:
  ///   - run: The run's folder; `nil` if it has none.
  ///   - foreign: The tests that run beside the specs; `nil` if none do.
  ///   - scope: Which examples the run was asked for.
  ///   - code: The code of the run, if it is known.
  init(
    of run: URL?, in store: RunStore, since state: PackageState = PackageState(),
    foreign: [ForeignTest]? = nil, scope: RunResults.Scope = .everything, code: String? = nil
  ) {
    let foreign = foreign.map { Set($0.map(\.id)) }
    outcomes = Locked(RunOutcomes(since: state, foreign: foreign, scope: scope, code: code))
    (self.run, self.store) = (run, store)
  }

  func report(_ batch: EventBatch) {
    outcomes.withLock { $0.record(batch, at: Date().timeIntervalSince1970) }
  }

  func finish() {
    let outcomes = outcomes.withLock { $0 }
    state.withLock { $0 = store.add(outcomes, of: run) }
  }

  /// The ids that are outstanding after the run, without those that it skipped.
  var remaining: Set<String> {
    state.withLock { $0 }.outstanding.subtracting(outcomes.withLock { $0.skipped })
  }
}
