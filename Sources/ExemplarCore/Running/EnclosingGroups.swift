/// The groups around what is running.
final class EnclosingGroups: Sendable {
  /// The groups with hooks around each example, outermost first.
  let hooked: [PlannedGroup]
  /// Whether there are any.
  let hasHooks: Bool
  /// Whether code of an author calls what is running: `aroundEach` or `aroundAll` hooks, or the caller of the run.
  let isSurrounded: Bool
  /// The innermost group.
  let group: PlannedGroup?
  /// The changes of environment variables around what is running.
  let environment: ProcessEnvironment.Variables
  /// The values that the examples of a group share, if they do.
  let shared: ScopedValues?
  /// The outcome of the examples if a `beforeAll` hook failed or threw a skip; `nil` if they run.
  let verdict: Outcome?
  /// Guards what the scopes of these examples know: they follow one another, as a rule.
  let lock = Lock()

  init(
    hooked: [PlannedGroup] = [], verdict: Outcome? = nil, group: PlannedGroup? = nil,
    shared: ScopedValues? = nil, isSurrounded: Bool = false
  ) {
    self.hooked = hooked
    hasHooks = !hooked.isEmpty
    self.isSurrounded = isSurrounded || hooked.contains { $0.hooks[.aroundEach] != nil }
    self.group = group
    environment = group?.environment ?? [:]
    self.shared = shared
    self.verdict = verdict
  }
}
