extension Run {
  /// Runs the hooks around all examples of a group; `true` if none failed.
  ///
  /// The first `beforeAll` that fails or throws a skip ends the rest of them; every `afterAll` runs,
  /// and after them what any of these hooks registered to clean up.
  ///
  /// - Parameter isSkipped: Whether a `beforeAll` hook has skipped the examples, so that a skip in `afterAll` is fine.
  func runGroupHooks(
    _ moment: Hook.Moment, of group: PlannedGroup, _ shared: ScopedValues?,
    _ cleanups: Cleanups, isSkipped: Bool = false, onSkip: (String) -> Void = { _ in }
  ) async -> Bool {
    let hooks = group.hooks[moment] ?? []
    if hooks.isEmpty, moment == .beforeAll || (cleanups.isEmpty && shared == nil) { return true }
    await configuration.environment.hold(group.environment)
    defer { configuration.environment.release() }
    let scope = ExampleScope(
      ExampleInvocation(group.info), in: moment == .beforeAll ? .beforeAll : .afterAll,
      inside: EnclosingGroups(group: group, shared: shared), start: configuration.now(),
      surroundsGroup: true, cleanups: cleanups, by: progress)
    progress.enter(scope)
    if isSkipped { scope.skipGroup() }
    let phase = scope.phase
    emitPhase(of: group, begin: phase)
    await ExampleScope.$current.withValue(scope) {
      for hook in hooks {
        let skipReason = await limited(to: nil, since: 0, in: scope) {
          await self.attempt(in: scope) { try await hook.body(scope.infoOfHook) {} }
        }
        scope.recordUnattachedNodes()
        if moment == .beforeAll, scope.hasFailed { break }
        if moment == .beforeAll, let skipReason { return onSkip(skipReason) }
        if skipReason != nil { scope.recordLateSkip(of: "afterAll hook", at: hook.place) }
      }
      if moment == .afterAll {
        await cleanUp(after: scope, of: group)
        // Issues recorded by a `deinit` belong to the group whose examples shared the value.
        await scope.release(shared)
        scope.recordUnattachedNodes()
      }
    }
    emitPhase(of: group, end: phase)
    // Issues recorded from here on are too late for the group and fail the run.
    scope.end()
    progress.leave(scope)
    return !scope.hasFailed
  }

  /// Runs what hooks around all examples of a group registered to clean up.
  func cleanUp(
    after scope: ExampleScope, of group: PlannedGroup, above count: Int? = nil
  ) async {
    if scope.cleanupCount <= count ?? 0 { return }
    emitPhase(of: group, begin: .cleanup)
    await cleanUp(after: scope, above: count)
    emitPhase(of: group, end: .cleanup)
  }

  func emitPhase(of group: PlannedGroup, begin phase: Phase) {
    progress.emit(
      .hooksStarted(HooksStarted(id: group.info.id, phase: phase, place: group.info.place)))
  }

  func emitPhase(of group: PlannedGroup, end phase: Phase) {
    progress.emit(.hooksEnded(HooksEnded(id: group.info.id, phase: phase)))
  }
}
