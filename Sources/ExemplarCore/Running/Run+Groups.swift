extension Run {
  /// Runs a group: its `beforeAll` hooks, its children, its `afterAll` hooks.
  func run(group: PlannedGroup, inside outer: EnclosingGroups) async {
    if progress.stopped, group.isActive { return }
    let id = group.info.id
    var inner = outer
    inner.group = group
    if [.parameter, .beforeEach, .afterEach].contains(where: { group.hooks[$0] != nil }) {
      inner.hooked.append(group)
    }
    // A group inside shares nothing unless it says so itself: it holds another type.
    inner.shared = group.sharesInstance ? HeldValues() : nil
    let start = configuration.now()
    progress.tell(.groupStarted(GroupStarted(id: id, place: group.info.place)))
    let cleanups = Cleanups()
    let isEntered = group.isActive && outer.blocker == nil && outer.skipReason == nil
    var failed = false
    if isEntered,
      await !run(
        groupHooks: .beforeAll, of: group, inner.shared, cleanups,
        onSkip: { inner.skipReason = $0 })
    {
      failed = true
      inner.blocker = id
    }
    await run(children: group.children, of: group, inside: inner)
    if isEntered, await !run(groupHooks: .afterAll, of: group, inner.shared, cleanups) {
      failed = true
    }
    progress.tell(
      .groupEnded(GroupEnded(id: id, duration: configuration.now() - start, failed: failed)))
  }

  private func run(
    children: [PlannedGroup.Child], of group: PlannedGroup, inside enclosing: EnclosingGroups
  ) async {
    // What examples share must not be used by two at once.
    guard group.isParallel, configuration.width > 1, !group.sharesInstance else {
      for child in children { await run(child: child, inside: enclosing) }
      return
    }
    await withTaskGroup(of: Void.self) { tasks in
      for (index, child) in children.enumerated() {
        if index >= configuration.width { await tasks.next() }
        tasks.addTask { await run(child: child, inside: enclosing) }
      }
    }
  }

  private func run(child: PlannedGroup.Child, inside enclosing: EnclosingGroups) async {
    switch child {
    case .group(let group): await run(group: group, inside: enclosing)
    case .example(let example): await run(example: example, inside: enclosing)
    }
  }

  /// Does with a planned example what the plan says.
  func run(example: PlannedExample, inside enclosing: EnclosingGroups) async {
    if example.isRunnable {
      if progress.stopped { return }
      progress.reach()
    }
    switch example.action {
    case .run(let body):
      await run(leaf(of: example), inside: enclosing, body: body)
    case .expand(let outline, let rows):
      // An outline that cannot run here is left out too: reading its rows is work.
      if progress.stopped { return }
      await run(outline: outline, rows: rows, of: example, inside: enclosing)
    case .fail(let mistake):
      fail(leaf(of: example), with: [mistake])
    case .skip(let reason):
      end(leaf(of: example), .skipped(reason: reason), isLeftOut: true)
    case .markPending(let reason):
      end(leaf(of: example), .pending(reason: reason), isLeftOut: true)
    }
  }

  private func leaf(of example: PlannedExample) -> Leaf {
    Leaf(
      info: example.info,
      timeLimit: example.timeLimit ?? configuration.timeLimit,
      retries: max(0, example.retries ?? configuration.retries))
  }
}
