import ExemplarMemory

/// How a process that wrote a log ended, as recorded in the log by the process that waited for it.
package struct ProcessEnd: Sendable, Hashable {
  /// How it ended.
  package var way: Way
  /// The last that it wrote to its standard error.
  package var lastOutput: String
  /// When that was noted, in seconds by ``EventLog/now``.
  package var time: Double

  /// How a process ends.
  package enum Way: Sendable, Hashable {
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
