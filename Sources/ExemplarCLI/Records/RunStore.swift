import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The records of a package's last runs: of each run a log, and its outcomes, from which the history of examples,
/// unresolved failures and durations are derived.
///
/// Each run writes files of its own, so that simultaneous runs do not collide. A run whose tool was killed has written
/// no outcomes: its log is read before the next run begins. A problem here never fails a run.
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
    warn: @escaping @Sendable (String) -> Void = {
      Terminal.write("warning: \($0)\n", toError: true)
    }
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
      let file = RunRecord.outcomes(in: run).path
      size += (try? FileManager.default.attributesOfItem(atPath: file))?[.size] as? Int ?? 0
      if size > historyLimit { break }
      if let outcomes = outcomes(of: run), outcomes.hasMarks, outcomes.begin ?? 0 < date {
        runs.append(outcomes)
      }
    }
    return runs.isEmpty ? nil : RunHistory(runs.map { ($0.begin ?? 0, $0.marks) })
  }

  /// The state that the last run left.
  var state: PackageState {
    complete()
    return lastState()
  }

  private func lastState(before run: URL? = nil) -> PackageState {
    let name = run?.lastPathComponent
    for run in runs where name.map({ run.lastPathComponent < $0 }) ?? true {
      if let outcomes = outcomes(of: run) { return outcomes.state }
    }
    return PackageState()
  }

  /// Records a run in its folder.
  func add(_ outcomes: RunOutcomes, of run: URL) {
    var outcomes = outcomes
    // Another run may have ended since this one began.
    outcomes.end(run: run.lastPathComponent, after: lastState(before: run))
    do {
      try outcomes.data.write(to: RunRecord.outcomes(in: run), options: .atomic)
    } catch {
      warn("The outcomes could not be saved for later runs: \(error)")
    }
  }

  /// Reads the logs of runs whose tools were killed.
  private func complete() {
    func isRecorded(_ run: URL) -> Bool {
      FileManager.default.fileExists(atPath: RunRecord.outcomes(in: run).path)
    }
    for run in RunRecord.folders(in: folder) where !isRecorded(run) {
      // A run in progress holds the lock until it has recorded itself.
      guard let lock = FolderLock(run, creating: false) else { continue }
      defer { lock.release() }
      guard !isRecorded(run),
        let log = RunRecord.logs(in: run).first.flatMap({ try? EventLog(path: $0.path) })
      else { continue }
      let command = RunFacts(log.sections[RunFacts.section])?.command ?? RunRecord.Command()
      if command.platform != platform { continue }
      var outcomes = RunOutcomes(since: lastState(), foreign: command.all ? [] : nil)
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

  /// The recorded runs on the platform, the newest first.
  private var runs: some Sequence<URL> {
    Array(RunRecord.folders(in: folder).reversed()).lazy.filter { [platform] run in
      FileManager.default.fileExists(atPath: RunRecord.outcomes(in: run).path)
        && RunRecord.command(in: run).platform == platform
    }
  }

  /// Reads the outcomes of a run, which another run may just have removed.
  private func outcomes(of run: URL) -> RunOutcomes? {
    let file = RunRecord.outcomes(in: run)
    guard let data = FileManager.default.contents(atPath: file.path) else { return nil }
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
  private let store: RunStore
  private let run: URL

  /// - Parameters:
  ///   - run: The run's folder.
  ///   - foreign: The tests that run beside the specs; `nil` if none do.
  init(
    of run: URL, in store: RunStore, since state: PackageState = PackageState(),
    foreign: [ForeignTest]? = nil
  ) {
    let foreign = foreign.map { Set($0.map(\.id)) }
    outcomes = Locked(RunOutcomes(since: state, foreign: foreign))
    (self.run, self.store) = (run, store)
  }

  func report(_ batch: EventBatch) {
    outcomes.withLock { $0.record(batch, at: Date().timeIntervalSince1970) }
  }

  func finish() { store.add(outcomes.withLock { $0 }, of: run) }
}
