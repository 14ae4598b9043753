/// A running example, or the running hooks of a group.
package struct RunningCode: Sendable, Hashable {
  /// The name for readers.
  package let name: String
  /// When it began, by the clock of the run.
  package let start: Double
}
