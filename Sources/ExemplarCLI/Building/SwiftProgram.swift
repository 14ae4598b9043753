import Foundation
import Subprocess

/// The `swift` that the path names first.
///
/// It is looked for here: whoever starts a program by its name alone starts a process for each folder of the
/// path, to see whether it is there.
struct SwiftProgram {
  /// Where it is; `nil` if no folder of the path has one.
  let url: URL?

  /// - Parameter environment: Its `PATH` names the folders. Those that depend on the current one do not count: what lies
  ///   in a package is not run because of its name.
  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    url = (environment["PATH"] ?? "").split(separator: ":").lazy
      .filter { $0.hasPrefix("/") }
      .map { URL(fileURLWithPath: String($0)).appendingPathComponent("swift") }
      .first(where: Self.isProgram)
  }

  private static func isProgram(_ url: URL) -> Bool {
    let real = url.resolvingSymlinksInPath()
    let isFile = try? real.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
    return isFile == true && FileManager.default.isExecutableFile(atPath: real.path)
  }

  /// What to run; if there is none, the name, so that it is said to be missing.
  var executable: Executable { url.map { .path(.init($0.path)) } ?? .name("swift") }

  /// What the name stands for, and when that was put there.
  var identity: [String] {
    guard let real = url?.resolvingSymlinksInPath().path else { return [] }
    let date = (try? FileManager.default.attributesOfItem(atPath: real))?[.modificationDate]
    return [real, (date as? Date).map { "\($0.timeIntervalSince1970)" } ?? ""]
  }
}
