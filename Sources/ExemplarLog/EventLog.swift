import ExemplarCore
import ExemplarMemory

/// The events of a process that runs examples, in a file that can be read while it is being
/// written, and however the process ended.
///
/// ```swift
/// let log = try EventLog(path: "run.exlog")
/// for event in log {
///   if case .exampleEnded(let end) = event { print(end.id, end.outcome) }
/// }
/// for example in log.running { print("\(example.id) was running") }
/// ```
///
/// Each event is read from the file on demand, so that a log of any length needs little memory. A
/// log in progress returns its events so far; ask again for later ones. A
/// damaged or truncated log returns its readable events; ``damage`` describes the rest.
///
/// A log supports one reader at a time.
public final class EventLog: Sequence, IteratorProtocol {
  /// The path of the file.
  package let path: String
  /// The unreadable part, if there is one; known when it is reached.
  public private(set) var damage: EventLogDamage?
  /// How the process ended, if that was recorded; known when all events have been read.
  package private(set) var processEnd: ProcessEnd?
  /// The output written while the subject of the last event ran, as a part of the file with the
  /// output of the process, if that is known.
  package private(set) var output: Range<Int>?
  private var nextOutput: Range<Int>?
  /// The time of the last event, and the worker that emitted it; without a record, no worker and
  /// the time of the log's creation.
  package var origin: EventOrigin {
    EventOrigin(time: creation + Double(moment.time) / 1e6, worker: moment.worker)
  }
  private var moment = LogMoment()
  /// Texts about the run by their names, such as `run` and `plan`, as far as has been read. Those that precede the
  /// first event are known at once.
  package private(set) var sections: [String: String] = [:]
  /// How many events have been read.
  package private(set) var count = 0

  /// The number of written events; while they are being written, it may be one too many.
  package var eventsWritten: Int { file.events }
  /// The examples and hooks that began and did not end, as far as has been read, the oldest first, with the numbers
  /// of the events that began them.
  private var open: [(running: RunningExample, event: UInt64)] = []
  private let file: LogReading
  private var decoder = EventDecoder()
  /// Where in the file the next record begins.
  private var position = LogHead.size

  /// Opens a log. Throws ``UsageError`` if it does not exist, or this version cannot read it.
  public init(path: String) throws(UsageError) {
    self.path = path
    file = try LogReading(path)
    while let (content, end) = record(isExpected: false),
      EventDecoder.kind(of: content) == .section,
      case .section(let name, let text)? = decoder.decode(content)
    {
      position = end
      sections[name] = text
    }
  }

  /// The next written event; `nil` if there is none so far.
  public func next() -> Event? {
    while damage == nil, let (content, end) = record() {
      guard let record = decoder.decode(content) else {
        damage(.damaged)
        return nil
      }
      position = end
      switch record {
      case .event(let event):
        count += 1
        output = nextOutput
        nextOutput = nil
        receive(event)
        return event
      case .processEnded(let processEnd): self.processEnd = processEnd
      case .moment(let moment): self.moment = moment
      case .output(let output): nextOutput = output
      case .section(let name, let text): sections[name] = text
      }
    }
    return nil
  }

  /// The next written events; `nil` if there are none so far. Consecutive passed rows come together.
  package func nextBatch() -> EventBatch? {
    if let rows = passedRows() { return .passedRows(rows) }
    return next().map { .event($0) }
  }

  /// The next rows, if they are consecutive and passed; `nil` if something else follows, or cannot
  /// be read yet.
  private func passedRows() -> PassedRows? {
    if damage != nil || nextOutput != nil { return nil }
    let written = file.end
    guard mayBeRow(before: written) else { return nil }
    var rows: PassedRows?
    while rows?.count ?? 0 < Self.mostRows, position < written,
      let (start, middle) = try? file.record(at: position, written: written)
    {
      var after = middle
      let isRow = decoder.decode(start, into: &rows) {
        guard let record = try? file.record(at: middle, written: written) else { return nil }
        after = record.end
        return record.0
      }
      if !isRow { break }
      position = after
    }
    guard let rows else { return nil }
    count += 2 * rows.count
    output = nil
    return rows
  }

  /// Whether a row may be next. Reads its time, if that precedes it.
  private func mayBeRow(before written: Int) -> Bool {
    while position < written, let (content, end) = try? file.record(at: position, written: written)
    {
      guard let moment = EventDecoder.moment(content) else { return EventDecoder.mayBeRow(content) }
      position = end
      self.moment = moment
    }
    return false
  }

  /// The largest number of rows that are reported together.
  private static let mostRows = 1_000

  /// The content of the next record, and where it ends.
  ///
  /// - Parameter isExpected: Whether a record that cannot be read is damage.
  private func record(isExpected: Bool = true) -> (LogCursor, end: Int)? {
    let written = file.end
    if position >= written { return nil }
    do {
      return try file.record(at: position, written: written)
    } catch {
      if !isExpected { return nil }
      damage(error == .atEnd ? .missing : .damaged)
      return nil
    }
  }

  private func damage(_ kind: EventLogDamage.Kind) {
    damage = EventLogDamage(
      path: path, kind: kind, offset: position, size: Swift.max(file.end, position),
      events: count, eventsWritten: Swift.max(file.events, count))
  }

  private func receive(_ event: Event) {
    switch event {
    case .exampleStarted(let start): begin(RunningExample(start.id, start.context))
    case .exampleEnded(let end): self.end(end.id, hooks: nil)
    case .hooksStarted(let start):
      let context = ExampleContext(at: start.place)
      begin(RunningExample(start.id, context, isGroupHook: true, phase: start.phase))
    case .hooksEnded(let end): self.end(end.id, hooks: end.phase)
    default: break
    }
  }

  private func begin(_ running: RunningExample) { open.append((running, UInt64(count))) }

  private func end(_ id: ExampleID, hooks phase: Phase?) {
    let index = open.lastIndex { (running, _) in
      running.id == id && phase == (running.isGroupHook ? running.phase : nil)
    }
    if let index { open.remove(at: index) }
  }
}

// MARK: - What is known beside the events

extension EventLog {
  /// The version of the form of logs that this version writes and reads.
  package static var formatVersion: Int { Int(LogHead.version) }

  /// The time in seconds since the machine was started, without those in which it slept.
  package static var now: Double { Double(exemplar_clock()) / 1e9 }

  /// The running examples after all written events have been read, the oldest first; for a process
  /// that has exited, those at its end.
  ///
  /// Phase, attempt and checkpoint are current, without an event for each. They are known for 62
  /// examples at once; of further ones, only that they run.
  public var running: [RunningExample] {
    if open.isEmpty { return [] }
    let slots = file.slots
    return open.map { open in
      var running = open.running
      guard let slot = slots[open.event] else { return running }
      running.attempt = Int(slot.attempt)
      let phase = Int(slot.phase & ~LogHead.isRetryable)
      if Phase.all.indices.contains(phase), !running.isGroupHook {
        running.phase = Phase.all[phase]
      }
      running.isRetryable = slot.phase & LogHead.isRetryable != 0
      running.limit = slot.limit > 0 ? .milliseconds(slot.limit) : nil
      running.thread = slot.thread > 0 ? Int32(slot.thread) : nil
      running.checkpoint = slot.text
      running.start = Double(slot.start) / 1e9
      running.outputStart = slot.output > 0 ? Int(slot.output) - 1 : nil
      return running
    }
  }

  /// The author's code that runs outside of examples, such as the builder of a group; `nil` if
  /// there is none.
  package var step: String? { file.step }

  /// The id of the process that writes, or wrote, the log.
  package var processID: Int32 { file.processID }

  /// When the log was made, in seconds by ``EventLog/now``.
  package var start: Double { file.start }

  /// When the log was made, in seconds since 1970.
  package var creation: Double { file.creation }

  /// Whether the process has not completed the log. If it has exited, its log was cut short.
  package var wasCutShort: Bool { file.state == .open }

  /// Whether events are missing, although the process came to its end: the disk was full, for instance.
  package var isIncomplete: Bool { file.state == .incomplete }
}
