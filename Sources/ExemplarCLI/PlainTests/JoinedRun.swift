import ExemplarCore
import ExemplarLog
import Foundation

/// Joins a run of specs and the tests after it into one run, with one beginning and one end.
final class JoinedRun: Sendable {
  private struct State {
    /// The end of the specs, which is reported when everything has finished.
    var held: RunSummary?
    /// How the run of the specs began, if it did.
    var start: RunStarted?
    var hasBegunPlain = false
    /// Whether the specs broke off before they emitted any event.
    var isBroken = false
    /// When the tests began, in seconds by the clock of logs.
    var begin = 0.0
    /// The result of the tests.
    var plain = RunSummary(seed: 0)
    var writer: EventLogWriter?
  }

  private let tests: [PlainTest]
  private let sink: EventSink
  private let state = Locked(State())

  /// - Parameter log: The location of the tests' log; `nil` for none. It is created at once:
  ///   without it, the log of the specs would look complete before the tests have begun.
  init(_ tests: [PlainTest], log: URL?, _ sink: EventSink) {
    self.tests = tests
    self.sink = sink
    guard let log else { return }
    do {
      let writer = try EventLogWriter(path: log.path)
      state.withLock { $0.writer = writer }
    } catch {
      Terminal.write("warning: The run could not be recorded: \(error)\n", toError: true)
    }
  }

  /// Notes an event of the specs.
  func note(_ event: Event) {
    switch event {
    case .runStarted(var start):
      // Of several repetitions, each but the last ends with its specs.
      release()
      state.withLock { [start] in $0.start = start }
      if start.repetition == start.repetitions { start = joined(start) }
      sink(.runStarted(start))
    case .runEnded(let summary): state.withLock { $0.held = summary }
    default: sink(event)
    }
  }

  /// Notes rows of the specs.
  func note(_ rows: PassedRows) { sink(rows) }

  /// Notes an event of the tests.
  func note(plain event: Event) {
    beginPlain()
    state.withLock { state in
      state.plain.count(event)
      state.writer?.report(event)
    }
    sink(event)
  }

  /// Records that the specs broke off before they emitted any event.
  func noteBreak() { state.withLock { $0.isBroken = true } }

  /// Reports the end of everything.
  func finish() {
    let isInterrupted = Interruption.isRequested
    // Tests that will not run do not begin.
    if !isInterrupted { beginPlain() }
    let held = state.withLock { state -> RunSummary? in
      if state.hasBegunPlain {
        state.plain.duration = EventLog.now - state.begin
        state.plain.finished = !isInterrupted
        state.writer?.report(.runEnded(state.plain))
      }
      state.writer?.finish()
      return state.held
    }
    if isInterrupted { return }
    // Specs that broke off have no end, nor has the run.
    if let held { sink(.runEnded(joined(held))) }
  }

  /// Begins the log of the tests; and the run, if there was no spec to begin it.
  private func beginPlain() {
    let start = state.withLock { state -> RunStarted? in
      if state.hasBegunPlain { return nil }
      state.hasBegunPlain = true
      state.begin = EventLog.now
      let seed = state.start?.seed ?? 0
      let order = state.start?.order ?? .defined
      state.plain = RunSummary(seed: seed, order: order)
      let start = joined(RunStarted(seed: seed, order: order, specs: 0, examples: 0))
      state.writer?.report(.runStarted(start))
      if state.start != nil { return nil }
      if state.isBroken { return start }
      // Where no spec was found or selected, the tests are the run.
      state.held = state.held ?? RunSummary(seed: seed, order: order)
      state.held?.finished = true
      return start
    }
    if let start { sink(.runStarted(start)) }
  }

  private func release() {
    let held = state.withLock { state in
      defer { state.held = nil }
      return state.held
    }
    if let held { sink(.runEnded(held)) }
  }

  /// The same with the tests.
  private func joined(_ start: RunStarted) -> RunStarted {
    var start = start
    start.specs += Set(tests.map(\.id.spec)).count
    start.examples += tests.count
    return start
  }

  /// Adds the result of the tests.
  private func joined(_ summary: RunSummary) -> RunSummary {
    var all = summary.joined(with: state.withLock { $0.plain })
    all.duration = summary.duration + state.withLock { $0.plain.duration }
    all.nothingRan = nil
    all.finished = summary.finished
    return all
  }
}

extension PlainTestRun {
  /// Runs specs, and then other tests, if there are any, as one run.
  ///
  /// - Parameters: - plain: The tests. - log: The location of their log, beside that of the specs;
  ///   `nil` if one log contains both. - watch: Receives the running tests repeatedly. - sink:
  ///   Receives the events of both. - hasBroken: Whether there were specs that broke off without
  ///   any event. - specs: Runs the specs and emits their events.
  static func run<Result>(
    _ plain: PlainTestRun?, log: URL?,
    watch: @escaping @Sendable ([RunningExample]) -> Void,
    _ sink: EventSink,
    hasBroken: (Result) -> Bool,
    after specs: (EventSink) async throws -> Result
  ) async throws -> Result {
    guard let plain, !plain.tests.isEmpty else { return try await specs(sink) }
    let joined = JoinedRun(plain.tests, log: log, sink)
    let result = try await specs(EventSink({ joined.note($0) }, rows: { joined.note($0) }))
    if hasBroken(result) { joined.noteBreak() }
    if !Interruption.isRequested {
      try await plain.run(watch: watch) { joined.note(plain: $0) }
    }
    joined.finish()
    return result
  }
}
