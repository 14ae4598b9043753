import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarLog

/// What examples do to the descriptors of their process, and to its limits.
struct DescriptorTests {
  /// How many events a log has, which must be the first of those that were written.
  private static func count(_ path: String) throws -> (events: Int, log: EventLog) {
    let log = try EventLog(path: path)
    var read = 0
    for event in log {
      let isStart = read.isMultiple(of: 2)
      try #require(event == (isStart ? KilledTests.start(read / 2) : KilledTests.end(read / 2)))
      read += 1
    }
    try #require(log.damage == nil)
    return (read, log)
  }

  /// Limits the size of the files that this process writes; `nil` for the most that it may write.
  private static func limitFiles(to size: rlim_t?) {
    #if canImport(Glibc)
      let kind = Int32(RLIMIT_FSIZE.rawValue)
    #else
      let kind = RLIMIT_FSIZE
    #endif
    var limit = rlimit()
    getrlimit(kind, &limit)
    limit.rlim_cur = size ?? limit.rlim_max
    setrlimit(kind, &limit)
  }

  /// The descriptors of regular files.
  private static var openFiles: [Int32] {
    var status = stat()
    return (3..<1024).filter {
      fstat($0, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
  }

  /// Ends the process at once: that of Swift Testing needs its descriptors.
  private static func finish(_ isFine: Bool) -> Never { _exit(isFine ? 0 : 1) }

  @Test func closedDescriptorsLoseNothing() async throws {
    try await withLogPath { path in
      await #expect(processExitsWith: .exitCode(0)) { [path = path as String] in
        let writer = try KilledTests.write(rows: 1_000, to: path) { row in
          if row % 100 == 50 { for descriptor in Int32(3)..<1024 { close(descriptor) } }
        }
        writer.finish()
        Self.finish(writer.isComplete)
      }
      let (events, log) = try Self.count(path)
      #expect(events == 2_000 && !log.wasCutShort && !log.isIncomplete)
    }
  }

  @Test func anotherFileUnderTheNumberIsLeftAlone() async throws {
    try await withLogPath { path in
      let other = path + ".other"
      try Data("mine".utf8).write(to: URL(fileURLWithPath: other))
      await #expect(processExitsWith: .exitCode(0)) {
        [path = path as String, other = other as String] in
        let file = open(other, O_RDWR)
        let writer = try KilledTests.write(rows: 1_000, to: path) { row in
          // Also those that are not open, so that the log finds each number taken.
          if row % 100 == 50 { for descriptor in Int32(3)..<400 { dup2(file, descriptor) } }
        }
        writer.finish()
        Self.finish(writer.isComplete)
      }
      let (events, log) = try Self.count(path)
      #expect(events == 2_000 && !log.wasCutShort && !log.isIncomplete)
      try expect(String(contentsOfFile: other, encoding: .utf8), equals: "mine")
    }
  }

  @Test func whatIsWrittenIntoEachFileIsNotInTheLog() async throws {
    try await withLogPath { path in
      await #expect(processExitsWith: .exitCode(0)) { [path = path as String] in
        // Files that other tests have open are inherited.
        for descriptor in Self.openFiles { close(descriptor) }
        let writer = try KilledTests.write(rows: 1_000, to: path) { row in
          guard row % 100 == 50 else { return }
          for descriptor in Self.openFiles { write(descriptor, "no", 2) }
        }
        writer.finish()
        Self.finish(writer.isComplete)
      }
      let (events, log) = try Self.count(path)
      #expect(events == 2_000 && !log.wasCutShort && !log.isIncomplete)
    }
  }

  /// No more can be written, as on a full disk: the log ends with a whole record, and its end says so.
  @Test func aFileThatMustNotGrowIsIncomplete() async throws {
    try await withLogPath { path in
      await #expect(processExitsWith: .exitCode(0)) { [path = path as String] in
        signal(SIGXFSZ, SIG_IGN)
        Self.limitFiles(to: 4_000)
        let writer = try KilledTests.write(rows: 1_000, to: path)
        Self.limitFiles(to: nil)
        // Nothing follows what is missing.
        writer.report(KilledTests.start(1_000))
        writer.finish()
        Self.finish(!writer.isComplete)
      }
      let (events, log) = try Self.count(path)
      #expect(100 < events && events < 2_000)
      #expect(log.isIncomplete && !log.wasCutShort)
    }
  }
}
