import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarLog

/// A process that is killed while it writes.
struct KilledTests {
  static let outline = ExampleID(["Shop", "A cart", "adds"])

  static func start(_ row: Int) -> Event {
    let id = outline.appending("row \(row)")
    let place = Place(path: "/shop/books.jsonl", line: row)
    return .exampleStart(id, at: place, row: RowReference(name: id.name, place: place))
  }

  static func end(_ row: Int) -> Event {
    .exampleEnd(outline.appending("row \(row)"), duration: 0.5)
  }

  /// Writes rows; each has passed a checkpoint of its name when it ends.
  @discardableResult
  static func write(
    rows: Int, to path: String, before: (Int) -> Void = { _ in }
  ) throws -> EventLogWriter {
    let writer = try EventLogWriter(path: path)
    for row in 0..<rows {
      writer.report(start(row))
      writer.follow(
        ExampleStep(
          id: outline.appending("row \(row)"), phase: .body, attempt: 1, checkpoint: "at \(row)"))
      before(row)
      writer.report(end(row))
    }
    return writer
  }

  /// How many events a log has, which must be those that were written.
  private static func count(_ log: EventLog) throws -> Int {
    var read = 0
    for event in log {
      try #require(event == (read.isMultiple(of: 2) ? start(read / 2) : end(read / 2)))
      read += 1
    }
    return read
  }

  @Test func eachRowIsThereOnceAndTheRunningOneIsNamed() async throws {
    try await withLogPath { path in
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
        try KilledTests.write(rows: 100_000, to: path) { row in
          if row == 54_321 { kill(getpid(), SIGKILL) }
        }
      }
      let log = try EventLog(path: path)
      let read = try Self.count(log)
      expect(read, equals: 2 * 54_321 + 1)
      #expect(log.damage == nil && log.wasCutShort)
      expect(log.running.map(\.id.name), equals: ["row 54321"])
      expect(log.running.map(\.checkpoint), equals: ["at 54321"])
    }
  }

  /// A thread kills the process at any moment, even in the middle of a record.
  @Test(arguments: 1...8)
  func nothingIsHalfReadWheneverTheEndComes(milliseconds: Int) async throws {
    try await withLogPath { path in
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, milliseconds = milliseconds as Int] in
        Thread.detachNewThread {
          usleep(UInt32(milliseconds * 3_137))
          kill(getpid(), SIGKILL)
        }
        try KilledTests.write(rows: .max, to: path)
      }
      // It may have come before there was a log.
      guard FileManager.default.fileExists(atPath: path) else { return }
      let log = try EventLog(path: path)
      let read = try Self.count(log)
      #expect(log.damage == nil)
      let running = read.isMultiple(of: 2) ? [] : ["row \(read / 2)"]
      expect(log.running.map(\.id.name), equals: running)
      for checkpoint in log.running.compactMap(\.checkpoint) {
        expect(checkpoint, equals: "at \(read / 2)")
      }
    }
  }
}
