import ExemplarCore

// Reports: folds over the event stream.
//
// A reporter knows events and one format. It does not know how the events came to be, so the same
// reporter serves a test process, the command line tool, and a stored run.

/// Turns the events of a run into output.
public protocol Reporter: Sendable {
  /// Takes the next event; events come one at a time.
  func report(_ event: Event)
  /// Writes what is left. Nothing is reported afterwards.
  func finish()
  /// Whether everything that was reported so far has been written.
  var isComplete: Bool { get }
}

extension Reporter {
  public var isComplete: Bool { true }

  public func finish() {}
}
