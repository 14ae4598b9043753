import ExemplarCore
import ExemplarRows
import Foundation

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
    hostIssues: [ExemplarCore.Issue] = [], adapt: (Spec) -> Spec = { $0 },
    modules: (String) -> Bool = { _ in true },
    settles: Bool = false, follow: (@Sendable (ExampleStep) -> Void)? = nil,
    nextPart: (@Sendable () async -> PlanPart?)? = nil
  ) async {
    _ = AttachmentFolder.fromEnvironment
    let held = HeldIssues()
    let whole = await HeldIssues.$current.withValue(held) {
      var specs = ResolvedSpecs(specs())
      if !options.checkedFiles.isEmpty {
        specs = ResolvedSpecs(await specs.specs.checking(options.checkedFiles))
      }
      specs = specs.map(adapt)
      let rows = await RowSurvey(
        specs.specs, options.selection,
        lineCount: { RowFile.lineCount(of: URL(fileURLWithPath: $0)) })
      return Plan(
        specs,
        PlanOptions(
          seed: options.seed ?? PlanOptions.freshSeed(), order: options.order,
          selection: options.selection, isStrict: options.isStrict),
        rows: rows)
    }
    plan = whole.keeping(modules: modules)
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
      isRecorded: { $0.isAlreadyRecorded })
    configuration.skipReason = { $0.xctestSkipReason }
    configuration.explanation = { $0.explanationOfCancel }
    if settles { configuration.settle = Self.settle }
    configuration.follow = follow
    configuration.nextPart = nextPart
    configuration.repetition = repetition
    configuration.repetitions = options.repetitions
    run = Run(plan, configuration)
  }

  /// Waits a moment: what a task or a thread that nobody waits for asserts in the last example is
  /// then still told, and fails the run. What comes later fails the process.
  @Sendable private static func settle() async {
    try? await Task.sleep(for: .milliseconds(50))
  }
}
