import ExemplarCore
import ExemplarLog
import ExemplarRows
import Foundation

/// One run from options to events: survey, plan, run.
struct Session: Sendable {
  let plan: Plan
  let run: Run
  /// Plans that leave nothing out, and nothing for a focus, where a list wants to know.
  private let wholes: (all: Plan, selected: Plan)?

  /// Creates the specs and plans them with `options`.
  ///
  /// Issues recorded meanwhile, by code that creates specs, rows or conditions, belong to no
  /// example; the run reports them at its start, and fails.
  init(
    _ specs: @Sendable () -> [Spec], _ options: RunOptions, repetition: Int = 1,
    hostIssues: [ExemplarCore.Issue] = [], adapt: (Spec) -> Spec = { $0 },
    modules: (String) -> Bool = { _ in true },
    settles: Bool = false, follow: (@Sendable (ExampleStep) -> Void)? = nil,
    nextPart: (@Sendable () async -> PlanPart?)? = nil,
    claims: String? = nil, recordRead: (@Sendable (ExampleID, RowReading) -> Void)? = nil
  ) async {
    _ = AttachmentFolder.fromEnvironment
    let held = DeferredIssues()
    let planning = AuthorStep(.planning)
    let (whole, wholes) = await DeferredIssues.$current.withValue(held) {
      defer { withExtendedLifetime(planning) {} }
      var specs = ResolvedSpecs(specs())
      if !options.checkedFiles.isEmpty {
        specs = ResolvedSpecs(await specs.specs.checking(options.checkedFiles))
      }
      specs = specs.map(adapt)
      let rows = await RowSurvey(
        specs.specs, options.selection,
        lineCount: { RowFile.lineCount(of: URL(fileURLWithPath: $0)) })
      var planOptions = PlanOptions(
        seed: options.seed ?? PlanOptions.freshSeed(), order: options.order,
        selection: options.selection, platform: options.platform, isStrict: options.isStrict,
        rerun: options.rerunFile.map(Self.ids))
      let plan = Plan(specs, planOptions, rows: rows)
      guard options.isListing, options.listsLeftOut else { return (plan, (Plan, Plan)?.none) }
      planOptions.ignoresFocus = true
      let selected = Plan(specs, planOptions, rows: rows)
      planOptions.selection = Selection()
      return (plan, (Plan(specs, planOptions, rows: rows), selected))
    }
    self.wholes = wholes.map { ($0.keeping(modules: modules), $1.keeping(modules: modules)) }
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
    if let claims {
      configuration.claimRows = { ClaimFile(of: $0, in: claims).claims(ofPart: $1) }
    }
    configuration.recordRead = recordRead
    configuration.repetition = repetition
    configuration.repetitions = options.repetitions
    run = Run(plan, configuration)
  }

  /// Emits every example of the plan without running it, including those left out on request.
  func list(_ sink: (Event) -> Void) async {
    if let wholes {
      await plan.list(allOf: wholes.all, selected: wholes.selected, sink)
    } else {
      await plan.list(sink)
    }
  }

  /// The ids in a file, a line each; none if it cannot be read.
  private static func ids(inFile path: String) -> Set<ExampleID> {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return Set(text.split(separator: "\n").map { ExampleID(text: String($0)) })
  }

  /// Waits a moment, so that assertions of tasks and threads that the last example left behind
  /// still fail the run. Later ones fail the process.
  @Sendable private static func settle() async {
    try? await Task.sleep(for: .milliseconds(50))
  }
}
