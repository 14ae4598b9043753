extension Run {
  /// Reports an example that did not run, because the plan leaves it out or for another reason.
  func end(_ info: ExampleInfo, _ outcome: Outcome, isLeftOut: Bool = false) {
    progress.emit(.exampleStarted(ExampleStarted(info.id, info.context, isLeftOut: isLeftOut)))
    progress.emit(.exampleEnded(ExampleEnded(id: info.id, outcome: outcome, attempts: 0)))
  }

  /// Reports an example that fails because of errors of the author.
  func fail(_ info: ExampleInfo, with mistakes: [UsageError]) {
    progress.emit(.exampleStarted(ExampleStarted(info.id, info.context)))
    for mistake in mistakes {
      let issue = Issue(
        mistake.message, at: mistake.place ?? info.place, phase: .planning, context: info.context)
      progress.emit(.issueRecorded(IssueRecorded(id: info.id, issue: issue)))
    }
    progress.emit(.exampleEnded(ExampleEnded(id: info.id, outcome: .failed(unexpected: true))))
  }

  /// Runs one example, as often as it takes, in this task.
  ///
  /// - Returns: The example, if it left the task canceled: the rest of it is for a task that is not,
  ///   see ``finish(_:)``, and so are the examples after it.
  nonisolated(nonsending) func runExample(
    _ invocation: ExampleInvocation, of outline: OutlineExpansion? = nil,
    inside enclosing: EnclosingGroups
  ) async -> UnfinishedExample? {
    if let verdict = enclosing.verdict {
      end(invocation.info, verdict)
      return nil
    }
    let variables = invocation.settings.environment
    if !configuration.environment.holdIfFree(variables) {
      await configuration.environment.hold(variables)
    }
    let start = configuration.now()
    // The first attempt, or the first that has ended no other process.
    let attempt =
      invocation.retries == 0
      ? 1 : 1 + progress.state.withLock { $0.lostAttempts[invocation.info.id] ?? 0 }
    let scope = ExampleScope(
      invocation, of: outline, in: enclosing.hasHooks ? .beforeEach : .body, inside: enclosing,
      attempt: attempt, start: start, by: progress)
    progress.enter(
      scope, with: .exampleStarted(ExampleStarted(invocation.info.id, invocation.info.context)))
    return await runAttempts(of: UnfinishedExample(scope: scope, attemptStart: start))
  }

  /// Runs the next attempts of an example in this task, as far as that is not canceled.
  nonisolated(nonsending) private func runAttempts(
    of unfinished: UnfinishedExample
  ) async -> UnfinishedExample? {
    var example = unfinished
    repeat {
      await setUpAndBody(of: &example)
      if Task.isCancelled { return example }
      if example.leavesSomething { await tearDown(&example) }
    } while conclude(&example)
    return nil
  }

  /// Does what is left to do of an example that left its task canceled, in tasks of its own.
  func finish(_ unfinished: UnfinishedExample) async {
    var rest: UnfinishedExample? = unfinished
    while var example = rest {
      await tearDown(&example)
      if !conclude(&example) { return }
      let next = example
      async let attempted = runAttempts(of: next)
      rest = await attempted
    }
  }

  /// Ends an attempt, and the example unless it is tried again; then this is begun.
  ///
  /// - Returns: Whether it is.
  private func conclude(_ example: inout UnfinishedExample) -> Bool {
    let scope = example.scope
    // Issues recorded from here on are too late for the attempt and fail the run.
    let (isExpected, confirmed) = scope.end()
    example.skipReason = example.skipReason ?? scope.skipReason
    if isExpected != nil, scope.isRetryable { example.failures = scope.failures }
    if isExpected != nil, scope.isRetryable, !Task.isCancelled {
      progress.leave(scope, keepsSlot: true)
      example.skipReason = nil
      example.begun = 0
      example.scope = scope.ofNextAttempt
      example.attemptStart = configuration.now()
      progress.enter(example.scope)
      return true
    }
    var end = ExampleEnded(
      id: scope.invocation.info.id, outcome: outcome(of: example, isExpected),
      duration: elapsed(since: scope.start), attempts: scope.attempt)
    let before = scope.reviewedBefore.confirmed
    end.confirmed = before.isEmpty ? confirmed : before + confirmed
    progress.leave(scope, with: .exampleEnded(end))
    if isExpected == nil, example.skipReason == nil, let outline = scope.outline,
      scope.invocation.hasUnreadRow
    {
      outline.findings.recordUnread(scope.info)
    }
    configuration.environment.release(restoring: scope.enclosing.environment)
    return false
  }

  /// The outcome of an example after its last attempt: a skip does not make up for an earlier failure.
  ///
  /// - Parameter isExpected: Whether the first failure of that attempt was an assertion; `nil` if none failed it.
  private func outcome(of example: UnfinishedExample, _ isExpected: Bool?) -> Outcome {
    if let isExpected {
      // Only a canceled run keeps it from being tried again.
      if example.scope.isRetryable { recordAgain(example) }
      return example.scope.info.context.outcome(ofFailure: !isExpected)
    }
    guard let reason = example.skipReason else {
      if configuration.failedBefore.contains(example.scope.info.id) { return .flaky }
      return example.scope.attempt > 1 ? .flaky : .passed
    }
    guard let first = example.failures.first else { return .skipped(reason: reason) }
    recordAgain(example, after: .skipped(reason: reason))
    return example.scope.info.context.outcome(ofFailure: !first.isExpected)
  }

  /// Records the failures of the last attempt that failed as final, since no later attempt passed.
  private func recordAgain(_ example: UnfinishedExample, after outcome: Outcome? = nil) {
    let id = example.scope.info.id
    for failure in example.failures {
      let issue = failure.final(after: outcome)
      progress.emit(.issueRecorded(IssueRecorded(id: id, issue: issue)))
    }
  }

  /// Runs an attempt up to the end of the body: in this task, unless it has a limit. If `aroundEach` hooks come
  /// between, those and everything inside of them.
  nonisolated(nonsending) private func setUpAndBody(of example: inout UnfinishedExample) async {
    let (scope, enclosing) = (example.scope, example.scope.enclosing)
    let limit = scope.invocation.timeLimit
    if !enclosing.hasHooks, limit == nil {
      do {
        try await ExampleScope.$current.withValue(scope, operation: scope.invocation.body)
      } catch {
        example.skipReason = await ExampleScope.$current.withValue(scope) {
          await recordFromBody(error, in: scope)
        }
      }
      return
    }
    let (start, outer) = (example.attemptStart, example.outer)
    let isSurrounded: Bool
    (example.skipReason, example.begun, isSurrounded) = await ExampleScope.$current.withValue(scope)
    {
      if limit == nil, outer == nil {
        return await runHooksAndBody(in: scope, inside: enclosing, within: nil)
      }
      return await limited(to: limit, since: start, in: scope) {
        await self.runHooksAndBody(in: scope, inside: enclosing, within: outer)
      }
    }
    if isSurrounded { await runInAroundHooks(&example) }
  }

  /// Runs the `aroundEach` hooks of the next group, and in them the rest of the attempt.
  nonisolated(nonsending) private func runInAroundHooks(_ example: inout UnfinishedExample) async {
    let (scope, start, outer) = (example.scope, example.attemptStart, example.begun)
    let group = scope.enclosing.hooked[outer]
    example.skipReason = await runAroundHooks(
      (group.hooks[.aroundEach] ?? [])[...], of: group, in: scope, since: start
    ) {
      let inner = UnfinishedExample(scope: scope, attemptStart: start, outer: outer)
      return await self.runInner(inner)
    }
  }

  /// Runs the part of an attempt that the `aroundEach` hooks of a group surround; the reason if it is skipped.
  private func runInner(_ example: UnfinishedExample) async -> String? {
    var inner = example
    await setUpAndBody(of: &inner)
    let ended = inner
    return await uncanceled {
      var ended = ended
      await self.tearDown(&ended)
      return ended.skipReason
    }
  }

  /// Ends what the body and the hooks before it have left.
  private func tearDown(_ example: inout UnfinishedExample) async {
    let (scope, begun, outer) = (example.scope, example.begunGroups, example.outer)
    let (hasAfterEach, start) = (example.hasAfterEach, example.attemptStart)
    let limit = scope.invocation.timeLimit
    let reason = await ExampleScope.$current.withValue(scope) { () -> String? in
      var skipReason: String?
      scope.phase = .afterEach
      // Without hooks there is nothing to limit, nor to start a task for.
      if hasAfterEach {
        // Work after a time-out must not be canceled with it: it may have to wait.
        skipReason = await limited(to: limit, since: start, in: scope) {
          await self.runAfterEach(in: scope, begun)
        }
      }
      if outer != nil { return skipReason }
      let reason = await cleanUp(after: scope, limit: limit, since: start)
      skipReason = skipReason ?? reason
      scope.phase = .cleanup
      // Issues recorded by a `deinit` belong to the example that owns the value.
      await scope.freeValues()
      scope.recordUnattachedNodes()
      return skipReason
    }
    example.skipReason = example.skipReason ?? reason
  }

  /// Runs the `beforeEach` hooks and the body, or the hooks up to a group with `aroundEach` hooks.
  ///
  /// - Parameter outer: The number of groups outside of the group whose `aroundEach` hooks are running.
  /// - Returns: The reason if one of them threw a skip, the number of groups whose hooks began to run, and whether
  ///   the `aroundEach` hooks of the next group come next.
  private func runHooksAndBody(
    in scope: ExampleScope, inside enclosing: EnclosingGroups, within outer: Int?
  ) async -> (skipReason: String?, begun: Int, isSurrounded: Bool) {
    var skipReason: String?
    var begun = outer ?? 0
    setUp: for group in enclosing.hooked.dropFirst(begun) {
      scope.enter(group)
      if begun != outer {
        // Without their parameter, shared examples have not begun, so nothing of theirs is torn down.
        for hook in group.hooks[.parameter] ?? [] {
          skipReason = await attempt(in: scope) { try await hook.body(scope.infoOfHook) {} }
          if skipReason != nil || scope.isStopped { break setUp }
        }
        if enclosing.isSurrounded, group.hooks[.aroundEach] != nil { return (nil, begun, true) }
      }
      begun += 1
      for hook in group.hooks[.beforeEach] ?? [] {
        skipReason = await attempt(in: scope) { try await hook.body(scope.infoOfHook) {} }
        if skipReason != nil || scope.isStopped { break setUp }
      }
    }
    if skipReason == nil, !scope.isStopped {
      scope.enter(enclosing.group)
      scope.phase = .body
      skipReason = await attempt(in: scope, isBody: true, scope.invocation.body)
    }
    return (skipReason, begun, false)
  }

  /// Runs the `afterEach` hooks of every group whose `beforeEach` phase began, whatever happened;
  /// the reason if one of them threw a skip.
  private func runAfterEach(
    in scope: ExampleScope, _ begun: ArraySlice<PlannedGroup>
  ) async -> String? {
    var skipReason: String?
    for group in begun.reversed() {
      scope.enter(group)
      for hook in group.hooks[.afterEach] ?? [] {
        let reason = await attempt(in: scope) { try await hook.body(scope.infoOfHook) {} }
        skipReason = skipReason ?? reason
      }
    }
    return skipReason
  }
}

/// An example that has begun and not finished.
struct UnfinishedExample: Sendable {
  /// The state of the attempt.
  var scope: ExampleScope
  var attemptStart: Double
  /// The reason, if the attempt threw a skip.
  var skipReason: String?
  /// The failures of the last attempt that another one follows.
  var failures: [Issue] = []
  /// The number of groups around it whose hooks of the attempt began to run.
  var begun = 0
  /// The number of groups outside of the one whose `aroundEach` hooks run around this part of the attempt; `nil` for
  /// the outermost part.
  var outer: Int?

  /// Whether something has to run after the body.
  fileprivate var leavesSomething: Bool { hasAfterEach || scope.leavesSomething() }

  /// The groups whose hooks of this part began to run, outermost first.
  fileprivate var begunGroups: ArraySlice<PlannedGroup> {
    scope.enclosing.hooked.prefix(begun).dropFirst(outer ?? 0)
  }

  /// Whether the groups whose hooks began to run have some for afterwards.
  fileprivate var hasAfterEach: Bool {
    begun > 0 && begunGroups.contains { $0.hooks[.afterEach] != nil }
  }
}
