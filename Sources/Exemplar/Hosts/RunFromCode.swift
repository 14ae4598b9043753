import ExemplarCore
import Foundation

/// Runs specs from code.
///
/// ```swift
/// let summary = await Exemplar.run([cartSpec, tillSpec], options) { event in print(event) }
/// ```
///
/// Issues that Swift Testing's `#expect` and `#require` record while the specs run belong to their
/// examples; they do not fail the surrounding test. The summary states whether the run succeeded.
///
/// `options.selection` selects a subset, by name for instance. The handler receives every event, one at a time. It must
/// not record issues.
public func run(
  _ specs: [SpecNode], _ options: RunOptions = RunOptions(), fileID: String = #fileID,
  _ handler: @escaping @Sendable (RunEvent) -> Void = { _ in }
) async -> RunResult {
  let module = moduleName(ofFileID: fileID)
  return await run(specs.map { Spec(module: module, root: $0) }, options, handler)
}

/// Runs discovered specs from code; see ``discoveredSpecs()``.
///
/// - Returns: How the run ended; of several repetitions, the first that was not a success, else the
///   last. One that was canceled before the last repetition has not come to its end.
public func run(
  _ specs: [DiscoveredSpec], _ options: RunOptions = RunOptions(),
  _ handler: @escaping @Sendable (RunEvent) -> Void = { _ in }
) async -> RunResult {
  let guardian = ExitGuard()
  defer { guardian.disarm() }
  var result = await runOnce(specs, options, 1, guardian, handler)
  var repetition = 1
  while repetition < options.repetitions, !Task.isCancelled,
    result.isSuccess || !options.stopsAtFailure
  {
    repetition += 1
    let next = await runOnce(specs, options, repetition, guardian, handler)
    if result.isSuccess { result = next }
  }
  // A canceled run has not completed all repetitions.
  if result.isSuccess, repetition < options.repetitions { result.finished = false }
  return result
}

private func runOnce(
  _ specs: [DiscoveredSpec], _ options: RunOptions, _ repetition: Int, _ guardian: ExitGuard,
  _ handler: @escaping @Sendable (RunEvent) -> Void
) async -> RunResult {
  let result = Locked(RunResult(seed: options.seed ?? 0))
  await TestLibraries.handlingIssues {
    let obstacles = TestLibraries.obstacles()
    let run = await Session({ specs }, options).run(options, hostIssues: obstacles) {
      $0.repetition = repetition
      $0.isCalledByAuthor = true
    }
    guardian.observe(run)
    let summary = await IssueRouter.whileOpen(run) {
      await run { event in
        ExitGuard.endIfForked()
        // The handler of the last event may end the process.
        if case .runEnded = event, repetition == options.repetitions { guardian.disarm() }
        handler(event)
      }
    }
    result.withLock { $0 = summary }
  }
  return result.withLock { $0 }
}

/// The specs that `@Spec` and `@Example` have put into the program, in declared order.
public func discoveredSpecs() -> [DiscoveredSpec] { .discovered() }
