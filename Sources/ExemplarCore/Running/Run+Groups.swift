/// The groups around what is running.
struct Surroundings: Sendable {
  /// The id of the innermost group; the ids below continue it, so that deep trees stay cheap.
  var id: ExampleID?
  /// The groups with hooks around each example, outermost first.
  var hooked: [PlannedGroup] = []
  /// The group whose `beforeAll` failed, if one did.
  var blocker: ExampleID?
  /// Why examples are skipped, if a `beforeAll` threw a skip.
  var skipReason: String?
  /// The innermost group.
  var group: PlannedGroup?
  /// The values that the examples of a group share, if they do.
  var shared: HeldValues?

  /// The id of something in the innermost group.
  func id(of path: PlannedPath) -> ExampleID { id?.appending(path.name) ?? path.id }

  /// What examples end with instead of running, if a `beforeAll` failed or threw a skip.
  var verdict: Outcome? {
    blocker.map { .blocked(by: $0) } ?? skipReason.map { .skipped(reason: $0) }
  }
}

extension Run {
  /// Runs a group: its `beforeAll` hooks, its children, its `afterAll` hooks.
  func run(group: PlannedGroup, inside outer: Surroundings) async {
    if progress.stopped, group.isActive { return }
    let id = outer.id(of: group.path)
    var inner = outer
    inner.id = id
    inner.group = group
    if [.parameter, .beforeEach, .afterEach].contains(where: { group.hooks[$0] != nil }) {
      inner.hooked.append(group)
    }
    // A group inside shares nothing unless it says so itself: it holds another type.
    inner.shared = group.sharesInstance ? HeldValues() : nil
    let start = configuration.now()
    progress.tell(.groupStarted(GroupStarted(id: id, place: group.place)))
    let cleanups = Cleanups()
    let isEntered = group.isActive && outer.blocker == nil && outer.skipReason == nil
    var failed = false
    if isEntered,
      await !run(
        groupHooks: .beforeAll, of: group, id, inner.shared, cleanups,
        onSkip: { inner.skipReason = $0 })
    {
      failed = true
      inner.blocker = id
    }
    await run(children: group.children, of: group, inside: inner)
    if isEntered, await !run(groupHooks: .afterAll, of: group, id, inner.shared, cleanups) {
      failed = true
    }
    progress.tell(
      .groupEnded(GroupEnded(id: id, duration: configuration.now() - start, failed: failed)))
  }

  private func run(
    children: [PlannedGroup.Child], of group: PlannedGroup, inside surroundings: Surroundings
  ) async {
    // What examples share must not be used by two at once.
    guard group.isParallel, configuration.width > 1, !group.sharesInstance else {
      for child in children { await run(child: child, inside: surroundings) }
      return
    }
    await withTaskGroup(of: Void.self) { tasks in
      for (index, child) in children.enumerated() {
        if index >= configuration.width { await tasks.next() }
        tasks.addTask { await run(child: child, inside: surroundings) }
      }
    }
  }

  private func run(child: PlannedGroup.Child, inside surroundings: Surroundings) async {
    switch child {
    case .group(let group): await run(group: group, inside: surroundings)
    case .example(let example): await run(example: example, inside: surroundings)
    }
  }

  /// Runs the hooks around all examples of a group; `true` if none failed.
  ///
  /// The first `beforeAll` that fails or throws a skip ends the rest of them; every `afterAll` runs,
  /// and after them what any of these hooks registered to clean up.
  private func run(
    groupHooks moment: Hook.Moment, of group: PlannedGroup, _ id: ExampleID,
    _ shared: HeldValues?, _ cleanups: Cleanups, onSkip: (String) -> Void = { _ in }
  ) async -> Bool {
    let hooks = group.hooks[moment] ?? []
    if hooks.isEmpty, moment == .beforeAll || (cleanups.isEmpty && shared == nil) { return true }
    let info = ExampleInfo(
      id: id, name: group.path.name, tags: group.tags, bugs: group.bugs, place: group.place,
      inclusions: group.inclusions)
    let scope = ExampleScope(
      info, overrides: group.overrides, shared: shared, isStrict: plan.options.isStrict,
      surroundsGroup: true, cleanups: cleanups,
      attach: { progress.tell(.attachmentRecorded($0)) }
    ) { progress.tell(.issueRecorded($0)) }
    scope.phase = moment == .beforeAll ? .beforeAll : .afterAll
    defer { scope.end() }
    await ExampleScope.$current.withValue(scope) {
      for hook in hooks {
        let skipReason = await limited(to: nil, since: 0, in: scope) {
          await attempt(in: scope) { try await hook.body(info) }
        }
        scope.recordStrays()
        if moment == .beforeAll, !scope.failures.isEmpty { break }
        if moment == .beforeAll, let skipReason { return onSkip(skipReason) }
      }
      if moment == .afterAll {
        await cleanUp(after: scope)
        // What a `deinit` records belongs to the group whose examples shared the value.
        shared?.removeAll()
        scope.recordStrays()
      }
    }
    return scope.failures.isEmpty
  }
}
