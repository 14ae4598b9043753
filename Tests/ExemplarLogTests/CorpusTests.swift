import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarLog

/// A log that this form has, as bytes: a change of the form needs another version.
struct CorpusTests {
  private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Corpus")

  @Test func aLogOfTheVersionIsRead() throws {
    let version = EventLog.formatVersion
    let log = Self.corpus.appendingPathComponent("version-\(version).exlog")
    let events = try [Event](linesAt: Self.corpus.appendingPathComponent("events.jsonl").path)
    if !FileManager.default.fileExists(atPath: log.path),
      ProcessInfo.processInfo.environment["EXEMPLAR_UPDATE_GOLDEN"] != nil
    {
      try EventLogTests.write(events, to: log.path)
      try EventLogWriter.record(
        ProcessEnd(.signal(9), lastOutput: "oh no", time: 3), inLogAt: log.path)
    }
    let read = try EventLog(path: log.path)
    // The values would fill pages.
    let isEqual = read.map(\.asInJSONLines) == events
    #expect(isEqual)
    #expect(read.damage == nil)
    expect(read.processEnd, equals: ProcessEnd(.signal(9), lastOutput: "oh no", time: 3))
  }

  /// A newer writer of the same version knows one more fact and has more at the end of each record;
  /// an older one knows one fact less.
  @Test(arguments: [Fact.allCases + [.tags], Array(Fact.allCases.dropLast())])
  func partsOfOtherWritersAreSkipped(facts: [Fact]) async throws {
    try await withLogPath { path in
      let file = try LogFile(path: path)
      var encoder = EventEncoder(facts: facts)
      for event in Samples.all {
        encoder.encode(event)
        defer { encoder.buffer.removeAll() }
        var cursor = LogCursor(encoder.buffer.records)
        let record = cursor.record()
        var content = try #require(record)
        let longer = LogBuffer()
        longer.begin()
        while case let byte = content.byte(), content.failure == nil { longer.put(byte: byte) }
        longer.put(text: "more")
        longer.end()
        file.append(longer.records)
      }
      file.complete(events: Samples.all.count)
      let expected = Samples.all.map { event -> Event in
        func known(_ context: ExampleContext) -> ExampleContext {
          var known = Facts()
          for fact in facts { known[fact] = context.facts[fact] }
          return ExampleContext(at: context.place, row: context.row, known, context.inclusions)
        }
        switch event {
        case .exampleStarted(var start):
          start.context = known(start.context)
          return .exampleStarted(start)
        case .issueRecorded(var record):
          record.issue.context = known(record.issue.context)
          return .issueRecorded(record)
        default: return event
        }
      }
      let log = try EventLog(path: path)
      expect(Array(log), equals: expected)
      #expect(log.damage == nil)
    }
  }
}
