import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The log of a run, in which each event keeps its time and its worker.
struct RunLog: BatchReporter {
  private let writer: EventLogWriter
  private let file: URL
  private let clock: EventClock
  private let output: RecordedOutput

  init(_ file: URL, _ clock: EventClock, output: RecordedOutput = .failures) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    writer = try EventLogWriter(path: file.path)
    (self.file, self.clock, self.output) = (file, clock, output)
  }

  /// Writes what is known about the run before its events.
  func begin(_ facts: RunFacts, _ plan: RecordedPlan?) {
    writer.write(section: RunFacts.section, facts.text)
    if let plan { writer.write(section: RecordedPlan.section, plan.text) }
  }

  func report(_ batch: EventBatch) {
    if output == .none, case .event(.attachmentRecorded(let attachment)) = batch,
      attachment.isOutput
    {
      return
    }
    writer.report(batch, from: clock.present)
  }

  /// Notes how far the running examples have come.
  func follow(_ running: [RunningExample]) {
    for example in running {
      writer.follow(
        ExampleStep(
          id: example.id, phase: example.phase, attempt: example.attempt,
          checkpoint: example.checkpoint))
    }
  }

  func finish() { writer.finish() }

  /// Ends the log with the abnormal exit of a process, for those who read it later.
  func finish(_ exit: ProcessExit) {
    writer.finish()
    guard var end = exit.processEnd else { return }
    if output == .none { end.lastOutput = "" }
    do {
      try EventLogWriter.record(end, inLogAt: file.path)
    } catch {
      Terminal.write("warning: The exit could not be recorded: \(error)\n", toError: true)
    }
  }

  var isComplete: Bool { writer.isComplete }
}

extension RecordedPlan {
  /// Has programs list the examples that they are going to run, with the tests that run beside them.
  init(
    of programs: [TestProgram], beside tests: [ForeignTest], in directory: String
  ) async throws {
    let known = Locked<(ids: Set<ExampleID>, plan: [Example])>(([], []))
    for var program in programs {
      program.options[.list] = "1"
      try await WorkerProcess.readEvents(of: program, in: directory, "while it listed the examples")
      { batch in
        guard case .event(.exampleListed(let listed)) = batch else { return }
        known.withLock { known in
          // An example may be in several programs, and is the first one's.
          if known.ids.insert(listed.id).inserted {
            known.plan.append(Example(id: listed.id.text))
          }
        }
      }
    }
    self.init(known.withLock { $0.plan } + tests.map { Example(id: $0.id.text) })
  }
}
