import ExemplarCore
import ExemplarLog
import Foundation

/// A process of a pool, as the dispatcher sees it.
final class PooledWorker {
  /// Which of the programs it is a process of.
  let program: Int
  /// The slot of the part that it runs, or ran last.
  var slot: Int
  var state = WorkerState.planning(since: EventLog.now)
  /// Whether it has reported a running example in this repetition.
  var hasBegun = false
  /// The spec that it ran last, in any repetition.
  var lastSpec: ExampleID?
  var late = LateExamples()
  var stall: StallClock

  init(program: Int, slot: Int, _ stall: StallClock) {
    (self.program, self.slot, self.stall) = (program, slot, stall)
  }

  var isUsed: Bool { lastSpec != nil }
}

extension WorkerProcess.End {
  /// The exit of a worker that had not finished, with the running examples and their outputs.
  func exit(
    of worker: PooledWorker, _ output: OutputFile?, _ settings: PoolSettings
  ) -> ProcessExit {
    var exit = exit
    let kill = worker.state.kill
    (exit.cause, exit.time, exit.lastOutput) = (kill?.cause, EventLog.now, "")
    exit.running = kill?.running ?? exit.running
    let size = output?.size ?? 0
    let start = exit.culprit?.outputStart ?? size
    let lastText = output?.text(start..<max(start, size)) ?? ""
    exit.explain(
      crash, hang, output: lastText, package: settings.directory,
      isWhole: settings.run.console.isVerbose)
    for running in exit.running where settings.run.showOutput != .never {
      guard let start = running.outputStart else { continue }
      exit.outputs[running.id] = output?.attachment(
        start..<max(start, size), of: running.id)
    }
    return exit
  }
}

/// The running examples that have exceeded their time limits.
struct LateExamples {
  private var times: [ExampleID: Double] = [:]
  /// The further attempts of examples, and since when they were seen.
  private var attempts: [ExampleID: (number: Int, since: Double)] = [:]

  var isEmpty: Bool { times.isEmpty && attempts.isEmpty }

  /// Receives an event of their process.
  mutating func receive(_ event: Event, now: Double = EventLog.now) {
    switch event {
    case .issueRecorded(let record) where record.issue.cause == .timeLimit:
      if let id = record.id { times[id] = now }
    case .exampleEnded(let end) where !isEmpty:
      times[end.id] = nil
      attempts[end.id] = nil
    default: break
    }
  }

  /// Looks at the attempts of the running examples.
  mutating func look(at running: [RunningExample], now: Double) {
    for example in running
    where example.attempt > 1 && attempts[example.id]?.number != example.attempt {
      attempts[example.id] = (example.attempt, now)
    }
  }

  /// When each of the examples exceeded its time limit, of those that did. Where another attempt was seen since, that
  /// is when it will have.
  func times(of running: [RunningExample]) -> [ExampleID: Double] {
    if times.isEmpty { return [:] }
    var times = times
    for example in running {
      guard let time = times[example.id], let attempt = attempts[example.id],
        attempt.number == example.attempt, attempt.since >= time
      else { continue }
      times[example.id] = attempt.since + (example.limit?.seconds ?? 0)
    }
    return times
  }
}
