import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// A log, replayed as its run was reported: events that its process could no longer emit are added,
/// and findings that only the tool had precede the end.
struct RecordedLog {
  let path: String

  /// The facts about the process, in addition to its events.
  struct Ending {
    /// The exit of the process, if it was recorded.
    var exit: ProcessExit?
    var damage: EventLogDamage?
    /// Whether the process still writes.
    var isLive = false
    /// Whether events are missing, although the process came to its end.
    var isIncomplete = false
    /// How long the process wrote, in seconds.
    var duration = 0.0
    /// The largest number of a worker.
    var workers = 0

    /// Why not all events are known, if they are not.
    var trouble: String? {
      damage?.description ?? (isIncomplete ? "Not all events of the run could be written." : nil)
    }
  }

  /// Replays every event. Throws ``UsageError`` if the log cannot be read.
  ///
  /// - Parameter clock: Receives the time and the worker of each event.
  func replay(
    _ clock: EventClock? = nil, _ sink: (Event) -> Void
  ) throws(UsageError) -> Ending {
    defer { clock?.set(nil) }
    return try withoutActuallyEscaping(sink) { sink throws(UsageError) in
      var merger = StreamMerger { $0.forEach(sink) }
      let stream = merger.open()
      let ending = try replay(clock, of: stream, in: &merger)
      merger.finish()
      return ending
    }
  }

  /// Replays every event as a stream. Throws ``UsageError`` if the log cannot be read.
  ///
  /// - Parameters:
  ///   - clock: Receives the time and the worker of each event.
  ///   - workers: The number of workers in the preceding logs; `nil` if it is the only one.
  ///   - change: Returns the event that the stream has instead, if it has one.
  func replay(
    _ clock: EventClock?, after workers: Int? = nil, of stream: StreamMerger.Stream,
    in merger: inout StreamMerger, changing change: (Event) -> Event? = { $0 }
  ) throws(UsageError) -> Ending {
    let log = try EventLog(path: path)
    // Whether it goes on is asked before it is read: then what it still wrote is read too.
    let isLive = log.isLive
    var ending = Ending()
    var hasEvents = false
    for event in log {
      hasEvents = true
      var origin = log.origin
      if let workers { origin.worker = workers + max(1, origin.worker) }
      ending.workers = max(ending.workers, origin.worker)
      clock?.set(origin)
      if let event = change(event) { merger.receive(event, of: stream) }
    }
    ending.exit = log.processEnd.map { ProcessExit($0) }
    ending.damage = log.damage
    ending.isLive = isLive && log.processEnd == nil
    ending.isIncomplete = log.isIncomplete
    let hasEnd = merger.end(of: [stream]) != nil
    if let end = log.processEnd {
      ending.duration = end.time - log.start
      if !hasEnd { clock?.set(time: log.creation + ending.duration) }
    }
    if hasEnd {
      merger.fail(stream, with: ending.exit?.issueAfterRun() ?? ending.trouble.map { Issue($0) })
    } else if hasEvents, !ending.isLive, log.damage == nil || log.processEnd != nil {
      // A damaged log does not show which examples were running at its end.
      let running = log.damage == nil ? log.running : []
      for event in ProcessExit(log.processEnd, running: running).events {
        merger.receive(event, of: stream)
      }
    }
    merger.close(stream)
    return ending
  }
}

extension RunReporters {
  /// The status of a run that was replayed.
  func exitStatus(after endings: [RecordedLog.Ending]) -> ExitStatus {
    progress.exitStatus(
      endings.compactMap(\.exit), isWhole: isComplete && endings.allSatisfy { $0.trouble == nil })
  }
}

extension EventLog {
  /// Whether its process still writes, as far as can be determined.
  fileprivate var isLive: Bool {
    // On another machine, or after a restart, another process has its number. Clocks are corrected while a machine runs.
    let age = Date().timeIntervalSince1970 - creation - (Self.now - start)
    return wasCutShort && abs(age) < 60 && (kill(processID, 0) == 0 || errno == EPERM)
  }
}
