import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The records of a package's last runs: the outcomes of each run, beside its log, which is larger and kept for fewer
/// runs. The history of examples, unresolved failures and durations are derived from them.
///
/// Each run writes a file of its own, so that simultaneous runs do not collide. A run whose tool was killed has written
/// none: its log is read before the next run begins. A problem here never fails a run.
struct RunStore {
  /// How many runs are remembered.
  static let limit = 50
  /// How many bytes their files may have together; the history of older runs is forgotten.
  static let sizeLimit = 24 << 20

  private let folder: URL
  private let buildFolder: URL
  /// The platform that its runs were planned for, if it is not that of the process: a failure on another one is unknown
  /// here, and is not resolved by skipping its example.
  private let platform: String?
  private let sizeLimit: Int
  private let warn: @Sendable (String) -> Void

  init(
    in buildFolder: URL, of platform: String? = nil, sizeLimit: Int = RunStore.sizeLimit,
    warn: @escaping @Sendable (String) -> Void = {
      Terminal.write("warning: \($0)\n", toError: true)
    }
  ) {
    self.buildFolder = buildFolder
    self.platform = platform
    self.sizeLimit = sizeLimit
    self.warn = warn
    folder = buildFolder.appendingPathComponent(
      "exemplar/history" + (platform.map { "-\($0)" } ?? ""))
  }

  /// The outcomes in the runs that began before `date`, in seconds since 1970; `nil` if no run did.
  func history(before date: Double = .infinity) -> RunHistory? {
    complete()
    let runs = files.compactMap(outcomes).filter { $0.hasMarks && $0.begin ?? 0 < date }
    return runs.isEmpty ? nil : RunHistory(runs.map { ($0.begin ?? 0, $0.marks) })
  }

  /// The state that the last run left.
  var state: PackageState {
    complete()
    return lastState()
  }

  private func lastState(before name: String? = nil) -> PackageState {
    files.reversed().lazy.filter { file in name.map { file.lastPathComponent < $0 } ?? true }
      .compactMap(outcomes).first?.state ?? PackageState()
  }

  /// Records a run; `run` is the name of its folder.
  func add(_ outcomes: RunOutcomes, ofRun run: String) {
    let file = file(ofRun: run)
    var outcomes = outcomes
    // Another run may have ended since this one began.
    outcomes.end(run: run, after: lastState(before: file.lastPathComponent))
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try outcomes.data.write(to: file, options: .atomic)
      try removeOld()
    } catch {
      warn("The outcomes could not be saved for later runs: \(error)")
    }
  }

  /// Reads the logs of runs whose tools were killed.
  private func complete() {
    func isRecorded(_ run: URL) -> Bool {
      FileManager.default.fileExists(atPath: file(ofRun: run.lastPathComponent).path)
    }
    for run in RunRecord.folders(in: buildFolder) where !isRecorded(run) {
      if RunRecord.command(in: run).platform != platform { continue }
      // A run in progress holds the lock until it has recorded itself.
      guard let lock = FolderLock(run, creating: false) else { continue }
      defer { lock.release() }
      guard !isRecorded(run),
        let log = RunRecord.logs(in: run).first.flatMap({ try? EventLog(path: $0.path) })
      else { continue }
      let hasForeign = RunRecord.command(in: run).all
      var outcomes = RunOutcomes(since: lastState(), foreign: hasForeign ? [] : nil)
      while let batch = log.nextBatch() { outcomes.record(batch, at: log.creation) }
      let running = log.damage == nil ? log.running : []
      for event in ProcessExit(log.processEnd, running: running).events {
        // The user or the system may have terminated the tool: its running examples run again, but the history does
        // not show them as failures.
        outcomes.record(.event(event), at: log.creation, isMarked: log.processEnd != nil)
      }
      add(outcomes, ofRun: run.lastPathComponent)
    }
  }

  // MARK: Files

  private static let fileExtension = ".exhistory"

  private func file(ofRun run: String) -> URL {
    folder.appendingPathComponent(run + Self.fileExtension)
  }

  /// The files, the oldest first.
  private var files: [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(Self.fileExtension) }.sorted()
      .map { folder.appendingPathComponent($0) }
  }

  /// Reads a file, which another run may just have removed.
  private func outcomes(in file: URL) -> RunOutcomes? {
    guard let data = FileManager.default.contents(atPath: file.path) else { return nil }
    do {
      return try RunOutcomes(data)
    } catch {
      warn("The history of an earlier run, \(file.path), is left out: \(error).")
      // If its log still exists, the file is recreated next time.
      if !(error is NewerRecord) { try? FileManager.default.removeItem(at: file) }
      return nil
    }
  }

  private func removeOld() throws {
    var size = 0
    for (index, file) in files.reversed().enumerated() {
      size += (try? FileManager.default.attributesOfItem(atPath: file.path))?[.size] as? Int ?? 0
      if index >= Self.limit {
        try? FileManager.default.removeItem(at: file)
      } else if index > 0, size > sizeLimit, var old = outcomes(in: file), old.hasMarks {
        // The file remains, so that the log is not read again.
        old.removeMarks()
        try old.data.write(to: file, options: .atomic)
      }
    }
  }
}

/// Records the outcomes of a run for later runs.
final class RunOutcomesReport: BatchReporter {
  private let outcomes: Locked<RunOutcomes>
  private let store: RunStore
  private let run: String

  /// - Parameters:
  ///   - run: The name of the run's folder.
  ///   - foreign: The tests that run beside the specs; `nil` if none do.
  init(
    run: String, in store: RunStore, since state: PackageState = PackageState(),
    foreign: [ForeignTest]? = nil
  ) {
    let foreign = foreign.map { Set($0.map(\.id)) }
    outcomes = Locked(RunOutcomes(since: state, foreign: foreign))
    (self.run, self.store) = (run, store)
  }

  func report(_ batch: EventBatch) {
    outcomes.withLock { $0.record(batch, at: Date().timeIntervalSince1970) }
  }

  func finish() { store.add(outcomes.withLock { $0 }, ofRun: run) }
}
