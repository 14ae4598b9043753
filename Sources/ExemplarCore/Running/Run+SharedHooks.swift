extension Run {
  /// Begins shared hooks unless another spec has begun them; specs side by side wait for the first one.
  func open(_ hooks: PlannedGroup, inside outer: EnclosingGroups) async -> EnclosingGroups {
    let id = hooks.info.id
    let begun = openHooks.withLock { open in
      if let known = open.first(where: { $0.id == id }) { return known.begun }
      let begun = Task { () -> BegunHooks in
        let start = emitStart(of: hooks)
        let (inner, leave) = await enter(hooks, inside: outer)
        return (inner, { [self] in emitEnd(of: hooks, since: start, failed: await leave()) })
      }
      open.append((id, begun))
      return begun
    }
    return await withTaskCancellationHandler {
      await begun.value.inner
    } onCancel: {
      begun.cancel()
    }
  }

  /// Ends the shared hooks that no remaining spec needs, in reverse order.
  func endSharedHooks(before rest: some Sequence<PlannedGroup>) async {
    if openHooks.withLock({ $0.isEmpty }) { return }
    let needed = Set(rest.lazy.flatMap(\.sharedHooks).map(\.info.id))
    let ending = openHooks.withLock { open in
      defer { open.removeAll { !needed.contains($0.id) } }
      return open.filter { !needed.contains($0.id) }
    }
    for hooks in ending.reversed() { await hooks.begun.value.end() }
  }
}
