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

/// Runs a command that the shell would find, without blocking a thread that other tests need.
///
/// - Returns: What it printed, errors included, and its exit status.
package func runProcess(
  _ command: [String], in directory: URL? = nil, environment: [String: String] = [:]
) async throws -> (output: String, status: Int32) {
  let folder = try TemporaryFolder()
  let output = try folder.write("", to: "output")
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  if let directory { process.currentDirectoryURL = directory }
  let handle = try FileHandle(forWritingTo: output)
  process.standardOutput = handle
  process.standardError = handle
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
  try handle.close()
  return (try String(contentsOf: output, encoding: .utf8), process.terminationStatus)
}

/// Whether a process that has been killed exits, within a minute on a loaded machine. A process that no other has waited
/// for remains listed, as a zombie.
package func exits(_ process: Int32) async throws -> Bool {
  for _ in 0..<600 {
    #if os(Linux)
      let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      if state?.contains(") Z") ?? true { return true }
    #else
      if kill(process, 0) != 0 { return true }
    #endif
    try await Task.sleep(for: .milliseconds(100))
  }
  return false
}
