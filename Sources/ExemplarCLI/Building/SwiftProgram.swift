import Foundation
import Subprocess

/// The `swift` that the path names first.
///
/// It is looked for here: whoever starts a program by its name alone starts a process for each folder of the
/// path, to see whether it is there.
struct SwiftProgram {
  /// Where it is; `nil` if no folder of the path has one.
  let url: URL?

  /// That of this process.
  static let current = SwiftProgram(environment: ProcessInfo.processInfo.environment)

  /// - Parameter environment: Its `PATH` names the folders. Those that depend on the current one do not count: what lies
  ///   in a package is not run because of its name.
  init(environment: [String: String]) {
    url = (environment["PATH"] ?? "").split(separator: ":").lazy
      .filter { $0.hasPrefix("/") }
      .map { URL(fileURLWithPath: String($0)).appendingPathComponent("swift") }
      .first(where: Self.isProgram)
  }

  private static func isProgram(_ url: URL) -> Bool {
    var status = stat()
    return stat(url.path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(url.path, X_OK) == 0
  }

  /// What to run for a command such as `build`; if there is no `swift`, its name, so that it is said to be missing.
  ///
  /// The driver of a toolchain does nothing for such a command but run the program of its name beside itself, after
  /// hundredths of a second. What else is named `swift`, as what picks a toolchain, is left to do as it likes.
  func running(_ command: [String]) -> (executable: Executable, arguments: Arguments) {
    guard let url else { return (.name("swift"), Arguments(command)) }
    let real = url.resolvingSymlinksInPath()
    let program = real.deletingLastPathComponent().appendingPathComponent("swift-\(command[0])")
    if ["swift-driver", "swift-frontend"].contains(real.lastPathComponent), Self.isProgram(program)
    {
      return (.path(.init(program.path)), Arguments(Array(command.dropFirst())))
    }
    return (.path(.init(url.path)), Arguments(command))
  }

  /// What the name stands for, and when that was put there.
  var identity: [String] {
    guard let real = url?.resolvingSymlinksInPath().path else { return [] }
    let date = (try? FileManager.default.attributesOfItem(atPath: real))?[.modificationDate]
    return [real, (date as? Date).map { "\($0.timeIntervalSince1970)" } ?? ""]
  }
}
