import ExemplarCore
import ExemplarLog
import Foundation

// Records: the logs of runs, kept where cleaning a package does not remove them.

/// The folder in which the record of one run is kept: its log, its outcomes, and the lock of the tool that writes them.
struct RunFolder {
  let folder: URL
  private let lock: FolderLock

  /// How many runs of a package are kept, for how long, and in how many bytes.
  struct Limits {
    var runs = 100
    var seconds = 30.0 * 86_400
    var bytes = 1 << 30
  }

  /// Makes a folder for a new run in the folder of a package, and removes the oldest beyond the limits.
  init(in package: URL, limits: Limits = Limits()) throws {
    try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
    folder = package.appendingPathComponent("\(Self.timestamp)-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    guard let lock = FolderLock(folder, creating: true) else {
      throw UsageError("The folder \(folder.path) cannot be locked.")
    }
    self.lock = lock
    for old in Self.surplus(in: package, limits) {
      // Another process may be at it.
      guard let lock = FolderLock(old, creating: false) else { continue }
      try? FileManager.default.removeItem(at: old)
      lock.release()
    }
  }

  /// The runs beyond the limits. The last run on each platform stays: it has the outstanding examples.
  private static func surplus(in package: URL, _ limits: Limits) -> [URL] {
    var bytes = 0
    let old = folders(in: package).reversed().enumerated().filter { index, run in
      let files = entries(of: run).compactMap {
        try? FileManager.default.attributesOfItem(atPath: $0.path)
      }
      bytes += files.reduce(0) { $0 + ($1[.size] as? Int ?? 0) }
      let age = begin(of: run)?.timeIntervalSinceNow
      return index > limits.runs || bytes > limits.bytes || -(age ?? 0) > limits.seconds
    }.map(\.element)
    // Logs of newer runs are read until the last run on each of these platforms is found.
    var platforms = Set(old.map { command(in: $0).platform })
    var kept: Set<URL> = []
    for run in recorded(in: package).reversed() {
      if platforms.isEmpty { break }
      if platforms.remove(command(in: run).platform) != nil { kept.insert(run) }
    }
    return old.filter { !kept.contains($0) }
  }

  /// The folder for the records of a package.
  ///
  /// - Parameter store: The folder that the user asks for, instead of that for the state of programs.
  static func folder(
    ofPackage path: String, store: String?,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> URL {
    let package = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL
    let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"] ?? NSHomeDirectory()
    let base = store ?? (state ?? home + "/.local/state") + "/exemplar"
    let key = PathHash().appending(package.path).key(seed: 0)
    return URL(fileURLWithPath: base).appendingPathComponent(
      "\(package.lastPathComponent)-\(String(key, radix: 16))")
  }

  /// The time, to the microsecond: in the order of their names, the oldest run comes first, also of short ones.
  private static var timestamp: String {
    let now = Int(Date().timeIntervalSince1970 * 1_000_000)
    let (second, fraction) = now.quotientAndRemainder(dividingBy: 1_000_000)
    let text = Date(timeIntervalSince1970: Double(second)).formatted(.iso8601)
    let digits = String(1_000_000 + fraction).dropFirst()
    return text.replacing(":", with: "-").replacing("Z", with: ".\(digits)Z")
  }

  /// When the run in a folder began, by the name of the folder: copies of it have other times.
  private static func begin(of run: URL) -> Date? {
    let parts = run.lastPathComponent.prefix(19).split(separator: "T")
    guard parts.count == 2 else { return nil }
    return try? Date("\(parts[0])T\(parts[1].replacing("-", with: ":"))Z", strategy: .iso8601)
  }

  /// The location of the log of the run.
  var log: URL { folder.appendingPathComponent("run.\(Self.fileExtension)") }

  /// The facts about the run that has a log; `nil` if they are not recorded.
  static func facts(ofLogAt path: String) -> RunFacts? {
    (try? EventLog(path: path)).flatMap { RunFacts($0.sections[RunFacts.section]) }
  }

  /// The options of the run that has a log; the default ones if they are not recorded.
  static func command(ofLogAt path: String) -> RunFacts.Command {
    facts(ofLogAt: path)?.command ?? RunFacts.Command()
  }

  /// The options of the run in a folder.
  static func command(in folder: URL) -> RunFacts.Command {
    logs(in: folder).first.map { command(ofLogAt: $0.path) } ?? RunFacts.Command()
  }

  /// Ends the record of the run. A run without a log is not kept.
  func close() {
    if Self.logs(in: folder).isEmpty { try? FileManager.default.removeItem(at: folder) }
    lock.release()
  }

  /// The logs of the last run that has some.
  static func latestLogs(in package: URL) -> [URL] {
    folders(in: package).reversed().lazy.map(logs).first { !$0.isEmpty } ?? []
  }

  static let fileExtension = "exemplar"

  /// The file for the outcomes of the run in a folder, with their number in the order in which outcomes were recorded:
  /// a store that was copied or restored has lost the times of its files.
  static func outcomes(in run: URL, number: Int) -> URL {
    run.appendingPathComponent("outcomes.\(number)")
  }

  /// The file with the outcomes of the run in a folder, and its number; `nil` if they were not recorded. Earlier versions
  /// gave no numbers.
  static func outcomes(in run: URL) -> (file: URL, number: Int)? {
    entries(of: run).filter { $0.deletingPathExtension().lastPathComponent == "outcomes" }
      .map { ($0, UInt32($0.pathExtension).map(Int.init) ?? 0) }.max { $0.1 < $1.1 }
  }

  /// The folders of runs, in the order in which they began.
  static func folders(in package: URL) -> [URL] {
    entries(of: package).filter { $0.lastPathComponent != FolderLock.name }
  }

  /// The folders of runs with outcomes, in the order in which these were recorded: each contains the state of the package
  /// after those before it.
  static func recorded(in package: URL) -> [URL] {
    folders(in: package).compactMap { run in outcomes(in: run).map { ($0.number, run) } }
      .sorted { ($0.0, $0.1.path) < ($1.0, $1.1.path) }.map(\.1)
  }

  /// The logs in a folder.
  static func logs(in folder: URL) -> [URL] {
    entries(of: folder).filter(isLog)
  }

  /// Whether a path is that of a log, by its extension.
  static func isLog(_ file: URL) -> Bool { [fileExtension, "exlog"].contains(file.pathExtension) }

  private static func entries(of folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { folder.appendingPathComponent($0) }
  }
}
