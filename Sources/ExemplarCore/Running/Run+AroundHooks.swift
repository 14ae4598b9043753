// Hooks around examples: they receive a function that runs what they surround.
//
// That function runs in their task, or in one that they start, so the code inside has their task-local values.
// Code of a hook before the call counts as a hook before, code after the call as a hook after.

extension Run {
  /// Runs `inner` inside of hooks, the first of which is the outermost.
  ///
  /// - Parameters:
  ///   - group: The group of the hooks.
  ///   - scope: The scope of the example, or that of the hooks around all examples.
  /// - Returns: The reason, if a hook or `inner` threw a skip.
  func runAroundHooks(
    _ hooks: ArraySlice<Hook>, of group: PlannedGroup, in scope: ExampleScope,
    since start: Double = 0, _ inner: @escaping @Sendable () async -> String?
  ) async -> String? {
    guard let hook = hooks.first else { return await inner() }
    let call = SurroundingCall(of: hook, in: scope)
    let limit = scope.invocation.timeLimit
    let watch: @Sendable () -> Void = {
      if let limit { call.watch(self.watch(limit, since: start, in: scope) { call.cancel() }) }
    }
    let surrounded: @Sendable () async throws -> Void = {
      guard call.begin() else {
        scope.passedOn = CancellationError()
        throw CancellationError()
      }
      call.endWatch()
      self.leave(hookOf: group, scope)
      let count = scope.cleanupCount
      var reason = await ExampleScope.$current.withValue(scope.surroundsGroup ? nil : scope) {
        await self.runAroundHooks(hooks.dropFirst(), of: group, in: scope, since: start, inner)
      }
      if scope.surroundsGroup, reason != nil { scope.skipGroup() }
      let cleanUpReason = await self.uncanceled {
        await ExampleScope.$current.withValue(scope) {
          if !scope.surroundsGroup {
            return await self.cleanUp(after: scope, above: count, limit: limit, since: start)
          }
          await self.cleanUpHolding(after: scope, of: group, above: count)
          return nil
        }
      }
      reason = reason ?? cleanUpReason
      // The next specs would not run, so the run is not a success.
      if scope.surroundsGroup, Task.isCancelled { self.progress.state.withLock { $0.isCut = true } }
      await self.enter(hookOf: group, scope, .afterEach, .afterAll)
      watch()
      try call.end(skipped: reason)
    }
    await enter(hookOf: group, scope, .beforeEach, .beforeAll)
    watch()
    let work: @Sendable () async -> String? = {
      await ExampleScope.$current.withValue(scope) {
        await self.attempt(in: scope, orElseAt: hook.place) {
          do {
            try await hook.body(scope.infoOfHook, surrounded)
            scope.forgetKnownError()
          } catch let error where scope.hasPassedOn(error) && self.isRecorded(error, hook, scope) {
            // It is recorded already. The hooks outside see it, too.
            if !(error is Skip) { scope.keep(error) }
          }
        }
      }
    }
    // In a task of its own, so that code that cancels its task cancels nothing but itself.
    let reason: String?
    if limit == nil {
      async let result = work()
      reason = await result
    } else {
      reason = await cancelable(work) { call.setCancel($0) }
    }
    let isLate = await call.close(isSkipped: reason != nil)
    call.endWatch()
    leave(hookOf: group, scope)
    if isLate { return nil }
    return call.skipReason ?? reason
  }

  /// Whether an error like the one that a call threw needs no record where the hook throws it: a known issue has to be
  /// one there, too, or it is another error.
  private func isRecorded(_ error: any Error, _ hook: Hook, _ scope: ExampleScope) -> Bool {
    !scope.isErrorKnown || configuration.isKnown(error, hook.place ?? scope.info.place)
  }

  /// Notes that code of a hook around examples goes on.
  private func enter(
    hookOf group: PlannedGroup, _ scope: ExampleScope, _ phase: Phase, _ groupPhase: Phase
  ) async {
    if scope.surroundsGroup { await configuration.environment.hold(group.environment) }
    // An error of the hook does not belong to a checkpoint of other code.
    scope.forgetCheckpoint()
    scope.phase = scope.surroundsGroup ? groupPhase : phase
    if !scope.surroundsGroup { return scope.enter(group) }
    progress.enter(scope)
    emitPhase(of: group, begin: groupPhase)
  }

  /// Notes that code of a hook around examples has ended, or waits for what it surrounds.
  private func leave(hookOf group: PlannedGroup, _ scope: ExampleScope) {
    if !scope.surroundsGroup { return }
    emitPhase(of: group, end: scope.phase)
    progress.leave(scope)
    configuration.environment.release()
  }

  /// Runs what an `aroundAll` hook registered to clean up.
  private func cleanUpHolding(
    after scope: ExampleScope, of group: PlannedGroup, above count: Int? = nil
  ) async {
    await configuration.environment.hold(group.environment)
    await cleanUp(after: scope, of: group, above: count)
    configuration.environment.release()
  }

  /// Runs a group inside of its `aroundAll` hooks. Returns whether it has failed.
  ///
  /// If a hook keeps the examples from running, they are blocked or skipped.
  func runSurrounded(
    _ group: PlannedGroup, by hooks: [Hook], inside outer: EnclosingGroups
  ) async -> Bool {
    let scope = ExampleScope(
      ExampleInvocation(group.info), in: .beforeAll, inside: EnclosingGroups(group: group),
      start: configuration.now(), surroundsGroup: true, cleanups: Cleanups(), by: progress)
    let inside = Locked<Bool?>(nil)
    let skipReason = await runAroundHooks(hooks[...], of: group, in: scope) {
      let failed = await self.runHooksAndChildren(of: group, inside: outer)
      inside.withLock { $0 = failed }
      return nil
    }
    if skipReason != nil { scope.skipGroup() }
    await ExampleScope.$current.withValue(scope) { await cleanUpHolding(after: scope, of: group) }
    scope.recordUnattachedNodes()
    let failed = inside.withLock { $0 }
    if failed == nil {
      let verdict =
        scope.hasFailed
        ? group.outcomeOfBlocked : skipReason.map { Outcome.skipped(reason: $0) }
      await runChildren(
        of: group,
        inside: EnclosingGroups(verdict: verdict, group: group))
    }
    scope.end()
    return scope.hasFailed || failed == true
  }

  /// Runs `work` in a task that is not canceled, even if this one is.
  func uncanceled<Result: Sendable>(
    _ work: @escaping @Sendable () async -> Result
  ) async -> Result {
    Task.isCancelled ? await Task { await work() }.value : await work()
  }
}

/// The call that a hook makes to run what it surrounds, exactly once.
private final class SurroundingCall: Sendable {
  private enum Stage { case waiting, calling, called, closed }

  private struct State {
    var stage = Stage.waiting
    var hasRun = false
    var skipReason: String?
    /// Cancels the hook, once it runs.
    var cancel: (@Sendable () -> Void)?
    var isCanceled = false
    var endWatch: (@Sendable () -> Void)?
  }
  private let state = Locked(State())
  /// Opens at the end of the call.
  private let end = Gate()
  private let hook: Hook
  private let scope: ExampleScope

  init(of hook: Hook, in scope: ExampleScope) {
    self.hook = hook
    self.scope = scope
  }

  /// Keeps the function that cancels the hook.
  func setCancel(_ cancel: @escaping @Sendable () -> Void) {
    let isCanceled = state.withLock { state in
      state.cancel = cancel
      return state.isCanceled
    }
    if isCanceled { cancel() }
  }

  /// Cancels the hook, because it exceeds the time limit.
  func cancel() {
    state.withLock { state in
      state.isCanceled = true
      return state.cancel
    }?()
  }

  /// Keeps the function that ends the watch over code of the hook.
  func watch(_ endWatch: @escaping @Sendable () -> Void) {
    state.withLock { $0.endWatch = endWatch }
  }

  /// Ends the watch over code of the hook.
  func endWatch() {
    state.withLock { state in
      defer { state.endWatch = nil }
      return state.endWatch
    }?()
  }

  /// Whether the call may run what the hook surrounds. If it is not the first one, that is an error of the author;
  /// after a failure of the hook, the example does not run, as after a failing hook before it.
  func begin() -> Bool {
    let before = state.withLock { state in
      defer { if state.stage == .waiting { state.stage = .calling } }
      return state.stage
    }
    switch before {
    case .waiting:
      if !scope.isStopped { return true }
      state.withLock { $0.stage = .called }
    case .calling, .called:
      record(
        "calls \(title) more than once. That runs only once. Call it once; .retry(…) runs failing examples again."
      )
    case .closed:
      record(
        "called \(title) after it had returned, which is too late. Wait for the call: \(advice).")
    }
    return false
  }

  /// Ends the call. Throws what ended the example before the end of its body.
  func end(skipped reason: String?) throws {
    var error: (any Error)?
    if let reason {
      error = Skip(reason)
    } else if !scope.surroundsGroup {
      error = scope.error ?? (scope.hasReachedBody ? nil : CancellationError())
    }
    state.withLock { state in
      state.stage = .called
      state.hasRun = true
      state.skipReason = reason
    }
    scope.passedOn = error
    end.open()
    if let error { throw error }
  }

  /// Ends the hook. Records whether it has called what it surrounds, and waits for the end of that.
  ///
  /// - Returns: Whether it threw a skip after all examples had run, which is recorded.
  func close(isSkipped: Bool) async -> Bool {
    scope.passedOn = nil
    let before = state.withLock { state in
      defer { if state.stage != .calling { state.stage = .closed } }
      return state.stage
    }
    switch before {
    case .waiting:
      if !isSkipped, !scope.isStopped {
        record("returned without calling \(title), so that did not run. Call it: \(advice).")
      }
    case .calling:
      record("returned before \(title) had ended. Wait for the end: \(advice).")
      await end.wait()
      state.withLock { $0.stage = .closed }
    case .called, .closed: break
    }
    guard isSkipped, scope.surroundsGroup, state.withLock({ $0.hasRun && $0.skipReason == nil })
    else { return false }
    record("throws a Skip after its examples have run, so it skips none. Throw it before the call.")
    return true
  }

  private var title: String { "\u{201C}\(scope.info.name)\u{201D}" }
  private var advice: String { "try await \(scope.surroundsGroup ? "examples" : "example")()" }

  /// The reason, if what the hook surrounds was skipped.
  var skipReason: String? { state.withLock { $0.skipReason } }

  private func record(_ text: String) {
    scope.record(Issue("This \(hook.moment.rawValue) hook \(text)", at: hook.place))
  }
}
