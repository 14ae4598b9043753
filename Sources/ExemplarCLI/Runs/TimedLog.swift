import ExemplarCore
import ExemplarLog
import ExemplarReports

/// The log of a run that several processes share, in which each event keeps its time and its worker.
struct TimedLog: RowsReporter {
  let writer: EventLogWriter
  private let clock: EventClock

  init(_ writer: EventLogWriter, _ clock: EventClock) {
    self.writer = writer
    self.clock = clock
  }

  func report(_ event: Event) {
    writer.report(event, from: clock.present)
  }

  func report(_ rows: PassedRows) {
    writer.report(rows, from: clock.present)
  }

  func finish() { writer.finish() }

  var isComplete: Bool { writer.isComplete }
}
