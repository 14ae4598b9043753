import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// A run without orders: a process of each program runs everything in it. Several processes run one after another, and
/// their events are those of one run.
struct ProgramSequence {
  private let settings: PoolSettings
  private let sink: EventSink

  init(_ settings: PoolSettings, _ sink: @escaping EventSink) {
    (self.settings, self.sink) = (settings, sink)
  }

  func run() async throws -> WorkerPool.Result {
    guard settings.programs.count > 1 else { return try await run(settings.programs[0], sink) }
    let folder = try WorkerFolder()
    defer { folder.remove() }
    let programs = try separated(in: folder)
    var result = WorkerPool.Result()
    let options = settings.run
    for repetition in 1...(options.isListing ? 1 : options.repetitions) {
      let joined = Locked(JoinedRun(of: programs, repetition, settings))
      let seed = options.seed ?? PlanOptions.freshSeed()
      for var program in programs where !joined.withLock({ $0.isStopped(after: options.failFast) })
      {
        program.options[.seed] = "\(seed)"
        (program.options[.repetitions], program.options[.untilFailure]) = (nil, nil)
        program.options[.failFast] = options.failFast.map { limit in
          "\(limit - joined.withLock { $0.summary?.failed ?? 0 })"
        }
        joined.withLock { $0.begin(program) }
        let next = try await run(program) { batch in
          if let batch = joined.withLock({ $0.receive(batch) }) { sink(batch) }
        }
        result.trouble = result.trouble ?? next.trouble
        if result.exit?.isSuccess ?? true { result.exit = next.exit }
        // A process that exits before its end ends the run.
        if !joined.withLock({ $0.hasEnded }) { return result }
      }
      guard let summary = joined.withLock({ $0.end() }) else { break }
      sink(.event(.runEnded(summary)))
      if options.stopsAtFailure && !summary.isSuccess || Interruption.isRequested { break }
    }
    return result
  }

  private func run(
    _ program: TestProgram, _ sink: @escaping EventSink
  ) async throws -> WorkerPool.Result {
    let worker = try WorkerProcess(program, directory: settings.directory, takesOrders: false)
    let end = try await worker.runAlone(
      output: settings.print, watch: { settings.watch($0, 1) }, clock: settings.clock, sink)
    return WorkerPool.Result(exit: end.exit, trouble: end.trouble)
  }

  /// The programs without the specs that earlier ones contain too, because the target that declares them is linked into
  /// each.
  private func separated(in folder: WorkerFolder) throws -> [TestProgram] {
    var known: Set<ExampleID> = []
    return try settings.programs.enumerated().compactMap { index, program in
      var program = program
      let all = Set((program.plan?.parts ?? []).map(\.spec))
      let own = all.subtracting(known)
      defer { known.formUnion(all) }
      if own.count == all.count { return program }
      if own.isEmpty { return nil }
      program.plan?.parts.removeAll { !own.contains($0.spec) }
      var ids = own.map(\.text)
      if let rerun = program.options[.rerun] {
        ids = try String(contentsOfFile: rerun, encoding: .utf8).split(separator: "\n")
          .map(String.init).filter { own.contains(ExampleID(text: $0).spec) }
      }
      let path = folder.url.appendingPathComponent("\(index)").path
      try ids.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
      program.options[.rerun] = path
      return program
    }
  }
}

/// The events of several programs as those of one run.
private struct JoinedRun {
  private(set) var summary: RunSummary?
  /// Whether the program that began last has ended its run.
  private(set) var hasEnded = true
  private var hasBegun = false
  /// The programs that have not begun.
  private var rest: [TestProgram]
  private let repetition: Int
  private let repetitions: Int
  private let leftOut: Int

  init(of programs: [TestProgram], _ repetition: Int, _ settings: PoolSettings) {
    (rest, self.repetition) = (programs, repetition)
    (repetitions, leftOut) = (settings.run.repetitions, settings.leftOut)
  }

  /// Whether no further program begins.
  func isStopped(after failFast: Int?) -> Bool {
    Interruption.isRequested || failFast.map { summary?.failed ?? 0 >= $0 } ?? false
  }

  mutating func begin(_ program: TestProgram) {
    rest.removeAll { $0.url == program.url }
    hasEnded = false
  }

  /// Receives events of a program. Returns those of the whole run.
  mutating func receive(_ batch: EventBatch) -> EventBatch? {
    switch batch {
    case .event(.runStarted(var start)):
      if hasBegun { return nil }
      hasBegun = true
      let plans = rest.compactMap(\.plan)
      start.specs += plans.reduce(0) { $0 + $1.parts.count { $0.examples > 0 } }
      start.examples += plans.reduce(0) { $0 + $1.examples }
      start.outlines += plans.reduce(0) { $0 + $1.outlines }
      start.notSelected += plans.reduce(leftOut) { $0 + $1.notSelected }
      (start.repetition, start.repetitions) = (repetition, repetitions)
      return .event(.runStarted(start))
    case .event(.runEnded(let end)):
      var all = summary?.joined(with: end) ?? end
      all.duration = (summary?.duration ?? 0) + end.duration
      (summary, hasEnded) = (all, true)
      return nil
    default: return batch
    }
  }

  /// The end of the run; `nil` if no program has begun.
  func end() -> RunSummary? {
    var summary = summary
    summary?.notReached += rest.reduce(0) { $0 + ($1.plan?.examples ?? 0) }
    return summary
  }
}
