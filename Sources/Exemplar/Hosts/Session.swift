import ExemplarCore
import Foundation
import Testing

/// One run from options to events: survey, plan, run.
struct Session: Sendable {
  let plan: Plan
  let run: Run

  /// Plans `specs` as `options` say.
  init(_ specs: [Spec], _ options: RunOptions, hostIssues: [ExemplarCore.Issue] = []) async {
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
        allowsFocus: options.allowsFocus, hostIssues: hostIssues,
        // `#require` records an issue and then throws this.
        isRecorded: { $0 is ExpectationFailedError }))
  }
}
