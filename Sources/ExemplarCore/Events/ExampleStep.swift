/// The progress of a running example. Reported in addition to the events, and only when it changes,
/// so that a row that passes costs nothing.
package struct ExampleStep: Sendable, Hashable {
  /// The example, or the group whose hooks run.
  package var id: ExampleID
  /// The phase that is running.
  package var phase: Phase
  /// Which attempt it is, from 1.
  package var attempt: Int
  /// Whether another attempt follows if this one fails.
  package var isRetryable: Bool
  /// How long the attempt may take, if there is a limit.
  package var timeLimit: Duration?
  /// The checkpoint that was passed, if that is what happened.
  package var checkpoint: String?
  /// By how many seconds its limits have moved, if that is what happened: they do not count explanations.
  package var delay: Double?

  package init(
    id: ExampleID, phase: Phase, attempt: Int, isRetryable: Bool = false,
    timeLimit: Duration? = nil, checkpoint: String? = nil, delay: Double? = nil
  ) {
    self.id = id
    self.phase = phase
    self.attempt = attempt
    self.isRetryable = isRetryable
    self.timeLimit = timeLimit
    self.checkpoint = checkpoint
    self.delay = delay
  }
}
