import ExemplarLog
import Foundation
import TestSupport

/// A path for a log, which is removed afterwards with the files beside it.
func withLogPath<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  let folder = try TemporaryFolder()
  defer { withExtendedLifetime(folder) {} }
  return try await body(folder.url.appendingPathComponent("log.exlog").path)
}

/// A log that is being written.
func withLog(_ body: (EventLogWriter, EventLog) async throws -> Void) async throws {
  try await withLogPath { path in
    let writer = try EventLogWriter(path: path)
    try await body(writer, try EventLog(path: path))
  }
}
