import ExemplarCore
import ExemplarReports
import ExemplarSources
import Foundation

/// The Swift files of the test targets of a package.
struct PackageSources {
  private(set) var targets = 0
  private(set) var files: [SourceFile] = []

  /// What nothing runs in them.
  var unrunSpecs: [Issue] { UnrunSpec.all(in: files).map(Self.issue) }

  /// What nothing runs in them, and no run tells of: a method that discovery finds in the program, and no
  /// macro has seen, is a failing example.
  var unrunSpecsUnknownToRuns: [Issue] {
    #if canImport(Darwin) || os(Windows)
      unrunSpecs
    #else
      UnrunSpec.all(in: files).filter { !$0.isMethod }.map(Self.issue)
    #endif
  }

  private static func issue(_ found: UnrunSpec) -> Issue {
    Issue(
      found.message, at: Place(path: found.path, line: found.line, column: found.column),
      phase: .planning)
  }

  /// Reads the files of the targets.
  init(_ tests: TestTargets) {
    targets = tests.targets.count
    for target in tests.targets {
      for file in target.sources {
        // What cannot be read does not build either.
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { continue }
        files.append(SourceFile(path: file, text: text))
      }
    }
  }
}
