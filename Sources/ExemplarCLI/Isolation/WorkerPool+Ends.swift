import ExemplarCore
import ExemplarLog
import Foundation

// The exit of processes: assigns the failures, and continues the run.

extension WorkerPool {
  func note(_ error: any Error, of number: Int) {
    workers.removeValue(forKey: number)?.process.remove()
    result.error = result.error ?? error
    giveUp(nil)
  }

  func note(_ end: WorkerProcess.End, of number: Int) {
    guard let worker = workers.removeValue(forKey: number) else { return }
    defer { worker.process.remove() }
    if !worker.isDismissed { result.trouble = result.trouble ?? end.log.trouble }
    if phase == .over || Interruption.isRequested {
      if phase == .over, worker.hasEnded {
        noteBadEnd(of: worker, end)
      }
      if phase != .over { phase = .over }
      for worker in workers.values { worker.process.channel.closeOrders() }
      if workers.isEmpty { finish() }
      return
    }
    // It has reported everything that it ran, unless it ended by itself: before it ran anything, or when it had been
    // given a part.
    if worker.isDismissed
      || (worker.hasEnded && (worker.isUsed || phase == .ending)
        && schedule?.part(of: number) == nil)
    {
      noteBadEnd(of: worker, end)
      return goOn()
    }
    let death = death(of: worker, end)
    if phase == .planning {
      result.earlyDeath = EarlyDeath(
        status: end.status, hasBegun: end.log.exists, lastOutput: end.processEnd.lastOutput,
        reason: worker.cause.map { _ in death.message(while: "while it planned the run") })
      return giveUp(nil)
    }
    if let part = schedule?.part(of: number), !account.isOver(part) {
      let rest = account.note(death, in: part)
      schedule?.end(number, rest: rest)
      stopIfEnoughFailed()
    } else if !worker.isIdle, !worker.isUsed, phase == .running {
      failedStarts += 1
      if failedStarts >= Self.failedStartLimit {
        var issue = death.issue(while: "before it could run anything, as others before it did")
        issue.message += "\nThe last that it wrote:\n" + end.processEnd.lastOutput
        return giveUp(issue)
      }
    } else {
      // Whatever ended it, what ran before it may have been the cause.
      account.record(
        death.issue(
          while: worker.finished.map { "after \($0.heading) had finished in it" }
            ?? "while no example ran"))
      schedule?.end(number)
    }
    goOn()
  }

  func noteBadEnd(of worker: Worker, _ end: WorkerProcess.End) {
    if end.status.isSuccess || worker.isDismissed || result.badEnd != nil { return }
    result.badEnd = BadEnd(
      way: end.status.way, patience: worker.patience, lastOutput: end.processEnd.lastOutput)
  }

  /// How many processes may end one after the other before one of them has run anything.
  static let failedStartLimit = 3

  /// Continues with the remainder after a process has exited.
  func goOn() {
    switch phase {
    case .running:
      if schedule?.isOver == true { return endRepetition() }
      serve()
      grow(isNeeded: true)
    case .ending: endIfAllHave()
    case .planning, .over: break
    }
  }

  /// Does not run the remainder.
  func giveUp(_ issue: Issue?) {
    if let issue { account.record(issue) }
    isWhole = false
    if account.hasStarted, phase == .running {
      for worker in workers.values { worker.process.channel.send(.stop) }
      account.end(duration: EventLog.now - start, isWhole: false)
    }
    for worker in workers.values { worker.process.killGroup() }
    end()
  }

  func death(of worker: Worker, _ end: WorkerProcess.End) -> WorkerDeath {
    var death = WorkerDeath(
      way: end.status.way, cause: worker.cause, running: worker.condemned ?? end.log.running,
      time: EventLog.now)
    let crash = worker.cause == nil ? end.crash : end.crash?.ofHang
    death.report =
      crash?.shown(
        package: settings.directory, files: death.running.compactMap(\.context.place?.path),
        isWhole: settings.run.isVerbose) ?? ""
    for running in death.running where settings.run.showOutput != .never {
      guard let start = running.outputStart else { continue }
      let size = worker.process.output.size
      death.outputs[running.id] = worker.process.output.attachment(
        start..<max(start, size), of: running.id)
    }
    return death
  }
}
