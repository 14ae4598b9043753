import Foundation
import Subprocess

/// The first `swift` in the search path.
///
/// It is resolved here, because starting a program by its name alone starts a process for each
/// folder of the path.
struct SwiftProgram {
  /// Where it is; `nil` if no folder of the path has one.
  let url: URL?

  /// That of this process.
  static let current = SwiftProgram(environment: ProcessInfo.processInfo.environment)

  /// - Parameter environment: Its `PATH` names the folders. Those that depend on the current one do not count: what lies
  ///   in a package is not run because of its name.
  init(environment: [String: String]) {
    url = Self.url(of: "swift", in: environment)
  }

  /// The first program with a name in the search path.
  static func url(
    of name: String, in environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> URL? {
    (environment["PATH"] ?? "").split(separator: ":").lazy
      .filter { $0.hasPrefix("/") }
      .map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
      .first(where: isProgram)
  }

  static func isProgram(_ url: URL) -> Bool {
    var status = stat()
    return stat(url.path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(url.path, X_OK) == 0
  }

  /// The program to run for a command such as `build`; if there is no `swift`, its name, so that
  /// the error reports it as missing.
  ///
  /// The driver of a toolchain only runs the program of that name beside itself, after hundredths
  /// of a second. Any other `swift`, such as a toolchain picker, is run unchanged.
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
}
