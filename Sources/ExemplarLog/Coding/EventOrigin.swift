import ExemplarCore
import ExemplarMemory

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

/// The time of the events at a position in a log. It is recorded when it changes by half a
/// millisecond, so that faster rows cost nothing.
struct LogMoment: Equatable {
  /// In microseconds since the log was made.
  var time = 0
  var worker = 0

  /// Whether it has to be noted after another one.
  func differs(from earlier: LogMoment) -> Bool {
    worker != earlier.worker || abs(time - earlier.time) >= Self.resolution
  }

  static let resolution = 500

  /// Whether the end of an example updates the time: not if the example took less than the
  /// resolution.
  static func isNotable(_ end: ExampleEnded) -> Bool { !(end.duration * 1e6 < Double(resolution)) }
}
