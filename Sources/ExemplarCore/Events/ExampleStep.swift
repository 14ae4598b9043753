/// How far something that runs has come; told beside the events, and only when it changes, so that a row
/// that passes costs nothing.
package struct ExampleStep: Sendable, Hashable {
  /// The example, or the group whose hooks run.
  package var id: ExampleID
  /// What is running.
  package var phase: Phase
  /// Which attempt it is, from 1.
  package var attempt: Int
  /// The checkpoint that was passed, if that is what happened.
  package var checkpoint: String?

  package init(id: ExampleID, phase: Phase, attempt: Int, checkpoint: String? = nil) {
    self.id = id
    self.phase = phase
    self.attempt = attempt
    self.checkpoint = checkpoint
  }
}
