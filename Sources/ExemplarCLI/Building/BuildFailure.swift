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
    // A count of errors does not describe a problem, nor does the heading of others.
    return ["fatalError", "emit-module command"].contains(where: match.message.hasPrefix)
      || match.message.hasSuffix(": Invalid manifest") ? nil : String(line)
  }

  /// An output in which the errors of a manifest appear once. SwiftPM loads the manifest several times, and reports
  /// them each time, after the command that compiled it.
  package static func withoutRepetition(_ output: String) -> String {
    let output = output.replacing(#/(: Invalid manifest) \(compiled with: .*\)/#) { $0.1 }
    let starts = output.ranges(of: #/(?m)^error: .*: Invalid manifest$/#).map(\.lowerBound)
    let bounds = [output.startIndex] + starts + [output.endIndex]
    var seen: Set<Substring> = []
    return zip(bounds, bounds.dropFirst()).map { output[$0..<$1] }
      .filter { seen.insert($0).inserted }.joined()
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

  /// The solution if a build failed because resources of one name would be put into one folder, or because a release
  /// build is not compiled for testing.
  package static func advice(on output: String) -> String? {
    if output.contains("was not compiled for testing") {
      return "A release build needs -Xswiftc -enable-testing after --, for @testable import."
    }
    guard
      let match = output.firstMatch(of: /multiple resources named '([^']+)' in target '([^']+)'/)
    else { return nil }
    return
      "Several files are named \(match.1), and .process puts all files of \(match.2) into one folder. "
      + "In Package.swift, give the folder that holds them as .copy(\"\u{2026}\"), which keeps its folders; "
      + "a name is then a path: \"folder/\(match.1)\"."
  }
}
