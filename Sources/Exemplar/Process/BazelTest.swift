import ExemplarCore
import Foundation

/// The test of Bazel that this process is, if it is one.
///
/// Programs that examples start do not count: a part of their specs would not run, and they would overwrite files.
package enum BazelTest {
  private struct State {
    /// The variables of the test that are not for child processes; `nil` if this process is not one.
    var variables: [String: String]?
    /// The reason why the process cannot follow the contract.
    var problem: UsageError?
  }
  private static let state = Locked(State())

  /// The variables that concern this process, and not its children.
  private static let names =
    ["TEST_SHARD_INDEX", statusFile, prematureExitFile, warningsFile]
    + [EnvironmentOption.shard, .filter, .failFast, .report].compactMap(\.variableOfBazel)
  private static let statusFile = "TEST_SHARD_STATUS_FILE"
  private static let prematureExitFile = "TEST_PREMATURE_EXIT_FILE"
  private static let warningsFile = "TEST_WARNINGS_OUTPUT_FILE"

  /// Begins to follow the contract, if Bazel has started this process.
  static func begin() {
    let environment = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
    guard environment[EnvironmentOption.markOfBazel] != nil,
      environment[EnvironmentOption.worker.rawValue] == nil
    else { return }
    keepFromChildren()
    state.withLock { $0.variables = environment.filter { names.contains($0.key) } }
    do {
      if let folder = environment["TEST_TMPDIR"] { try setTemporaryFolder(folder) }
      if let file = environment[prematureExitFile] {
        try write(file, of: prematureExitFile)
        // A process that ends unseen, such as by a system call, leaves the file, and Bazel reports a failure.
        ExitGuard.beforeEnd { try? FileManager.default.removeItem(atPath: file) }
      }
    } catch {
      state.withLock { $0.problem = error }
    }
  }

  /// Removes the variables from the environment of child processes, under Bazel.
  static func keepFromChildren() {
    #if !os(Windows)
      guard getenv(EnvironmentOption.markOfBazel) != nil else { return }
      for name in names { unsetenv(name) }
    #endif
  }

  /// Adds the options of the test to `environment`, that of the process with its command line, whose options win.
  static func addingOptions(
    to environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> [String: String] {
    guard let variables = state.withLock({ $0.variables }) else { return environment }
    return try EnvironmentOption.addingOptionsOfBazel(to: environment.merging(variables) { $1 })
  }

  static func name(of option: EnvironmentOption) -> String {
    let environment = ProcessInfo.processInfo.environment
    guard let variables = state.withLock({ $0.variables }), let variable = option.variableOfBazel,
      environment[option.rawValue] == nil, (variables[variable] ?? environment[variable]) != nil
    else { return option.rawValue }
    return variable
  }

  /// The file for warnings, if Bazel wants them.
  static var warnings: String? { state.withLock { $0.variables?[warningsFile] } }

  /// Confirms to Bazel that this process runs one shard. Throws ``UsageError`` if the process cannot follow the contract.
  static func confirmShard() throws {
    let state = state.withLock { $0 }
    if let problem = state.problem { throw problem }
    if let file = state.variables?[statusFile] { try write(file, of: statusFile) }
  }

  private static func setTemporaryFolder(_ path: String) throws(UsageError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { throw UsageError("TEST_TMPDIR of Bazel should be a folder; found “\(path)”.") }
    #if !os(Windows)
      setenv("TMPDIR", path, 1)
    #endif
  }

  /// Creates an empty file at the path that a variable has.
  private static func write(_ path: String, of variable: String) throws(UsageError) {
    do {
      try Data().write(to: URL(fileURLWithPath: path))
    } catch {
      throw UsageError(
        "\(variable) of Bazel should be the path of a file that can be written; found “\(path)”.")
    }
  }
}
