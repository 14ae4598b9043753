import ExemplarCore
import ExemplarLog
import Foundation

// Records: the logs of runs, kept where cleaning a package does not remove them.

/// The folder in which the record of one run is kept: its log, and the lock of the tool that writes it.
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
  ///
  /// - Parameter kept: The names of runs that are not removed.
  init(in package: URL, limits: Limits = Limits(), keeping kept: Set<String> = []) throws {
    try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
    folder = package.appendingPathComponent(
      "\(Self.timestamp(Date().timeIntervalSince1970))-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    guard let lock = FolderLock(folder, creating: true) else {
      throw UsageError("The folder \(folder.path) cannot be locked.")
    }
    self.lock = lock
    for old in Self.surplus(in: package, limits)
    where !kept.contains(old.lastPathComponent) {
      // Another process may be at it.
      guard let lock = FolderLock(old, creating: false) else { continue }
      try? FileManager.default.removeItem(at: old)
      lock.release()
    }
  }

  /// The runs beyond the limits.
  private static func surplus(in package: URL, _ limits: Limits) -> [URL] {
    var bytes = 0
    let oldest = timestamp(max(0, Date().timeIntervalSince1970 - limits.seconds))
    return folders(in: package).reversed().enumerated().filter { index, run in
      bytes += names(in: run).reduce(0) {
        $0 + Int(stat.ofFile(at: "\(run.path)/\($1)")?.st_size ?? 0)
      }
      // The name begins with the time: copies of a folder have other dates.
      let name = run.lastPathComponent
      let isOld = name < oldest && name.contains(/^\d{4}-\d\d-\d\dT/)
      return index > limits.runs || bytes > limits.bytes || isOld
    }.map(\.element)
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

  /// A time in seconds since 1970, to the microsecond: in the order of their names, the oldest run comes first, also of
  /// short ones. It is made without a calendar of Foundation, which takes long to load.
  private static func timestamp(_ time: Double) -> String {
    let (second, fraction) = Int(time * 1_000_000).quotientAndRemainder(dividingBy: 1_000_000)
    var (seconds, parts) = (time_t(second), tm())
    gmtime_r(&seconds, &parts)
    func digits(_ value: Int32, _ count: Int = 2) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day = [digits(parts.tm_year + 1900, 4), digits(parts.tm_mon + 1), digits(parts.tm_mday)]
    let hour = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { digits($0) }
    return
      "\(day.joined(separator: "-"))T\(hour.joined(separator: "-")).\(digits(Int32(fraction), 6))Z"
  }

  /// The location of the log of the run.
  var log: URL { folder.appendingPathComponent("run.\(Self.fileExtension)") }

  /// The facts about the run that has a log; `nil` if they are not recorded.
  static func facts(ofLogAt path: String) -> RunFacts? {
    (try? EventLog(path: path)).flatMap { RunFacts(of: $0) }
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

  /// The file with the state of a package on a platform; `nil` stands for that of the process. Another form of the file
  /// has another number, so that versions of Exemplar leave each other's alone.
  static func state(in package: URL, of platform: String?) -> URL {
    let name = platform?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
    return package.appendingPathComponent(
      ["state-1", name].compactMap(\.self).joined(separator: "-") + ".plist")
  }

  /// The folders of runs, in the order in which they began.
  static func folders(in package: URL) -> [URL] {
    names(in: package).filter {
      $0 != FolderLock.name && !$0.hasSuffix(".plist") && !$0.hasPrefix(".")
    }.map { package.appendingPathComponent($0) }
  }

  /// Removes what processes have left that were killed while they replaced the state.
  static func removeRemains(in package: URL) {
    for name in names(in: package) where name.hasPrefix(".exemplar-") {
      try? FileManager.default.removeItem(at: package.appendingPathComponent(name))
    }
  }

  /// The logs in a folder.
  static func logs(in folder: URL) -> [URL] {
    names(in: folder).map { folder.appendingPathComponent($0) }.filter(isLog)
  }

  /// Whether a path is that of a log, by its extension.
  static func isLog(_ file: URL) -> Bool { [fileExtension, "exlog"].contains(file.pathExtension) }

  private static func names(in folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }
}
