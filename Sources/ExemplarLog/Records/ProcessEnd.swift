import ExemplarMemory

/// How a process that wrote a log ended, as recorded in the log by the process that waited for it.
public struct ProcessEnd: Sendable, Hashable {
  /// How it ended.
  public var way: Way
  /// The last that it wrote to its standard error.
  public var lastOutput: String
  /// When that was noted, in seconds by ``EventLog/now``.
  public var time: Double

  /// How a process ends.
  public enum Way: Sendable, Hashable {
    /// By itself, with a status.
    case status(Int32)
    /// By a signal.
    case signal(Int32)
  }

  package init(_ way: Way, lastOutput: String = "", time: Double = Double(exemplar_clock()) / 1e9) {
    self.time = time
    self.way = way
    self.lastOutput = lastOutput
  }
}
