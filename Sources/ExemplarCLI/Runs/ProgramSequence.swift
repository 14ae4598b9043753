import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// A run without orders: a process of each program runs everything in it. Several processes run one after another, and
/// each is a stream of the run.
struct ProgramSequence {
  private let settings: PoolSettings
  private let merger: Locked<StreamMerger>

  init(_ settings: PoolSettings, _ merger: Locked<StreamMerger>) {
    (self.settings, self.merger) = (settings, merger)
  }

  func run() async throws -> WorkerPool.Result {
    await settings.asked?.end()
    if settings.programs.count == 1 {
      let stream = merger.withLock { $0.open() }
      let result = try await run(settings.programs[0], as: stream) { $0 }.result
      if result.exit?.isWithoutSpecs == true { merger.withLock { $0.remove(stream) } }
      return result
    }
    let folder = try WorkerFolder()
    defer { folder.remove() }
    let streams = try separated(in: folder).map { ($0, merger.withLock { $0.open() }) }
    var result = WorkerPool.Result()
    let options = settings.run
    for repetition in 1...(options.isListing ? 1 : options.repetitions) {
      var hasBegun = false
      let seed = options.seed ?? PlanOptions.freshSeed()
      for (index, (program, stream)) in streams.enumerated() {
        let failed = hasBegun ? merger.withLock { $0.counts.failed } : 0
        if Interruption.isRequested || options.failFast.map({ failed >= $0 }) == true {
          if hasBegun { leaveOut(program, stream) }
          continue
        }
        var program = program
        program.options[.seed] = "\(seed)"
        (program.options[.repetitions], program.options[.untilFailure]) = (nil, nil)
        program.options[.failFast] = options.failFast.map { "\($0 - failed)" }
        let rest = streams[(index + 1)...].compactMap(\.0.plan)
        let next = try await run(program, as: stream) { start in
          start.joined(with: rest, leftOut: settings.leftOut, repetition, of: options.repetitions)
        }
        hasBegun = true
        result.trouble = result.trouble ?? next.result.trouble
        if result.exit?.isSuccess ?? true { result.exit = next.result.exit }
        // A process that exits before its end ends the run.
        if !next.hasEnded { return result }
      }
      let isSuccess = merger.withLock { $0.end(of: streams.map(\.1))?.isSuccess }
      if isSuccess == nil || options.stopsAtFailure && isSuccess == false
        || Interruption.isRequested
      {
        break
      }
    }
    return result
  }

  /// Runs a program.
  ///
  /// - Parameter begin: Returns how the run of all programs begins, if it begins with this one.
  private func run(
    _ program: TestProgram, as stream: StreamMerger.Stream,
    _ begin: @escaping @Sendable (RunStarted) -> RunStarted
  ) async throws -> (result: WorkerPool.Result, hasEnded: Bool) {
    let hasEnded = Locked(false)
    let worker = try WorkerProcess(program, directory: settings.directory, takesOrders: false)
    let end = try await worker.runAlone(
      output: settings.print, watch: { settings.watch($0, 1) }, clock: settings.clock
    ) { batch in
      var batch = batch
      switch batch {
      case .event(.runStarted(let start)): batch = .event(.runStarted(begin(start)))
      case .event(.runEnded): hasEnded.withLock { $0 = true }
      default: break
      }
      merger.withLock { $0.receive(batch, of: stream) }
    }
    return (WorkerPool.Result(exit: end.exit, trouble: end.trouble), hasEnded.withLock { $0 })
  }

  /// Ends the run of a program that does not begin any more.
  private func leaveOut(_ program: TestProgram, _ stream: StreamMerger.Stream) {
    var end = RunSummary(seed: 0)
    (end.notReached, end.finished) = (program.plan?.examples ?? 0, true)
    merger.withLock { $0.receive(.runEnded(end), of: stream) }
  }

  /// The programs without the specs that earlier ones contain too, because the target that declares them is linked into
  /// each.
  private func separated(in folder: WorkerFolder) throws -> [TestProgram] {
    var known: Set<ExampleID> = []
    return try settings.programs.enumerated().compactMap { index, program in
      var program = program
      let all = Set((program.plan?.demands ?? []).map(\.spec))
      let own = all.subtracting(known)
      defer { known.formUnion(all) }
      if own.count == all.count { return program }
      if own.isEmpty { return nil }
      program.plan?.demands.removeAll { !own.contains($0.spec) }
      var lines = own.map { ExampleLine($0) }
      if let rerun = program.options[.rerun] {
        lines = try ExampleLine.all(in: String(contentsOfFile: rerun, encoding: .utf8))
          .filter { own.contains($0.id.spec) }
      }
      let path = folder.url.appendingPathComponent("\(index)").path
      try lines.map(\.text).joined(separator: "\n").write(
        toFile: path, atomically: true, encoding: .utf8)
      program.options[.rerun] = path
      return program
    }
  }
}

extension RunStarted {
  /// The beginning of a run that other programs follow, which may have planned nothing.
  fileprivate func joined(
    with rest: [WorkerPlan], leftOut: Int, _ repetition: Int, of repetitions: Int
  ) -> RunStarted {
    var start = self
    start.specs += rest.reduce(0) { $0 + $1.specs }
    start.examples += rest.reduce(0) { $0 + $1.examples }
    start.outlines += rest.reduce(0) { $0 + $1.outlines }
    start.notSelected += rest.reduce(leftOut) { $0 + $1.notSelected }
    (start.repetition, start.repetitions) = (repetition, repetitions)
    return start
  }
}
