import ExemplarCore
import ExemplarReports
import Foundation

/// Tests that do not build. The user has seen the compiler's output; reports receive its first
/// error.
package struct BuildFailure: Error, CustomStringConvertible {
  package let description: String

  /// - Parameters:
  ///   - package: The name of the package.
  ///   - output: The output of the build.
  ///   - folder: The folder that paths are relative to.
  package init(of package: String, _ output: String, relativeTo folder: String) {
    let folder = folder.hasSuffix("/") ? folder : folder + "/"
    let error = output.textLines.lazy.compactMap(Self.error).first
    description =
      "The tests of \(package) do not build\(error.map { ": " + $0.replacing(folder, with: "") } ?? ".")"
  }

  /// The error in a line: of a compiler with its location, of the build or a linker without one.
  private static func error(_ line: Substring) -> String? {
    guard let match = line.firstMatch(of: /^(?:\S.*: )?error: (?<message>.+)$/) else { return nil }
    // A count of errors does not describe a problem.
    return match.message.hasPrefix("fatalError") || match.message.hasPrefix("emit-module command")
      ? nil : String(line)
  }

  /// The lines of an output from its first error on.
  package static func excerpt(of output: String, lines limit: Int) -> String {
    let lines = output.textLines
    let errors = lines.drop { error($0) == nil }
    let shown = errors.isEmpty ? lines.suffix(limit) : errors.prefix(limit)
    let rest = errors.count - shown.count
    return shown.joined(separator: "\n") + "\n"
      + DisplayText.more(rest, before: "… ", after: rest == 1 ? " line\n" : " lines\n")
  }

  /// The solution if a build failed because resources of one name would be put into one folder.
  package static func advice(on output: String) -> String? {
    guard
      let match = output.firstMatch(of: /multiple resources named '([^']+)' in target '([^']+)'/)
    else { return nil }
    return
      "Several files are named \(match.1), and .process puts all files of \(match.2) into one folder. "
      + "In Package.swift, give the folder that holds them as .copy(\"\u{2026}\"), which keeps its folders; "
      + "a name is then a path: \"folder/\(match.1)\"."
  }
}
