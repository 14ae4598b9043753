import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The outcomes of a package's examples in its last runs: a small file for each run, beside the
/// logs, which are larger and kept for fewer runs.
///
/// Each run writes a file of its own, so that simultaneous runs do not collide. A run whose tool
/// was killed has written none: its log is read before the next run begins. A problem here never
/// fails a run.
struct HistoryFolder {
  /// How many runs are remembered.
  static let limit = 50
  /// How many bytes their files may have together.
  static let sizeLimit = 24 << 20

  private let folder: URL
  private let buildFolder: URL
  private let sizeLimit: Int
  private let warn: @Sendable (String) -> Void

  init(
    in buildFolder: URL, sizeLimit: Int = HistoryFolder.sizeLimit,
    warn: @escaping @Sendable (String) -> Void = {
      Terminal.write("warning: \($0)\n", toError: true)
    }
  ) {
    self.buildFolder = buildFolder
    self.sizeLimit = sizeLimit
    self.warn = warn
    folder = buildFolder.appendingPathComponent("exemplar/history")
  }

  /// The runs that began before `date`, in seconds since 1970; `nil` if no run did.
  func history(before date: Double = .infinity) -> RunHistory? {
    complete()
    let runs = files.compactMap { file -> (begin: Double, marks: [(key: UInt64, mark: RunMark)])? in
      // Another run may just have removed it.
      guard let data = FileManager.default.contents(atPath: file.path) else { return nil }
      do {
        return try HistoryFile.read(data)
      } catch {
        warn("The history of an earlier run, \(file.path), is left out: \(error).")
        // If its log still exists, the file is recreated next time.
        if !(error is NewerHistory) { try? FileManager.default.removeItem(at: file) }
        return nil
      }
    }.filter { $0.begin < date }
    return runs.isEmpty ? nil : RunHistory(runs)
  }

  /// Remembers a run; `run` is the name of its record.
  func note(_ history: HistoryFile, ofRun run: String) {
    if history.isEmpty { return }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try history.data.write(to: file(ofRun: run), options: .atomic)
      removeOld()
    } catch {
      warn("The outcomes could not be saved for later runs: \(error)")
    }
  }

  /// Reads the logs of runs whose tools were killed.
  func complete() {
    let files = self.files
    let known = Set(files.map(\.lastPathComponent))
    for run in RunRecord.folders(in: buildFolder) {
      let name = run.lastPathComponent
      // A run in progress writes its own file.
      guard !known.contains(file(ofRun: name).lastPathComponent), hasRoom(for: run, among: files),
        let lock = FolderLock(run, creating: false)
      else { continue }
      defer { lock.release() }
      var history = HistoryFile()
      for path in RunRecord.logs(in: run).map(\.path) {
        guard let log = try? EventLog(path: path) else { continue }
        for event in log { history.note(event, at: log.creation) }
        guard let end = log.processEnd else { continue }
        // Examples that ran when the user or the system terminated the tool have not failed because
        // of it.
        ProcessExit(end, running: log.running).events.forEach {
          history.note($0, at: log.creation)
        }
      }
      note(history, ofRun: name)
    }
  }

  /// Whether a run is recent enough to be kept. A run that had to be removed for later ones would
  /// otherwise be read from its log before each run, and removed again.
  private func hasRoom(for run: URL, among files: [URL]) -> Bool {
    let name = file(ofRun: run.lastPathComponent).lastPathComponent
    let later = files.filter { $0.lastPathComponent > name }
    if later.isEmpty { return true }
    let events = RunRecord.logs(in: run).reduce(0) {
      $0 + ((try? EventLog(path: $1.path))?.eventsWritten ?? 0)
    }
    // An example has two events or more.
    let size = later.reduce(HistoryFile.size(of: events / 2)) { $0 + Self.size(of: $1) }
    return later.count < Self.limit && size <= sizeLimit
  }

  private static func size(of file: URL) -> Int {
    var status = stat()
    return stat(file.path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The files, the oldest first.
  private var files: [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(Self.fileExtension) }.sorted()
      .map { folder.appendingPathComponent($0) }
  }

  private static let fileExtension = ".exhistory"

  private func file(ofRun run: String) -> URL {
    folder.appendingPathComponent(run + Self.fileExtension)
  }

  private func removeOld() {
    var size = 0
    for (index, file) in files.reversed().enumerated() {
      size += Self.size(of: file)
      guard index > 0, index >= Self.limit || size > sizeLimit else { continue }
      try? FileManager.default.removeItem(at: file)
    }
  }
}

/// Remembers what becomes of the examples, for later runs.
final class HistoryReport: RowsReporter {
  private let file = Locked(HistoryFile())
  private let folder: HistoryFolder
  private let run: String

  /// - Parameter run: The name of the run's record.
  init(run: String, in folder: HistoryFolder) {
    self.run = run
    self.folder = folder
  }

  func report(_ event: Event) {
    file.withLock { $0.note(event, at: Date().timeIntervalSince1970) }
  }

  func report(_ rows: PassedRows) {
    file.withLock { $0.note(rows, at: Date().timeIntervalSince1970) }
  }

  func finish() { folder.note(file.withLock { $0 }, ofRun: run) }
}
