import Testing

/// The fixture that runs in every host, built once.
///
/// `swift test` starts one process for each library of tests; most tests here start such a process
/// themselves, which takes less time.
enum EveryHost {
  /// Runs tests of Swift Testing whose ids match `filter`; by default the test of all specs.
  static func swiftTesting(
    _ filter: String = #"Exemplar\.examples"#, _ arguments: [String] = [],
    environment: [String: String] = [:]
  ) async throws -> Tool.Result {
    try await build.value
    return try await Fixture.everyHost.swiftTesting(
      ["--filter", filter] + arguments, environment: environment)
  }

  /// Runs a test case of XCTest, or one test of it.
  static func xctest(
    _ test: String, environment: [String: String] = [:]
  ) async throws -> Tool.Result {
    try await program("EveryHostPackageTests.xctest", [test], environment)
  }

  /// Runs the specs as a program of their own.
  static func ownProgram(
    named name: String = "conformance-program", _ arguments: [String],
    environment: [String: String] = [:]
  ) async throws -> Tool.Result {
    try await program(name, arguments, environment)
  }

  /// Runs `swift test`.
  static func swiftTest(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> Tool.Result {
    try await build.value
    return try await Fixture.everyHost.swiftTest(arguments, environment: environment)
  }

  private static func program(
    _ name: String, _ arguments: [String], _ environment: [String: String]
  ) async throws -> Tool.Result {
    try await build.value
    return try await Tool.run(
      Fixture.program(name), arguments, in: Tool.repository, environment: environment)
  }

  private static let build = Task { try await Fixture.everyHost.build() }
}
