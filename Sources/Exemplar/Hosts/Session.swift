import ExemplarCore
import Foundation

/// One run from options to events: survey, plan, run.
struct Session: Sendable {
  let plan: Plan
  let run: Run

  /// Plans `specs` as `options` say.
  init(
    _ specs: [Spec], _ options: RunOptions,
    isRecorded: @escaping @Sendable (any Error) -> Bool
  ) async {
    let rows = await RowSurvey(specs, options.selection)
    plan = Plan(
      specs,
      PlanOptions(
        seed: options.seed ?? PlanOptions.freshSeed(), order: options.order,
        selection: options.selection),
      rows: rows)
    run = Run(
      plan,
      RunConfiguration(
        width: options.jobs ?? ProcessInfo.processInfo.activeProcessorCount,
        retries: options.retries, failFast: options.failFast, timeLimit: options.timeLimit,
        isRecorded: isRecorded))
  }
}
