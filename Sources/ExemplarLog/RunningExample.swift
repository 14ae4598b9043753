import ExemplarCore

/// A running example, or hooks around all examples of a group; or one that was running when the
/// process ended.
public struct RunningExample: Sendable, Hashable {
  /// The id of the example, or of the group.
  public var id: ExampleID
  /// Where it was written, its row, its tags, and so on; of a group, the place alone.
  public var context: ExampleContext
  /// Whether it is hooks around all examples of a group.
  package var isGroupHook: Bool
  /// The running phase.
  public var phase: Phase
  /// Which attempt it is, from 1.
  public var attempt = 1
  /// The last checkpoint that was passed; a long one is cut, and ends with an ellipsis.
  public var checkpoint: String?
  /// When it began, in seconds by ``EventLog/now``, to half a millisecond; `nil` if unknown.
  package var start: Double?

  /// Whether another attempt follows if this one fails.
  package var isRetryable = false
  package var limit: Duration?
  /// The thread of the last step, by its system number, if that is known.
  package var thread: Int32?
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

  /// For how many seconds it has run, at a time by ``EventLog/now``.
  package func age(at now: Double) -> Double? { start.map { max(0, now - $0) } }

  /// Whether it has used half of its time, and long enough to be noticed.
  package func isSlow(at now: Double) -> Bool {
    guard let limit, let age = age(at: now), age >= 1 else { return false }
    return age >= limit.seconds / 2
  }
}
