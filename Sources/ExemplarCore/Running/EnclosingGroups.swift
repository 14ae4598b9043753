/// The groups around what is running.
final class EnclosingGroups: Sendable {
  /// The groups with hooks around each example, outermost first.
  let hooked: [PlannedGroup]
  /// Whether there are any.
  let hasHooks: Bool
  /// Whether any of them has `aroundEach` hooks.
  let isSurrounded: Bool
  /// The outcome of examples in the group whose `beforeAll` failed, if one did.
  let blocker: Outcome?
  /// Why examples are skipped, if a `beforeAll` threw a skip.
  let skipReason: String?
  /// The innermost group.
  let group: PlannedGroup?
  /// The values that the examples of a group share, if they do.
  let shared: ScopedValues?
  /// The outcome of the examples if a `beforeAll` hook failed or threw a skip; `nil` if they run.
  let verdict: Outcome?
  /// Guards what the scopes of these examples know: they follow one another, as a rule.
  let lock = Lock()

  init(
    hooked: [PlannedGroup] = [], blocker: Outcome? = nil, skipReason: String? = nil,
    group: PlannedGroup? = nil, shared: ScopedValues? = nil
  ) {
    self.hooked = hooked
    hasHooks = !hooked.isEmpty
    isSurrounded = hooked.contains { $0.hooks[.aroundEach] != nil }
    self.blocker = blocker
    self.skipReason = skipReason
    self.group = group
    self.shared = shared
    verdict = blocker ?? skipReason.map { .skipped(reason: $0) }
  }
}

/// A group whose children run now.
struct BegunGroup: Sendable {
  let group: PlannedGroup
  /// The group with those around it, for its children.
  let inner: EnclosingGroups
  let cleanups: Cleanups
  let start: Double
  /// Whether its hooks run.
  let isEntered: Bool
  /// Whether its `beforeAll` has failed.
  let failed: Bool
}
