import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarLog

/// Events that are written to a log can be read.
struct EventLogTests {
  /// Writes events, and closes the log.
  static func write(_ events: [Event], to path: String) throws {
    let writer = try EventLogWriter(path: path)
    for event in events { writer.report(event) }
    writer.finish()
    #expect(writer.isComplete)
  }

  @Test func everyKindOfEventComesBackUnchanged() async throws {
    try await withLogPath { path in
      let events = Samples.all
      try Self.write(events, to: path)
      let log = try EventLog(path: path)
      var read: [Event] = []
      for event in log {
        if read.count < events.count, event != events[read.count] {
          Testing.Issue.record("\(event)\nin place of\n\(events[read.count])")
          break
        }
        read.append(event)
      }
      expect(read, equals: events)
      // Equal texts may have other bytes.
      func texts(_ events: [Event]) -> [[UInt8]] {
        events.compactMap { event -> [UInt8]? in
          guard case .exampleStarted(let start) = event else { return nil }
          return Array(start.id.text.utf8) + Array((start.context.row?.name ?? "").utf8)
        }
      }
      expect(texts(read), equals: texts(events))
      #expect(log.damage == nil)
      #expect(!log.wasCutShort && !log.isIncomplete)
      expect(log.processID, equals: ProcessInfo.processInfo.processIdentifier)
      #expect(abs(log.creation - Date().timeIntervalSince1970) < 3600)
    }
  }

  @Test func aLogThatReplacesAnotherIsNotChangedByIt() async throws {
    try await withLogPath { path in
      let events = Samples.all
      let first = try EventLogWriter(path: path)
      let second = try EventLogWriter(path: path)
      let text = String(repeating: "x", count: 1 << 20)
      for event in events { second.report(event) }
      first.write(section: "text", text)
      first.finish()
      #expect(!first.isComplete)
      second.write(section: "text", text)
      second.finish()
      #expect(second.isComplete)
      let log = try EventLog(path: path)
      expect(Array(log).count, equals: events.count)
      #expect(log.damage == nil && log.sections["text"] == text)
    }
  }

  @Test func whenEventsHappenedAndWhoToldThemComesBack() async throws {
    try await withLogPath { path in
      let id = ExampleID(["Shop", "A cart", "adds"])
      let writer = try EventLogWriter(path: path)
      let begin = try EventLog(path: path).creation
      // To half a millisecond; what is nearer to what came before has its time.
      let told = [(0.25, 1), (0.2501, 1), (0.2501, 2), (7.5, 1), (0.126, 3), (-1.0, 0)]
      for (time, worker) in told {
        writer.report(
          .event(.exampleEnd(id)),
          from: EventOrigin(time: begin + time, worker: worker))
      }
      writer.finish()
      let log = try EventLog(path: path)
      var read: [(Double, Int)] = []
      while log.next() != nil {
        read.append((((log.origin.time - begin) * 100).rounded() / 100, log.origin.worker))
      }
      #expect(log.damage == nil)
      expect(read.map(\.1), equals: [1, 1, 2, 1, 3, 0])
      expect(read.map(\.0), equals: [0.25, 0.25, 0.25, 7.5, 0.13, -1])
    }
  }

  @Test(arguments: 0..<40)
  func eventsInAnyOrderComeBackUnchanged(seed: Int) async throws {
    try await withLogPath { path in
      let events = Samples.random(400, seed: UInt64(seed))
      try Self.write(events, to: path)
      expect(Array(try EventLog(path: path)), equals: events)
    }
  }

  /// What tells a row from the one before it is written, and where they stand is not, unless that is over.
  @Test func aRowOfAGroupThatIsOverComesBackUnchanged() async throws {
    let groups = ["Emma", "Persuasion"].map { ExampleID(["Shop", "Books", $0]) }
    let place = Place(path: "/shop/Books.swift", line: 3)
    func rows(_ group: ExampleID, _ names: String...) -> [Event] {
      names.flatMap { name -> [Event] in
        let id = group.appending(name)
        let context = ExampleContext(at: place, row: RowReference(name: name))
        return [.exampleStarted(ExampleStarted(id, context)), .exampleEnd(id)]
      }
    }
    func begin(_ group: ExampleID) -> Event { .groupStart(group, at: place) }
    func end(_ group: ExampleID) -> Event { .groupEnd(group) }
    let events =
      [begin(groups[0])] + rows(groups[0], "1", "2") + [end(groups[0]), begin(groups[1])]
      + rows(groups[0], "3", "4") + rows(groups[1], "1", "2") + [end(groups[1])]
      + rows(groups[1], "3") + [begin(groups[0])] + rows(groups[0], "5") + rows(groups[1], "4")
    try await withLogPath { path in
      try Self.write(events, to: path)
      expect(Array(try EventLog(path: path)), equals: events)
    }
  }

  @Test func aLogMayHaveManyTextsAndLongRecords() async throws {
    try await withLogPath { path in
      let spec = ExampleID(["Shop", "A cart"])
      let events = (0..<30_000).flatMap { index -> [Event] in
        let id = spec.appending("row \(index)")
        let place = Place(path: "rows/\(index % 9_000).json", line: index)
        return [
          .exampleStart(id, at: place, row: RowReference(name: id.name, place: place)),
          .exampleEnd(id, duration: 0.5),
        ]
      }
      let long = Event.issue(Issue(String(repeating: "book ", count: 1 << 20)), of: spec)
      try Self.write(events + [long, long] + events, to: path)
      expect(Array(try EventLog(path: path)), equals: events + [long, long] + events)
    }
  }

  /// The name of the row, and about twenty bytes.
  @Test func aRowThatPassesTakesFewBytes() async throws {
    try await withLogPath { path in
      let outline = ExampleID(["Shop", "A cart", "adds"])
      let here = Place(path: "/shop/CartSpec.swift", line: 12, column: 3)
      let count = 10_000
      let events = (0..<count).flatMap { index -> [Event] in
        let id = outline.appending("row \(index)")
        let place = Place(path: "/shop/books.jsonl", line: index + 1)
        return [
          .exampleStart(
            id, at: here, row: RowReference(name: id.name, place: place), tags: ["fast"]),
          .exampleEnd(id, duration: Double(index) / 3 * 1e-7),
        ]
      }
      try Self.write(events, to: path)
      let size = try #require(
        FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
      #expect(size - LogHead.size < 40 * count)
    }
  }

  @Test func aLogIsReadWhileItIsWritten() async throws {
    try await withLogPath { path in
      let writer = try EventLogWriter(path: path)
      let log = try EventLog(path: path)
      #expect(log.next() == nil)
      for event in Samples.all {
        writer.report(event)
        expect(log.next(), equals: event)
        #expect(log.next() == nil)
      }
      #expect(log.wasCutShort)
      writer.finish()
      #expect(!log.wasCutShort)
      // Late events are left out.
      writer.report(Samples.all[0])
      #expect(log.next() == nil)
    }
  }

  @Test func whatFollowsIsToldUntilTheWriterIsDone() async throws {
    try await withLogPath { path in
      let writer = try EventLogWriter(path: path)
      let events = Samples.all
      async let written: Void = Task.detached {
        for (index, event) in events.enumerated() {
          if index % 50 == 0 { try? await Task.sleep(for: .milliseconds(2)) }
          writer.report(event)
        }
        writer.finish()
      }.value
      var read: [Event] = []
      let log = try EventLog(path: path)
      var isOpen = true
      while isOpen {
        isOpen = log.wasCutShort
        while let event = log.next() { read.append(event) }
        try await Task.sleep(for: .milliseconds(1))
      }
      await written
      expect(read, equals: events)
    }
  }

  @Test func manyMayWriteAtOnce() async throws {
    try await withLogPath { path in
      let writer = try EventLogWriter(path: path)
      await withTaskGroup(of: Void.self) { group in
        for spec in 0..<8 {
          group.addTask {
            for row in 0..<500 {
              let id = ExampleID(["Shop", "spec \(spec)", "row \(row)"])
              writer.report(.exampleStart(id))
              writer.follow(
                ExampleStep(id: id, phase: .body, attempt: 1, checkpoint: "row \(row)"))
              writer.report(.exampleEnd(id))
            }
          }
        }
        group.addTask {
          guard let log = try? EventLog(path: path) else { return }
          for _ in 0..<200 {
            while log.next() != nil {}
            for running in log.running {
              if let checkpoint = running.checkpoint { expect(checkpoint, equals: running.id.name) }
            }
          }
        }
      }
      writer.finish()
      var running: Set<ExampleID> = []
      var count = 0
      for event in try EventLog(path: path) {
        switch event {
        case .exampleStarted(let start): #expect(running.insert(start.id).inserted)
        case .exampleEnded(let end):
          #expect(running.remove(end.id) != nil)
          count += 1
        default: break
        }
      }
      #expect(count == 4_000 && running.isEmpty)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func aLogThatCannotBeMadeIsNamed() {
    for path in ["/dev/full", "/dev/null/run.exlog"] {
      let mistake = #expect(throws: UsageError.self) { try EventLogWriter(path: path) }
      expect(mistake?.message.hasPrefix("The log \(path) cannot be "), equals: true)
    }
  }

  @Test func whoWaitedForTheProcessCanSayHowItEnded() async throws {
    try await withLogPath { path in
      let writer = try EventLogWriter(path: path)
      for event in Samples.all { writer.report(event) }
      let end = ProcessEnd(.signal(9), lastOutput: "the end\n")
      try EventLogWriter.record(end, inLogAt: path)
      let log = try EventLog(path: path)
      expect(Array(log), equals: Samples.all)
      expect(log.processEnd, equals: end)
      #expect(log.wasCutShort)
    }
  }
}
