/// The groups around what is running.
struct EnclosingGroups: Sendable {
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

  /// What examples end with instead of running, if a `beforeAll` failed or threw a skip.
  var verdict: Outcome? {
    blocker.map { .blocked(by: $0) } ?? skipReason.map { .skipped(reason: $0) }
  }
}
