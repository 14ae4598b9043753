import Exemplar
import ExemplarCore
import ExemplarReports
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI
@testable import ExemplarLog

/// Rows that passed are reported together, without a difference for any reader.
struct PassedRowsTests {
  /// The events of a log, one by one, and in batches.
  private static func read(_ path: String) throws -> (events: [Event], batches: [EventBatch]) {
    let told = try EventLog(path: path)
    var batches: [EventBatch] = []
    while let batch = told.nextBatch() { batches.append(batch) }
    let log = try EventLog(path: path)
    let events = Array(log)
    #expect(log.count == told.count && log.damage == told.damage)
    expect(log.running, equals: told.running)
    #expect(log.origin.time == told.origin.time && log.origin.worker == told.origin.worker)
    return (events, batches)
  }

  private static func events(_ batches: [EventBatch]) -> [Event] {
    var events: [Event] = []
    for batch in batches { batch.forEach { events.append($0) } }
    return events
  }

  private static func withLog(
    _ events: [Event], eventsPerMoment: Int = 7, cutAt end: Int? = nil,
    _ body: (String) throws -> Void
  ) throws {
    let path = NSTemporaryDirectory() + "rows-\(UUID()).exlog"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let writer = try EventLogWriter(path: path)
    let begin = try EventLog(path: path).creation
    for (index, event) in events.enumerated() {
      let time = begin + Double(index / eventsPerMoment) / 1000
      writer.report(.event(event), from: EventOrigin(time: time, worker: 1))
    }
    writer.finish()
    if let end { truncate(path, off_t(end)) }
    try body(path)
  }

  @Test(arguments: 0..<40)
  func theEventsAreTheSame(seed: UInt64) throws {
    let events = RandomRun(seed: seed).events
    try Self.withLog(events) { path in
      let (read, told) = try Self.read(path)
      expect(read, equals: events)
      expect(Self.events(told), equals: events)
      let together = told.map { if case .passedRows(let rows) = $0 { rows.count } else { 0 } }
      #expect((together.max() ?? 0) > 1, "Rows are told together.")
    }
  }

  @Test func soTheyAreWhereALogBreaksOff() throws {
    let events = RandomRun(seed: 7).events
    var size = 0
    try Self.withLog(events) { path in
      size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
    for end in stride(from: size, to: size - 600, by: runsSlowTests ? -1 : -7) {
      try Self.withLog(events, cutAt: end) { path in
        let (read, told) = try Self.read(path)
        expect(Self.events(told), equals: read)
      }
    }
  }

  @Test func soTheyAreWhereALogIsDamaged() throws {
    let events = RandomRun(seed: 3).events
    for number in 0..<100 {
      try Self.withLog(events) { path in
        let file = URL(fileURLWithPath: path)
        var bytes = try Data(contentsOf: file)
        bytes[LogHead.size + 37 * number % (bytes.count - LogHead.size)] ^= 0x14
        try bytes.write(to: file)
        let (read, told) = try Self.read(path)
        expect(Self.events(told), equals: read)
      }
    }
  }

  @Test(arguments: [1, 200_000])
  func soTheyAreWhereThereIsMoreThanIsReadAtOnce(length: Int) throws {
    let outline = ExampleID(["Shop", "A till", "sells"])
    let rows = RandomRun.rows(4_000, of: outline, long: String(repeating: "x", count: length))
    try Self.withLog(rows, eventsPerMoment: .max) { path in
      let (read, told) = try Self.read(path)
      expect(read, equals: rows)
      expect(Self.events(told), equals: rows)
      #expect(
        told.contains { if case .passedRows(let rows) = $0 { rows.count == 1_000 } else { false } })
    }
  }

  @Test func aRowIsToldWhenItIsOver() throws {
    let path = try temporaryFolder().path + "/rows.exlog"
    let events = RandomRun.rows(3, of: ExampleID(["Shop", "A till", "sells"]))
    let writer = try EventLogWriter(path: path)
    let log = try EventLog(path: path)
    writer.report(events[0])
    writer.report(events[1])
    writer.report(events[2])
    // The first one contains the locations of rows.
    #expect(log.next() == events[0] && log.next() == events[1])
    for event in events[3...] { writer.report(event) }
    var read: [Event] = []
    // If a moment passes between two rows, they are not reported together.
    while case .passedRows? = log.nextBatch().map({ batch in
      batch.forEach { read.append($0) }
      return batch
    }) {}
    expect(read, equals: Array(events[2...]))
    #expect(log.next() == nil && log.count == 6 && log.running.isEmpty)
  }

  @Test(arguments: 0..<10)
  func aLogOfRowsIsALogOfTheirEvents(seed: UInt64) throws {
    try Self.withLog(RandomRun(seed: seed).events) { path in
      let (events, told) = try Self.read(path)
      let copies = [path + ".events", path + ".rows"]
      defer { copies.forEach { try? FileManager.default.removeItem(atPath: $0) } }
      let writers = try copies.map { try EventLogWriter(path: $0) }
      let origin = EventOrigin(time: 0, worker: 3)
      for event in events { writers[0].report(.event(event), from: origin) }
      for batch in told { writers[1].report(batch, from: origin) }
      writers.forEach { $0.finish() }
      let logs = try copies.map { try EventLog(path: $0) }
      expect(Array(logs[0]), equals: events)
      expect(Array(logs[1]), equals: events)
      #expect(logs[1].origin.worker == 3 && logs[1].damage == nil && logs[1].running.isEmpty)
    }
  }

  @Test(arguments: 0..<40)
  func everyReportIsTheSame(seed: UInt64) throws {
    let random = RandomRun(seed: seed)
    try Self.withLog(random.events) { path in
      let (events, told) = try Self.read(path)
      for layout in ConsoleLayout.allCases {
        for (verbose, limit) in [(false, 400), (true, 400), (false, 0)] {
          func text(_ report: (ConsoleReporter) -> Void) -> String {
            let text = Locked("")
            var context = ReportContext(
              console: ConsoleSettings(isVerbose: verbose, treeLimit: limit), now: { 0 },
              print: { part in text.withLock { $0 += part } })
            context.layout = layout
            let reporter = ConsoleReporter(context)
            report(reporter)
            reporter.finish()
            return text.withLock { $0 }
          }
          let one = text { reporter in events.forEach(reporter.report) }
          let together = text { reporter in told.forEach(reporter.report) }
          expect(one, equals: together)
        }
      }
      var (results, live) = (RunResults(since: random.earlier), LiveState())
      var (allResults, lives) = (results, live)
      for event in events {
        results.record(.event(event), at: 1)
        live.receive(event)
      }
      for batch in told {
        allResults.record(batch, at: 1)
        lives.receive(batch)
      }
      var states = [random.earlier, random.earlier]
      states[0].apply(results, ofRun: "2")
      states[1].apply(allResults, ofRun: "2")
      expect(states[0], equals: states[1])
      #expect(live.counts == lives.counts && live.reached == lives.reached)
      expect(live.failures, equals: lives.failures)
    }
  }

  @Test(arguments: 0..<60)
  func whatIsLeftOfARunIsTheSame(seed: UInt64) throws {
    var random = RandomRun(seed: seed)
    let end = random.number(below: random.events.count) + 1
    try Self.withLog(Array(random.events.prefix(end))) { path in
      let (events, told) = try Self.read(path)
      func rest(_ tell: (RunLedger) -> Void) -> (PlanPart?, [Event], RunSummary) {
        let heard = Locked<[Event]>([])
        let merger = Locked(
          StreamMerger { batch in
            heard.withLock { heard in batch.forEach { heard.append($0) } }
          })
        let ledger = RunLedger(allowsFocus: true, merger, merger.withLock { $0.open() })
        tell(ledger)
        let part = PlanPart(spec: RandomRun.spec)
        let rest = ledger.handle(ProcessExit(way: .signal(SIGKILL)), in: part)
        // The process that takes over reports the rest of the same run.
        if rest != nil { tell(ledger) }
        ledger.end(duration: 0, isWhole: true)
        return (rest, heard.withLock { $0 }.map(\.withoutDuration), ledger.summary)
      }
      let one = rest { ledger in events.forEach { ledger.receive($0) } }
      let together = rest { ledger in told.forEach { ledger.receive($0, of: 1) } }
      expect(one.0, equals: together.0)
      expect(one.1, equals: together.1)
      #expect(one.2.passed == together.2.passed && one.2.executed == together.2.executed)
    }
  }
}

extension Event {
  /// The same, where how long something took is known only to who was there.
  fileprivate var withoutDuration: Event {
    guard case .groupEnded(var group) = self else { return self }
    group.duration = 0
    return .groupEnded(group)
  }
}

/// The events of a run that nobody would write: outlines in outlines, rows that fail, are skipped or run side by
/// side with others, hooks and attachments between them.
private struct RandomRun {
  static let spec = ExampleID(["Shop", "A till"])
  private static let place = Place(path: "/shop/TillSpec.swift", line: 3)
  private static let data = Place(path: "/shop/prices.json", line: 10, column: 2)

  private(set) var events: [Event] = []
  private var state: UInt64
  private var names = 0

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    events.append(.runStart(examples: 4))
    events.append(.groupStart(Self.spec, at: Self.place))
    for _ in 0...number(below: 4) { addNode(in: Self.spec, depth: 0) }
    outline(in: Self.spec, rows: 40, depth: 0)
    events.append(.groupEnd(Self.spec))
    events.append(.runEnd(after: events))
  }

  /// Rows that pass, with nothing between them.
  ///
  /// - Parameter text: What one of them in the middle holds.
  static func rows(_ count: Int, of outline: ExampleID, long text: String = "") -> [Event] {
    var events: [Event] = []
    let context = ExampleContext(at: place)
    let rows = (0..<count).map { index in
      PassedRows.Row(
        "#\(index)",
        RowReference(name: "#\(index)", place: data, values: index == 2_500 ? text : "\(index)"),
        duration: Double(index) * 1e-6)
    }
    EventBatch.passedRows(PassedRows(in: outline, context, rows)).forEach { events.append($0) }
    return events
  }

  /// The examples that had failed before: some of the running ones.
  var earlier: PackageState {
    var results = RunResults()
    for case .exampleEnded(let end) in events where end.id.text.utf8.count & 3 == 0 {
      let failed = ExampleEnded(id: end.id, outcome: .failed(unexpected: true))
      results.record(.event(.exampleEnded(failed)), at: 1)
    }
    var state = PackageState()
    state.apply(results, ofRun: "1")
    return state
  }

  mutating func number(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  private mutating func name() -> String {
    names += 1
    return ["row \(names)", "é\(names)", "a/b %\(names)"][number(below: 3)]
  }

  private mutating func addNode(in id: ExampleID, depth: Int) {
    if number(below: 2) == 0 { return outline(in: id, rows: number(below: 30), depth: depth) }
    example(id.appending(name()), ExampleContext(at: Self.place, tags: ["slow"]))
  }

  private mutating func outline(in id: ExampleID, rows: Int, depth: Int) {
    let outline = id.appending(name())
    events.append(.groupStart(outline, at: Self.place, kind: depth == 0 ? .outline : .suite))
    let context = ExampleContext(at: Self.place, tags: number(below: 2) == 0 ? ["money"] : [])
    for _ in 0..<rows {
      if number(below: 20) == 0, depth < 2 { addNode(in: outline, depth: depth + 1) }
      let name = name()
      var row = RowReference(name: number(below: 6) == 0 ? "another" : name)
      if number(below: 3) > 0 {
        row.place = Place(path: Self.data.path, line: number(below: 99), column: number(below: 9))
      }
      if number(below: 3) > 0 { row.values = "\(number(below: 99)), é" }
      example(outline.appending(name), context.with(row))
    }
    events.append(.groupEnd(outline, duration: 1, failed: number(below: 9) == 0))
  }

  private mutating func example(_ id: ExampleID, _ context: ExampleContext) {
    let isLeftOut = number(below: 40) == 0
    events.append(.exampleStarted(ExampleStarted(id, context, isLeftOut: isLeftOut)))
    var end = ExampleEnded(id: id, outcome: .passed, duration: Double(number(below: 9)) * 1e-7)
    switch number(below: 24) {
    case 0:
      events.append(.issue(Issue("torn", context: context), of: id))
      end.outcome = .failed(unexpected: true)
    case 1: end.outcome = .skipped(reason: "sold out")
    case 2: (end.outcome, end.attempts) = (.flaky, 2)
    case 3: events.append(.attachment("bill", of: id, size: 2))
    case 4:
      // Another one runs beside it, and finishes first, or last.
      let other = id.parent!.appending(name())
      events.append(.exampleStarted(ExampleStarted(other, context)))
      let isFirst = number(below: 2) == 0
      if isFirst { events.append(.exampleEnd(other)) }
      events.append(.exampleEnded(end))
      if !isFirst { events.append(.exampleEnd(other)) }
      return
    case 5: events.append(.issue(Issue("dark")))
    case 6:
      events.append(.issue(Issue("dim", isWarning: true), of: id))
    default: break
    }
    events.append(.exampleEnded(end))
  }
}
