import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// Runs an example after or beside some others, and returns whether it failed. Nothing is built, recorded or reported.
struct TrialRun {
  /// The tests that are not examples, and the programs with specs.
  let others: ForeignTestRun
  let directory: String
  let failure: RecordedFailure
  let environment: ToolEnvironment
  /// How long specs took in earlier runs, in classes, by which several processes share them.
  let durationClasses: [ExampleID: Int]

  /// The failing test, if it is not an example.
  private var test: ForeignTest? { others.test(at: failure.id) }

  init(
    others: ForeignTestRun, directory: String, failure: RecordedFailure,
    environment: ToolEnvironment, durationClasses: [ExampleID: Int]
  ) {
    var failure = failure
    // Tests and specs have processes of their own, and each library of tests has.
    let test = others.test(at: failure.id)
    failure.remove { others.test(at: $0)?.library != test?.library }
    (self.others, self.directory, self.failure) = (others, directory, failure)
    (self.environment, self.durationClasses) = (environment, durationClasses)
  }

  /// The line that runs examples again in the order of the trial, and whether there is none that does so exactly.
  func line(_ ids: [ExampleID], jobs: Int, _ invocation: Invocation) -> String {
    if test != nil { return invocation.rerun(ids, seed: nil) }
    let seed = seed(for: ids, jobs: jobs)
    let line = invocation.rerun(
      ids, seed: seed ?? failure.seed, order: failure.order, jobs: jobs)
    return seed == nil ? line + "\n  (No seed was found that gives exactly this order.)" : line
  }

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
    let outcome = Locked<Outcome?>(nil)
    let record: @Sendable (Event) -> Void = { [failure] event in
      guard case .exampleEnded(let end) = event, end.id == failure.id else { return }
      outcome.withLock { $0 = end.outcome }
    }
    if test != nil {
      _ = try await self.others.rerunning(Set(ids)).run(
        .init(options: environment.options(), jobs: jobs) { event, _ in record(event) })
    } else {
      try await run(ids, jobs: jobs, in: folder, record)
    }
    if Interruption.isRequested { throw ExitStatus.interrupted }
    guard let outcome = outcome.withLock({ $0 }), outcome.wasExecuted || outcome.isFailure else {
      throw UsageError(
        "\(failure.id) did not run: it no longer exists, or is left out here. Run exemplar list to see why."
      )
    }
    return outcome.hasFailure
  }

  /// Runs examples of specs.
  private func run(
    _ ids: [ExampleID], jobs: Int, in folder: URL, _ record: @escaping @Sendable (Event) -> Void
  ) async throws {
    let seed = seed(for: ids, jobs: jobs)
    var run = try environment.options()
    (run.seed, run.order, run.jobs) = (seed ?? failure.seed, failure.order, jobs)
    (run.repetitions, run.stopsAtFailure, run.failFast, run.retries) = (1, false, nil, 0)
    run.allowsFocus = true
    run.showOutput = .never
    var worker = environment.workerOfTrial
    worker[.order] = failure.order.rawValue
    // A selection overrides a focus; the list can be longer than a variable.
    worker[.select] = EnvironmentOption.select.value(Set(ids.map(\.spec.text)).sorted())
    worker[.rerun] = try RerunRequest(ids: Set(ids.map(\.text)), reasonIfEmpty: "").list(in: folder)
    let asked = AskedPrograms(in: directory, run)
    let programs = try await TestPrograms(others.programsOfSpecs, options: worker, by: asked)
    var classes = jobs > 1 && run.order == .random ? durationClasses : [:]
    if seed == nil {
      // No seed expresses the order, but specs of a higher class begin earlier.
      for (index, id) in ids.enumerated() where classes[id.spec] == nil {
        classes[id.spec] = ids.count - index
      }
    }
    let merger = StreamMerger { $0.forEach(record) }
    let result = await WorkerPool(
      PoolSettings(
        programs: programs.chosen, leftOut: programs.examplesLeftOut, directory: directory,
        run: run, jobs: jobs, durationClasses: classes, asked: asked, print: { _ in }),
      Locked(merger)
    ).run()
    if let error = result.error, !Interruption.isRequested { throw error }
  }
}
