/// Something that is wrong, or worth a warning, with where and when it came up.
public struct Issue: Sendable, Hashable {
  /// What is wrong.
  public var message: String
  /// The assertion, the declaration, or the place in a data file; `nil` if nothing better than the
  /// run as a whole is known.
  public var place: Place?
  /// What was running.
  public var phase: Phase
  /// Whether an assertion did not hold. Thrown errors, time-outs, crashes, and mistakes in data or
  /// declarations are unexpected.
  public var isExpected: Bool
  /// Whether it was announced as known; a known issue does not fail.
  public var isKnown: Bool
  /// Whether it is only a warning.
  public var isWarning: Bool
  /// Whether it belongs to an attempt that was tried again; it does not fail by itself.
  public var isRetried: Bool
  /// The last checkpoint the example had passed.
  public var checkpoint: String?
  /// The values of the loops it came up in, the outermost first.
  public var labels: [String]
  /// The example or the group it came up in: its row, its tags, and so on.
  public var context: ExampleContext
  /// What is behind it, if it is of a kind of its own.
  public var cause: Cause?

  /// Kinds of issues that reports treat in a way of their own.
  public enum Cause: String, Sendable, Hashable, Codable {
    /// An example exceeds its time limit; it may go on for long.
    case timeLimit
    /// The process ended before the run did.
    case endOfProcess
  }

  /// Makes an issue; without more, a failure in a body that no assertion caused.
  public init(
    _ message: String, at place: Place? = nil, phase: Phase = .body, isExpected: Bool = false,
    isKnown: Bool = false, isWarning: Bool = false, isRetried: Bool = false,
    checkpoint: String? = nil, labels: [String] = [], context: ExampleContext? = nil,
    cause: Cause? = nil
  ) {
    self.message = message
    self.place = place
    self.phase = phase
    self.isExpected = isExpected
    self.isKnown = isKnown
    self.isWarning = isWarning
    self.isRetried = isRetried
    self.checkpoint = checkpoint
    self.labels = labels
    self.context = context ?? ExampleContext()
    self.cause = cause
  }

  /// Whether the issue makes its example, its group or the run fail.
  public var isFailure: Bool { !isKnown && !isWarning && !isRetried }
}
