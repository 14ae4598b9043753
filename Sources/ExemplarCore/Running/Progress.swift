/// The events that a run has emitted so far, the code that is running, and whether the run must stop.
package final class Progress: Sendable {
  struct State {
    var sink: (@Sendable (Event) -> Void)?
    var summary = RunSummary(seed: 0)
    var reached = 0
    var isStopped = false
    /// Whether code of a spec has canceled the spec's task, so that it was cut short.
    var isCut = false
    /// Whether the run has emitted its last event.
    var isOver = false
    /// The scopes of the running examples, and of running hooks around all examples of a group.
    var running: [ExampleScope] = []
    /// How many attempts of examples have ended other processes.
    var lostAttempts: [ExampleID: Int] = [:]
    /// The notes about sources of rows that were reported.
    var notes: Set<UsageError> = []
    /// The values that examples have compared with literals in code.
    var reviewed = ReviewedPlaces()
    /// The expected values that values of examples have equaled, apart from those of outlines.
    var confirmed = ConfirmedPlaces()
    /// How many events have been emitted.
    var emitted = 0
  }

  let state = Locked(State())
  /// Held while the sink receives an event: events reach it one at a time. A sink that hangs does not
  /// lock the state, so a watcher still finds out what is running.
  private let emitting = Lock()
  /// Whether the run is strict: what is only a warning otherwise fails it.
  let isStrict: Bool
  private let failFast: Int?
  /// Receives the steps of running examples; `nil` if no caller follows them.
  let follow: (@Sendable (ExampleStep) -> Void)?
  let slots: Slots

  init(
    isStrict: Bool, failFast: Int?, follow: (@Sendable (ExampleStep) -> Void)?, slots: Slots
  ) {
    self.slots = slots
    self.isStrict = isStrict
    self.failFast = failFast
    self.follow = follow
  }

  func begin(_ sink: @escaping @Sendable (Event) -> Void) {
    state.withLock { $0 = State(sink: sink) }
  }

  /// Changes the state, and then passes `event` to the sink, if there is one. Events reach the sink one at a time.
  ///
  /// - Returns: Whether the event was emitted. Nothing is emitted after the end of the run.
  @discardableResult
  func emit(_ event: Event?, after change: (inout State) -> Void = { _ in }) -> Bool {
    guard let event else {
      state.withLock(change)
      return false
    }
    emitting.lock()
    defer { emitting.unlock() }
    // A function that is returned would be wrapped for each event.
    var sink: (@Sendable (Event) -> Void)?
    let isOver = state.withLock { state in
      change(&state)
      sink = state.sink
      if state.isOver { return true }
      state.emitted += 1
      state.summary.count(event)
      if let failFast, state.summary.failed >= failFast { state.isStopped = true }
      return false
    }
    if !isOver { sink?(event) }
    return !isOver
  }

  /// The number of the event that the sink is handling; `nil` if it is handling none.
  package var emission: Int? {
    if emitting.lockIfFree() {
      emitting.unlock()
      return nil
    }
    return state.withLock { $0.emitted }
  }

  /// Emits the end of the run. `complete` completes the summary. Issues recorded later are not in it.
  func emitEnd(_ complete: (inout RunSummary, State) -> Void) -> RunSummary {
    emitting.lock()
    defer { emitting.unlock() }
    let (sink, summary) = state.withLock { state in
      state.isOver = true
      state.emitted += 1
      complete(&state.summary, state)
      return (state.sink, state.summary)
    }
    sink?(.runEnded(summary))
    return summary
  }

  /// Adds an attempt of an example, or the hooks around a group, to the running code, and emits `event`, as for
  /// the first attempt.
  func enter(_ scope: ExampleScope, with event: Event? = nil) {
    emit(event) { $0.running.append(scope) }
    if follow != nil, !scope.surroundsGroup { scope.followBeginning() }
  }

  /// Removes an attempt of an example, or the hooks around a group, from the running code, and then emits `event`,
  /// as for the last attempt.
  ///
  /// - Parameter keepsSlot: Whether the next attempt has its slot.
  func leave(_ scope: ExampleScope, with event: Event? = nil, keepsSlot: Bool = false) {
    emit(event) { state in
      if state.running.last === scope {
        state.running.removeLast()
      } else {
        state.running.removeAll { $0 === scope }
      }
    }
    if !keepsSlot, let slot = scope.giveSlotBack() { slots.free(slot) }
  }

  /// The examples that are running, and the groups whose hooks are, for people, sorted.
  package var running: [RunningCode] {
    state.withLock { $0.running }.map { scope in
      let heading = scope.info.id.heading
      return RunningCode(
        name: scope.surroundsGroup ? "\(heading) (\(scope.phase.rawValue))" : heading,
        start: scope.start, explained: scope.explained)
    }.sorted { $0.name < $1.name }
  }

  /// Records an issue whose example is unknown, because no example started its task: on the example
  /// that is running, if only one is, else on the run.
  ///
  /// - Returns: Whether the run was still in progress.
  @discardableResult
  package func record(_ issue: Issue) -> Bool {
    let all = state.withLock { $0.running }
    // A deinitializer that runs elsewhere has no values of its task.
    let releasing = all.filter(\.isReleasing)
    let running = releasing.count == 1 ? releasing : all.filter { !$0.surroundsGroup }
    if running.count == 1, let scope = running.first { return scope.record(issue) != .tooLate }
    let names = running.map { "\n  \($0.info.id)" }.sorted().joined()
    return record(
      issue,
      adding: running.isEmpty
        ? ""
        : "\nThis was recorded in a task that belongs to no example, while these ran:\(names)")
  }

  /// Records an issue whose run is unknown: it may belong to this one or to one of `others` in
  /// progress, in which `running` is running, and fails them all.
  ///
  /// - Returns: Whether the run was still in progress.
  package func record(_ issue: Issue, besides others: Int, running: [String]) -> Bool {
    let names = running.sorted().map { "\n  \($0)" }.joined()
    return record(
      issue,
      adding:
        "\nThis was recorded in a task that belongs to no example, while \(others + 1) runs were going "
        + "on: each of them fails, since any of them may have caused it."
        + (names.isEmpty ? "" : " These ran:\(names)"))
  }

  /// Records an issue that belongs to no example.
  package func fail(with issue: Issue) { record(issue, adding: "") }

  @discardableResult
  private func record(_ issue: Issue, adding text: String) -> Bool {
    var issue = issue
    issue.message += text
    return emit(.issueRecorded(IssueRecorded(id: nil, issue: issue)))
  }

  /// From now on, no further example begins.
  package func stop() { state.withLock { $0.isStopped = true } }

  /// Whether no further example may start.
  var stopped: Bool { Task.isCancelled || state.withLock { $0.isStopped } }
}

/// A running example, or the running hooks of a group.
package struct RunningCode: Sendable, Hashable {
  /// The name for readers.
  package let name: String
  /// When it began, by the clock of the run.
  package let start: Double
  /// How many seconds its limits do not count.
  package var explained = 0.0
}
