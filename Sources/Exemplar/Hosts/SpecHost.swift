import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

// Hosts: run the specs of a program, and report their results to its environment.
//
// This file contains the common part: the options, the repetitions, the problems of a run as a
// whole. `Issues` attributes issues, and each host reports to its environment.

/// Runs all specs of a program.
package protocol SpecHost: Sendable {
  /// Whether the library that recorded an issue shows it as well.
  var passesIssuesOn: Bool { get }
  /// Whether the specs of a module are this host's to run.
  func owns(module: String) -> Bool
  /// A spec as this host runs it; shared examples are in it by then.
  func adapt(_ spec: Spec) -> Spec
  /// Gets each event of a run, beside the reporters.
  func follow(_ event: Event)
  /// Reports a problem of the run as a whole, which then is not a success.
  func fail(_ message: String)
  /// Reports that the host has nothing to run, while others may have.
  func skip(_ reason: String)
  /// The name under which a failed run of this host fails the process in any case; `nil` where others
  /// may decide otherwise.
  var nameOfVerdict: String? { get }
  /// The verdict about the process, if it does not follow from the run alone.
  func verdict(after summary: RunSummary?) -> Verdict?
}

extension SpecHost {
  package func owns(module: String) -> Bool { true }
  package func adapt(_ spec: Spec) -> Spec { spec }
  package func follow(_ event: Event) {}
  package func skip(_ reason: String) { print(reason) }
  package var nameOfVerdict: String? { nil }
  package func verdict(after summary: RunSummary?) -> Verdict? { nil }

  /// Runs the host's specs, as often as the options request, and reports. `hostIssues` are reported
  /// at the start of each run.
  ///
  /// - Returns: The result of the run; of several repetitions, the first that was not a success,
  ///   else the last. `nil` if there was nothing to do: the examples were listed, or the host has
  ///   no specs.
  @discardableResult
  package func run(
    _ options: RunOptions, _ reporter: HostReporter, hostIssues: [ExemplarCore.Issue] = []
  ) async -> RunSummary? {
    // Making specs and planning them runs code of the author too.
    let guardian = ExitGuard()
    var result: RunSummary?
    defer {
      guardian.disarm()
      reporter.finish()
      if !reporter.isComplete, !reporter.isWorker {
        fail("The events could not all be written.")
      }
      reporter.conclude(verdict(after: result))
    }
    // The reader of a worker's events reports what it was doing.
    if !reporter.isWorker { InterruptSignals.watch(orElse: ExitGuard.breakOff) }
    HangWatch.apply(options, isWorker: reporter.isWorker, handler: reporter.orders?.reportHang)
    if let orders = reporter.orders {
      return await run(following: orders, options, reporter, guardian)
    }
    result = await runRepetitions(options, reporter, guardian, hostIssues)
    guard let result else { return nil }
    // The last repetition has done so, if it was known to be the last.
    for problem in await RunFixtures.current.shutDown() {
      let issue = ExemplarCore.Issue(problem.message, at: problem.place)
      reporter.report(.issueRecorded(IssueRecorded(id: nil, issue: issue)))
      fail(problem.message)
    }
    if let nameOfVerdict {
      ExitGuard.record(failed: !result.isSuccess, of: nameOfVerdict)
    }
    return result
  }

  /// Plans and runs the specs, or lists them, as often as the options request; `nil` if there was nothing to run.
  private func runRepetitions(
    _ options: RunOptions, _ reporter: HostReporter, _ guardian: ExitGuard,
    _ hostIssues: [ExemplarCore.Issue]
  ) async -> RunSummary? {
    // Warnings about the process are reported once.
    let warnings = areWarningsReported.withLock { areReported in
      defer { areReported = areReported || !reporter.warnings.isEmpty }
      return areReported ? [] : reporter.warnings
    }
    var result: RunSummary?
    for repetition in 1...options.repetitions {
      guardian.observe(nil) { reporter.endInPlanning($0) }
      let session = await session(options)
      if options.isListing {
        await session.list { reporter.report($0) }
        if let reason = session.plan.nothingToRun?.message, !reporter.isWorker { fail(reason) }
        return nil
      }
      if session.plan.runGroups.isEmpty, session.plan.nothingToRun == nil {
        reportNothing(session, options, reporter)
        return nil
      }
      let running = run(
        session, options, reporter, repetition, (repetition == 1 ? warnings : []) + hostIssues)
      guardian.observe(running) { reason in
        if let reason { running.progress.fail(with: Issue(reason, cause: .endOfProcess)) }
        reporter.finish()
        reporter.conclude(nil)
      }
      let summary = await run(running, reporter)
      if result?.isSuccess ?? true { result = summary }
      if !summary.isSuccess, options.stopsAtFailure { break }
      if Task.isCancelled {
        if repetition < options.repetitions, summary.isSuccess {
          let message = "The run ended after repetition \(repetition) of \(options.repetitions)."
          reporter.report(.issueRecorded(IssueRecorded(id: nil, issue: Issue(message))))
          fail(message)
        }
        break
      }
    }
    return result
  }

  /// Runs the orders of a worker until there are no more.
  ///
  /// - Returns: The result of the last run, of which this process may have run a part.
  private func run(
    following orders: WorkerOrders, _ options: RunOptions, _ reporter: HostReporter,
    _ guardian: ExitGuard
  ) async -> RunSummary? {
    var options = options
    var result: RunSummary?
    // The latest plan that was requested, and no run has used.
    var planned: (request: PlanRequest, session: Session)?
    RunFixtures.current.ask { orders.answer(.needs($0)) }
    while let order = await orders.next() {
      switch order {
      case .plan(let request):
        options = options.with(request)
        let session =
          if let planned, planned.request == request { planned.session } else {
            await session(options)
          }
        planned = (request, session)
        var plan = WorkerPlan(session.plan)
        plan.reports = customReports.map { String(reflecting: $0) }
        orders.answer(.planned(plan))
      case .list(let division):
        guard let session = planned?.session else { break }
        await list(session, division, reporter)
      case .begin(let beginning):
        options.seed = beginning.seed
        options.failFast = beginning.failFast
        options.repetitions = beginning.repetitions
        let session =
          if let planned, planned.request.seed == beginning.seed { planned.session } else {
            await session(options)
          }
        planned = nil
        let running = run(session, options, reporter, beginning, orders)
        guardian.observe(running) { _ in reporter.finish() }
        orders.whileRunning(running)
        result = await run(running, reporter)
        orders.whileRunning(nil)
        if !reporter.isComplete { return result }
      case .serve(let request): await serve(request, orders)
      case .replay(let log):
        reporter.replay(logAt: log)
        orders.answer(.ready)
      case .run, .stop, .fixture, .forget, .end: break
      }
    }
    return result
  }

  private func list(
    _ session: Session, _ division: PlanDivision?, _ reporter: HostReporter
  ) async {
    // Issues that row sources record are those of a run, which reads the rows again.
    let held = DeferredIssues()
    do {
      try await DeferredIssues.$current.withValue(held) {
        if let division {
          try await session.list(division) { reporter.report($0) }
        } else {
          await session.list { reporter.report($0) }
        }
      }
    } catch {
      ExitGuard.end(because: "The examples could not be divided: \(error)")
    }
    _ = held.close()
  }

  /// A run of the parts that are ordered.
  private func run(
    _ session: Session, _ options: RunOptions, _ reporter: HostReporter,
    _ beginning: WorkerBeginning, _ orders: WorkerOrders
  ) -> Run {
    run(session, options, reporter, beginning.repetition, []) {
      $0.nextPart = {
        // A run that no reporter receives must not start.
        guard reporter.isComplete else { return nil }
        orders.answer(.ready)
        while let order = await orders.next() {
          switch order {
          case .run(let part, let slot):
            Slots.ofProcess.share(first: slot, step: beginning.workers)
            orders.passOn(slot: slot)
            return part
          case .end: return nil
          case .plan, .list, .begin, .stop, .serve, .fixture, .forget, .replay: break
          }
        }
        return nil
      }
      if let claims = beginning.claims {
        $0.claimRows = { ClaimFile(of: $0, in: claims).claims(ofPart: $1) }
      }
      $0.recordRead = { orders.answer(.read($0, $1)) }
    }
  }

  /// Starts a fixture for which the tool has started this process, and shuts it down when there are no more orders.
  private func serve(_ request: FixtureRequest, _ orders: WorkerOrders) async {
    _ = [Spec].discovered()
    let answer = await RunFixtures.current.serve(request) { orders.answer(.recorded($0)) }
    orders.answer(.serves(answer))
    while await orders.next() != nil {}
    let failures = await RunFixtures.current.shutDown().map(\.message)
    orders.answer(.shutDown(failures: failures))
    // The tool may no longer exist.
    ProcessMark.own?.killAll()
  }

  /// Reports that another host has all selected specs; the cause may be a forgotten focus.
  private func reportNothing(
    _ session: Session, _ options: RunOptions, _ reporter: HostReporter
  ) {
    guard !reporter.isWorker else { return }
    let focused = session.plan.focused
    let focus = focused.map { "\n  \($0.heading) is focused." }.joined()
    if let shard = options.shard {
      skip(shard.emptiness(of: session.shards?.examples.count ?? 0) + focus)
    } else {
      skip("No spec is selected here; the selected ones run in another host.\(focus)")
    }
    if !focused.isEmpty, !options.allowsFocus { fail(RunSummary.refusedFocus) }
  }

  /// The plan of all specs.
  private func session(_ options: RunOptions) async -> Session {
    await Session({ .discovered() }, options, adapt: adapt, modules: owns)
  }

  /// One of several runs of a plan.
  private func run(
    _ session: Session, _ options: RunOptions, _ reporter: HostReporter, _ repetition: Int,
    _ hostIssues: [ExemplarCore.Issue], configure: (inout RunConfiguration) -> Void = { _ in }
  ) -> Run {
    // The options that begin a run came after those of its plan.
    session.run(
      options, hostIssues: hostIssues + reporter.mistakes + TestLibraries.obstacles()
    ) {
      $0.repetition = repetition
      $0.follow = reporter.follow
      if repetition == options.repetitions {
        $0.settle = {
          await Session.settle()
          return await RunFixtures.current.shutDown().map {
            ExemplarCore.Issue($0.message, at: $0.place)
          }
        }
      }
      configure(&$0)
    }
  }

  private func run(_ run: Run, _ reporter: HostReporter) async -> RunSummary {
    let summary = await IssueRouter.whileOpen(run, passesOn: passesIssuesOn) {
      await run { event in
        ExitGuard.endIfForked()
        reporter.report(event)
        follow(event)
      }
    }
    summary.troublesOfRun.forEach(fail)
    return summary
  }
}

/// Whether the warnings about the process, which may have several hosts, have been reported.
private let areWarningsReported = Locked(false)
