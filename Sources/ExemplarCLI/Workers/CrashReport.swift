import ExemplarCore
import Foundation

/// What the Swift runtime writes when a process crashes, where it does: `SWIFT_BACKTRACE`.
struct CrashReport {
  /// The whole text.
  let text: String

  /// What a worker is told, so that the runtime writes such a report into a folder. Crashes are not
  /// looked into where the user has said otherwise.
  static func settings(folder: String, environment: [String: String]) -> String? {
    let own = environment["SWIFT_BACKTRACE"]?.nonEmpty
    if let own, own.contains(/enable=(no|off|false|n|0)\b/) { return nil }
    return (own.map { $0 + "," } ?? "")
      + "enable=yes,color=no,interactive=no,threads=crashed,registers=none,images=none,limit=64,"
      + "cache=no,timeout=20s,output-to=\(folder)/"
  }

  /// The report of a process in a folder, if there is one.
  init?(in folder: String, ofProcess process: pid_t) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard let name = names.sorted().last(where: { $0.contains("-\(process)-") }),
      let data = FileManager.default.contents(atPath: folder + "/" + name), !data.isEmpty
    else { return nil }
    text = String(decoding: data, as: UTF8.self)
  }

  init(text: String) { self.text = text }

  /// The stack of a thread that went on for too long, which the runtime tells as if it had crashed.
  var ofHang: CrashReport {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("Thread ") }
    return CrashReport(
      text: lines.joined(separator: "\n").replacing(#/(?m)^(Thread .*) crashed:$/#) { "\($0.1):" })
  }

  /// Whether the report of a process is there to its end.
  static func isWhole(in folder: String, ofProcess process: pid_t) -> Bool {
    CrashReport(in: folder, ofProcess: process)?.text.contains("\nBacktrace took ") == true
  }

  /// What is shown of it: the frames of the package itself, in the order of the calls, the innermost first;
  /// or the whole.
  ///
  /// - Parameter package: The folder of the package.
  func shown(package: String, isWhole: Bool) -> String {
    if isWhole { return text.trimmingCharacters(in: .whitespacesAndNewlines) }
    let root = URL(fileURLWithPath: package).resolvingSymlinksInPath().path + "/"
    let frames = text.split(separator: "\n").compactMap { line -> String? in
      guard let match = line.firstMatch(of: Self.frame) else { return nil }
      let path = String(match.path)
      guard path.hasPrefix(root), !path.dropFirst(root.count).hasPrefix(".build/"),
        !path.contains("/checkouts/"), match.line != "0"
      else { return nil }
      return "  \(match.name) at \(path.dropFirst(root.count)):\(match.line)"
    }
    return frames.prefix(Self.frameLimit).joined(separator: "\n")
  }

  /// How many frames are shown of a recursion that does not end.
  private static let frameLimit = 12

  /// `3 [ra] 0x000055674f1d7fb1 inner(_:) + 32 in a at /shop/Till.swift:1:34`
  private nonisolated(unsafe) static let frame =
    #/^\s*\d+ (?:\[[^\]]*\] )*\s*0x[0-9a-f]+ (?<name>.*?) (?:\+ \d+ )?in \S+ at (?<path>.+?):(?<line>\d+)(?::\d+)?$/#
}
