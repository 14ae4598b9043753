import ExemplarCore
import ExemplarMemory

// The event log: the events of a process, in a file that is valid however the process ends.
//
// It contains events, and does not depend on writers and readers.

/// Appends events to a log for ``EventLog``.
///
/// An event is in the file when the call returns, without a system call for each. Events may come
/// from several threads, one after another.
package final class EventLogWriter: Sendable {
  private let state: Locked<State>

  fileprivate struct State: @unchecked Sendable {
    var encoder = EventEncoder()
    let file: LogFile
    var events: UInt64
    var slots: RunningSlots
    var output: OutputMarks?
    var isFinished = false
    /// The last one that is noted.
    var moment = LogMoment()
    /// When the log was made, by the clock of the slots, in nanoseconds, and since 1970, in seconds.
    let start: UInt64
    let creation: Double

    init(_ file: LogFile) {
      self.file = file
      events = 0
      slots = RunningSlots(file.slots)
      (start, creation) = file.creation
    }

    /// Writes what the encoder has made.
    mutating func write() { file.append(encoder.buffer.record, events: events) }
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
      state.record(state.moment(of: origin))
      let (file, buffer) = (state.file, state.encoder.buffer)
      var events = state.events
      // A finished example needs no slot.
      state.encoder.encode(rows) {
        events += 1
        file.append(buffer.record, events: events)
      }
      state.events = events
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

  /// Notes how far something that runs has come.
  package func follow(_ step: ExampleStep) {
    state.withLock { state in
      if !state.isFinished { state.slots.follow(step) }
    }
  }

  /// Records the author's code that runs outside of examples; `nil` for none.
  package func record(step title: String?) {
    state.withLock { state in
      if !state.isFinished { RunningSlots.record(title ?? "", in: state.file.step) }
    }
  }

  /// Whether everything could be written.
  package var isComplete: Bool { state.withLock { $0.file.isWhole } }

  package func finish() {
    state.withLock { state in
      if state.isFinished { return }
      state.isFinished = true
      state.file.finish()
    }
  }

  #if !os(Windows)
    /// Notes how the process that wrote the log at `path` ended, and the issues of the run that only who
    /// watched it knows. Throws if the log cannot be written.
    package static func record(
      _ end: ProcessEnd, _ issues: [IssueRecorded] = [], inLogAt path: String
    ) throws {
      let file = try LogFile(reopening: path)
      // The process's earlier events are unknown here, so nothing refers to them.
      var encoder = EventEncoder(sharing: false)
      var events = file.events
      for issue in issues {
        encoder.encode(.issueRecorded(issue))
        events += 1
        file.append(encoder.buffer.record, events: events)
      }
      encoder.encode(end)
      file.append(encoder.buffer.record, events: events)
      file.giveBack()
      if !file.isWhole { throw UsageError("The log \(path) cannot be written.") }
    }
  #endif
}

// MARK: - One event after the other

extension EventLogWriter.State {
  mutating func append(_ start: ExampleStarted, from origin: EventOrigin?) {
    let now = recordTime(origin, isNotable: true)
    events += 1
    encoder.encode(start)
    write()
    if start.isLeftOut { return }
    slots.begin(start.id, numbered: events, at: now, output: output?.position ?? -1)
  }

  mutating func append(_ end: ExampleEnded, from origin: EventOrigin?) {
    recordTime(origin, isNotable: LogMoment.isNotable(end))
    events += 1
    // An example that passes costs no more than its beginning.
    let hasPassed = if case .passed = end.outcome { true } else { false }
    if !hasPassed, let output { mark(output.range(from: slots.output(of: end.id))) }
    slots.end(end.id)
    encoder.encode(end)
    write()
  }

  mutating func append(_ event: Event, from origin: EventOrigin?) {
    let now = recordTime(origin, isNotable: true)
    events += 1
    if case .hooksEnded(let end) = event {
      if let output { mark(output.range(from: slots.output(of: end.id, hooks: end.phase))) }
      slots.end(end.id, hooks: end.phase)
    }
    encoder.encode(event)
    write()
    if case .hooksStarted(let start) = event {
      slots.begin(
        start.id, hooks: start.phase, numbered: events, at: now, output: output?.position ?? -1)
    }
  }

  /// Records the output of the node that finishes next, if there is any.
  private mutating func mark(_ range: Range<Int>?) {
    guard let range else { return }
    encoder.encode(output: range)
    write()
  }

  /// Notes when and where what comes next has happened, if that is not known.
  ///
  /// - Returns: The time, by the clock of the slots, if it is notable.
  @discardableResult
  private mutating func recordTime(_ origin: EventOrigin?, isNotable: Bool) -> UInt64 {
    guard isNotable || origin != nil else { return start }
    let now = exemplar_clock()
    if let origin {
      record(self.moment(of: origin))
    } else {
      record(LogMoment(time: Int(truncatingIfNeeded: (now &- start) / 1000), worker: moment.worker))
    }
    return now
  }

  /// Notes when and where what comes next has happened, if that is not known.
  mutating func record(_ moment: LogMoment) {
    guard moment.differs(from: self.moment) else { return }
    self.moment = moment
    encoder.encode(moment)
    write()
  }

  func moment(of origin: EventOrigin) -> LogMoment {
    let time = (origin.time - creation) * 1e6
    return LogMoment(time: Int(exactly: time.rounded()) ?? 0, worker: max(0, origin.worker))
  }
}
