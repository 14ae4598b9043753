/// The state of one attempt of one example, or of the group hooks of one group, while it runs: its
/// issues, its givens, its instances and its checkpoints.
///
/// The scope travels with the task, so that an issue recorded in that task, or in a child task, is
/// recorded on the right example, even if examples run side by side.
package final class ExampleScope: @unchecked Sendable {
  /// The scope of the code that is running in this task.
  @TaskLocal package static var current: ExampleScope?

  /// The example; of a group, what is known of it.
  let invocation: ExampleInvocation
  /// Which attempt of the example it is, from 1.
  let attempt: Int
  /// When the first attempt, or the hooks, began.
  let start: Double
  /// Whether the run is strict: what is only a warning otherwise fails it.
  package var isStrict: Bool { progress.isStrict }
  /// Whether it is the scope of hooks around all examples of a group.
  package let surroundsGroup: Bool
  /// The groups around the example, or the group.
  let enclosing: EnclosingGroups
  /// The outline of a row, which collects findings about its rows.
  let outline: OutlineExpansion?
  /// The values that earlier attempts of the example have compared.
  let reviewedBefore: ReviewedPlaces
  /// Receives the events.
  let progress: Progress
  /// Protected by the lock of the groups, as each access needs.
  @exclusivity(unchecked) private var state: State
  /// The slot, once code has asked for it. Protected by the same lock until the scope has ended.
  @exclusivity(unchecked) private(set) var takenSlot: Slots.Slot?

  struct State {
    var phase: Phase
    var issues: [Issue] = []
    var isOver = false
    var checkpoint: (text: String, place: Place)?
    var thrown: LabeledError?
    /// The nodes that were created, each with the phase: those without a tree are errors.
    var made: [(node: SpecNode, phase: Phase)] = []
    /// The values of this example alone; most examples have none.
    var values: ScopedValues?
    /// The cleanups that run at its end, once there are any.
    var cleanups: Cleanups?
    /// Whether no cleanup can run any more, because there was none after the body.
    var isClosed = false
    /// The first error that code in it threw, apart from skips, or that ended it.
    var error: (any Error)?
    /// Whether that error is a known issue.
    var isErrorKnown = false
    /// The error that the call of a hook threw, until the hook ends.
    var passedOn: (any Error)?
    /// The reason, if a skip was caught as a known issue.
    var skipReason: String?
    /// Whether the examples of the group are skipped.
    var isSkipped = false
    /// Whether its values are being released.
    var isReleasing = false
    /// Whether the body has begun.
    var hasReachedBody = false
    /// How many seconds its limits do not count.
    var explained = 0.0
    /// Whether hooks of an outer group are running.
    var isInOuterHooks = false
    /// The values that were compared with expected ones.
    var reviewed = ReviewedPlaces()
  }

  init(
    _ invocation: ExampleInvocation, of outline: OutlineExpansion? = nil, in phase: Phase,
    inside enclosing: EnclosingGroups, attempt: Int = 1, start: Double,
    surroundsGroup: Bool = false, cleanups: Cleanups? = nil, slot: Slots.Slot? = nil,
    after reviewed: ReviewedPlaces = ReviewedPlaces(), by progress: Progress
  ) {
    reviewedBefore = reviewed
    self.invocation = invocation
    self.outline = outline
    self.enclosing = enclosing
    self.attempt = attempt
    self.start = start
    self.surroundsGroup = surroundsGroup
    self.progress = progress
    takenSlot = slot
    state = State(phase: phase, cleanups: cleanups)
  }

  /// The scope of the next attempt of the example, which has the same slot.
  var ofNextAttempt: ExampleScope {
    ExampleScope(
      invocation, of: outline, in: enclosing.hasHooks ? .beforeEach : .body, inside: enclosing,
      attempt: attempt + 1, start: start, slot: takenSlot,
      after: reviewedBefore.adding(withState { $0.reviewed }),
      by: progress)
  }

  package var info: ExampleInfo { invocation.info }
  /// The row with its values, for an example of an outline.
  package var row: RowReference? { invocation.row }
  /// The row as its source gave it, for an example of an outline.
  package var payload: (any Sendable)? { invocation.payload }
  /// Whether another attempt follows if this one fails.
  package var isRetryable: Bool { attempt <= invocation.retries }

  /// The slot: the lowest number that is free when code first asks for it; `nil` if the scope has ended before.
  package var slot: Int? {
    withState { state in
      if takenSlot == nil, !state.isOver { takenSlot = progress.slots.take() }
      return takenSlot?.number
    }
  }

  /// Forgets the slot, which callers must free. A hook that continues after its call takes another one.
  func giveSlotBack() -> Slots.Slot? {
    withState { _ in
      defer { takenSlot = nil }
      return takenSlot
    }
  }

  /// The facts that a hook receives.
  var infoOfHook: ExampleInfo {
    var info = info
    info.slot = slot ?? 0
    return info
  }

  func withState<Result>(_ body: (inout State) -> Result) -> Result {
    enclosing.lock.lock()
    defer { enclosing.lock.unlock() }
    return body(&state)
  }

  /// How many cleanups are registered.
  var cleanupCount: Int { withState { $0.cleanups?.count ?? 0 } }

  /// Removes what was registered last, to be run. When nothing is left, nothing can be registered any more.
  ///
  /// - Parameter count: How many of the first ones stay, if another part of the example runs those.
  func popCleanup(above count: Int? = nil) -> Cleanups.Cleanup? {
    withState { state in
      if state.cleanups == nil, count == nil { state.isClosed = true }
      return state.cleanups?.popLast(above: count)
    }
  }

  /// Lets go of the values of this example alone.
  func freeValues() async { await release(withState { $0.values }) }

  /// Lets go of values. Waits for deinitializers that run elsewhere: their issues belong to the example or the group.
  func release(_ values: ScopedValues?) async {
    guard let values else { return }
    withState { $0.isReleasing = true }
    await values.release()
    withState { $0.isReleasing = false }
  }

  /// Whether its values are being released.
  var isReleasing: Bool { withState { $0.isReleasing } }

  /// Registers a cleanup. Returns `false` if it would never run.
  private func register(_ cleanup: Cleanups.Cleanup) -> Bool {
    let cleanups = withState { state -> Cleanups? in
      if state.isClosed { return nil }
      let cleanups = state.cleanups ?? Cleanups()
      state.cleanups = cleanups
      return cleanups
    }
    return cleanups?.add(cleanup) ?? false
  }

  /// The values of this example alone.
  package var values: ScopedValues {
    withState { state in
      let values = state.values ?? ScopedValues()
      state.values = values
      return values
    }
  }

  /// Whether the body and the hooks before it have left anything to clean up, to free or to report.
  /// If not, nothing can be registered any more.
  func leavesSomething() -> Bool {
    withState { state in
      if state.cleanups != nil || state.values != nil || !state.made.isEmpty { return true }
      state.isClosed = true
      return false
    }
  }

  /// The running phase.
  package var phase: Phase {
    get { withState { $0.phase } }
    set {
      withState { state in
        state.phase = newValue
        if newValue == .body { state.hasReachedBody = true }
      }
      follow(newValue)
    }
  }

  /// Reports the running phase, or a checkpoint, to the follower of the run.
  func follow(_ phase: Phase, checkpoint: String? = nil, delay: Double? = nil) {
    guard let follow = progress.follow else { return }
    follow(
      ExampleStep(
        id: info.id, phase: phase, attempt: attempt, isRetryable: isRetryable,
        timeLimit: invocation.timeLimit, checkpoint: checkpoint, delay: delay))
  }

  /// Reports the first phase of the attempt, unless it is that of every example without hooks,
  /// limit and retries.
  func followBeginning() {
    let phase = phase
    if attempt > 1 || isRetryable || invocation.timeLimit != nil || phase != .body {
      follow(phase)
    }
  }

  /// Records a node that was created in this example or hook: it must be added to a tree.
  package func record(_ node: SpecNode) {
    withState { $0.made.append((node, $0.phase)) }
  }

  /// Records an issue for each node that was created and belongs to no tree.
  func recordUnattachedNodes() {
    let made = withState { state in
      defer { state.made = [] }
      return state.made
    }
    for (node, phase) in made where !SpecNode.unattached(among: [node]).isEmpty {
      let last = self.phase
      self.phase = phase
      record(Issue(node.misplaced.message, at: node.place))
      self.phase = last
    }
  }

  /// Records an issue on this example or group.
  ///
  /// An issue that arrives after the end of the example belongs to the run, so that it is not lost.
  ///
  /// - Returns: The destination of the issue.
  @discardableResult
  package func record(_ issue: Issue) -> RecordedAs {
    var issue = issue
    if issue.labels.isEmpty { issue.labels = Labels.current }
    issue.context = info.context
    issue.context.row = row
    let isLate = withState { state in
      issue.phase = state.phase
      issue.checkpoint = issue.checkpoint ?? state.checkpoint?.text
      issue.isRetried = isRetryable && issue.isFailure
      if !state.isOver {
        issue.quarantine()
        state.issues.append(issue)
      }
      return state.isOver
    }
    if isLate {
      issue.message =
        "\(issue.message)\nThis was recorded after \u{201C}\(info.id.heading)\u{201D} had ended: "
        + "wait for the task that recorded it."
      issue.isRetried = false
      issue.reviewed = nil
      // No hook was running: the last one only happened to be the last.
      issue.phase = .body
      return progress.emit(.issueRecorded(IssueRecorded(id: nil, issue: issue))) ? .late : .tooLate
    }
    if !progress.emit(.issueRecorded(IssueRecorded(id: info.id, issue: issue))) { return .tooLate }
    return issue.isRetried ? .retried : issue.isQuarantined ? .quarantined : .final
  }

  /// Reports an attachment of this example or group.
  package func record(_ attachment: AttachmentRecorded) {
    progress.emit(.attachmentRecorded(attachment))
  }

  /// The destination of an issue that a scope recorded.
  package enum RecordedAs: Sendable, Hashable {
    /// It belongs to the example or the group.
    case final
    /// The same, and the example or the group is quarantined.
    case quarantined
    /// It belongs to an attempt that another one follows.
    case retried
    /// It arrived after the end of the example, and belongs to the run.
    case late
    /// It arrived after the end of the run, and belongs to nothing.
    case tooLate
  }

  /// Notes how far the example has come.
  package func pass(checkpoint: String, at place: Place) {
    let phase = withState { state in
      state.checkpoint = (checkpoint, place)
      return state.phase
    }
    follow(phase, checkpoint: checkpoint)
  }

  /// Whether the body has begun.
  var hasReachedBody: Bool { withState { $0.hasReachedBody } }

  /// Forgets the last checkpoint: the code that runs next has not passed it.
  func forgetCheckpoint() { withState { $0.checkpoint = nil } }

  /// The place of the last checkpoint.
  var checkpointPlace: Place? { withState { $0.checkpoint?.place } }

  /// Whether an issue makes this attempt, or this group, fail.
  var hasFailed: Bool { withState { $0.issues.contains { $0.failsScope } } }

  /// Whether nothing but tear-down runs any more: something failed, or a known issue is a skip or a thrown error.
  var isStopped: Bool {
    withState {
      $0.error != nil || $0.skipReason != nil || $0.issues.contains { $0.failsScope }
    }
  }

  /// Whether it has a known issue.
  var hasKnownIssue: Bool { withState { $0.issues.contains(where: \.isKnown) } }

  /// The issues that make this attempt, or this group, fail.
  package var failures: [Issue] { withState { $0.issues.filter(\.failsScope) } }

  /// Whether the example has finished; later issues belong to the run.
  package var isOver: Bool { withState { $0.isOver } }

  /// From now on, issues belong to the run.
  ///
  /// - Returns: Whether the first failure was an assertion, or `nil` if nothing failed; and the expected values that
  ///   were equal in this attempt.
  @discardableResult
  func end() -> (isExpected: Bool?, confirmed: [ConfirmedPlace]) {
    let (values, isExpected, confirmed) = withState { state in
      state.isOver = true
      let isExpected =
        state.issues.isEmpty ? nil : state.issues.first { $0.failsScope }?.isExpected
      return (state.values, isExpected, state.reviewed.confirmed)
    }
    values?.removeAll()
    return (isExpected, confirmed)
  }
}

extension Issue {
  /// Whether the attempt or the group that it belongs to fails by it.
  fileprivate var failsScope: Bool { (!isKnown || isQuarantined) && !isWarning }
}

extension ExampleScope {
  /// Runs `body` when the example and the hooks around it have finished, or, for a hook around all
  /// examples of a group, when that group has. Cleanups run in reverse order.
  ///
  /// If the example has already finished, the cleanup would never run: an issue is recorded.
  package func cleanUp(at place: Place, _ body: @escaping @Sendable () async throws -> Void) {
    if !register(Cleanups.Cleanup(place: place, body: body)) {
      record(Issue("This cleanup was registered too late: nothing runs it.", at: place))
    }
  }
}

// MARK: - Values that belong to the example

extension ExampleScope {
  /// The closures that create the value of `key`, where surrounding groups override it; the
  /// innermost last.
  package func makers(of key: GivenKey) -> [any Sendable] {
    enclosing.group?.overrides[key] ?? []
  }

  /// Where instances of types are kept: shared by the examples of a group, or the example's own, as those of the
  /// types around that group are.
  package var instances: ScopedValues {
    if let shared = enclosing.shared, !withState({ $0.isInOuterHooks }) { return shared }
    return values
  }

  /// Notes the group whose hooks run next, or the group of the example.
  func enter(_ group: PlannedGroup?) {
    if enclosing.shared == nil { return }
    withState { $0.isInOuterHooks = group?.info.id != enclosing.group?.info.id }
  }
}
