import Foundation
import Subprocess

/// Git in a folder.
struct Git {
  let folder: String

  init(in folder: String) { self.folder = folder }

  /// Whether there is such a program.
  static var isThere: Bool { SwiftProgram.url(of: "git") != nil }

  /// The root of the work tree, without links; `nil` outside of one.
  var top: String? {
    get async {
      await line(["rev-parse", "--show-toplevel"]).map {
        URL(fileURLWithPath: $0).resolvingSymlinksInPath().path
      }
    }
  }

  /// The output of a command; `nil` if it failed, or there is no Git.
  func output(_ arguments: [String]) async -> Data? {
    guard let git = SwiftProgram.url(of: "git") else { return nil }
    let result = try? await Subprocess.run(
      .path(.init(git.path)), arguments: Arguments(trust + ["-C", folder] + arguments),
      output: .data(limit: 1 << 26), error: .discarded)
    return result?.terminationStatus.isSuccess == true ? result?.standardOutput : nil
  }

  /// The output of a command that prints a line.
  func line(_ arguments: [String]) async -> String? {
    await output(arguments).map {
      String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
  }

  /// The output of a command that prints texts with a zero byte after each.
  func list(_ arguments: [String]) async -> [String]? {
    await output(arguments)?.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The options with which Git reads a repository of another user, as there often is in containers, if the package
  /// belongs to the same one: the package's code runs anyway. A folder above it may have been put there by anybody.
  private var trust: [String] {
    func owner(_ folder: URL) -> NSNumber? {
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path)
      return attributes?[.ownerAccountID] as? NSNumber
    }
    let package = URL(fileURLWithPath: folder).resolvingSymlinksInPath()
    var top = package
    while !FileManager.default.fileExists(atPath: top.appendingPathComponent(".git").path) {
      if top.path == "/" { return [] }
      top.deleteLastPathComponent()
    }
    return owner(top) == owner(package) ? ["-c", "safe.directory=\(top.path)"] : []
  }
}
