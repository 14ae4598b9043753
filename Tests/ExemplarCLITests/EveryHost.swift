import Foundation
import Testing

/// The fixture that runs in every host, built once.
enum EveryHost {
  /// Runs `swift test` on it; `test` names the test of Swift Testing, or of XCTest, that is to run.
  static func swiftTest(
    _ test: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) async throws -> Tool.Result {
    try await build()
    return try await Fixture.everyHost.swiftTest(
      ["--skip-build", "--filter", test] + arguments, environment: environment)
  }

  /// Runs its specs as a program of their own.
  static func program(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> Tool.Result {
    try await build()
    return try await Tool.run(
      Fixture.program("conformance-program"), arguments, in: Tool.repository,
      environment: environment)
  }

  static func build() async throws { try await building.value }

  /// The test that holds all specs under Swift Testing.
  static let automatic = #"Exemplar\.examples"#

  private static let building = Task {
    let result = try await Fixture.everyHost.build()
    try #require(result.status == 0, "\(result.output)\(result.errors)")
  }
}

/// A folder for one test, which is removed when it is over.
func withTemporaryFolder(_ body: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("exemplar-host-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder)
}
