import ExemplarCore
import Foundation
import Subprocess

/// The dynamic libraries that a program loads here, as `ldd` finds them.
struct LoadedLibraries {
  /// The path of each, by its name; `nil` if there is none.
  private var paths: [String: String?] = [:]

  init(found paths: [String: String?]) { self.paths = paths }

  /// Those of all programs; none where there is no `ldd`.
  init(of programs: [URL]) async {
    guard let ldd = SwiftProgram.url(of: "ldd") else { return }
    for program in programs {
      let result = try? await run(
        .path(.init(ldd.path)), arguments: [program.path], output: .string(limit: 1 << 20),
        error: .discarded)
      for line in (result?.standardOutput ?? "").textLines {
        guard let match = line.wholeMatch(of: #/\s*(\S+) => (?:(\/.+) \(0x[0-9a-f]+\)|not found)/#)
        else { continue }
        paths[String(match.1)] = .some(match.2.map(String.init))
      }
    }
  }

  /// Those of the toolchain; others belong to the system.
  var ofToolchain: [String: String] {
    paths.compactMapValues { $0 }.filter { $0.value.contains("/swift/") }
  }

  /// The size of a library and a digest of its head, which has the number of its build; `nil` if it cannot be read.
  static func identity(of path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path),
      let head = try? file.read(upToCount: 4_096), let size = try? file.seekToEnd()
    else { return nil }
    return "\(size) \(PathHash.digest(of: head))"
  }

  /// Why programs that were built with other libraries cannot run here; `nil` if nothing shows that.
  func problem(expecting libraries: [String: String], _ toolchain: String?) -> String? {
    let built = toolchain.map { " (\($0))" } ?? ""
    for (name, path) in paths.sorted(by: { $0.key < $1.key }) {
      guard let path else {
        let advice =
          libraries[name] == nil
          ? "Install it" : "Install the runtime of the toolchain\(built), or archive with --runtime"
        return "The programs need \(name), which this machine does not have. \(advice)."
      }
      if let identity = libraries[name], identity != Self.identity(of: path) {
        return
          "\(path) is not the library that the programs were built with\(built). Use the same toolchain, or archive with "
          + "--runtime on a machine without another one."
      }
    }
    return nil
  }
}
