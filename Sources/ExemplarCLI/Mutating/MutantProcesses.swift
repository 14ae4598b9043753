import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// Runs examples and tests of a mutated package, each time in a fresh process.
struct MutantProcesses: Sendable {
  /// The tests that are not examples, and the programs with specs.
  let others: ForeignTestRun
  let directory: String
  let options: RunOptions
  /// The options of a process with specs.
  let worker: [EnvironmentOption: String]
  /// The highest number of a mutant.
  let last: Int
  let folder: URL

  /// The request for one process.
  struct Request {
    let home: MutantHome
    /// The examples and tests to run, and the one to begin with; `nil` for all.
    var ids: [ExampleID]?
    /// The seed of the order; `nil` for the order of declarations.
    var seed: UInt64?
    var mutant: Int?
    var recordsReach = false
    var limit = Double.infinity
    var stopsAtFailure = false
  }

  /// The homes of everything in the package.
  var homes: [MutantHome] {
    others.programsOfSpecs.indices.map { .specs($0) }
      + others.tests.grouped(by: \.kind).map { .tests($0[0].kind) }
  }

  /// Runs everything that a home holds, without a mutant.
  ///
  /// - Parameters:
  ///   - ids: The tests to run.
  ///   - jobs: How many processes may run side by side.
  func pass(
    of home: MutantHome, _ ids: [ExampleID]? = nil, seed: UInt64? = nil, jobs: Int, separately: Bool
  ) async throws -> MutantPass {
    guard separately, case .tests(let kind) = home else {
      let (trial, reached) = try await run(
        Request(home: home, ids: ids, seed: seed, recordsReach: home.hasSpecs))
      return MutantPass(home: home, trial: trial, reached: reached)
    }
    // The bytes of tests that share a process could not be told apart.
    let pass = Locked(MutantPass(home: home, trial: MutantTrial(), reached: [:]))
    try await inParallel(others.tests.filter { $0.kind == kind }, jobs: jobs) { test in
      var (trial, all) = try await run(
        Request(home: home, ids: [test.id], recordsReach: true))
      if trial.contexts.isEmpty, !trial.hasEnded || !trial.exit.isSuccess {
        trial.receive(.exampleStarted(ExampleStarted(test.id, test.context)))
      }
      let reached = all?[ExampleID([])] ?? []
      pass.withLock { [trial] in
        $0.trial.add(trial)
        $0.reached?[test.id] = reached
      }
    }
    return pass.withLock { $0 }
  }

  /// Runs one process to its end. Also returns the reached mutants, if they are recorded, by the examples and groups that
  /// reach them; those that nothing is known to reach have an empty id.
  func run(_ request: Request) async throws -> (MutantTrial, [ExampleID: Set<Int>]?) {
    let files = folder.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: files) }
    let bytes = files.appendingPathComponent("reached")
    // The report of a crash would take seconds.
    var variables = ["SWIFT_BACKTRACE": "enable=no"]
    if let mutant = request.mutant { variables["EXEMPLAR_MUTANT"] = "\(mutant)" }
    if request.recordsReach {
      try Data(count: last + 1).write(to: bytes)
      variables["EXEMPLAR_MUTANTS_REACHED"] = bytes.path
    }
    let trial = Locked(MutantTrial())
    let start = EventLog.now
    // Specs end by themselves after the first failure, with their hooks. Then the process only waits for late failures.
    let waitsForHooks = request.home.hasSpecs
    /// Whether the process is to be killed.
    let isDone: @Sendable () -> Bool = {
      trial.withLock { trial in
        if EventLog.now - start > request.limit { trial.isLate = true }
        if request.stopsAtFailure, trial.hasFailed, trial.isIdle || !waitsForHooks {
          trial.isStopped = true
        }
        return trial.isLate || trial.isStopped
      }
    }
    switch request.home {
    case .specs(let program):
      try await run(request, program, variables, in: files, trial, isDone)
    case .tests(let kind):
      try await run(request, kind, variables, in: files, trial, isDone)
    }
    if Interruption.isRequested { throw ExitStatus.interrupted }
    trial.withLock { $0.seconds = EventLog.now - start }
    return (trial.withLock { $0 }, request.recordsReach ? try Self.reached(bytes) : nil)
  }

  private func run(
    _ request: Request, _ number: Int, _ variables: [String: String], in files: URL,
    _ trial: Locked<MutantTrial>, _ isDone: @escaping @Sendable () -> Bool
  ) async throws {
    var program = TestProgram(
      url: others.programsOfSpecs[number], options: worker, variables: variables)
    func list(_ ids: [ExampleID], _ name: String) throws -> String {
      let file = files.appendingPathComponent(name)
      // It need not survive a crash of the machine.
      try Data(ids.map(\.text).joined(separator: "\n").utf8).write(to: file)
      return file.path
    }
    program.options[.seed] = "\(request.seed ?? 0)"
    program.options[.order] = (request.seed == nil ? Order.defined : .random).rawValue
    program.options[.failFast] = request.stopsAtFailure ? "1" : nil
    if let ids = request.ids {
      program.options[.rerun] = try list(ids, "examples")
      program.options[.first] = try list(Array(ids.prefix(1)), "first")
    }
    let process = try WorkerProcess(program, directory: directory, takesOrders: false)
    let end = try await process.runAlone(
      watch: { [options] _ in
        if isDone() || process.memoryUse > options.memoryLimit ?? .max { process.killGroup() }
      }
    ) { batch in
      trial.withLock { trial in batch.forEach { trial.receive($0) } }
      if isDone() { process.killGroup() }
    }
    if let trouble = end.trouble { throw UsageError(trouble) }
    trial.withLock { trial in
      trial.exit = end.exit
      // A program may hold no specs.
      if request.ids == nil, end.exit.isWithoutSpecs {
        (trial.hasEnded, trial.exit.way) = (true, .status(0))
      }
    }
  }

  private func run(
    _ request: Request, _ kind: ForeignTest.Kind, _ variables: [String: String], in files: URL,
    _ trial: Locked<MutantTrial>, _ isDone: @escaping @Sendable () -> Bool
  ) async throws {
    // Ids of arguments are below those of their tests.
    let ids = request.ids.map { Set($0.flatMap { [$0, $0.parent ?? $0] }) }
    let tests = others.tests.filter { $0.kind == kind && ids?.contains($0.id) ?? true }
    for var part in ForeignTestPart.parts(of: tests, jobs: 1, durations: [:]) {
      part.isSerial = true
      let reader = ForeignTestReader(part, options) { events, _ in
        trial.withLock { trial in events.forEach { trial.receive($0) } }
      } isCanceled: {
        isDone()
      }
      let exit = try await others.run(part, reader, variables, in: files)
      let hasEnded = reader.finish().hasEnded
      trial.withLock { ($0.hasEnded, $0.exit) = (hasEnded, exit) }
      if !hasEnded || isDone() { return }
    }
  }

  /// Reads which mutants were reached.
  private static func reached(_ bytes: URL) throws -> [ExampleID: Set<Int>] {
    var reached: [ExampleID: Set<Int>] = [:]
    let rest = try Data(contentsOf: bytes).enumerated().filter { $0.element != 0 }.map(\.offset)
    if !rest.isEmpty { reached[ExampleID([]), default: []].formUnion(rest) }
    let lines = try? String(contentsOfFile: bytes.path + ".examples", encoding: .utf8)
    for line in (lines ?? "").split(separator: "\n") {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      reached[ExampleID(text: String(parts[0])), default: []]
        .formUnion(parts.dropFirst().compactMap { Int($0) })
    }
    return reached
  }
}

/// Calls a function with each element, several at once.
func inParallel<Element: Sendable>(
  _ elements: some Collection<Element>, jobs: Int,
  _ body: @escaping @Sendable (Element) async throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for (index, element) in elements.enumerated() {
      if index >= jobs { try await group.next() }
      group.addTask { try await body(element) }
    }
    try await group.waitForAll()
  }
}
