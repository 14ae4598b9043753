import ExemplarCore
import ExemplarLog
import ExemplarRows
import Foundation

/// One run from options to events: survey, plan, run.
struct Session: Sendable {
  let plan: Plan
  /// The issues that were recorded while the plan was made.
  private let issues: [ExemplarCore.Issue]
  /// Plans that leave nothing out, and nothing for a focus, where a list wants to know.
  private let wholes: (all: Plan, selected: Plan, unshared: Plan)?
  /// The shards of all examples, if this process has assigned them.
  let shards: ShardAssignment?

  /// Creates the specs and plans them with `options`.
  ///
  /// Issues recorded meanwhile, by code that creates specs, rows or conditions, belong to no
  /// example; the run reports them at its start, and fails.
  init(
    _ specs: @Sendable () -> [Spec], _ options: RunOptions,
    adapt: (Spec) -> Spec = { $0 }, modules: (String) -> Bool = { _ in true }
  ) async {
    _ = (AttachmentFolder.current, CompiledSources.begin)
    let held = DeferredIssues()
    let planning = AuthorStep(.planning)
    let (whole, wholes, shards) = await DeferredIssues.$current.withValue(held) {
      () -> (Plan, (Plan, Plan, Plan)?, ShardAssignment?) in
      defer { withExtendedLifetime(planning) {} }
      var specs = ResolvedSpecs(specs())
      if !options.checkedFiles.isEmpty {
        specs = ResolvedSpecs(await specs.specs.checking(options.checkedFiles))
      }
      specs = specs.map(adapt)
      let rows = await RowSurvey(
        specs.specs, options.selection,
        lineCount: { RowFile.lineCount(of: URL(fileURLWithPath: MovedPackage.here($0))) })
      var planOptions = PlanOptions(
        seed: options.seed ?? PlanOptions.freshSeed(), order: options.order,
        selection: options.selection, platform: options.platform, isStrict: options.isStrict,
        rerun: options.rerunIDs ?? options.rerunFile.map(Self.ids))
      planOptions.first = options.firstFile.map(Self.ids) ?? []
      do { planOptions.quarantine = try QuarantineList(file: options.quarantineFile) } catch {
        _ = held.hold(ExemplarCore.Issue("\(error)", at: (error as? UsageError)?.place))
      }
      let unshared = Plan(specs, planOptions, rows: rows)
      var plan = unshared
      let shards = await Self.shards(of: unshared, options, held)
      planOptions.share = Self.share(of: unshared, options, shards, held)
      if planOptions.share != nil { plan = Plan(specs, planOptions, rows: rows) }
      guard options.listsLeftOut else { return (plan, nil, shards) }
      planOptions.share = nil
      planOptions.ignoresFocus = true
      let selected = Plan(specs, planOptions, rows: rows)
      planOptions.selection = Selection()
      return (plan, (Plan(specs, planOptions, rows: rows), selected, unshared), shards)
    }
    self.wholes = wholes.map {
      ($0.keeping(modules: modules), $1.keeping(modules: modules), $2.keeping(modules: modules))
    }
    self.shards = shards
    plan = whole.keeping(modules: modules)
    issues = held.close().map { issue in
      var issue = issue
      issue.phase = .planning
      return issue
    }
  }

  /// The run of the plan, which reports `hostIssues` at its start.
  func run(
    _ options: RunOptions, hostIssues: [ExemplarCore.Issue],
    configure: (inout RunConfiguration) -> Void = { _ in }
  ) -> Run {
    var configuration = RunConfiguration(
      width: options.jobs ?? ProcessInfo.processInfo.activeProcessorCount,
      retries: options.retries, failFast: options.failFast,
      timeLimit: options.timeLimit.flatMap { $0 > .zero ? $0.bounded : nil },
      allowsFocus: options.allowsFocus,
      hostIssues: hostIssues
        + options.problems.map { ExemplarCore.Issue($0, phase: .planning) } + issues)
    configuration.environment = .withFoundation
    configuration.meaning = { $0.meaning }
    configuration.isKnown = TestingIssues.isKnown
    configuration.repetitions = options.repetitions
    configuration.failedBefore = options.rerunIDs ?? []
    configure(&configuration)
    return Run(plan, configuration)
  }

  /// Emits every example of the plan without running it, including those left out on request.
  func list(_ sink: (Event) -> Void) async {
    if let wholes {
      await plan.list(
        allOf: wholes.all, selected: wholes.selected, unshared: wholes.unshared, sink)
    } else {
      await plan.list(sink)
    }
  }

  /// Divides the plan, and emits every example with its shard. Throws if the shares cannot be written, or the durations
  /// cannot be read. A plan with nothing to run has no shares, and fails in each shard.
  func list(_ division: PlanDivision, _ sink: (Event) -> Void) async throws {
    if plan.nothingToRun == nil {
      var durations = RecordedDurations()
      for file in division.durations { try durations.add(logAt: file) }
      let shards = await ShardAssignment(plan, count: division.count, durations: durations)
      try FileTarget(division.file).write(shards.lines)
      for example in shards.examples { sink(.exampleListed(example)) }
    }
    plan.endList(sink)
  }

  /// The ids in a file, a line each; none if it cannot be read.
  private static func ids(inFile path: String) -> Set<ExampleID> {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return Set(ExampleLine.all(in: text).map(\.id))
  }

  /// The shards of all examples of a plan, if one of them is asked for. A plan with nothing to run has nothing for any
  /// shard, and fails in each.
  private static func shards(
    of plan: Plan, _ options: RunOptions, _ issues: DeferredIssues
  ) async -> ShardAssignment? {
    guard plan.nothingToRun == nil, let shard = options.shard else { return nil }
    let durations = durations(in: options.durationFiles, issues)
    return await ShardAssignment(plan, count: shard.count, durations: durations)
  }

  /// The share of the shard, which this process or the tool has assigned; `nil` without shards.
  private static func share(
    of plan: Plan, _ options: RunOptions, _ shards: ShardAssignment?, _ issues: DeferredIssues
  ) -> ShardShare? {
    do {
      if let shards, let shard = options.shard { return ShardShare(shards.text(of: shard.number)) }
      guard plan.nothingToRun == nil, let file = options.shareFile else { return nil }
      let share = ShardShare(try String(contentsOfFile: file, encoding: .utf8))
      if share.plan != plan.sum {
        _ = issues.hold(
          ExemplarCore.Issue(
            "The process that assigned the examples to shards planned others, so some may not run in any shard. Plans "
              + "must not depend on the process."))
      }
      return share
    } catch {
      _ = issues.hold(ExemplarCore.Issue("The examples of the shard are not known: \(error)"))
      return ShardShare("")
    }
  }

  /// The durations in records of earlier runs. One that cannot be read is an issue of the run: other shards would
  /// divide the plan otherwise.
  private static func durations(
    in files: [String], _ issues: DeferredIssues
  ) -> RecordedDurations {
    var durations = RecordedDurations()
    for file in files {
      do { try durations.add(logAt: file) } catch {
        _ = issues.hold(ExemplarCore.Issue("The durations of the shards cannot be read: \(error)"))
      }
    }
    return durations
  }

  /// Waits a moment, so that assertions of tasks and threads that the last example left behind
  /// still fail the run. Later ones fail the process.
  @Sendable static func settle() async {
    try? await Task.sleep(for: .milliseconds(50))
  }
}
