import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

/// The shares of a plan that several machines run.
struct ShardTests {
  private static let module = "Shop"

  // MARK: Each example belongs to one shard

  private struct Unreadable: Error {}

  /// A spec with anything in it.
  private static func group(
    _ name: String, depth: Int = 0, _ random: inout SeededGenerator
  ) -> SpecNode {
    var nodes: [SpecNode] = []
    for index in 0..<Int.random(in: 1...4, using: &random) {
      let count = Int.random(in: 0...9, using: &random)
      let name = "\(index)"
      switch Int.random(in: 0..<10, using: &random) {
      case 0: nodes.append(it(name, .skipped("not now")) {})
      case 1: nodes.append(pending(name))
      case 2, 3:
        nodes.append(outline(name, over: 0..<count, named: { "row \($0)" }) { _ in })
      case 4: nodes.append(outline(name, over: 0..<count, named: { "\($0 / 2)" }) { _ in })
      case 5:
        nodes.append(
          outline(
            name,
            over: {
              if count > 5 { throw Unreadable() }
              return 0..<count
            }
          ) { (_: Int) in })
      case 6,
        7 where depth < 3:
        nodes.append(group(name, depth: depth + 1, &random))
      default: nodes.append(it(name) { if count > 8 { throw Unreadable() } })
      }
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: nodes.append(beforeAll {})
    case 1: nodes.append(afterAll {})
    default: break
    }
    let traits: [any ExampleTrait] =
      switch Int.random(in: 0..<8, using: &random) {
      case 0: [.ordered]
      case 1: [.sharedInstance]
      case 2: [.parallel]
      default: []
      }
    return SpecNode(
      name, at: Place(path: "Shop.swift", line: 1), traits: traits, content: .group(nodes))
  }

  private static func specs(_ random: inout SeededGenerator) -> [Spec] {
    (0..<Int.random(in: 1...4, using: &random)).map {
      Spec(module: module, root: group("spec \($0)", &random))
    }
  }

  private static func list(_ plan: Plan) async -> [ExampleID] {
    var ids: [ExampleID] = []
    await plan.list { event in
      if case .exampleListed(let listed) = event { ids.append(listed.id) }
    }
    return ids
  }

  /// Durations of some examples, of which some are impossible.
  private static func someDurations(
    _ ids: [ExampleID], _ random: inout SeededGenerator
  ) -> RecordedDurations {
    var durations = RecordedDurations()
    let odd = [0, -1, .nan, .infinity, -.infinity, 1e300, .leastNonzeroMagnitude]
    for id in ids where Int.random(in: 0..<4, using: &random) > 0 {
      let isOdd = Int.random(in: 0..<5, using: &random) == 0
      let duration =
        isOdd ? odd.randomElement(using: &random)! : Double.random(in: 0...10, using: &random)
      durations.record(duration, of: id)
      if let group = id.parent {
        durations.record(Double.random(in: 0...5, using: &random), ofHooksOf: group)
      }
    }
    durations.record(1, of: ExampleID(["Shop", "deleted"]))
    return durations
  }

  /// The union of all shards is the plan, in its order, and no two have an example in common.
  @Test(arguments: 0..<400)
  func everyExampleBelongsToOneShard(seed: Int) async {
    var random = SeededGenerator(seed: UInt64(seed))
    let specs = Self.specs(&random)
    var options = PlanOptions(seed: UInt64.random(in: 0...9, using: &random))
    if Bool.random(using: &random) { options.selection = Selection(selectors: ["*1*"]) }
    let rows = await RowSurvey(specs, options.selection)
    let plan = Plan(specs, options, rows: rows)
    if plan.nothingToRun != nil { return }
    let all = await Self.list(plan)
    let count = Int.random(in: 1...7, using: &random)
    let durations =
      Bool.random(using: &random) ? RecordedDurations() : Self.someDurations(all, &random)
    let shards = await ShardAssignment(plan, count: count, durations: durations)
    expect(shards.examples.map(\.id), equals: all)
    #expect(shards.examples.allSatisfy { 1...count ~= $0.shard ?? 0 })
    for number in 1...count {
      // A process of the tool reads its share from a file.
      options.share = ShardShare(shards.text(of: number))
      let listed = await Self.list(Plan(specs, options, rows: rows))
      expect(listed, equals: shards.examples.filter { $0.shard == number }.map(\.id))
    }
  }

  /// A queue hands out units: the lines of any of them are the share of a process that lists exactly their examples.
  @Test(arguments: 0..<200)
  func unitsInAnyBatchesAreThePlan(seed: Int) async {
    var random = SeededGenerator(seed: UInt64(500 + seed))
    let specs = Self.specs(&random)
    var options = PlanOptions(seed: UInt64.random(in: 0...9, using: &random))
    let rows = await RowSurvey(specs, options.selection)
    let plan = Plan(specs, options, rows: rows)
    if plan.nothingToRun != nil { return }
    let units = await ShardAssignment(plan, count: nil)
    expect(units.examples.map(\.id), equals: await Self.list(plan))
    let shares = PlanShares(units.lines)
    let count = units.examples.compactMap(\.shard).max() ?? 0
    let batches = (0...count).map { $0 == 0 ? 0 : Int.random(in: 1...3, using: &random) }
    for batch in 1...3 {
      options.share = ShardShare(
        shares.text(of: batches.indices.filter { $0 > 0 && batches[$0] == batch }))
      let listed = await Self.list(Plan(specs, options, rows: rows))
      expect(listed, equals: units.examples.filter { batches[$0.shard ?? 0] == batch }.map(\.id))
    }
  }

  /// The outcomes of all shards are those of the whole run.
  @Test(arguments: 0..<60)
  func allShardsHaveTheOutcomesOfTheRun(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(1_000 + seed))
    let specs = Self.specs(&random)
    let count = Int.random(in: 2...4, using: &random)
    func outcomes(_ shard: Shard?) async -> [String] {
      let trace = await Trace { report in
        await Exemplar.run(specs, .plain { $0.shard = shard }, report)
      }
      #expect(trace.summary.finished && trace.summary.nothingRan == nil)
      return trace.ended.map { "\($0.id): \($0.outcome)" }
    }
    let whole = await outcomes(nil)
    var parts: [String] = []
    for number in 1...count { parts += try await outcomes(Shard(number, of: count)) }
    expect(parts.sorted(), equals: whole.sorted())
  }

  /// Rows that are others when they run are in no shard, and no shard is green without them.
  @Test func rowsThatChangeFailTheRun() async throws {
    var failures: [String] = []
    for number in 1...2 {
      let reads = Counter()
      let spec = describe("A till") {
        outline("counts", over: { 0..<(reads.next() == 1 ? 20 : 21) }, named: { "row \($0)" }) {
          (_: Int) in
        }
      }
      let options = try RunOptions.plain { $0.shard = try Shard(number, of: 2) }
      let trace = await traced(spec, options: options)
      if !trace.summary.isSuccess { failures += trace.issues.map(\.message) }
    }
    expect(
      failures,
      equals: [
        "The rows of A till › counts are others than those that were listed for the shards, so some may not have run "
          + "in any. Rows must not depend on the process."
      ])
  }

  /// A process of the tool that plans others than the one that listed the examples.
  @Test func aPlanThatChangesFailsTheRun() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/share"
    func spec(_ names: [String]) -> SpecNode {
      describe("A till") { for name in names { it(name) {} } }
    }
    func run(_ names: [String]) async -> RunResult {
      var options = RunOptions.plain()
      options.shareFile = file
      return await Exemplar.run([spec(names)], options)
    }
    let plan = Plan(
      [Spec(module: "AcceptanceTests", root: spec(["opens", "closes"]))], PlanOptions(seed: 1))
    try await Data(ShardAssignment(plan, count: 1).text(of: 1).utf8).write(
      to: URL(fileURLWithPath: file))
    #expect(await run(["opens", "closes"]).isSuccess)
    await expect(run(["opens", "closes", "jams"]).runFailures, equals: 1)
    await expect(run(["opens"]).runFailures, equals: 1)
    try FileManager.default.removeItem(atPath: file)
    await expect(run(["opens"]).runFailures, equals: 1)
  }

  // MARK: What stays together

  private static func assigned(
    _ nodes: [SpecNode], count: Int, _ durations: RecordedDurations = RecordedDurations()
  ) async -> [ExampleListed] {
    let specs = nodes.map { Spec(module: module, root: $0) }
    let plan = Plan(specs, PlanOptions(seed: 1, order: .defined))
    return await ShardAssignment(plan, count: count, durations: durations).examples
  }

  private static func server(_ traits: any ExampleTrait...) -> SpecNode {
    var server = describe("A server") {
      beforeAll {}
      outline("answers", over: 0..<60) { _ in }
    }
    server.traits = traits
    return server
  }
  private static let others = describe("Others") { outline("work", over: 0..<40) { _ in } }

  private static func durations(
    setUp: Double, example: Double = 1, of examples: [ExampleListed]
  ) -> RecordedDurations {
    var durations = RecordedDurations()
    for listed in examples { durations.record(example, of: listed.id) }
    durations.record(setUp, ofHooksOf: ExampleID([module, "A server"]))
    return durations
  }

  /// A group with a set-up of 60 of 100 seconds is divided among two shards, unless that costs more than it saves.
  @Test(arguments: [(0.0, true), (5, true), (40, false)])
  func aGroupIsDividedIfThatSavesTime(setUp: Double, isDivided: Bool) async {
    let specs = [Self.server(), Self.others]
    let unknown = await Self.assigned(specs, count: 2)
    let shards = await Self.assigned(
      specs, count: 2, Self.durations(setUp: setUp, of: unknown))
    expect(Set(shards.prefix(60).map(\.shard)).count == 2, equals: isDivided)
    // Without durations, nothing is known about what it costs.
    expect(Set(unknown.prefix(60).map(\.shard)).count, equals: 1)
  }

  @Test func aGroupWithHooksAroundAllExamplesStaysTogether() async {
    let specs = [
      describe("A server") {
        aroundAll { try await $0() }
        outline("answers", over: 0..<60) { _ in }
      }, Self.others,
    ]
    let shards = await Self.assigned(specs, count: 4)
    expect(Set(shards.prefix(60).map(\.shard)).count, equals: 1)
  }

  /// Examples in an order, or with an instance in common, depend on each other.
  @Test func orderedExamplesAreNeverDivided() async {
    for trait in [PropertyTrait.ordered, .sharedInstance] {
      let specs = [Self.server(trait), Self.others]
      let unknown = await Self.assigned(specs, count: 4)
      let shards = await Self.assigned(specs, count: 4, Self.durations(setUp: 0, of: unknown))
      expect(Set(shards.prefix(60).map(\.shard)).count, equals: 1)
    }
  }

  // MARK: Balance

  /// Most examples are short and few are long, as in real suites.
  @Test(arguments: 0..<50)
  func shardsTakeAboutAsLong(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 2...16, using: &random)
    let ids = (0..<count * 20).map { ExampleID([Self.module, "spec", "\($0)"]) }
    var durations = RecordedDurations()
    var seconds: [ExampleID: Double] = [:]
    for id in ids {
      // A Pareto distribution in which a fifth of the examples takes four fifths of the time.
      let duration = 0.01 * pow(Double.random(in: 0.0001...1, using: &random), -1 / 1.16)
      seconds[id] = duration
      durations.record(duration, of: id)
    }
    let shards = ShardAssignment(ids, count: count, durations: durations).examples
    var loads: [Int: Double] = [:]
    for listed in shards { loads[listed.shard!, default: 0] += seconds[listed.id]! }
    let ideal = max(
      seconds.values.reduce(0, +) / Double(count), seconds.values.max()!)
    #expect(loads.values.max()! <= 1.15 * ideal, "\(loads) \(ideal)")
  }

  /// Groups with a set-up are divided until the shards are balanced.
  @Test(arguments: 0..<30)
  func shardsOfGroupsTakeAboutAsLong(seed: Int) async {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 2...6, using: &random)
    let nodes = (0..<count + 1).map { number in
      describe("spec \(number)") {
        beforeAll {}
        outline("works", over: 0..<40) { _ in }
      }
    }
    var durations = RecordedDurations()
    var seconds: [ExampleID: Double] = [:]
    for listed in await Self.assigned(nodes, count: count) {
      seconds[listed.id] = Double.random(in: 0.5...1.5, using: &random)
      durations.record(seconds[listed.id]!, of: listed.id)
    }
    for node in nodes { durations.record(0.1, ofHooksOf: ExampleID([Self.module, node.name])) }
    var loads: [Int: Double] = [:]
    for listed in await Self.assigned(nodes, count: count, durations) {
      loads[listed.shard!, default: 0] += seconds[listed.id]!
    }
    let ideal = seconds.values.reduce(0, +) / Double(count)
    #expect(loads.values.max()! <= 1.15 * ideal, "\(loads) \(ideal)")
  }

  /// The median of the runs in which something is known, which may be shards of one.
  @Test func durationsAreMedians() {
    let ids = ["a", "b", "c", "new"].map { ExampleID([Self.module, "spec", $0]) }
    let spec = ids[0].spec
    var durations = RecordedDurations()
    for (a, hooks, start) in [(1.0, 1.0, 0.5), (9, 2, 0.25), (2, 4, 4)] {
      durations.beginRun()
      durations.record(a, of: ids[0])
      durations.record(hooks, ofHooksOf: spec)
      durations.record(hooks, ofHooksOf: spec)
      durations.record(start, ofStartOf: spec)
      durations.record(start: start * 10, width: a)
    }
    durations.beginRun()
    durations.record(5, of: ids[1])
    durations.record(3, of: ids[2])
    durations.record(.nan, of: ids[0])
    expect(durations.weights(of: ids), equals: [2, 5, 3, 3])
    expect(durations.setUps(around: ids), equals: 4.5)
    // Another spec begins as long as they do in the middle.
    expect(durations.setUps(around: [ExampleID([Self.module, "other", "a"])]), equals: 0.5)
    #expect(durations.run == (5, 2))
  }

  /// The beginning of a spec is paid in each shard with some of it.
  @Test(arguments: [(0.0, 8), (0.3, 4)])
  func aSpecIsDividedUnlessItsBeginningTakesLonger(start: Double, parts: Int) async {
    let specs = (0..<4).map { spec in
      describe("spec \(spec)") { outline("works", over: 0..<10) { _ in } }
    }
    var durations = RecordedDurations()
    for listed in await Self.assigned(specs, count: 2) {
      durations.record(0.01, of: listed.id)
      durations.record(start, ofStartOf: listed.id.spec)
    }
    let shards = await Self.assigned(specs, count: 2, durations)
    expect(Set(shards.map { "\($0.id.spec) \($0.shard ?? 0)" }).count, equals: parts)
  }

  /// Without durations, a new example moves no other one.
  @Test func aNewExampleMovesNoOther() {
    let ids = (0..<200).map { ExampleID([Self.module, "spec", "\($0)"]) }
    func shards(_ ids: [ExampleID]) -> [ExampleID: Int?] {
      let examples = ShardAssignment(ids, count: 5).examples
      return Dictionary(uniqueKeysWithValues: examples.map { ($0.id, $0.shard) })
    }
    let before = shards(ids)
    let after = shards([ExampleID([Self.module, "spec", "new"])] + ids.reversed())
    #expect(before.allSatisfy { after[$0.key] == $0.value })
    expect(Set(before.values).count, equals: 5)
  }

  // MARK: Empty shards

  @Test func anEmptyShardPassesAndAnEmptyPlanFails() async throws {
    let spec = describe("A till") { it("opens") {} }
    var results: [RunResult] = []
    for number in 1...3 {
      var options = RunOptions.plain()
      options.shard = try Shard(number, of: 3)
      results.append(await Exemplar.run([spec], options))
      options.selection.selectors = ["missing"]
      let empty = await Exemplar.run([spec], options)
      #expect(empty.nothingRan != nil && !empty.isSuccess)
    }
    #expect(results.allSatisfy { $0.isSuccess })
    expect(results.map(\.executed).sorted(), equals: [0, 0, 1])
  }

  /// A focus leaves out the rest of the whole plan, and then the shards of it.
  @Test func aFocusAppliesBeforeShards() async throws {
    let spec = describe("A till") {
      fit("opens") {}
      outline("counts", over: 0..<20) { _ in }
    }
    var executed = 0
    for number in 1...3 {
      var options = RunOptions.plain()
      options.shard = try Shard(number, of: 3)
      executed += await Exemplar.run([spec], options).executed
    }
    expect(executed, equals: 1)
  }

  // MARK: Numbers of shards

  /// The variables of CI systems, and the shard that they state.
  @Test(arguments: [
    ("2/4", [:], "2/4"), ("1/1", [:], "1/1"),
    ("auto", ["GITLAB_CI": "true", "CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"], "2/4"),
    ("auto", ["CIRRUS_CI": "true", "CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"], "3/4"),
    ("auto", ["HEROKU_TEST_RUN_ID": "x", "CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "4"], "1/4"),
    ("auto", ["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "3"], "1/3"),
    ("auto", ["BUILDKITE_PARALLEL_JOB": "4", "BUILDKITE_PARALLEL_JOB_COUNT": "5"], "5/5"),
    ("auto", ["SEMAPHORE_JOB_INDEX": "1", "SEMAPHORE_JOB_COUNT": "5"], "1/5"),
    ("auto", ["BITBUCKET_PARALLEL_STEP": "0", "BITBUCKET_PARALLEL_STEP_COUNT": "2"], "1/2"),
    ("auto/8", ["JOB_COMPLETION_INDEX": "7"], "8/8"),
    ("auto/4", ["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "4"], "1/4"),
    ("auto", ["SLURM_PROCID": "3", "SLURM_NTASKS": "4"], "4/4"),
    (
      "auto",
      [
        "SLURM_ARRAY_TASK_ID": "30", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_STEP": "10",
        "SLURM_ARRAY_TASK_COUNT": "4",
      ], "3/4"
    ),
    // Slurm sets the number of the task for the script itself, and the count if --ntasks is given.
    (
      "auto",
      [
        "SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "4",
        "SLURM_PROCID": "0",
      ], "2/4"
    ),
    (
      "auto",
      [
        "SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "4",
        "SLURM_PROCID": "0", "SLURM_NTASKS": "1",
      ], "2/4"
    ),
  ])
  func theShardIsKnown(text: String, environment: [String: String], shard: String) throws {
    var environment = environment
    environment["EXEMPLAR_SHARD"] = text
    try expect(RunOptions(environment: environment).shard?.text, equals: shard)
  }

  @Test(arguments: [
    ("0/4", [:], "There is no shard 0 of 4: the first is 1."),
    ("-1/4", [:], "There is no shard -1 of 4: the first is 1."),
    ("5/4", [:], "There is no shard 5 of 4: the last is 4."),
    ("1/0", [:], "There is no shard 1 of 0: the first is 1."),
    ("2", [:], "A shard is its number, from 1, and their count, such as 2/4, or auto."),
    ("2/", [:], "A shard is its number"), ("2/4/1", [:], "A shard is its number"),
    ("a/4", [:], "A shard is its number"), ("auto/x", [:], "A shard is its number"),
    (
      "auto", [:],
      "No CI system states the number of a parallel job here. Run parallel jobs (with GitHub Actions, pass the numbers "
        + "of a matrix), or write the shard, such as 2/4."
    ),
    ("auto", ["CI": "true", "GITHUB_ACTIONS": "true"], "No CI system states"),
    ("auto", ["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "4"], "No CI system states"),
    (
      "auto", ["GITLAB_CI": "1", "CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "4"],
      "There is no shard 0 of 4: the first is 1. CI_NODE_INDEX of GitLab states it."
    ),
    (
      "auto", ["CIRCLE_NODE_INDEX": "4", "CIRCLE_NODE_TOTAL": "4"],
      "There is no shard 5 of 4: the last is 4. CIRCLE_NODE_INDEX of CircleCI states it."
    ),
    (
      "auto", ["CIRCLE_NODE_INDEX": "x", "CIRCLE_NODE_TOTAL": "4"],
      "CIRCLE_NODE_INDEX of CircleCI should be a number; found “x”. State the shard, such as 2/4."
    ),
    (
      "auto", ["CIRCLE_NODE_INDEX": "1"],
      "CIRCLE_NODE_TOTAL of CircleCI should be a number; found no value."
    ),
    (
      "auto/5", ["CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "4"],
      "CIRCLE_NODE_TOTAL of CircleCI is 4, but auto/5 was asked for. Write auto."
    ),
    (
      "auto", ["JOB_COMPLETION_INDEX": "1"],
      "Kubernetes does not state how many jobs there are. Add their count, as in auto/4."
    ),
    (
      "auto",
      [
        "CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "4", "SEMAPHORE_JOB_INDEX": "1",
        "SEMAPHORE_JOB_COUNT": "4",
      ],
      "CircleCI states the shard 2/4, and Semaphore 1/4. Write the one that is meant."
    ),
    (
      "auto",
      [
        "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_STEP": "2",
        "SLURM_ARRAY_TASK_COUNT": "4",
      ],
      "The tasks of the Slurm array are not evenly spaced. Write --array=1-COUNT, or state the shard."
    ),
    (
      "auto",
      [
        "SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "4",
        "SLURM_PROCID": "1", "SLURM_NTASKS": "2",
      ], "Slurm states the shard 2/4, and Slurm 2/2. Write the one that is meant."
    ),
  ])
  func aWrongShardIsExplained(text: String, environment: [String: String], reason: String) {
    var environment = environment
    environment["EXEMPLAR_SHARD"] = text
    let error = #expect(throws: UsageError.self) { try RunOptions(environment: environment) }
    let message = error?.message ?? ""
    let beginning =
      text.hasPrefix("auto")
      ? "EXEMPLAR_SHARD is \(text)."
      : "EXEMPLAR_SHARD must be a shard such as 2/4, or auto; found “\(text)”."
    #expect(message.hasPrefix("\(beginning) \(reason)"), "\(message)")
  }
}
