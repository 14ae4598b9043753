import ArgumentParser
import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// `exemplar shards`: how many shards a run needs, so that each takes a given time.
struct ShardsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shards",
    abstract: "Prints how many shards are needed, so that each takes at most a given time.",
    discussion: """
      The tests are built and listed, and nothing runs. The durations are those of --durations, or of the last runs here; \
      tests without one count as the median. A PATH is one of exemplar test. Options after -- go to swift build.
      """)

  @OptionGroup var selection: SelectionArguments

  @Option(
    help: ArgumentHelp(
      "How long a shard may take from its start to its end, such as 2min.", valueName: "duration"))
  var target: String

  @Flag(help: "Prints the numbers of the shards as a list in JSON, for a matrix.")
  var json = false

  @OptionGroup var given: OptionArguments<ShardsOptions>

  /// The options that determine which examples run, and how long they took.
  enum ShardsOptions: OptionSubset {
    static let options: [EnvironmentOption] = [
      .filter, .skip, .tag, .specs, .durations, .platform, .timeout, .planningTimeout,
    ]
  }

  func validate() throws {
    guard Duration(text: target) != nil else {
      throw ValidationError(
        "--target must be a duration such as 90s or 2min; found “\(target)”.")
    }
    try checkingUsage { _ = try given.environment(for: selection).options() }
  }

  func run() async throws {
    Interruption.watch()
    let package = selection.package
    let environment = try given.environment(for: selection)
    let options = try environment.options()
    let paths =
      options.durationFiles.isEmpty
      ? RunFolder.folders(in: package.records).suffix(Self.lastRuns).flatMap(RunFolder.logs)
        .map(\.path) : options.durationFiles
    var durations = RecordedDurations()
    for path in paths {
      // A run of the package itself may have been killed.
      do { try durations.add(logAt: path) } catch  where options.durationFiles.isEmpty {}
    }
    if durations.isEmpty {
      throw UsageError(
        "No durations are known. Name records of earlier runs with --durations, or run exemplar test first."
      )
    }
    let seconds = (Duration(text: target) ?? .zero).seconds
    if durations.run.start >= seconds {
      throw UsageError(
        "No number of shards takes \(seconds.formattedSeconds): in the recorded runs, everything besides tests took "
          + "\(durations.run.start.formattedSeconds), as each shard will. Give a longer --target.")
    }
    let asked = AskedPrograms(in: package.path, options)
    throw try await asked.asking { [durations] () -> ExitStatus in
      let products = try await package.build(Terminal(), isSilent: true).products()
      let others = try await ForeignTestRun.listing(
        products, in: package.path, options, specsOnly: options.leavesOutTests)
      let programs = try await TestPrograms(
        others.programsOfSpecs, options: environment.worker, foreign: others.besideSpecs, by: asked)
      let plan = try await ShardCount.least(
        for: seconds, durations, in: programs.isMissingSomething ? [] : programs.chosen,
        programs.isMissingSomething ? [] : others.tests, paths, by: asked)
      guard let plan else {
        Terminal.error("No test was found or selected, so there is nothing to divide.")
        return .nothingRan
      }
      let count = plan.count
      Terminal().print(
        report: (json ? "[\((1...count).map(String.init).joined(separator: ","))]" : "\(count)")
          + "\n")
      Terminal.write(plan.text(for: seconds) + "\n", toError: true)
      return .fine
    }
  }

  /// How many of the last runs of the package count if none are named.
  private static let lastRuns = 10
}

/// A number of shards, and how long the longest of them takes.
struct ShardCount {
  let count: Int
  /// How many seconds the longest shard takes, and how many of these are no examples.
  private let longest, start: Double

  /// The least number of shards with which each takes at most so many seconds, or with which the longest is shortest;
  /// `nil` if nothing runs.
  static func least(
    for seconds: Double, _ durations: RecordedDurations, in programs: [TestProgram],
    _ tests: [ForeignTest], _ paths: [String], by asked: AskedPrograms
  ) async throws -> ShardCount? {
    var best: ShardCount?
    var count = 1
    while true {
      let plan = try await ListedPlan(
        of: programs, beside: tests, Shard(1, of: count), durations: paths, by: asked)
      defer { plan.remove() }
      let examples = plan.recorded.examples.map { (ExampleID(text: $0.id), $0.shard) }
      if examples.isEmpty { return nil }
      let next = ShardCount(count, of: examples, durations)
      if next.longest < 0.99 * (best?.longest ?? .infinity) { best = next }
      guard let best else { return nil }
      // A test, or a group that stays together, may take longer.
      if next.longest <= seconds || count >= examples.count || count > 2 * best.count {
        return next.longest <= seconds ? next : best
      }
      let least = Int(min(next.total / (seconds - next.start), 1e6).rounded(.up))
      count = min(examples.count, max(count + 1, least))
    }
  }

  /// How many seconds all examples take in as many processes as in the earlier runs.
  private let total: Double

  /// - Parameter examples: All examples, each with its shard.
  init(_ count: Int, of examples: [(ExampleID, Int)], _ durations: RecordedDurations) {
    self.count = count
    let run = durations.run
    start = run.start
    let weights = durations.weights(of: examples.map(\.0))
    var loads = Array(repeating: (sum: 0.0, longest: 0.0), count: count)
    var ids = Array(repeating: [ExampleID](), count: count)
    for ((id, shard), weight) in zip(examples, weights) where 1...count ~= shard {
      ids[shard - 1].append(id)
      loads[shard - 1].sum += weight
      loads[shard - 1].longest = max(loads[shard - 1].longest, weight)
    }
    let seconds = zip(ids, loads).map { ids, load in
      // Examples side by side take no longer than the longest, and at least as long.
      max(load.longest, (load.sum + durations.setUps(around: ids)) / run.width)
    }
    total = weights.reduce(0, +) / run.width
    longest = start + (seconds.max() ?? 0)
  }

  /// How long the shards take, for people.
  func text(for seconds: Double) -> String {
    let shards = count.counted("shard")
    let takes =
      "\(shards): the longest takes about \(longest.formattedSeconds), \(start.formattedSeconds) of that besides tests."
    return longest <= seconds
      ? takes : takes + " More do not help: one test, or a group that stays together, takes longer."
  }
}
