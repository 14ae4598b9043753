import ExemplarCore
import ExemplarReports
import ExemplarSources
import Foundation

/// The Swift files of the test targets of a package, and the findings in them.
struct PackageSources {
  private let targets: Int
  private let files: [SourceFile]
  /// The problem that keeps every spec from running.
  private let problem: Issue?

  /// Reads the files of the targets.
  init(_ tests: TestTargets) {
    targets = tests.targets.count
    #if canImport(Darwin)
      problem = nil
    #else
      problem = tests.entryPoint.map {
        Issue(
          TestEntryPoint.problem(of: URL(fileURLWithPath: $0).lastPathComponent),
          at: Place(path: $0))
      }
    #endif
    // Unreadable files do not build either.
    files = tests.targets.flatMap(\.sources).compactMap { path in
      TestTargets.text(ofFileAt: path).map { SourceFile(path: path, text: $0) }
    }
  }

  /// Specs in them that nothing runs.
  var unrunSpecs: [Issue] {
    UnrunSpec.all(in: files).map { found in
      Issue(
        found.message, at: Place(path: found.path, line: found.line, column: found.column),
        phase: .planning)
    }
  }

  /// The findings for readers, and whether a check succeeds: specs that nothing runs are warnings, unless the check is
  /// strict.
  func report(isStrict: Bool, _ style: Style) -> (text: String, isFine: Bool) {
    let unrun = unrunSpecs
    let directory = FileManager.default.currentDirectoryPath
    func line(_ issue: Issue, isError: Bool) -> String {
      let mark = isError ? style.red("✘") : style.yellow("!")
      let place = issue.place.map { "\n    at \($0.relative(to: directory))" } ?? ""
      return "\(mark) \(issue.message)\(place)\n"
    }
    let found =
      (problem.map { line($0, isError: true) } ?? "")
      + unrun.map { line($0, isError: isStrict) }.joined()
    let verdict =
      "\(files.count.counted("source file")) of \(targets.counted("test target")): "
    let end =
      if problem != nil {
        style.red(verdict + "none of their specs runs")
      } else if unrun.isEmpty {
        style.green(verdict + "found nothing that never runs")
      } else {
        (isStrict ? style.red : style.yellow)(
          verdict + "found \(unrun.count) that never \(unrun.count == 1 ? "runs" : "run")")
      }
    return (
      found + (found.isEmpty ? "" : "\n") + end + "\n",
      problem == nil && (unrun.isEmpty || !isStrict)
    )
  }
}
