import ExemplarCore
import ExemplarLog

// Watches running examples: whether they are slow, take too long or use too much.

extension WorkerPool {
  /// Looks at what runs: whether it takes too long.
  func watch(_ running: [RunningExample], of number: Int) {
    let worker = lock.withLock { workers[number] }
    guard let worker else { return }
    settings.passOn(worker.process.output, isLast: false)
    let limited = settings.limits.limiting(running)
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
      worker.process.output.forget(before: first)
    }
    for example in running
    where example.attempt > 1 && worker.attempts[example.id]?.number != example.attempt {
      lock.withLock { workers[number]?.attempts[example.id] = (example.attempt, now) }
    }
    if Interruption.isRequested { return lock.withLock { breakOff() } }
    lock.withLock { shareRows() }
    guard worker.cause == nil,
      let cause = settings.limits.exceeded(
        by: running, late: worker.late(running), memoryUse: { worker.process.memoryUse }, now: now)
        ?? (running.isEmpty ? hang(of: worker, now: now) : nil)
    else { return }
    lock.withLock {
      workers[number]?.cause = cause
      workers[number]?.condemned = running
    }
    switch cause {
    case .timeout(_, let id), .grace(_, let id):
      let culprit = running.last { $0.id == id }
      worker.process.killHanging(thread: culprit?.thread, within: settings.run.grace)
    case .memory, .hang, .exitGrace: worker.process.killGroup()
    }
  }

  /// The reason to kill a process in which no example runs.
  private func hang(of worker: Worker, now: Double) -> ProcessExit.Cause? {
    let place =
      worker.process.step.map { " in \($0)" } ?? worker.lastSpec.map {
        " after \u{201C}\($0.heading)\u{201D}"
      }
      ?? " in \(settings.programs[worker.program].url.lastPathComponent)"
    return worker.process.stall(planningStart: worker.planningStart, now: now, place: place)
      .map { .hang($0, of: nil) }
  }
}
