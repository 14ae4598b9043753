import ExemplarCore
import ExemplarReports
import Foundation

/// The report that the Swift runtime writes when a process crashes, where it does:
/// `SWIFT_BACKTRACE`.
struct CrashReport {
  /// The whole text.
  let text: String

  /// The setting of a worker that makes the runtime write such a report into a folder; `nil` if the
  /// user has disabled crash reports.
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

  /// The text to show: the frames of the package itself, in the order of the calls, the innermost
  /// first, up to the example; or everything.
  ///
  /// - Parameters:
  ///   - package: The folder of the package.
  ///   - files: The files of the running examples. The expansion of a macro such as `#expect` is in
  ///     a file that does not exist; its frame is shown at the macro in one of these files.
  func shown(package: String, files: some Sequence<String>, isWhole: Bool) -> String {
    if isWhole { return text.trimmingCharacters(in: .whitespacesAndNewlines) }
    let frames = text.textLines.compactMap { text -> String? in
      guard let match = text.firstMatch(of: Self.frame) else { return nil }
      return Self.place(of: String(match.path), Int(match.line) ?? 0, in: package, files)
        .map { Issue.frameIndent + match.name + Issue.frameMark + $0 }
    }
    // Code that calls the examples explains nothing.
    let tests = files.compactMap { Self.place(of: $0, 1, in: package, files)?.dropLast() }
    let last = frames.lastIndex { frame in tests.contains { frame.contains(Issue.frameMark + $0) } }
    let shown = last.map { frames[...$0] } ?? frames[...]
    if shown.count <= Self.frameLimit { return shown.joined(separator: "\n") }
    // The outermost is the line of the example.
    let hidden = shown.count - Self.frameLimit
    return
      (shown.prefix(Self.frameLimit - 1)
      + ["\(Issue.frameIndent)… \(hidden) more", shown[shown.endIndex - 1]])
      .joined(separator: "\n")
  }

  /// The message with which the runtime ended a process, from the lines that it printed last.
  static func fatalError(in output: String) -> String? {
    output.textLines.reversed().lazy
      .compactMap { $0.firstMatch(of: Self.fatalMark) }.first.map { String($0.message) }
  }

  /// `Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range`
  private nonisolated(unsafe) static let fatalMark =
    #/(?:^|: )(?<message>(?:Fatal error|Precondition failed|Assertion failed)(?::.*)?)$/#

  /// The location of a frame in the package, relative to its folder; `nil` for one of a library.
  static func place(
    of path: String, _ line: Int, in package: String, _ files: some Sequence<String>
  ) -> String? {
    let root = URL(fileURLWithPath: package).resolvingSymlinksInPath().path + "/"
    let (path, line) = placeOfMacro(in: path[...], files) ?? (path, line)
    guard path.hasPrefix(root), !path.dropFirst(root.count).hasPrefix(".build/"),
      !path.contains("/checkouts/"), line > 0
    else { return nil }
    return "\(path.dropFirst(root.count)):\(line)"
  }

  /// The location of the macro whose expansion is in a file that the compiler generated.
  ///
  /// The name of that file contains the name of the other, without characters that identifiers
  /// cannot have, and the line and the column before the macro:
  /// `@__swiftmacro_4Shop0014TillSpecswift_dAEfMX9_6_33_…`.
  private static func placeOfMacro(
    in path: Substring, _ files: some Sequence<String>
  ) -> (path: String, line: Int)? {
    guard let match = path.firstMatch(of: expansion), let line = Int(match.line) else { return nil }
    let paths = files.filter { file in
      let name = (file.split(separator: "/").last ?? "").filter {
        $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")
      }
      return name == match.name
    }
    // Files that differ in a sign, or in their folders, cannot be told apart.
    return Set(paths).count == 1 ? (paths[0], line + 1) : nil
  }

  /// How many frames are shown of a recursion that does not end.
  static let frameLimit = 12

  private nonisolated(unsafe) static let expansion =
    #/@__swiftmacro_\w*?00\d+(?<name>[A-Za-z_]\w*)_[A-Za-z]+fMX(?<line>\d+)_\d*_/#

  /// `3 [ra] 0x000055674f1d7fb1 inner(_:) + 32 in a at /shop/Till.swift:1:34`
  private nonisolated(unsafe) static let frame =
    #/^\s*\d+ (?:\[[^\]]*\] )*\s*0x[0-9a-f]+ (?<name>.*?) (?:\+ \d+ )?in \S+ at (?<path>.+?):(?<line>\d+)(?::\d+)?$/#
}
