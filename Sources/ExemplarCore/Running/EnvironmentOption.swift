/// The environment variables that a run reads.
///
/// `swift test` takes no options that it does not know, so they come this way; the command line
/// tool uses the same way to its workers.
public enum EnvironmentOption: String, Sendable, CaseIterable {
  /// Selectors, one a line.
  case select = "EXEMPLAR_SELECT"
  /// The seed, a whole number.
  case seed = "EXEMPLAR_SEED"
  /// `random` or `defined`.
  case order = "EXEMPLAR_ORDER"
  /// How many specs run side by side at most.
  case jobs = "EXEMPLAR_JOBS"
  /// `1` prints every example, also where there are many.
  case verbose = "EXEMPLAR_VERBOSE"
  /// `1` lists the examples and runs none.
  case list = "EXEMPLAR_LIST"
  /// Where events are written as JSON Lines, for a process that reads them.
  case events = "EXEMPLAR_EVENTS"
}
