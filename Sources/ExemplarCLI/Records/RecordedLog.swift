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
    var processEnd: ProcessEnd?
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

  /// Replays every event. Throws ``EventLogError`` if the log cannot be read.
  ///
  /// - Parameters: - clock: Receives the time and the worker of each event. - workers: The number
  ///   of workers in the preceding logs; `nil` if it is the only one.
  func replay(
    _ clock: EventClock? = nil, after workers: Int? = nil, _ sink: (Event) -> Void
  ) throws(EventLogError) -> Ending {
    let log = try EventLog(path: path)
    // Whether it goes on is asked before it is read: then what it still wrote is read too.
    let isLive = log.isLive
    var summary: RunSummary?
    var hasEvents = false
    defer { clock?.set(nil) }
    var ending = Ending()
    for event in log {
      hasEvents = true
      var origin = log.origin
      if let workers { origin.worker = workers + max(1, origin.worker) }
      ending.workers = max(ending.workers, origin.worker)
      clock?.set(origin)
      switch event {
      case .runEnded(let end): summary = end
      case .issueRecorded where summary != nil:
        summary?.count(event)
        sink(event)
      default:
        if let end = summary { sink(.runEnded(end)) }
        summary = nil
        sink(event)
      }
    }
    ending.processEnd = log.processEnd
    ending.damage = log.damage
    ending.isLive = isLive && log.processEnd == nil
    ending.isIncomplete = log.isIncomplete
    if let end = log.processEnd {
      ending.duration = end.time - log.start
      if summary == nil { clock?.set(time: log.creation + ending.duration) }
    }
    if var summary {
      let trouble =
        log.processEnd.flatMap { BrokenRun.issue(afterRun: $0) } ?? ending.trouble.map { Issue($0) }
      if summary.isSuccess, let issue = trouble {
        let event = Event.issueRecorded(IssueRecorded(id: nil, issue: issue))
        summary.count(event)
        sink(event)
      }
      sink(.runEnded(summary))
    } else if hasEvents, !ending.isLive {
      // A damaged log does not show which examples were running at its end.
      let running = log.damage == nil ? log.running : []
      if log.damage == nil || log.processEnd != nil {
        BrokenRun(running: running, end: log.processEnd).events.forEach(sink)
      }
    }
    return ending
  }
}

extension EventLog {
  /// Whether its process still writes, as far as can be determined.
  fileprivate var isLive: Bool {
    wasCutShort && (kill(processID, 0) == 0 || errno == EPERM)
  }
}
