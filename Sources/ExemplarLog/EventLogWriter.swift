import ExemplarCore
import ExemplarMemory

// The event log: the events of a process, in a file that is valid however the process ends.
//
// It contains events, and does not depend on writers and readers.

/// Appends events to a log for ``EventLog``.
///
/// An event is in the file when the call returns. Events may come from several threads, one after another.
package final class EventLogWriter: Sendable {
  private let state: Locked<State>

  fileprivate struct State: @unchecked Sendable {
    var encoder = EventEncoder()
    let file: LogFile
    var events = 0
    var output: OutputMarks?
    var isFinished = false
    /// The last one that is noted.
    var moment = LogMoment()
    /// When the log was made, in nanoseconds by the clock of limits, and in seconds since 1970.
    let start: UInt64
    let creation: Double

    init(_ file: LogFile) {
      self.file = file
      (start, creation) = (file.head.clock, Double(file.head.date) / 1e9)
    }

    /// Writes the records that the encoder has made.
    mutating func write() {
      file.append(encoder.buffer.records)
      encoder.buffer.removeAll()
    }
  }

  /// Creates a log at `path`. Throws ``UsageError`` if that is impossible.
  package init(path: String) throws {
    state = Locked(State(try LogFile(path: path)))
  }

  package func report(_ event: Event) { append(event, from: nil) }

  /// Appends events of another process.
  package func report(_ batch: EventBatch, from origin: EventOrigin) {
    switch batch {
    case .event(let event): append(event, from: origin)
    case .passedRows(let rows): append(rows, from: origin)
    }
  }

  /// Appends a text about the run, with a name under which readers find it.
  package func write(section name: String, _ text: String) {
    state.withLock { state in
      if state.isFinished { return }
      state.encoder.encode(section: name, text)
      state.write()
    }
  }

  private func append(_ rows: PassedRows, from origin: EventOrigin) {
    state.withLock { state in
      if state.isFinished { return }
      state.note(state.moment(of: origin))
      state.encoder.encode(rows)
      state.write()
      state.events += 2 * rows.count
    }
  }

  private func append(_ event: Event, from origin: EventOrigin?) {
    state.withLock { state in
      if state.isFinished { return }
      // Nearly all events are one of two; without optimization, each further look at an event would copy it.
      switch event {
      case .exampleStarted(let start): state.append(start, from: origin)
      case .exampleEnded(let end): state.append(end, from: origin)
      default: state.append(event, from: origin)
      }
    }
  }

  /// From now on, the log records which part of the output belongs to which example.
  ///
  /// - Parameter descriptor: A copy of the standard output, which is a file; other outputs have no
  ///   marks.
  package func markOutput(through descriptor: Int32) {
    state.withLock { $0.output = OutputMarks(descriptor: descriptor) }
  }

  /// Records how far something that runs has come.
  ///
  /// - Returns: Whether it runs.
  @discardableResult
  package func follow(_ step: ExampleStep) -> Bool {
    state.withLock { state in
      guard !state.isFinished, state.encoder.encode(step, thread: Int(exemplar_thread())) else {
        return false
      }
      state.write()
      return true
    }
  }

  /// Records the author's code that runs outside of examples; `nil` for none.
  package func record(step title: String?) {
    state.withLock { state in
      if state.isFinished { return }
      state.encoder.encode(authorStep: title ?? "")
      state.write()
    }
  }

  /// Whether everything could be written.
  package var isComplete: Bool { state.withLock { $0.file.isWhole } }

  package var isFinished: Bool { state.withLock { $0.isFinished } }

  package func finish() {
    state.withLock { state in
      if state.isFinished { return }
      state.isFinished = true
      state.file.complete(events: state.events)
    }
  }

  /// Records how the process that wrote the log at `path` ended. Throws if the log cannot be written.
  package static func record(_ end: ProcessEnd, inLogAt path: String) throws {
    let file = try LogFile(reopening: path)
    // The process's earlier events are unknown here, so nothing refers to them.
    var encoder = EventEncoder(sharing: false)
    encoder.encode(end)
    file.append(encoder.buffer.records)
    if file.head.state != .open { file.complete(events: file.head.events) }
    if !file.isWhole { throw UsageError("The log \(path) cannot be written.") }
  }
}

// MARK: - One event after the other

extension EventLogWriter.State {
  mutating func append(_ start: ExampleStarted, from origin: EventOrigin?) {
    note(origin)
    events += 1
    encoder.encode(start)
    write()
  }

  mutating func append(_ end: ExampleEnded, from origin: EventOrigin?) {
    if origin != nil || LogMoment.isNotable(end) { note(origin) }
    events += 1
    encoder.encode(end)
    write()
  }

  mutating func append(_ event: Event, from origin: EventOrigin?) {
    note(origin)
    events += 1
    encoder.encode(event)
    write()
  }

  /// Notes when and where the next event has happened, if that is not known.
  private mutating func note(_ origin: EventOrigin?) {
    if let origin { return note(moment(of: origin)) }
    note(
      LogMoment(
        time: Int(truncatingIfNeeded: (exemplar_clock() &- start) / 1000), worker: moment.worker,
        thread: Int(exemplar_thread()), output: output?.position ?? -1))
  }

  mutating func note(_ new: LogMoment) {
    guard new.differs(from: moment) else { return }
    let time = moment.time
    moment = new
    // Rows of one time are read together, even if they print.
    if !new.hasOtherTime(than: time) { moment.time = time }
    encoder.encode(moment)
  }

  func moment(of origin: EventOrigin) -> LogMoment {
    let time = (origin.time - creation) * 1e6
    return LogMoment(time: Int(exactly: time.rounded()) ?? 0, worker: max(0, origin.worker))
  }
}
