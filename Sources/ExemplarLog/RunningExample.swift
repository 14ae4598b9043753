import ExemplarCore

/// What runs, or was running when the process ended: an example, or hooks around all examples of a group.
public struct RunningExample: Sendable, Hashable {
  /// The id of the example, or of the group.
  public var id: ExampleID
  /// Where it was written, its row, its tags, and so on; of a group, the place alone.
  public var context: ExampleContext
  /// Whether it is hooks around all examples of a group.
  public var isGroupHook: Bool
  /// What is running.
  public var phase: Phase
  /// Which attempt it is, from 1.
  public var attempt = 1
  /// The last checkpoint that was passed; a long one is cut, and ends with an ellipsis.
  public var checkpoint: String?
  /// When it began, in seconds by ``EventLog/now``; `nil` if more things ran at once than a log can tell of.
  public var start: Double?

  /// Where its output begins in that of the process, if that is known.
  package var outputStart: Int?

  package init(
    _ id: ExampleID, _ context: ExampleContext, isGroupHook: Bool = false, phase: Phase = .body
  ) {
    self.id = id
    self.context = context
    self.isGroupHook = isGroupHook
    self.phase = phase
  }
}
