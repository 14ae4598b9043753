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

  /// Reads the files that a description by `swift package describe --type json` names; `nil` if it is no
  /// such description.
  init?(description json: String) {
    struct Package: Decodable {
      struct Target: Decodable {
        var type: String
        var path: String
        var sources: [String]
      }
      var path: String
      var targets: [Target]
    }
    // What else is printed comes before it.
    let text = json.drop { $0 != "{" }
    guard let package = try? JSONDecoder().decode(Package.self, from: Data(text.utf8)) else {
      return nil
    }
    for target in package.targets where target.type == "test" {
      targets += 1
      let folder = URL(fileURLWithPath: package.path).appendingPathComponent(target.path)
      for source in target.sources where source.hasSuffix(".swift") {
        let file = folder.appendingPathComponent(source)
        // What cannot be read does not build either.
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
        files.append(SourceFile(path: file.path, text: text))
      }
    }
  }
}

/// Adds to the events of a worker what only the sources tell.
struct SourceFindings {
  private let events: [Event]

  /// - Parameter isStrict: Whether it fails the run; else it is a warning.
  init(_ issues: [Issue], isStrict: Bool) {
    events = issues.map { issue in
      var issue = issue
      issue.isWarning = !isStrict
      return .issueRecorded(IssueRecorded(id: nil, issue: issue))
    }
  }

  /// What was found, for a run that tells nothing.
  func text(relativeTo directory: String) -> String {
    events.map { event in
      guard case .issueRecorded(let record) = event else { return "" }
      let place = record.issue.place.map { "\n  at \($0.relative(to: directory))" } ?? ""
      return record.issue.message + place + "\n"
    }.joined()
  }

  /// An event, with what is to be told after it.
  func adding(to event: Event) -> [Event] {
    switch event {
    case .runStarted: return [event] + events
    case .runEnded(var summary):
      events.forEach { summary.count($0) }
      return [.runEnded(summary)]
    default: return [event]
    }
  }
}
