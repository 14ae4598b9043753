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
  /// output of the process, if that is known, and it did not just pass.
  package private(set) var output: Range<Int>?
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

  /// The examples and hooks that began and did not end, as far as has been read, the oldest first; for a
  /// process that has exited, those at its end.
  ///
  /// Each is as its last step has left it.
  public private(set) var running: [RunningExample] = []
  /// The author's code that runs outside of examples, such as the builder of a group, as far as has been
  /// read; `nil` if there is none.
  package private(set) var step: String?
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
        output = receive(event)
        return event
      case .processEnded(let processEnd): self.processEnd = processEnd
      case .moment(let moment): self.moment = moment
      case .step(let step, let thread): follow(step, thread)
      case .section(let name, let text): sections[name] = text
      case .authorStep(let title): step = title.isEmpty ? nil : title
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
    if damage != nil { return nil }
    var rows: PassedRows?
    while rows?.count ?? 0 < Self.mostRows, let (start, middle) = rowRecord(isFirst: rows == nil) {
      var after = middle
      let isRow = decoder.decode(start, into: &rows) { reference in
        while let (content, end) = try? file.record(at: after) {
          after = end
          if !EventDecoder.isStep(content, ofRow: reference) { return content }
        }
        return nil
      }
      if !isRow { break }
      position = after
    }
    guard let rows else { return nil }
    count += 2 * rows.count
    output = nil
    return rows
  }

  /// The next record, which may be the beginning of a row. Reads the moment, if that precedes it.
  ///
  /// - Parameter isFirst: Whether it may have another time than the rows before it.
  private func rowRecord(isFirst: Bool) -> (LogCursor, end: Int)? {
    while let (content, end) = try? file.record(at: position) {
      guard let moment = EventDecoder.moment(content) else { return (content, end) }
      if !isFirst, moment.time != self.moment.time || moment.worker != self.moment.worker {
        return nil
      }
      position = end
      self.moment = moment
    }
    return nil
  }

  /// The largest number of rows that are reported together.
  private static let mostRows = 1_000

  /// The content of the next record, and where it ends.
  ///
  /// - Parameter isExpected: Whether a record that cannot be read is damage.
  private func record(isExpected: Bool = true) -> (LogCursor, end: Int)? {
    do {
      return try file.record(at: position)
    } catch {
      if isExpected { damage(error == .atEnd ? .missing : .damaged) }
      return nil
    }
  }

  private func damage(_ kind: EventLogDamage.Kind) {
    damage = EventLogDamage(
      path: path, kind: kind, offset: position, size: Swift.max(file.end, position),
      events: count, eventsWritten: Swift.max(file.head.events, count))
  }

  /// Notes what begins and what ends.
  ///
  /// - Returns: The output of what ends, if there is any.
  private func receive(_ event: Event) -> Range<Int>? {
    switch event {
    case .exampleStarted(let start):
      if !start.isLeftOut { begin(RunningExample(start.id, start.context)) }
    case .exampleEnded(let end):
      let output = self.end(end.id, hooks: nil)
      if case .passed = end.outcome { return nil }
      return output
    case .hooksStarted(let start):
      let context = ExampleContext(at: start.place)
      begin(RunningExample(start.id, context, isGroupHook: true, phase: start.phase))
    case .hooksEnded(let end): return self.end(end.id, hooks: end.phase)
    default: break
    }
    return nil
  }

  private func begin(_ running: RunningExample) {
    var running = running
    running.start = start + Double(moment.time) / 1e6
    running.thread = moment.thread > 0 ? Int32(clamping: moment.thread) : nil
    running.outputStart = moment.output >= 0 ? moment.output : nil
    self.running.append(running)
  }

  private func end(_ id: ExampleID, hooks phase: Phase?) -> Range<Int>? {
    let index = running.lastIndex { running in
      running.id == id && phase == (running.isGroupHook ? running.phase : nil)
    }
    guard let index else { return nil }
    let ended = running.remove(at: index)
    guard let start = ended.outputStart, moment.output > start else { return nil }
    return start..<moment.output
  }

  private func follow(_ step: ExampleStep, _ thread: Int) {
    guard let index = running.lastIndex(where: { $0.id == step.id }) else { return }
    if let delay = step.delay {
      running[index].start? += delay
      return
    }
    // Each attempt passes its own checkpoints.
    if running[index].attempt != step.attempt { running[index].checkpoint = nil }
    running[index].attempt = step.attempt
    if !running[index].isGroupHook { running[index].phase = step.phase }
    running[index].isRetryable = step.isRetryable
    running[index].limit = step.timeLimit
    running[index].thread = thread > 0 ? Int32(clamping: thread) : nil
    if let checkpoint = step.checkpoint { running[index].checkpoint = checkpoint }
  }
}

// MARK: - What is known beside the events

extension EventLog {
  /// The version of the form of logs that this version writes and reads.
  package static var formatVersion: Int { Int(LogHead.version) }

  /// The time in seconds since the machine was started, without those in which it slept.
  package static var now: Double { Double(exemplar_clock()) / 1e9 }

  /// The id of the process that writes, or wrote, the log.
  package var processID: Int32 { file.head.process }

  /// When the log was made, in seconds by ``EventLog/now``.
  package var start: Double { Double(file.head.clock) / 1e9 }

  /// When the log was made, in seconds since 1970.
  package var creation: Double { Double(file.head.date) / 1e9 }

  /// Whether the process has not completed the log. If it has exited, its log was cut short.
  package var wasCutShort: Bool { state == .open }

  /// Whether events are missing, although the process came to its end: the disk was full, for instance.
  package var isIncomplete: Bool { state == .incomplete }

  private var state: LogHead.State? {
    file.refresh()
    return file.head.state
  }
}
