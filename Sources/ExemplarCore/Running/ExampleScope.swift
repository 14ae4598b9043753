/// What belongs to one attempt of one example, or to the group hooks of one group, while it runs:
/// its issues, its givens, its instances and its checkpoints.
///
/// The scope travels with the task, so that whatever records an issue in that task, or in a child
/// task of it, records it on the right example, also when examples run side by side.
package final class ExampleScope: Sendable {
  /// The scope of the code that is running in this task.
  @TaskLocal package static var current: ExampleScope?

  package let info: ExampleInfo
  /// Whether another attempt follows if this one fails.
  package let isRetryable: Bool
  /// How long the attempt may take, if there is a limit.
  private let timeLimit: Duration?
  /// Which attempt of the example it is, from 1.
  private let attempt: Int
  /// Whether the run is strict: what is only a warning otherwise fails it.
  package let isStrict: Bool
  /// Whether it is the scope of hooks around all examples of a group.
  package let surroundsGroup: Bool
  private let overrides: Overrides
  /// The values that the examples of the group share, if they do.
  private let shared: HeldValues?
  private let rowValues: (@Sendable () -> String?)?
  /// The row as its source gave it, for an example of an outline.
  package let payload: (any Sendable)?
  /// Who is told.
  private let progress: Progress
  private let state: Locked<State>

  private struct State {
    var phase: Phase
    var issues: [Issue] = []
    var isOver = false
    var checkpoint: (text: String, place: Place)?
    var thrown: LabeledError?
    var made = MadeNodes()
    /// The values of this example alone; most examples have none.
    var values: HeldValues?
    /// What is to run when this is over, once something is.
    var cleanups: Cleanups?
    /// Whether nothing would run a cleanup any more, for there was none when the body was over.
    var isClosed = false
  }

  init(
    _ info: ExampleInfo, in phase: Phase, overrides: Overrides = [:], shared: HeldValues? = nil,
    attempt: Int = 1, isRetryable: Bool = false, timeLimit: Duration? = nil, isStrict: Bool = false,
    surroundsGroup: Bool = false, cleanups: Cleanups? = nil,
    rowValues: (@Sendable () -> String?)? = nil,
    payload: (any Sendable)? = nil, tellingTo progress: Progress
  ) {
    self.info = info
    self.overrides = overrides
    self.shared = shared
    self.attempt = attempt
    self.isRetryable = isRetryable
    self.timeLimit = timeLimit
    self.isStrict = isStrict
    self.surroundsGroup = surroundsGroup
    self.rowValues = rowValues
    self.payload = payload
    self.progress = progress
    state = Locked(State(phase: phase, cleanups: cleanups))
  }

  /// Whether something is registered to run when this is over.
  var hasCleanups: Bool { state.withLock { $0.cleanups?.isEmpty == false } }

  /// Removes what was registered last, to be run. When nothing is left, nothing can be registered any more.
  func popCleanup() -> Cleanups.Cleanup? {
    state.withLock { state in
      if state.cleanups == nil { state.isClosed = true }
      return state.cleanups?.popLast()
    }
  }

  /// Lets go of the values of this example alone.
  func freeValues() { state.withLock { $0.values }?.removeAll() }

  /// Registers a piece of code to run when this is over; `false` if nothing would run it any more.
  private func register(_ cleanup: Cleanups.Cleanup) -> Bool {
    let cleanups = state.withLock { state -> Cleanups? in
      if state.isClosed { return nil }
      let cleanups = state.cleanups ?? Cleanups()
      state.cleanups = cleanups
      return cleanups
    }
    return cleanups?.add(cleanup) ?? false
  }

  /// The values of this example alone.
  package var values: HeldValues {
    state.withLock { state in
      let values = state.values ?? HeldValues()
      state.values = values
      return values
    }
  }

  /// Whether the body and the hooks before it have left anything to clean up, to free or to tell of.
  /// If not, nothing can be registered any more.
  func leavesSomething() -> Bool {
    state.withLock { state in
      if state.cleanups != nil || state.values != nil || !state.made.isEmpty { return true }
      state.isClosed = true
      return false
    }
  }

  /// What is running.
  package var phase: Phase {
    get { state.withLock { $0.phase } }
    set {
      state.withLock { $0.phase = newValue }
      follow(newValue)
    }
  }

  /// Tells what is running, or that a checkpoint was passed, to who follows the run.
  private func follow(_ phase: Phase, checkpoint: String? = nil) {
    guard let follow = progress.follow else { return }
    follow(
      ExampleStep(
        id: info.id, phase: phase, attempt: attempt, isRetryable: isRetryable,
        timeLimit: timeLimit, checkpoint: checkpoint))
  }

  /// Tells what the attempt begins with, unless it is what every example does that has no hooks, no limit and runs once.
  func followBeginning() {
    let phase = phase
    if attempt > 1 || isRetryable || timeLimit != nil || phase != .body {
      follow(phase)
    }
  }

  /// The row of the example with its values, for an example of an outline.
  package var row: RowReference? {
    guard var row = info.row else { return nil }
    row.values = rowValues?()
    return row
  }

  /// Notes a node that was made in this example or hook: it must come to stand in a tree.
  package func note(_ node: SpecNode) {
    state.withLock { $0.made.note(node, in: $0.phase) }
  }

  /// Records an issue for each node that was made and stands in no tree.
  func recordStrays() {
    for stray in state.withLock({ $0.made.takeStrays() }) {
      let last = phase
      phase = stray.phase
      record(Issue(stray.message, at: stray.place))
      phase = last
    }
  }

  /// Records an issue on this example or group.
  ///
  /// One that comes when the example is over belongs to the run: nobody waited for it, and it must
  /// not get lost.
  ///
  /// - Returns: What became of the issue.
  @discardableResult
  package func record(_ issue: Issue) -> RecordedAs {
    var issue = issue
    if issue.labels.isEmpty { issue.labels = Labels.current }
    issue.context = info.context
    issue.context.row = row
    let isLate = state.withLock { state in
      issue.phase = state.phase
      issue.checkpoint = issue.checkpoint ?? state.checkpoint?.text
      issue.isRetried = isRetryable && issue.isFailure
      if !state.isOver { state.issues.append(issue) }
      return state.isOver
    }
    if isLate {
      issue.message =
        "\(issue.message)\nThis was recorded after \u{201C}\(info.id.heading)\u{201D} had ended: "
        + "wait for the task that recorded it."
      issue.isRetried = false
      // No hook was running: the last one only happened to be the last.
      issue.phase = .body
      return progress.tell(.issueRecorded(IssueRecorded(id: nil, issue: issue))) ? .late : .tooLate
    }
    if !progress.tell(.issueRecorded(IssueRecorded(id: info.id, issue: issue))) { return .tooLate }
    return issue.isRetried ? .retried : .final
  }

  /// Tells of something that was attached to this example or group.
  package func record(_ attachment: AttachmentRecorded) {
    progress.tell(.attachmentRecorded(attachment))
  }

  /// What became of an issue that a scope recorded.
  package enum RecordedAs: Sendable, Hashable {
    /// It belongs to the example or the group.
    case final
    /// It belongs to an attempt that another one follows.
    case retried
    /// It came when the example was over, and belongs to the run.
    case late
    /// It came when the run was over, and belongs to nothing any more.
    case tooLate
  }

  /// Notes how far the example has come.
  package func pass(checkpoint: String, at place: Place) {
    let phase = state.withLock { state in
      state.checkpoint = (checkpoint, place)
      return state.phase
    }
    follow(phase, checkpoint: checkpoint)
  }

  /// Notes under which labels an error was thrown, unless the same error is known from further inside.
  func note(_ error: any Error, under labels: [String]) {
    state.withLock { state in
      if state.thrown?.isSame(as: error) != true { state.thrown = LabeledError(error, labels) }
    }
  }

  /// The labels under which `error` was thrown.
  func labels(of error: any Error) -> [String] {
    let thrown = state.withLock { $0.thrown }
    return thrown?.isSame(as: error) == true ? thrown?.labels ?? [] : []
  }

  /// The place of the last checkpoint.
  var checkpointPlace: Place? { state.withLock { $0.checkpoint?.place } }

  /// The issues that make this attempt, or this group, fail.
  var failures: [Issue] {
    state.withLock { $0.issues.filter { !$0.isKnown && !$0.isWarning } }
  }

  /// Whether the example is over; what is recorded after that belongs to the run.
  package var isOver: Bool { state.withLock { $0.isOver } }

  /// From now on, issues belong to the run.
  func end() {
    state.withLock { $0.isOver = true }
    freeValues()
  }
}

extension ExampleScope {
  /// Runs `body` when the example and the hooks around it are over, or for a hook around all examples
  /// of a group, when that group is; what was registered last runs first.
  ///
  /// When the example is over already, nothing would run it: then an issue is recorded.
  package func cleanUp(at place: Place, _ body: @escaping @Sendable () async throws -> Void) {
    if !register(Cleanups.Cleanup(place: place, body: body)) {
      record(Issue("This cleanup was registered too late: nothing runs it.", at: place))
    }
  }
}

// MARK: - Values that belong to the example

extension ExampleScope {
  /// What makes the value of `key`, where groups around the example define it anew; the innermost
  /// last.
  package func makers(of key: GivenKey) -> [any Sendable] { overrides[key] ?? [] }

  /// Where instances of types are kept: shared by the examples of a group, or the example's own.
  package var instances: HeldValues { shared ?? values }
}
