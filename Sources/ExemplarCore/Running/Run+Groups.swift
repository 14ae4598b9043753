extension Run {
  /// Runs a group: its `beforeAll` hooks, its children, its `afterAll` hooks, and its `aroundAll` hooks around them.
  func runGroup(_ group: PlannedGroup, inside outer: EnclosingGroups) async {
    if progress.stopped, group.isActive { return }
    let start = emitStart(of: group)
    let failed: Bool
    if let hooks = group.hooks[.aroundAll], group.isActive, !group.hasFailed, outer.verdict == nil {
      failed = await runSurrounded(group, by: hooks, inside: outer)
    } else {
      failed = await runHooksAndChildren(of: group, inside: outer)
    }
    configuration.environment.restore(outer.environment)
    emitEnd(of: group, since: start, failed: failed)
  }

  /// Runs a group without its `aroundAll` hooks. Returns whether it has failed.
  func runHooksAndChildren(
    of group: PlannedGroup, inside outer: EnclosingGroups
  ) async -> Bool {
    let (inner, leave) = await enter(group, inside: outer)
    await runChildren(of: group, inside: inner)
    return await leave()
  }

  func emitStart(of group: PlannedGroup) -> Double {
    let start = configuration.now()
    progress.emit(.groupStarted(GroupStarted(id: group.info.id, place: group.info.place)))
    return start
  }

  /// Runs the `beforeAll` hooks of a group.
  ///
  /// - Returns: The group with those around it, for its children; and a function that runs the `afterAll` hooks of the
  ///   group, and returns whether the group has failed.
  func enter(
    _ group: PlannedGroup, inside outer: EnclosingGroups
  ) async -> (inner: EnclosingGroups, leave: @Sendable () async -> Bool) {
    // A nested group shares nothing unless it declares it itself: it contains another type.
    let shared = group.sharesInstance ? ScopedValues() : nil
    let cleanups = Cleanups()
    let isEntered = group.isActive && outer.verdict == nil
    var (hasFailed, verdict) = (isEntered && group.hasFailed, outer.verdict)
    if isEntered, !hasFailed {
      hasFailed = await !runGroupHooks(
        .beforeAll, of: group, shared, cleanups,
        onSkip: { verdict = .skipped(reason: $0) })
    }
    let inner = EnclosingGroups(
      hooked: group.surroundsEach ? outer.hooked + [group] : outer.hooked,
      verdict: hasFailed ? group.outcomeOfBlocked : verdict, group: group, shared: shared,
      isSurrounded: outer.isSurrounded || group.hooks[.aroundAll] != nil)
    // Hooks inside of an `aroundAll` hook that has ended a process do not run without it.
    let lacksAround = group.hasFailed && group.hooks[.aroundAll] != nil
    let (failed, isSkipped) = (hasFailed, verdict != nil)
    return (
      inner,
      { [self] in
        if !isEntered || lacksAround { return failed }
        let passes = await runGroupHooks(
          .afterAll, of: group, shared, cleanups, isSkipped: isSkipped)
        return failed || !passes
      }
    )
  }

  func emitEnd(of group: PlannedGroup, since start: Double, failed: Bool) {
    progress.emit(
      .groupEnded(
        GroupEnded(
          id: group.info.id, duration: elapsed(since: start),
          failed: failed && !group.info.context.isQuarantined)))
  }

  /// Runs the children of a group, without its hooks.
  func runChildren(of group: PlannedGroup, inside enclosing: EnclosingGroups) async {
    let children = group.children
    // Shared values must not be used by two examples at once.
    guard group.isParallel, configuration.width > 1, !group.sharesInstance else {
      return await runInOrder(children[...], inside: enclosing)
    }
    await withTaskGroup(of: Void.self) { tasks in
      for index in children.indices {
        if index >= configuration.width { await tasks.next() }
        tasks.addTask { await self.runInOrder(children[index...index], inside: enclosing) }
      }
    }
  }

  /// Runs children one after the other.
  ///
  /// Code of an example may cancel its task, and must cancel nothing but itself by that. So examples
  /// run in a task of their own: many in one, as long as none of them does that.
  private func runInOrder(
    _ children: ArraySlice<PlannedGroup.Child>, inside enclosing: EnclosingGroups
  ) async {
    var rest = children
    while let child = rest.first {
      switch child {
      case .group(let group):
        rest.removeFirst()
        await runGroup(group, inside: enclosing)
      case .example(let example):
        if case .expand(let outline, let rows) = example.action {
          rest.removeFirst()
          await runOutline(outline, rows: rows, of: example, inside: enclosing)
        } else {
          let waiting = rest
          async let examples = runExamples(waiting, inside: enclosing)
          let (left, unfinished) = await examples
          rest = left
          if let unfinished { await finish(unfinished) }
        }
      }
    }
  }

  /// Runs the examples that the children begin with, up to an outline or a group, or one that cancels
  /// this task.
  ///
  /// - Returns: The children after those, and that example.
  nonisolated(nonsending) private func runExamples(
    _ children: ArraySlice<PlannedGroup.Child>, inside enclosing: EnclosingGroups
  ) async -> (rest: ArraySlice<PlannedGroup.Child>, unfinished: UnfinishedExample?) {
    var rest = children
    while case .example(let example)? = rest.first {
      if case .expand = example.action { break }
      rest.removeFirst()
      if let unfinished = await perform(example, inside: enclosing) {
        return (rest, unfinished)
      }
    }
    return (rest, nil)
  }

  /// Performs the planned action of an example.
  nonisolated(nonsending) private func perform(
    _ example: PlannedExample, inside enclosing: EnclosingGroups
  ) async -> UnfinishedExample? {
    if example.isRunnable {
      if progress.stopped { return nil }
      progress.state.withLock { $0.reached += 1 }
    }
    switch example.action {
    case .run(let body):
      let settings = example.settings.inside(configuration.settings)
      return await runExample(
        ExampleInvocation(example.info, settings, body: body), inside: enclosing)
    case .expand(let outline, let rows):
      await runOutline(outline, rows: rows, of: example, inside: enclosing)
    case .fail(let mistake): fail(example.info, with: [mistake])
    case .skip(let reason): end(example.info, .skipped(reason: reason), isLeftOut: true)
    case .markPending(let reason): end(example.info, .pending(reason: reason), isLeftOut: true)
    }
    return nil
  }
}

extension PlannedGroup {
  /// The outcome of the examples in the group if its set-up failed.
  var outcomeOfBlocked: Outcome {
    let context = info.context
    return context.isQuarantined ? context.outcome(ofFailure: true) : .blocked(by: info.id)
  }
}
