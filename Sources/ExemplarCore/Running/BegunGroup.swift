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

/// Hooks that several specs share, and that have begun in this process.
struct OpenHooks: Sendable {
  let id: ExampleID
  let begun: Task<BegunGroup, Never>
}
