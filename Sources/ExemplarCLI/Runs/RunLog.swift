import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The log of a run, in which each event keeps its time and its worker.
struct RunLog: Reporter {
  private let writer: EventLogWriter
  private let file: URL
  private let clock: EventClock
  private let output: RecordedOutput
  private let isRequired: Bool
  /// The last steps of the running examples, by the numbers of their workers.
  private let steps = Locked<[Int: [ExampleStep]]>([:])

  /// - Parameter isRequired: Whether a run whose log lacks events is not a success.
  init(
    _ file: URL, _ clock: EventClock, output: RecordedOutput = .failures, isRequired: Bool = true
  ) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    writer = try EventLogWriter(path: file.path)
    (self.file, self.clock, self.output) = (file, clock, output)
    self.isRequired = isRequired
  }

  /// Writes what is known about the run before its events.
  func begin(_ facts: RunFacts, _ plan: RecordedPlan?) {
    writer.write(section: RunFacts.section, facts.text)
    if let plan { writer.write(section: RecordedPlan.section, plan.text) }
  }

  func report(_ event: Event) { report(.event(event)) }

  func report(_ batch: EventBatch) {
    if output == .none, case .event(.attachmentRecorded(let attachment)) = batch,
      attachment.isOutput
    {
      return
    }
    writer.report(batch, from: clock.present)
  }

  /// Records how far the running examples of a worker have come, if they have come further.
  func follow(_ running: [RunningExample], ofWorker number: Int) {
    steps.withLock { steps in
      let earlier = steps[number] ?? []
      steps[number] = running.map {
        ExampleStep(
          id: $0.id, phase: $0.phase, attempt: $0.attempt, checkpoint: $0.checkpoint)
      }.filter { earlier.contains($0) || writer.follow($0) }
    }
  }

  func finish() {
    // One warning is enough.
    if writer.isFinished { return }
    writer.finish()
    if isComplete { return }
    Terminal.warn(
      "The record at \(file.path) is incomplete: its disk is full, or another process has replaced the file."
    )
  }

  /// Ends the log with the abnormal exit of a process, for those who read it later.
  func finish(_ exit: ProcessExit) {
    finish()
    guard writer.isComplete, var end = exit.processEnd else { return }
    if output == .none { end.lastOutput = "" }
    do {
      try EventLogWriter.record(end, inLogAt: file.path)
    } catch {
      Terminal.warn("The exit could not be recorded: \(error)")
    }
  }

  var isComplete: Bool { !isRequired || writer.isComplete }
}

/// The plan of a run that is recorded or divided, as its programs list it before it begins.
struct ListedPlan {
  private(set) var recorded = RecordedPlan()
  /// The programs, with the files in which they have listed the examples of the shard.
  private(set) var programs: [TestProgram]
  /// The tests of the shard that run beside the examples.
  private(set) var tests: Set<ExampleID>
  /// The units of the plan, if a queue hands them out.
  private(set) var units = PlanUnits()
  private let shard: Shard?
  /// Whether examples are in the plan, not only tests that are not examples.
  let hasSpecs: Bool
  private let folder: WorkerFolder

  /// Has programs list the examples that they are going to run.
  ///
  /// - Parameters:
  ///   - tests: The tests that run beside them.
  ///   - shard: The shard to run; `nil` for all examples.
  ///   - isQueued: Whether a queue hands out the examples. Then the shard of each is the number of its unit.
  init(
    of programs: [TestProgram], beside tests: [ForeignTest], _ shard: Shard?,
    isQueued: Bool = false, durations: [String], by asked: AskedPrograms
  ) async throws {
    (self.programs, self.shard) = (programs, shard)
    folder = try WorkerFolder()
    self.tests = Set(tests.map(\.id))
    let known = Locked<(ids: Set<ExampleID>, plan: [RecordedPlan.Example])>(([], []))
    for index in programs.indices {
      let first = units.count
      let receive: @Sendable (Event) -> Void = { event in
        guard case .exampleListed(let listed) = event else { return }
        known.withLock { known in
          // An example may be in several programs, and is the first one's.
          guard known.ids.insert(listed.id).inserted else { return }
          known.plan.append(
            RecordedPlan.Example(
              id: listed.id.text, shard: listed.shard.map { $0 + first } ?? 0))
        }
      }
      if shard == nil, !isQueued {
        _ = try await asked.list(programs[index], receive)
        continue
      }
      let shares = try await asked.shares(
        of: programs[index], count: shard?.count, durations, in: folder.url, receive)
      // A program without anything to run has no units.
      if isQueued { units.add(shares ?? PlanShares("")) }
      if let shard, let shares {
        self.programs[index] = try shares.share(
          of: [shard.number], in: programs[index], folder.url)
      }
    }
    recorded.examples = known.withLock { $0.plan }
    hasSpecs = !recorded.examples.isEmpty
    let others = try ShardAssignment.ofTests(tests, shard, durations)
    for test in others {
      if isQueued { units.add(test.id) }
      recorded.examples.append(
        RecordedPlan.Example(id: test.id.text, shard: isQueued ? units.count : test.shard ?? 0))
    }
    if let shard {
      self.tests = Set(others.filter { $0.shard == shard.number }.map(\.id))
    }
  }

  /// The programs and the tests of a batch of a queue.
  func share(of units: [Int]) throws -> (programs: [TestProgram], tests: Set<ExampleID>) {
    try self.units.share(of: units, among: programs, in: folder.url)
  }

  /// Removes the files of the shard.
  func remove() { folder.remove() }

  /// Whether the shard has no example of the plan, which has some.
  var isEmptyShard: Bool {
    guard let shard, !recorded.examples.isEmpty else { return false }
    return !recorded.examples.contains { $0.shard == shard.number }
  }
}

extension [Event] {
  /// A run in which everything was left out, as it should be.
  static func emptyRun(_ options: RunOptions, hasSpecs: Bool, notSelected: Int) -> [Event] {
    // Tests that are not examples have no seed.
    var summary = RunSummary(
      seed: hasSpecs ? options.seed ?? 0 : 0, order: hasSpecs ? options.order : .defined)
    summary.finished = true
    return [
      .runStarted(
        RunStarted(
          seed: summary.seed, order: summary.order, specs: 0, examples: 0,
          notSelected: notSelected)), .runEnded(summary),
    ]
  }
}
