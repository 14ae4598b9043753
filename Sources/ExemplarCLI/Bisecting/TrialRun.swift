import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// Runs an example after or beside some others, and returns whether it failed. Nothing is built, recorded or reported.
struct TrialRun {
  let programs: [URL]
  let directory: String
  let failure: RecordedFailure
  let environment: ToolEnvironment
  /// How long specs took in earlier runs, in classes, by which several processes share them.
  let durationClasses: [ExampleID: Int]

  /// The seed with which one process runs examples in the order of the recorded run, if there is one, and several
  /// processes share them as they did.
  func seed(for ids: [ExampleID], jobs: Int) -> UInt64? {
    jobs == 1 ? failure.seed(for: ids) : failure.seed
  }

  /// - Parameters:
  ///   - others: In the order of the recorded run.
  ///   - jobs: How many processes share them; one process runs them one after another.
  ///   - folder: The location of the list of examples.
  func fails(after others: [ExampleID], jobs: Int, in folder: URL) async throws -> Bool {
    let ids = others + [failure.id]
    let seed = seed(for: ids, jobs: jobs)
    var run = try environment.options()
    (run.seed, run.order, run.jobs) = (seed ?? failure.seed, failure.order, jobs)
    (run.repetitions, run.stopsAtFailure, run.failFast, run.retries) = (1, false, nil, 0)
    run.allowsFocus = true
    run.showOutput = .never
    var worker = environment.worker
    for option in [
      .repetitions, .untilFailure, .failFast, .retries, .attachments, .report, .list,
    ] as [EnvironmentOption] {
      worker[option] = nil
    }
    worker[.order] = failure.order.rawValue
    // A selection overrides a focus; the list can be longer than a variable.
    worker[.select] = EnvironmentOption.select.value(Set(ids.map(\.spec.text)).sorted())
    worker[.rerun] = try RerunRequest(ids: Set(ids.map(\.text)), reasonIfEmpty: "").list(in: folder)
    let asked = AskedPrograms(in: directory, run)
    let programs = try await TestPrograms(programs, options: worker, by: asked)
    var classes = jobs > 1 && run.order == .random ? durationClasses : [:]
    if seed == nil {
      // No seed expresses the order, but specs of a higher class begin earlier.
      for (index, id) in ids.enumerated() where classes[id.spec] == nil {
        classes[id.spec] = ids.count - index
      }
    }
    let outcome = Locked<Outcome?>(nil)
    let merger = StreamMerger { batch in
      batch.forEach { event in
        guard case .exampleEnded(let end) = event, end.id == failure.id else { return }
        outcome.withLock { $0 = end.outcome }
      }
    }
    let result = await WorkerPool(
      PoolSettings(
        programs: programs.chosen, leftOut: programs.examplesLeftOut, directory: directory,
        run: run, jobs: jobs, durationClasses: classes, asked: asked, print: { _ in }),
      Locked(merger)
    ).run()
    if Interruption.isRequested { throw ExitStatus.interrupted }
    if let error = result.error { throw error }
    guard let outcome = outcome.withLock({ $0 }), outcome.wasExecuted || outcome.isFailure else {
      throw UsageError(
        "\(failure.id) did not run: it no longer exists, or is left out here. Run exemplar list to see why."
      )
    }
    return outcome.hasFailure
  }
}
