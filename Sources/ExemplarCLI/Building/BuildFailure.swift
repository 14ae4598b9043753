import ExemplarCore
import Foundation

/// Tests that do not build. The user has been shown what the compiler says; reports are told the first of it.
package struct BuildFailure: Error, CustomStringConvertible {
  package let description: String

  /// - Parameters:
  ///   - package: What people call the package.
  ///   - output: What the build has printed.
  ///   - folder: What paths are told relative to.
  package init(of package: String, _ output: String, relativeTo folder: String) {
    let folder = folder.hasSuffix("/") ? folder : folder + "/"
    let error = output.split(separator: "\n").lazy.compactMap(Self.error).first
    description =
      "The tests of \(package) do not build\(error.map { ": " + $0.replacing(folder, with: "") } ?? ".")"
  }

  /// What a line says if it tells an error: of a compiler with its place, of the build or a linker without one.
  private static func error(_ line: Substring) -> String? {
    guard let match = line.firstMatch(of: /^(?:\S.*: )?error: (?<message>.+)$/) else { return nil }
    // How many there were says nothing of what is wrong.
    return match.message.hasPrefix("fatalError") || match.message.hasPrefix("emit-module command")
      ? nil : String(line)
  }
}
