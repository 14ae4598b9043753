import ExemplarCore
import ExemplarMemory

// The event log: what a process tells of its run, in a file that is whole however the process ends.
//
// It knows events, and nothing of who writes or reads them.

/// Appends events to a log, as ``EventLog`` reads it.
///
/// What is told is in the file when the call returns, without a system call for each event. Events may come from
/// several threads, one after the other.
public final class EventLogWriter: Sendable {
  private let state: Locked<State>

  private struct State: @unchecked Sendable {
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

    /// What is noted of what happened then and there.
    func moment(of origin: EventOrigin) -> LogMoment {
      let time = (origin.time - creation) * 1e6
      return LogMoment(time: Int(exactly: time.rounded()) ?? 0, worker: max(0, origin.worker))
    }
  }

  /// Makes a log at `path` anew. Throws ``AuthoringMistake`` if that cannot be done.
  public init(path: String) throws {
    state = Locked(State(try LogFile(path: path)))
  }

  /// Appends an event.
  public func report(_ event: Event) { append(event, from: nil) }

  /// Appends an event of another process.
  package func report(_ event: Event, from origin: EventOrigin) { append(event, from: origin) }

  /// Appends the events that rows are, which another process has told.
  package func report(_ rows: PassedRows, from origin: EventOrigin) {
    state.withLock { state in
      if state.isFinished { return }
      note(state.moment(of: origin), &state)
      let (file, buffer) = (state.file, state.encoder.buffer)
      var events = state.events
      // What is over when it is told needs no slot.
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
      var now = state.start
      var moment = state.moment
      if let origin {
        now = exemplar_clock()
        moment = state.moment(of: origin)
      } else if LogMoment.isNotable(event) {
        now = exemplar_clock()
        moment.time = Int(truncatingIfNeeded: (now &- state.start) / 1000)
      }
      note(moment, &state)
      state.events += 1
      // Readers know from the events what runs, and from the slots how far it has come.
      if OutputMarks.mayStand(before: event),
        let output = state.output?.output(endedBy: event, state.slots)
      {
        state.encoder.encode(output: output)
        state.file.append(state.encoder.buffer.record, events: state.events)
      }
      state.slots.end(event)
      state.encoder.encode(event)
      state.file.append(state.encoder.buffer.record, events: state.events)
      let output = state.output?.start(of: event) ?? -1
      state.slots.begin(event, numbered: state.events, at: now, output: output)
    }
  }

  /// Notes when what comes next has happened, if that is not known.
  private func note(_ moment: LogMoment, _ state: inout State) {
    guard moment.differs(from: state.moment) else { return }
    state.moment = moment
    state.encoder.encode(moment)
    state.file.append(state.encoder.buffer.record, events: state.events)
  }

  /// From now on, the log tells what part of the output belongs to which example.
  ///
  /// - Parameter descriptor: A copy of the standard output, which is a file; nothing else has marks.
  package func markOutput(through descriptor: Int32) {
    state.withLock { $0.output = OutputMarks(descriptor: descriptor) }
  }

  /// Notes how far something that runs has come.
  package func follow(_ step: ExampleStep) {
    state.withLock { state in
      if !state.isFinished { state.slots.follow(step) }
    }
  }

  /// Whether everything could be written.
  public var isComplete: Bool { state.withLock { $0.file.isWhole } }

  /// Says that nothing more comes.
  public func finish() {
    state.withLock { state in
      if state.isFinished { return }
      state.isFinished = true
      state.file.finish()
    }
  }

  #if !os(Windows)
    /// Notes how the process that wrote the log at `path` ended, and the issues of the run that only who
    /// watched it knows. Throws if the log cannot be written.
    package static func note(
      _ end: ProcessEnd, _ issues: [IssueRecorded] = [], inLogAt path: String
    ) throws {
      let file = try LogFile(reopening: path)
      // What the process has told before is not known here, so nothing refers to it.
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
      if !file.isWhole { throw AuthoringMistake("The log \(path) cannot be written.") }
    }
  #endif
}
