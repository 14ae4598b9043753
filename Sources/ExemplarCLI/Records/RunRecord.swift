import ExemplarCore
import ExemplarLog
import Foundation

// Records: the logs of runs, kept in the build folder of the package.

/// The folder in which the logs of one run are kept.
struct RunRecord {
  let folder: URL
  private let lock: FolderLock

  /// How many runs are kept.
  static let limit = 10

  /// Makes a folder for a new run in a build folder, and removes the oldest beyond ``limit``.
  ///
  /// - Parameter command: The options of the run, which are stored beside its log.
  init(in buildFolder: URL, of command: Command = Command()) throws {
    let runs = Self.runs(in: buildFolder)
    try FileManager.default.createDirectory(at: runs, withIntermediateDirectories: true)
    folder = runs.appendingPathComponent("\(Self.timestamp)-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    guard let lock = FolderLock(folder, creating: true) else {
      throw UsageError("The folder \(folder.path) cannot be locked.")
    }
    self.lock = lock
    try JSONEncoder().encode(command).write(to: Self.commandFile(in: folder))
    for old in Self.folders(in: buildFolder).dropLast(Self.limit) {
      // Another process may be at it.
      guard let lock = FolderLock(old, creating: false) else { continue }
      try? FileManager.default.removeItem(at: old)
      lock.release()
    }
  }

  /// The time, to the microsecond: in the order of their names, the oldest run comes first, also of short ones.
  private static var timestamp: String {
    let now = Int(Date().timeIntervalSince1970 * 1_000_000)
    let (second, fraction) = now.quotientAndRemainder(dividingBy: 1_000_000)
    let text = Date(timeIntervalSince1970: Double(second)).formatted(.iso8601)
    let digits = String(1_000_000 + fraction).dropFirst()
    return text.replacing(":", with: "-").replacing("Z", with: ".\(digits)Z")
  }

  /// The location of the log of the run.
  var log: URL { folder.appendingPathComponent("run.\(Self.fileExtension)") }

  /// The options of a run that lines which run its examples again have too.
  struct Command: Codable, Equatable, Sendable {
    /// Whether the other tests of the package ran as well.
    var all = false
    var profile: String?
    /// The platform that the run was planned for, if it is not that of the process.
    var platform: String?
  }

  /// The options of the run that has a log; the default ones if they are not recorded.
  static func command(ofLogAt path: String) -> Command {
    command(in: URL(fileURLWithPath: path).deletingLastPathComponent())
  }

  /// The options of the run in a folder.
  static func command(in folder: URL) -> Command {
    let data = FileManager.default.contents(atPath: commandFile(in: folder).path)
    return data.flatMap { try? JSONDecoder().decode(Command.self, from: $0) } ?? Command()
  }

  private static func commandFile(in folder: URL) -> URL {
    folder.appendingPathComponent("command.json")
  }

  /// Ends the record of the run. A run without a log is not kept.
  func close() {
    if Self.logs(in: folder).isEmpty { try? FileManager.default.removeItem(at: folder) }
    lock.release()
  }

  /// The logs of the last run that has some.
  static func latestLogs(in buildFolder: URL) -> [URL] {
    folders(in: buildFolder).reversed().lazy.map(logs).first { !$0.isEmpty } ?? []
  }

  private static let fileExtension = "exlog"

  static func runs(in buildFolder: URL) -> URL {
    buildFolder.appendingPathComponent("exemplar/runs")
  }

  /// The folders of runs, the oldest first.
  static func folders(in buildFolder: URL) -> [URL] {
    entries(of: runs(in: buildFolder))
  }

  /// The logs in a folder.
  static func logs(in folder: URL) -> [URL] {
    entries(of: folder).filter { $0.pathExtension == fileExtension }
  }

  private static func entries(of folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { folder.appendingPathComponent($0) }
  }
}
