import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// A new folder, which is removed when this process exits.
func temporaryFolder() throws -> URL {
  try Tool.folder.subfolder("\(UUID().uuidString.prefix(8))")
}

extension URL {
  /// Makes a folder in this one, with those around it.
  @discardableResult
  func subfolder(_ path: String) throws -> URL {
    let folder = appendingPathComponent(path)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Writes a file in this folder, with the folders around it.
  @discardableResult
  func write(_ text: String, to path: String, isProgram: Bool = false) throws -> URL {
    let file = appendingPathComponent(path).standardizedFileURL
    if isProgram {
      try writeProgram(text, to: file)
    } else {
      try file.deletingLastPathComponent().subfolder("")
      try Data(text.utf8).write(to: file, options: .atomic)
    }
    return file
  }
}

/// The built tool, run as a user would run it.
enum Tool {
  typealias Result = ProcessResult

  /// The root of this repository.
  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Runs `exemplar` in `directory` and waits for it.
  static func exemplar(
    _ arguments: [String], in directory: URL = repository, environment: [String: String] = [:]
  ) async throws -> Result {
    let result = try await run(
      products.appendingPathComponent("exemplar"), arguments, in: directory,
      environment: environment)
    expectVerdict(in: result, of: arguments, environment)
    return result
  }

  /// Whatever becomes of a run, the last line on the standard output has the verdict and the status of the process.
  private static func expectVerdict(
    in result: Result, of arguments: [String], _ environment: [String: String]
  ) {
    let others = [
      "--list", "--dry-run", "--watch", "--failure", "--help", "--help-hidden", "--version",
    ]
    let isOther = arguments.contains { others.contains($0) || $0.hasPrefix("-vh") }
    guard !isOther, Conclusion.isDue(for: arguments, environment: environment) else { return }
    let verdict = result.status == 0 ? "PASSED · " : "FAILED (status \(result.status)) · "
    if result.output.split(separator: "\n").last?.hasPrefix(verdict) == true { return }
    Testing.Issue.record(
      "\(arguments.joined(separator: " ")) does not end with “\(verdict)”:\n\(result.output)\n\(result.errors)"
    )
  }

  /// The variables of this process that do not change what a run does.
  static var inheritedEnvironment: [String: String] {
    ProcessInfo.processInfo.environment.filter { name, _ in
      // With another value, the manifest would have everything built again.
      name == "EXEMPLAR_WARNINGS_AS_ERRORS"
        || !name.hasPrefix("EXEMPLAR_") && !["CI", "GITHUB_ACTIONS"].contains(name)
          && !CodingAgent.variables.contains { $0.name == name }
    }
  }

  /// The folder for the packages of tests, and for the records of the runs that they start.
  static let folder: URL = {
    // Thousands of files may take longer than a process may take to exit.
    atexit {
      let removal = Process()
      removal.executableURL = URL(fileURLWithPath: "/bin/rm")
      removal.arguments = ["-rf", Tool.folderOfProcess.path]
      try? removal.run()
    }
    return folderOfProcess
  }()
  private static let folderOfProcess = FileManager.default.temporaryDirectory
    .resolvingSymlinksInPath().appendingPathComponent(
      "exemplar-tests-\(ProcessInfo.processInfo.processIdentifier)")

  static func run(
    _ program: URL, _ arguments: [String], in directory: URL, environment: [String: String] = [:]
  ) async throws -> Result {
    try await runProcess(
      [program.path] + arguments, in: directory,
      environment: ["EXEMPLAR_STORE": folder.appendingPathComponent("store").path].merging(
        environment
      ) { $1 },
      inherited: inheritedEnvironment, errorsApart: true)
  }
}
