import ExemplarCore
import ExemplarLog

// Rows of one outline in several processes: an idle process receives half of the remaining rows.

extension WorkerPool {
  /// Has a worker give rows away, if there is another that has nothing else to do.
  func askForRows() {
    guard settings.jobs > 1, phase == .running, mayGrow, hasRoom, let schedule,
      !workers.values.contains(where: \.isAsked)
    else { return }
    for number in schedule.sharers {
      guard let worker = workers[number], let part = schedule.part(of: number),
        EventLog.now - worker.hadNothingToGive > 1,
        let outline = ledger.slowOutline(of: part, among: schedule.shareable(of: number))
      else { continue }
      workers[number]?.isAsked = true
      return worker.process.channel.send(.share(outline))
    }
  }

  func handle(_ rows: RowShare?, of outline: ExampleID, givenBy number: Int) {
    workers[number]?.isAsked = false
    guard let rows else {
      workers[number]?.hadNothingToGive = EventLog.now
      return
    }
    guard let part = schedule?.part(of: number) else {
      // No other process has these rows.
      ledger.record(
        Issue(
          "Rows of \(outline.heading) were given to no process, and did not run.", phase: .planning)
      )
      return
    }
    schedule?.add(ledger.share(rows, of: outline, from: part), beside: number)
    serve()
  }
}
