import ArgumentParser
import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// `exemplar run-mutants`: runs the tests of a mutated package, for `exemplar-mutate`, which makes the mutants and reports
/// the results.
struct RunMutantsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run-mutants",
    abstract: "Finds the tests that notice each mutant of a mutated package.", shouldDisplay: false)

  @Argument(help: "The list of the mutants, a JSON file.") var mutants: String

  @Option(help: ArgumentHelp("Writes the results there, a line each.", valueName: "path"))
  var results: String

  @Option(
    help: ArgumentHelp("Results of an earlier run: its killers run first.", valueName: "path"))
  var earlier: String?

  @Option(help: ArgumentHelp("How many processes run side by side.", valueName: "count"))
  var jobs: Int?

  @Option(help: ArgumentHelp("Judges a share of the mutants.", valueName: "n/count"))
  var shard: String?

  @Flag(help: "Runs all examples that reach a mutant, even after one has failed.")
  var matrix = false

  @OptionGroup var package: PackageArguments
  @OptionGroup var prebuilt: PrebuiltArguments

  private var processors: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// A mutant in the list.
  private struct Mutant: Decodable {
    var number: Int
    var isOnce: Bool
    var compileError: String?
  }

  /// An example in the results.
  private struct Example: Encodable {
    var number: Int
    var id: ExampleID
    var place: Place?
    /// The outline, and the location of the row.
    var outline: ExampleID?
    var row: Place?
    var seconds: Double
    var mutants: [Int]
  }

  private struct LeftOut: Encodable {
    var leftOut: ExampleID
    var reason: String
  }

  func run() async throws {
    Interruption.watch()
    let variables = ProcessInfo.processInfo.environment
    guard let data = FileManager.default.contents(atPath: mutants),
      let listed = try? JSONDecoder().decode([Mutant].self, from: data)
    else {
      throw UsageError(
        "\(mutants) is no list of mutants. exemplar mutate makes one, and starts this.")
    }
    let all = listed.filter { $0.compileError == nil }
    let terminal = Terminal()
    let folder = try WorkerFolder()
    defer { folder.remove() }
    let environment = try ToolEnvironment(
      [:], over: variables, package: package.path)
    if try environment.queue() != nil {
      throw UsageError(
        "\(environment.name(of: .queue)) does not share mutants. Give each machine a shard, such as --shard 1/4, and join "
          + "their records with --merge.")
    }
    var options = try environment.options()
    let shard = try shard.map { try Shard($0, in: variables) } ?? options.shard
    (options.retries, options.repetitions, options.shard) = (0, 1, nil)
    // A loop that a mutant keeps from ending may take all memory before its limit.
    options.memoryLimit = options.memoryLimit ?? 4 << 30
    let products = try await package.build(terminal, prebuilt.source).products()
    let others = try await ForeignTestRun.listing(
      products, in: package.path, options, specsOnly: false)
    var worker = environment.workerOfTrial
    (worker[.jobs], worker[.allowFocus]) = ("1", "1")
    let processes = MutantProcesses(
      others: others, directory: package.path, options: options, worker: worker,
      last: listed.map(\.number).max() ?? 0, folder: folder.url)
    let reach = try MutantReach(
      await passes(processes, terminal), once: Set(all.filter(\.isOnce).map(\.number)))
    // They may be in the file that is written.
    let killers = earlier.map { ResultLines.killers(inFile: $0) } ?? [:]
    let output = try ResultLines(
      results, .init(isMatrix: matrix, shard: shard, killers: killers))
    for left in reach.leftOut { try output.add(LeftOut(leftOut: left.id, reason: left.reason)) }
    let root = URL(fileURLWithPath: package.path).standardizedFileURL.path
    for (number, example) in reach.examples.enumerated() {
      let row = example.context.row
      try output.add(
        Example(
          number: number, id: example.id, place: example.context.place?.relative(to: root),
          outline: row == nil ? nil : example.id.parent, row: row?.place?.relative(to: root),
          seconds: example.seconds, mutants: example.mutants.sorted()))
    }
    let own = all.map(\.number).filter { number in
      shard.map { (number - 1) % $0.count == $0.number - 1 } ?? true
    }
    try await MutantRun(
      processes: processes, reach: reach, stopsAtFailure: !matrix,
      // A process waits for much of its time: to start, and for late failures.
      jobs: jobs ?? processors * 3, killers: killers, terminal: terminal
    ).judge(own) {
      try output.add($0)
    } distrust: {
      let reason = "fails only sometimes with the same mutant, so one failure alone does not count"
      try output.add(LeftOut(leftOut: $0, reason: reason))
    }
    terminal.clear()
  }

  /// Runs everything without a mutant, three times in different orders. Throws if a process does not finish.
  private func passes(
    _ processes: MutantProcesses, _ terminal: Terminal
  ) async throws -> [MutantPass] {
    var passes: [MutantPass] = []
    for home in processes.homes {
      terminal.show("run 1 of 3 without a mutant…")
      let first = try await pass(0, of: home, nil, processes)
      // It has left out tests that end their processes.
      let ids = home.hasSpecs ? nil : first.trial.contexts.keys.filter(first.trial.hasPassed)
      passes.append(first)
      if ids?.isEmpty == true { continue }
      terminal.show("runs 2 and 3 of 3 without a mutant…")
      // Side by side, as those with mutants are: tests that use the same file or port fail now.
      let others = Locked([MutantPass]())
      try await inParallel(1...2, jobs: jobs ?? processors) { number in
        let pass = try await self.pass(number, of: home, ids, processes)
        others.withLock { $0.append(pass) }
      }
      passes += others.withLock { $0 }
    }
    return passes
  }

  private func pass(
    _ number: Int, of home: MutantHome, _ ids: [ExampleID]?, _ processes: MutantProcesses
  ) async throws -> MutantPass {
    let pass = try await processes.pass(
      of: home, ids, seed: number == 0 ? nil : UInt64(number), jobs: jobs ?? processors,
      separately: number == 0)
    if let problem = pass.problem(isSeparate: number == 0 && !home.hasSpecs) {
      throw UsageError(problem)
    }
    return pass
  }
}
