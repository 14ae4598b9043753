import ExemplarCore

/// When an event happened, and the process that emitted it.
package struct EventOrigin: Sendable, Hashable {
  /// In seconds since 1970, to half a millisecond.
  package var time: Double
  /// The number of the worker; 0 for a process that has the run for itself.
  package var worker: Int

  package init(time: Double, worker: Int = 0) {
    self.time = time
    self.worker = worker
  }
}

/// When and where the events at a position in a log happened. It is recorded when it changes, for the time
/// by half a millisecond, so that faster rows cost nothing.
struct LogMoment: Equatable {
  /// In microseconds since the log was made.
  var time = 0
  var worker = 0
  /// The system number of the thread; 0 if unknown.
  var thread = 0
  /// How many bytes the process has written to its output; -1 if unknown.
  var output = -1

  /// Whether it has to be noted after another one.
  func differs(from earlier: LogMoment) -> Bool {
    thread != earlier.thread || output != earlier.output || worker != earlier.worker
      || hasOtherTime(than: earlier.time)
  }

  /// Whether its time is another one, as far as times are told apart.
  func hasOtherTime(than time: Int) -> Bool { abs(self.time - time) >= Self.resolution }

  static let resolution = 500

  /// Whether the end of an example updates the moment: not if the example passed in less than the
  /// resolution.
  static func isNotable(_ end: ExampleEnded) -> Bool {
    if case .passed = end.outcome { return !(end.duration * 1e6 < Double(resolution)) }
    return true
  }
}
