import ExemplarCore
import ExemplarLog
import ExemplarReports

// The beginning of each repetition: what the programs hold is asked, and put together.

extension WorkerPool {
  /// Asks further programs what they hold, as many at once as processes may run.
  func planNext() {
    while phase == .planning, !unasked.isEmpty, hasRoom { addWorker(of: unasked.removeFirst()) }
  }

  func workerBeginning(wantsPlan: Bool) -> WorkerBeginning {
    WorkerBeginning(
      seed: seed, repetition: repetition, repetitions: settings.run.repetitions,
      failFast: settings.run.failFast.map { max(1, $0 - account.summary.failed) },
      wantsPlan: wantsPlan)
  }

  /// Begins, once each program has told what it holds.
  func beginIfPlanned() {
    guard phase == .planning, let (plan, programs) = beginning.plan else { return }
    account.note(plan)
    schedule = Schedule(plan.parts, durations: settings.durations, programs: programs)
    phase = .running
    beginning.release().forEach { account.note($0, hasPart: false) }
    growSoon()
    serve()
  }

  func beginAgain() {
    repetition += 1
    if settings.run.seed == nil { seed = PlanOptions.freshSeed() }
    account = RunAccount(allowsFocus: settings.run.allowsFocus, sink: sink)
    beginning = settings.beginning
    schedule = nil
    slow = []
    phase = .planning
    start = EventLog.now
    let staying = workers.keys.filter { workers[$0]?.isLeaving == false }.sorted()
    var missing = Set(settings.programs.indices)
    for number in staying {
      guard let program = workers[number]?.program else { continue }
      workers[number]?.hasPart = false
      workers[number]?.hasBegun = false
      workers[number]?.isIdle = false
      workers[number]?.hasEnded = false
      let wantsPlan = missing.remove(program) != nil
      workers[number]?.process.channel.send(.begin(workerBeginning(wantsPlan: wantsPlan)))
    }
    unasked = missing.sorted()
    planNext()
  }
}
