import ExemplarCore
import ExemplarLog
import Foundation

// The exit of processes: assigns the failures, and continues the run.

extension WorkerPool {
  func handle(_ error: any Error, of number: Int) {
    workers.removeValue(forKey: number)?.process.remove()
    result.error = result.error ?? error
    giveUp(nil)
  }

  func handle(_ end: WorkerProcess.End, of number: Int) {
    guard let worker = workers.removeValue(forKey: number) else { return }
    defer { worker.process.remove() }
    if worker.state != .dismissed { result.trouble = result.trouble ?? end.trouble }
    if stage == .over || Interruption.isRequested {
      if stage == .over, worker.hasEnded { recordBadEnd(of: worker, end) }
      stage = .over
      for worker in workers.values { worker.process.channel.closeOrders() }
      if workers.isEmpty { finish() }
      return
    }
    // It has reported everything that it ran, unless it ended by itself: before it ran anything, or when it had been
    // given a part.
    if worker.state == .dismissed
      || (worker.hasEnded && (worker.isUsed || stage == .ending)
        && schedule?.part(of: number) == nil)
    {
      recordBadEnd(of: worker, end)
      return continueRun()
    }
    var exit = exit(of: worker, end)
    if stage == .planning {
      exit.lastOutput = end.exit.lastOutput
      exit.isEarly = true
      result.exit = exit
      return giveUp(nil)
    }
    if let part = schedule?.part(of: number), !ledger.isOver(part) {
      let rest = ledger.handle(exit, in: part)
      schedule?.end(number, rest: rest)
      stopIfEnoughFailed()
    } else if let hooks = exit.culprit, hooks.isGroupHook {
      ledger.handle(exit, inSharedHooks: hooks)
      schedule?.end(number)
    } else if !worker.isIdle, !worker.isUsed, stage == .running {
      failedStarts += 1
      if failedStarts >= Self.failedStartLimit {
        exit.lastOutput = end.exit.lastOutput
        return giveUp(
          exit.issue(while: "before it could run anything, as others before it did"))
      }
    } else {
      // Whatever ended it, what ran before it may have been the cause.
      ledger.record(
        exit.issue(
          while: (worker.finished ?? (exit.cause == .unreadableAnswer ? worker.lastSpec : nil))
            .map { "after \($0.heading) had finished in it" } ?? "while no example ran"))
      schedule?.end(number)
    }
    continueRun()
  }

  func recordBadEnd(of worker: PooledWorker, _ end: WorkerProcess.End) {
    if end.exit.isSuccess || worker.state == .dismissed || result.exit != nil { return }
    result.exit = end.exit
    result.exit?.cause = worker.causeOfExit
  }

  /// How many processes may end one after the other before one of them has run anything.
  static let failedStartLimit = 3

  /// Continues with the remainder after a process has exited.
  func continueRun() {
    switch stage {
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
    if let issue { ledger.record(issue) }
    if stage == .running {
      for worker in workers.values { worker.process.channel.send(.stop) }
      ledger.end(duration: EventLog.now - start, isWhole: false)
    }
    for worker in workers.values { worker.process.killGroup() }
    end()
  }

  /// The exit of a process that had not finished, with the running examples and their outputs.
  func exit(of worker: PooledWorker, _ end: WorkerProcess.End) -> ProcessExit {
    var exit = end.exit
    (exit.cause, exit.time, exit.lastOutput) = (worker.causeOfExit, EventLog.now, "")
    exit.running = worker.runningAtKill ?? exit.running
    let output = worker.process.output
    let start = exit.culprit?.outputStart ?? output.size
    let lastText = output.text(start..<max(start, output.size))
    if worker.cause == nil, [SIGILL, SIGTRAP, SIGABRT].contains(where: { exit.way == .signal($0) })
    {
      exit.fatalError = CrashReport.fatalError(in: lastText)
    }
    exit.report = report(of: worker, end, exit, lastText)
    for running in exit.running where settings.run.showOutput != .never {
      guard let start = running.outputStart else { continue }
      exit.outputs[running.id] = output.attachment(
        start..<max(start, output.size), of: running.id)
    }
    return exit
  }

  /// The explanation of a crash or a hang.
  private func report(
    of worker: PooledWorker, _ end: WorkerProcess.End, _ exit: ProcessExit, _ output: String
  ) -> String {
    let isWhole = settings.run.console.isVerbose
    if worker.cause == nil {
      let files = exit.running.compactMap(\.context.place?.path)
      return end.crash?.shown(package: settings.directory, files: files, isWhole: isWhole) ?? ""
    }
    guard let hang = end.hang else { return "" }
    return HangExplanation(
      process: hang, package: settings.directory, running: exit.running, output: output
    ).text(isWhole: isWhole)
  }

  // MARK: Running examples: whether they are slow, take too long or use too much

  /// Looks at what runs: whether it takes too long.
  func watch(_ running: [RunningExample], of number: Int) {
    guard let process = lock.withLock({ workers[number]?.process }) else { return }
    settings.passOn(process.output, isLast: false)
    let limited = settings.run.limiting(running)
    settings.watch(limited, number)
    let now = EventLog.now
    for example in limited where example.isSlow(at: now) {
      // Exceeded limits are reported elsewhere.
      guard let age = example.age(at: now), let limit = example.limit, age < limit.seconds,
        lock.withLock({ slow.insert(example.id).inserted })
      else { continue }
      settings.recordSlow(example, age)
    }
    let starts = running.map(\.outputStart)
    if let first = starts.compactMap(\.self).min(), starts.allSatisfy({ $0 != nil }) {
      process.output.forget(before: first)
    }
    if Interruption.isRequested { return lock.withLock { breakOff() } }
    let worker = lock.withLock {
      workers[number]?.late.look(at: running, now: now)
      shareRows()
      return workers[number]
    }
    guard let worker, worker.cause == nil,
      let cause = settings.run.exceeded(
        by: running, late: worker.late.times(of: running), memoryUse: { process.memoryUse },
        now: now)
        ?? (running.isEmpty ? hang(of: worker, now: now) : nil)
    else { return }
    lock.withLock {
      workers[number]?.cause = cause
      workers[number]?.runningAtKill = running
    }
    switch cause {
    case .timeout, .grace: process.killHanging()
    case .memory, .hang, .exitGrace, .unreadableAnswer: process.killGroup()
    }
  }

  /// The reason to kill a process in which no example runs.
  private func hang(of worker: PooledWorker, now: Double) -> ProcessExit.Cause? {
    let place =
      worker.process.step.map { " in \($0)" } ?? worker.lastSpec.map {
        " after \u{201C}\($0.heading)\u{201D}"
      }
      ?? " in \(settings.programs[worker.program].url.lastPathComponent)"
    let planStart = worker.state == .planning ? worker.planStart : nil
    return worker.process.stall(planningStart: planStart, now: now, place: place)
      .map { .hang($0, of: nil) }
  }
}
