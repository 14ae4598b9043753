/// The groups around what is running.
struct Surroundings: Sendable {
  /// The groups with hooks around each example, outermost first.
  var hooked: [PlannedGroup] = []
  /// The group whose `beforeAll` failed, if one did.
  var blocker: ExampleID?
  /// The innermost group.
  var group: PlannedGroup?
}

extension Run {
  /// Runs a group: its `beforeAll` hooks, its children, its `afterAll` hooks.
  func run(group: PlannedGroup, inside outer: Surroundings) async {
    if progress.stopped, group.isActive { return }
    let id = group.path.id
    var inner = outer
    inner.group = group
    if group.hooks[.beforeEach] != nil || group.hooks[.afterEach] != nil {
      inner.hooked.append(group)
    }
    let start = configuration.now()
    progress.tell(.groupStarted(GroupStarted(id: id, place: group.place)))
    let isEntered = group.isActive && outer.blocker == nil
    var failed = false
    if isEntered, await !run(groupHooks: .beforeAll, of: group, id) {
      failed = true
      inner.blocker = id
    }
    await run(children: group.children, of: group, inside: inner)
    if isEntered, await !run(groupHooks: .afterAll, of: group, id) { failed = true }
    progress.tell(
      .groupEnded(GroupEnded(id: id, duration: configuration.now() - start, failed: failed)))
  }

  private func run(
    children: [PlannedGroup.Child], of group: PlannedGroup, inside surroundings: Surroundings
  ) async {
    guard group.isParallel, configuration.width > 1 else {
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
  /// The first `beforeAll` that fails ends the rest of them; every `afterAll` runs.
  private func run(
    groupHooks moment: Hook.Moment, of group: PlannedGroup, _ id: ExampleID
  ) async -> Bool {
    guard let hooks = group.hooks[moment] else { return true }
    let info = ExampleInfo(id: id, name: group.path.name, tags: group.tags, place: group.place)
    let scope = ExampleScope(info, overrides: group.overrides) {
      progress.tell(.issueRecorded($0))
    }
    scope.phase = moment == .beforeAll ? .beforeAll : .afterAll
    await ExampleScope.$current.withValue(scope) {
      for hook in hooks {
        await attempt(in: scope) { try await hook.body(info) }
        if moment == .beforeAll, !scope.failures.isEmpty { break }
      }
    }
    defer { scope.end() }
    return scope.failures.isEmpty
  }
}
