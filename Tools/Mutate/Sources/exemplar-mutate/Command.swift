import Foundation
import Mutation

/// Processes.
enum Command {
  /// Runs a command that the shell would find. Returns what it printed, and its status.
  ///
  /// - Parameter mergesErrors: Whether the output contains errors; they go where those of this process go otherwise.
  static func run(
    _ command: [String], in folder: URL, mergesErrors: Bool = true
  ) async throws -> (output: String, status: Int32) {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "exemplar-mutate-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = self.process(command, in: folder)
    let handle = try FileHandle(forWritingTo: file)
    process.standardOutput = handle
    process.standardError = mergesErrors ? handle : FileHandle.nullDevice
    let status = try await start(process)
    return (String(decoding: try Data(contentsOf: file), as: UTF8.self), status)
  }

  /// Runs a command whose output is that of this process. Returns its status.
  static func passThrough(
    _ command: [String], in folder: URL, environment: [String: String]
  ) async throws -> Int32 {
    let process = self.process(command, in: folder)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    return try await start(process)
  }

  private static func process(_ command: [String], in folder: URL) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    return process
  }

  /// The process that runs now, which gets the signals of this one: it is in a group of its own.
  nonisolated(unsafe) private static var child: pid_t = 0
  nonisolated(unsafe) private static var interruption: Int32 = 0

  /// Passes signals that end this process on to the command that it waits for, and ends after it.
  static func passSignalsOn() {
    (child, interruption) = (0, 0)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        if Command.child > 0 { kill(Command.child, number) } else { _exit(128 + number) }
        Command.interruption = number
      }
    }
  }

  private static func start(_ process: Process) async throws -> Int32 {
    let status = try await Self.status(of: process)
    child = 0
    if interruption != 0 { exit(128 + interruption) }
    return status
  }

  private static func status(of process: Process) async throws -> Int32 {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Int32, any Error>) in
      process.terminationHandler = {
        continuation.resume(
          returning: $0.terminationReason == .exit
            ? $0.terminationStatus : 128 + $0.terminationStatus)
      }
      do {
        try process.run()
        child = process.processIdentifier
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
  }
}
