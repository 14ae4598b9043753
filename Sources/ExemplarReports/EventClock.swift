import ExemplarCore
import ExemplarLog

/// The time and the worker of the event being reported, which reporters may read in addition to the
/// events.
package final class EventClock: Sendable {
  private let origin = Locked<EventOrigin?>(nil)
  private let clock = ReportContext.clock()

  package init() {}

  /// The current origin: the present time and no worker, unless another origin was set.
  package var present: EventOrigin {
    origin.withLock { $0 } ?? EventOrigin(time: clock(), worker: 0)
  }

  /// In seconds since 1970; the present time, unless it was set.
  package var now: Double { present.time }

  /// The number of the worker; 0 for a process that has the run for itself.
  package var worker: Int { origin.withLock { $0?.worker ?? 0 } }

  /// Sets what holds from now on; `nil` for the present time.
  package func set(_ origin: EventOrigin?) { self.origin.withLock { $0 = origin } }

  /// Sets the time alone.
  package func set(time: Double) {
    origin.withLock { $0 = EventOrigin(time: time, worker: $0?.worker ?? 0) }
  }

  /// Calls a closure with a worker and a time, which is the present one if it is `nil`.
  package func withOrigin(time: Double? = nil, worker: Int = 0, _ body: () -> Void) {
    set(EventOrigin(time: time ?? clock(), worker: worker))
    defer { set(nil) }
    body()
  }
}
