/// The events a run has emitted so far, and whether the run must stop.
final class Progress: Sendable {
  private struct State {
    var sink: (@Sendable (Event) -> Void)?
    var summary = RunSummary(seed: 0)
    var reached = 0
    var isStopped = false
    /// Whether code of a spec has canceled the spec's task, so that it was cut short.
    var isCut = false
    /// Whether the run has emitted its last event.
    var isOver = false
    var running: [ExampleScope] = []
    /// The scopes of hooks around all examples of a group that are running.
    var hooks: [ObjectIdentifier: ExampleScope] = [:]
    /// How many attempts of examples have ended other processes.
    var lostAttempts: [ExampleID: Int] = [:]
    /// How many events have been emitted.
    var emitted = 0
  }
  private let state = Locked(State())
  /// Held while the sink receives an event: events reach it one at a time. A sink that hangs does not
  /// lock the state, so a watcher still finds out what is running.
  private let emitting = Lock()
  private let failFast: Int?
  /// Receives the steps of running examples; `nil` if no caller follows them.
  let follow: (@Sendable (ExampleStep) -> Void)?

  init(failFast: Int?, follow: (@Sendable (ExampleStep) -> Void)? = nil) {
    self.failFast = failFast
    self.follow = follow
  }

  func begin(_ sink: @escaping @Sendable (Event) -> Void) {
    state.withLock { $0 = State(sink: sink) }
  }

  /// Passes `event` to the sink. Events reach the sink one at a time.
  ///
  /// - Returns: Whether the event was emitted. Nothing is emitted after the end of the run.
  @discardableResult
  func emit(_ event: Event) -> Bool { emit(event) { _ in } }

  /// Changes the state, and then emits `event` if there is one. Returns whether it was emitted.
  @discardableResult
  private func emit(_ event: Event?, after change: (inout State) -> Void) -> Bool {
    guard let event else {
      state.withLock(change)
      return false
    }
    emitting.lock()
    defer { emitting.unlock() }
    let (sink, isOver) = state.withLock { state in
      change(&state)
      if !state.isOver { count(event, &state) }
      return (state.sink, state.isOver)
    }
    if !isOver { sink?(event) }
    return !isOver
  }

  private func count(_ event: Event, _ state: inout State) {
    state.emitted += 1
    state.summary.count(event)
    if let failFast, state.summary.failed >= failFast { state.isStopped = true }
  }

  /// The number of the event that the sink is handling; `nil` if it is handling none.
  var emission: Int? {
    if emitting.lockIfFree() {
      emitting.unlock()
      return nil
    }
    return state.withLock { $0.emitted }
  }

  /// Emits the end of the run. `complete` receives the summary and the number of examples that were
  /// reached, and completes the summary. Issues recorded later are not in it.
  func end(
    _ complete: (inout RunSummary, _ reached: Int, _ isCut: Bool) -> Void
  ) -> RunSummary {
    emitting.lock()
    defer { emitting.unlock() }
    let (sink, summary) = state.withLock { state in
      state.isOver = true
      state.emitted += 1
      complete(&state.summary, state.reached, state.isCut)
      return (state.sink, state.summary)
    }
    sink?(.runEnded(summary))
    return summary
  }

  /// Adds an attempt of an example to the running ones, and emits `event` if it is the first attempt.
  func begin(_ scope: ExampleScope, with event: Event? = nil) {
    emit(event) { $0.running.append(scope) }
    if follow != nil { scope.followBeginning() }
  }

  /// Notes that hooks around all examples of a group run.
  func begin(hooks scope: ExampleScope) {
    state.withLock { $0.hooks[ObjectIdentifier(scope)] = scope }
  }

  /// Removes hooks around all examples of a group from the running ones.
  func end(hooks scope: ExampleScope) {
    _ = state.withLock { $0.hooks.removeValue(forKey: ObjectIdentifier(scope)) }
    scope.end()
  }

  /// The running examples and hooks, sorted by name.
  var running: [RunningCode] {
    let (examples, hooks) = state.withLock { ($0.running, Array($0.hooks.values)) }
    return
      (examples.map { RunningCode(name: $0.info.id.heading, start: $0.start) }
      + hooks.map {
        RunningCode(name: "\($0.info.id.heading) (\($0.phase.rawValue))", start: $0.start)
      }).sorted { $0.name < $1.name }
  }

  /// Removes an attempt of an example from the running ones, and then emits `event` if it was the
  /// last attempt.
  func end(_ scope: ExampleScope, with event: Event? = nil) {
    emit(event) { state in
      if state.running.last === scope {
        state.running.remove(at: state.running.count - 1)
      } else if let index = state.running.lastIndex(where: { $0 === scope }) {
        state.running.remove(at: index)
      }
    }
  }

  func record(_ issue: Issue) -> Bool {
    let running = state.withLock { $0.running }
    if running.count == 1, let scope = running.first { return scope.record(issue) != .tooLate }
    var issue = issue
    let names = running.map { "\n  \($0.info.id)" }.sorted().joined()
    if !running.isEmpty {
      issue.message +=
        "\nThis was recorded in a task that belongs to no example, while these ran:\(names)"
    }
    return emit(.issueRecorded(IssueRecorded(id: nil, issue: issue)))
  }

  /// Notes that a spec was cut short.
  func recordCut() { state.withLock { $0.isCut = true } }

  /// Notes how many attempts of examples have ended other processes.
  func record(lostAttempts: [ExampleID: Int]) {
    state.withLock { $0.lostAttempts = lostAttempts }
  }

  /// How many attempts of an example have ended other processes.
  func lostAttempts(of id: ExampleID) -> Int { state.withLock { $0.lostAttempts[id] ?? 0 } }

  /// Notes that a planned example was reached.
  func reach() { state.withLock { $0.reached += 1 } }

  /// Prevents further examples from starting.
  func stop() { state.withLock { $0.isStopped = true } }

  /// Whether no further example may start.
  var stopped: Bool { Task.isCancelled || state.withLock { $0.isStopped } }
}
