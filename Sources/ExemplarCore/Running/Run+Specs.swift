extension Run {
  /// Runs the plan and passes every event to `sink`, one at a time, in the order in which they
  /// happen. `sink` must not record issues or run anything itself.
  @discardableResult
  package func callAsFunction(_ sink: @escaping @Sendable (Event) -> Void) async -> RunSummary {
    progress.begin(sink)
    let start = configuration.now()
    progress.emit(
      .runStarted(
        RunStarted(
          seed: plan.options.seed, order: plan.options.order,
          specs: plan.runGroups.joined().count { $0.isActive }, examples: plan.runnable,
          outlines: plan.outlines,
          repetition: configuration.repetition, repetitions: configuration.repetitions,
          notSelected: plan.notSelected, focused: plan.focused)))
    for issue in plan.issues { progress.emit(.issueRecorded(issue)) }
    for issue in configuration.hostIssues { progress.fail(with: issue) }
    if let next = configuration.nextPart {
      await runParts(from: next)
    } else {
      for (index, group) in plan.runGroups.enumerated() {
        await runSpecs(group)
        await endSharedHooks(before: plan.runGroups[(index + 1)...].joined())
      }
    }
    for issue in await configuration.settle() { progress.fail(with: issue) }
    return progress.emitEnd { summary, state in
      summary.seed = plan.options.seed
      summary.order = plan.options.order
      summary.nothingRan = plan.nothingToRun?.message
      summary.duration = elapsed(since: start)
      summary.notReached = max(0, plan.runnable - state.reached)
      summary.finished = !Task.isCancelled && !state.isCut
      summary.isFocusRefused = summary.isFocused && !configuration.allowsFocus
    }
  }

  /// Runs the parts that `next` returns, one after another. The caller keeps the order of run
  /// groups.
  private func runParts(from next: @Sendable () async -> PlanPart?) async {
    var specs: [ExampleID: PlannedGroup] = [:]
    for spec in plan.runGroups.joined() { specs[spec.info.id] = spec }
    var runGroup: Int?
    while let part = await next() {
      guard let spec = specs[part.spec] else {
        // Processes that plan differently cannot share a run.
        progress.fail(
          with: Issue(
            "\(part.spec.heading) is planned in one process and not in another, so it was not run: what is planned "
              + "must not depend on the process.", phase: .planning))
        continue
      }
      if let runGroup, spec.runGroup > runGroup {
        await endSharedHooks(before: specs.values.filter { $0.runGroup >= spec.runGroup })
      }
      runGroup = spec.runGroup
      progress.state.withLock { $0.lostAttempts = part.lostAttempts }
      let rest = spec.rest(part, sharing: spec.shareableOutlines)
      async let isCut = {
        await runSpec(rest)
        return Task.isCancelled
      }()
      if await isCut { progress.state.withLock { $0.isCut = true } }
    }
    await endSharedHooks(before: [])
  }

  /// Runs the specs of one run group side by side, up to the width, as far as their traits permit.
  /// Returns after the last one has finished.
  private func runSpecs(_ specs: [PlannedGroup]) async {
    var waiting = specs
    var running: [ExampleID: PlannedGroup] = [:]
    await withTaskGroup(of: (spec: ExampleID, isCut: Bool).self) { tasks in
      repeat {
        while running.count < configuration.width,
          let next = nextSpec(of: waiting, beside: Array(running.values))
        {
          let spec = waiting.remove(at: next)
          running[spec.info.id] = spec
          tasks.addTask {
            await self.runSpec(spec)
            // Only code of the spec cancels its task. Its remaining examples then did not run.
            return (spec.info.id, Task.isCancelled)
          }
        }
        if let (id, isCut) = await tasks.next() {
          running[id] = nil
          if isCut { progress.state.withLock { $0.isCut = true } }
        }
      } while !running.isEmpty || !waiting.isEmpty
    }
  }

  /// Runs a spec inside the hooks that it shares with others.
  private func runSpec(_ spec: PlannedGroup) async {
    var enclosing = EnclosingGroups(isSurrounded: configuration.isCalledByAuthor)
    // A spec with nothing to run needs no hooks.
    if spec.isActive, !progress.stopped {
      for hooks in spec.sharedHooks where enclosing.verdict == nil {
        enclosing = await open(hooks, inside: enclosing)
      }
    }
    await runGroup(spec, inside: enclosing)
  }

  /// The first waiting spec that may run beside the running ones.
  ///
  /// A spec that wants to be alone is not overtaken, so that it gets its turn.
  private func nextSpec(of waiting: [PlannedGroup], beside running: [PlannedGroup]) -> Int? {
    guard !running.contains(where: \.properties.isSerialized) else { return nil }
    for (index, spec) in waiting.enumerated() {
      if spec.properties.isSerialized { return running.isEmpty ? index : nil }
      let isFree = spec.properties.resources.allSatisfy { use in
        !running.contains { $0.properties.resources.contains { use.excludes($0) } }
      }
      // The variables of a spec are those of the process, for its hooks and examples and for all that these start.
      if isFree, running.first.map({ $0.environment == spec.environment }) ?? true { return index }
    }
    return nil
  }
}

extension ResourceUse {
  /// Whether the two uses must not be side by side.
  func excludes(_ other: ResourceUse) -> Bool {
    name == other.name && (access == .write || other.access == .write)
  }
}
