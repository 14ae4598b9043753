import ExemplarCore
import ExemplarReports
import ExemplarSources
import Foundation

/// The Swift files of the test targets of a package.
struct PackageSources {
  private(set) var targets = 0
  /// The problem that keeps every spec from running.
  private(set) var problem: Issue?
  private(set) var files: [SourceFile] = []

  /// Specs in them that nothing runs.
  var unrunSpecs: [Issue] { UnrunSpec.all(in: files).map(Self.issue) }

  private static func issue(_ found: UnrunSpec) -> Issue {
    Issue(
      found.message, at: Place(path: found.path, line: found.line, column: found.column),
      phase: .planning)
  }

  /// Reads the files of the targets.
  init(_ tests: TestTargets) {
    targets = tests.targets.count
    #if !canImport(Darwin)
      problem = tests.entryPoint.map {
        Issue(
          TestEntryPoint.problem(of: URL(fileURLWithPath: $0).lastPathComponent),
          at: Place(path: $0))
      }
    #endif
    for target in tests.targets {
      for file in target.sources {
        // Unreadable files do not build either.
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { continue }
        files.append(SourceFile(path: file, text: text))
      }
    }
  }
}
