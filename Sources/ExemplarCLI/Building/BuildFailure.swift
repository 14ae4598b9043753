import ExemplarCore
import ExemplarReports
import Foundation

/// Tests that do not build. The user has seen the compiler's output, or its errors; reports receive the first one.
package struct BuildFailure: Error, CustomStringConvertible {
  package let description: String
  /// The errors of the compiler, of the linker and of SwiftPM, each once, with their locations.
  package let errors: [Issue]

  /// - Parameters:
  ///   - package: The name of the package.
  ///   - output: The output of the build.
  ///   - folder: The folder that paths are relative to.
  package init(of package: String, _ output: String, relativeTo folder: String) {
    let folder = folder.hasSuffix("/") ? folder : folder + "/"
    let error = output.textLines.lazy.compactMap(Self.error).first
    description =
      "The tests of \(package) do not build\(error.map { ": " + $0.replacing(folder, with: "") } ?? ".")"
    let lines = output.textLines.compactMap { Self.error($0) ?? Self.missingSymbol($0) }
    var seen: Set<String> = []
    errors = lines.filter { seen.insert($0).inserted }.map(Self.issue)
  }

  /// The errors as the quiet console shows them: each with its location, as other causes.
  ///
  /// - Parameter output: The path of the file with the whole output of the build, if there is one.
  package func text(relativeTo folder: String, output: String?) -> String {
    let limit = 10
    let shown =
      errors.isEmpty ? [Issue("swift build reported no error.")] : Array(errors.prefix(limit))
    let lines =
      shown.flatMap { error in
        let text = IssueLines(error, relativeTo: folder)
        return [text.message[0]] + text.details.map { "  \($0)" }
      } + [DisplayText.more(errors.count - limit, before: "… ")].filter { !$0.isEmpty }
      + [output.map { "the whole output: \($0)" }].compactMap(\.self)
    return "failed: the build of the tests\n" + lines.map { "  \($0)\n" }.joined() + "\n"
  }

  /// An error in a line, with its location.
  private static func issue(_ line: String) -> Issue {
    guard let match = line.firstMatch(of: #/^(/.+?):(\d+)(?::(\d+))?: error: (.+)$/#) else {
      return Issue(line, phase: .planning)
    }
    let place = Place(
      path: String(match.1), line: Int(match.2) ?? 0, column: match.3.flatMap { Int($0) } ?? 0)
    return Issue(String(match.4), at: place, phase: .planning)
  }

  /// The line of a linker about a symbol that it lacks: its error has a status alone.
  private static func missingSymbol(_ line: Substring) -> String? {
    line.contains("undefined ")
      ? line.firstMatch(of: #/undefined (?:reference|symbol).*/#).map { String($0.output) } : nil
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
