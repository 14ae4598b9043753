import Foundation

/// The folder of the built products, from which tests run.
package let products: URL = {
  #if os(macOS)
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      return bundle.bundleURL.deletingLastPathComponent()
    }
  #endif
  return Bundle.main.bundleURL
}()

/// How a process ended, and what it wrote.
package struct ProcessResult: Sendable {
  package var status: Int32
  package var output: String
  package var errors: String
}

/// Runs a command that the shell would find, without blocking a thread that other tests need.
///
/// - Parameters:
///   - environment: What is added to the inherited variables.
///   - errorsApart: Whether errors are told apart from the output, and do not stand in it.
package func runProcess(
  _ command: [String], in directory: URL? = nil, environment: [String: String] = [:],
  inherited: [String: String] = ProcessInfo.processInfo.environment, errorsApart: Bool = false
) async throws -> ProcessResult {
  let folder = try TemporaryFolder()
  // Files instead of pipes: no buffer fills up, whatever the process prints.
  let (output, errors) = (try folder.write("", to: "output"), try folder.write("", to: "errors"))
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  process.environment = inherited.merging(environment) { $1 }
  if let directory { process.currentDirectoryURL = directory }
  let handle = try FileHandle(forWritingTo: output)
  process.standardOutput = handle
  process.standardError = errorsApart ? try FileHandle(forWritingTo: errors) : handle
  process.standardInput = FileHandle.nullDevice
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
  func text(_ file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
  return ProcessResult(
    status: process.terminationStatus, output: try text(output), errors: try text(errors))
}

extension Sequence where Element: Sendable {
  /// Calls a function with all elements at the same time. Commands that mostly wait take as long as one.
  package func forEachAtOnce(
    _ body: @escaping @Sendable (Element) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for element in self { group.addTask { try await body(element) } }
      try await group.waitForAll()
    }
  }
}

/// Whether a process that has been killed exits, within a minute on a loaded machine. A process that no other has waited
/// for remains listed, as a zombie.
package func exits(_ process: Int32) async throws -> Bool {
  for _ in 0..<3000 {
    #if os(Linux)
      let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      if state?.contains(") Z") ?? true { return true }
    #else
      if kill(process, 0) != 0 { return true }
    #endif
    try await Task.sleep(for: .milliseconds(20))
  }
  return false
}
