import Foundation
import TestSupport

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
    try await run(
      products.appendingPathComponent("exemplar"), arguments, in: directory,
      environment: environment)
  }

  /// The variables of this process that do not change what a run does.
  static var inheritedEnvironment: [String: String] {
    ProcessInfo.processInfo.environment.filter { name, _ in
      // With another value, the manifest would have everything built again.
      name == "EXEMPLAR_WARNINGS_AS_ERRORS"
        || !name.hasPrefix("EXEMPLAR_") && !["CI", "GITHUB_ACTIONS"].contains(name)
    }
  }

  /// The folder for the records of the runs that tests start.
  private static let store: String = {
    atexit { try? FileManager.default.removeItem(atPath: Tool.storePath) }
    return storePath
  }()
  private static let storePath = FileManager.default.temporaryDirectory
    .appendingPathComponent("exemplar-store-\(ProcessInfo.processInfo.processIdentifier)").path

  static func run(
    _ program: URL, _ arguments: [String], in directory: URL, environment: [String: String] = [:]
  ) async throws -> Result {
    try await runProcess(
      [program.path] + arguments, in: directory,
      environment: ["EXEMPLAR_STORE": store].merging(environment) { $1 },
      inherited: inheritedEnvironment, errorsApart: true)
  }
}
