import ExemplarCore
import Foundation
import Testing

/// One run from options to events: survey, plan, run.
struct Session: Sendable {
  let plan: Plan
  let run: Run

  /// Makes the specs and plans them as `options` say.
  ///
  /// What is recorded meanwhile, by code that makes specs, rows or conditions, belongs to no example;
  /// the run tells it at its start, and fails by it.
  init(
    _ specs: @Sendable () -> [Spec], _ options: RunOptions, repetition: Int = 1,
    hostIssues: [ExemplarCore.Issue] = []
  ) async {
    let held = HeldIssues()
    plan = await HeldIssues.$current.withValue(held) {
      let specs = ResolvedSpecs(specs())
      let rows = await RowSurvey(specs.specs, options.selection)
      return Plan(
        specs,
        PlanOptions(
          seed: options.seed ?? PlanOptions.freshSeed(), order: options.order,
          selection: options.selection, isStrict: options.isStrict),
        rows: rows)
    }
    var configuration = RunConfiguration(
      width: options.jobs ?? ProcessInfo.processInfo.activeProcessorCount,
      retries: options.retries, failFast: options.failFast, timeLimit: options.timeLimit,
      allowsFocus: options.allowsFocus,
      hostIssues: hostIssues
        + held.close().map { issue in
          var issue = issue
          issue.phase = .planning
          return issue
        },
      // `#require` records an issue and then throws this.
      isRecorded: { $0 is ExpectationFailedError })
    configuration.repetition = repetition
    configuration.repetitions = options.repetitions
    run = Run(plan, configuration)
  }
}
