import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarLog

/// The reading of damaged files.
struct DamageTests {
  /// A short log with something of everything, and its events.
  private func sample(_ path: String) throws -> (bytes: Data, events: [Event]) {
    let events =
      Array(Samples.all.prefix(30))
      + Samples.all.suffix(60).filter { event in
        // Long names make long loops.
        if case .attachmentRecorded = event { false } else { true }
      }
    try EventLogTests.write(events, to: path)
    return (try Data(contentsOf: URL(fileURLWithPath: path)), events)
  }

  /// Places in a log of `size` bytes: all of the first and the last events and some between them, or all.
  private func places(in size: Int) -> [Int] {
    (LogHead.size..<size).filter { place in
      runsSlowTests || place < LogHead.size + 64 || place >= size - 64 || place % 29 == 0
    }
  }

  @Test func aLogThatIsCutAnywhereGivesWhatIsThere() async throws {
    try await withLogPath { path in
      let (bytes, events) = try sample(path)
      var lengths = 0
      let cuts = [0, 1, 7, 8, 11, 12, 100, LogHead.size - 1] + places(in: bytes.count)
      for length in cuts + [bytes.count] {
        try bytes.prefix(length).write(to: URL(fileURLWithPath: path))
        guard length >= LogHead.size else {
          let error = #expect(throws: UsageError.self) { try EventLog(path: path) }
          expect(error, equals: .logHasNoHead(path, size: length))
          continue
        }
        let log = try EventLog(path: path)
        let read = Array(log)
        expect(read, equals: Array(events.prefix(read.count)))
        lengths = max(lengths, read.count)
        if length < bytes.count {
          expect(log.damage?.kind, equals: .missing)
          expect(log.damage?.events, equals: read.count)
          expect(log.damage?.eventsWritten, equals: events.count)
          #expect((log.damage?.offset ?? .max) <= length)
        } else {
          #expect(log.damage == nil)
        }
      }
      expect(lengths, equals: events.count)
    }
  }

  /// A process may be killed in the middle of a record, of which its log has no more.
  @Test func aLogWithoutAnEndGivesWhatIsWhole() async throws {
    try await withLogPath { path in
      let (whole, events) = try sample(path)
      var bytes = whole
      // No end, no state, no number of events: as while it is written.
      for word in [16, 24, 56] { bytes.replaceSubrange(word..<word + 8, with: Data(count: 8)) }
      for length in [LogHead.size] + places(in: bytes.count) + [bytes.count] {
        try bytes.prefix(length).write(to: URL(fileURLWithPath: path))
        let log = try EventLog(path: path)
        let read = Array(log)
        expect(read, equals: Array(events.prefix(read.count)))
        #expect(log.damage == nil && log.wasCutShort)
        if length == bytes.count { expect(read, equals: events) }
      }
      // What follows is read when it is there.
      let middle = LogHead.size + 3 * (bytes.count - LogHead.size) / 4
      try bytes.prefix(middle).write(to: URL(fileURLWithPath: path))
      let log = try EventLog(path: path)
      var read = Array(log)
      #expect(read.count < events.count)
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.seekToEnd()
      for byte in bytes.dropFirst(middle) {
        try file.write(contentsOf: [byte])
        while let event = log.next() { read.append(event) }
      }
      #expect(read == events && log.damage == nil)
    }
  }

  /// The sum of a record is another if a byte of it is.
  @Test func aByteThatChangedIsNoticed() async throws {
    try await withLogPath { path in
      let (bytes, events) = try sample(path)
      var generator = SeededGenerator(seed: 1)
      for offset in places(in: bytes.count) {
        var changed = bytes
        changed[offset] ^= UInt8.random(in: 1...255, using: &generator)
        try changed.write(to: URL(fileURLWithPath: path))
        let log = try EventLog(path: path)
        let read = Array(log)
        expect(read, equals: Array(events.prefix(read.count)))
        #expect(read.count < events.count)
        let damage = try #require(log.damage)
        expect(damage.kind, equals: .damaged)
        #expect(damage.offset <= offset)
        #expect(log.next() == nil)
      }
    }
  }

  /// Nothing guards the head; whatever it contains, only written events are read.
  @Test func aHeadThatChangedDoesNoHarm() async throws {
    try await withLogPath { path in
      let (bytes, events) = try sample(path)
      for offset in 0..<LogHead.size {
        for bit in 0..<8 {
          var changed = bytes
          changed[offset] ^= 1 << UInt8(bit)
          try changed.write(to: URL(fileURLWithPath: path))
          guard let log = try? EventLog(path: path) else {
            #expect(offset < 16)
            continue
          }
          let read = Array(log)
          expect(read, equals: Array(events.prefix(read.count)))
          _ = log.running
        }
      }
    }
  }

  /// A sum that fits does not make sense of nonsense.
  @Test func nonsenseWithTheRightSumIsNoCrash() async throws {
    try await withLogPath { path in
      var generator = SeededGenerator(seed: 7)
      for _ in 0..<3_000 {
        let file = try LogFile(path: path)
        let buffer = LogBuffer()
        for _ in 0..<5 {
          buffer.begin()
          buffer.put(byte: .random(in: 0...18, using: &generator))
          for _ in 0..<Int.random(in: 0..<24, using: &generator) {
            buffer.put(
              byte: Bool.random(using: &generator)
                ? .random(in: 0...3, using: &generator) : .random(in: 0...255, using: &generator))
          }
          buffer.end()
        }
        file.append(buffer.records)
        file.complete(events: 5)
        let log = try EventLog(path: path)
        _ = Array(log)
        _ = log.running
      }
    }
  }

  @Test func theWordsSayWhatIsLost() async throws {
    try await withLogPath { path in
      let (bytes, _) = try sample(path)
      try bytes.prefix(bytes.count - 1).write(to: URL(fileURLWithPath: path))
      let log = try EventLog(path: path)
      let count = Array(log).count
      let offset = try #require(log.damage?.offset)
      expect(
        log.damage?.description,
        equals: "The end of the log \(path) is missing, from byte \(offset) of "
          + "\(bytes.count): \(count) events can be read, 1 is lost.")

      var newer = bytes
      let version = EventLog.formatVersion
      newer[8] = UInt8(version + 1)
      try newer.write(to: URL(fileURLWithPath: path))
      let error = #expect(throws: UsageError.self) { try EventLog(path: path) }
      expect(
        error?.description,
        equals:
          "The log \(path) has the format version \(version + 1), but this version of Exemplar "
          + "reads only versions up to \(version). Use the version that has written it, or a newer one."
      )

      try Data("{}".utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: UsageError.isNoLog(path)) { try EventLog(path: path) }
      #expect(throws: UsageError.isNoLog("/dev/null")) { try EventLog(path: "/dev/null") }
      #expect(throws: UsageError("The log /no cannot be opened: No such file or directory.")) {
        try EventLog(path: "/no")
      }
    }
  }
}
