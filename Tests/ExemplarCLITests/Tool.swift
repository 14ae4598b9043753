import Foundation

/// The built tool, run as a user would run it.
enum Tool {
  struct Result: Sendable {
    var status: Int32
    var output: String
    var errors: String
  }

  /// The folder of the built products: the tests run from there.
  static let products: URL = {
    #if os(macOS)
      for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
        return bundle.bundleURL.deletingLastPathComponent()
      }
    #endif
    return Bundle.main.bundleURL
  }()

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
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = inheritedEnvironment.merging(["EXEMPLAR_STORE": store]) { $1 }
      .merging(environment) { $1 }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("exemplar-tool-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files instead of pipes: no buffer fills up, whatever the process prints.
    let (out, err) = (folder.appendingPathComponent("out"), folder.appendingPathComponent("err"))
    for url in [out, err] { _ = FileManager.default.createFile(atPath: url.path, contents: nil) }
    process.standardOutput = try FileHandle(forWritingTo: out)
    process.standardError = try FileHandle(forWritingTo: err)
    process.standardInput = FileHandle.nullDevice
    // Waiting must not block a thread that the other tests need.
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    return Result(
      status: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: out), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: err), as: UTF8.self))
  }
}
