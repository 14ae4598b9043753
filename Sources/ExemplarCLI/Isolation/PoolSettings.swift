import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The settings of a pool of workers.
struct PoolSettings: Sendable {
  /// The programs that hold the specs; usually one.
  var programs: [TestProgram]
  /// How many examples are in other programs, in which nothing was asked for.
  var leftOut = 0
  let directory: String
  /// The options of the run, as they are read.
  let run: RunOptions
  /// How many processes run side by side at most.
  let jobs: Int
  /// How long specs took in earlier runs, in classes, if the longest should begin first.
  let durationClasses: [ExampleID: Int]
  /// The programs that were asked, whose processes take part in the run.
  var asked: AskedPrograms?
  /// Whether the output of processes is passed on; before a run begins, it is kept.
  var passesOutputOn = true
  /// How many seconds specs, classes and suites took in earlier runs.
  var durations: [ExampleID: Double] = [:]
  /// The specs that begin before others of their run group.
  var first: Set<ExampleID> = []
  /// Receives the running examples of a worker, by its number, repeatedly.
  var watch: @Sendable ([RunningExample], Int) -> Void = { _, _ in }
  /// Receives the time and the worker of each event.
  var clock = EventClock()
  /// Receives each example once that has used half of its time, with the seconds it has run.
  var recordSlow: @Sendable (RunningExample, Double) -> Void = { _, _ in }
  /// Receives each fixture that has started, with the seconds that it took.
  var recordFixture: @Sendable (String, Double) -> Void = { _, _ in }
  /// Runs the tests that are not examples between two repetitions. Returns whether the next one shall begin. Throws why
  /// they could not be run.
  var betweenRepetitions: (@Sendable (Int) async throws -> Bool)?
  /// Gets what workers print, where it is shown as it comes.
  let print: @Sendable (Data) -> Void

  /// The state of a run before it begins.
  func beginning(seed: UInt64) -> RunBeginning {
    RunBeginning(programs: programs.count, leftOut: leftOut, seed: seed, order: run.order)
  }

  func passOn(_ output: OutputFile, isLast: Bool) {
    if passesOutputOn, run.showOutput == .always { output.passOn(isLast: isLast, print) }
  }

  /// The slot of a new process that has run nothing.
  func slot(ofWorker number: Int) -> Int { (number - 1) % jobs }
}

extension RunOptions {
  /// The running examples, each with its shortest limit.
  func limiting(_ running: [RunningExample]) -> [RunningExample] {
    running.map { example in
      var example = example
      // The limit of an attempt does not apply to all attempts together.
      let limits = [example.attempt == 1 ? example.limit : nil, timeout]
      example.limit = limits.compactMap(\.self).min()
      return example
    }
  }

  /// The cause of termination, if a limit is exceeded.
  ///
  /// - Parameters:
  ///   - late: When examples exceeded their time limits.
  ///   - memoryUse: The memory of the process in bytes; called only if there is a limit.
  ///   - now: The time, in seconds by `EventLog.now`.
  func exceeded(
    by running: [RunningExample], late: [ExampleID: Double], memoryUse: () -> Int, now: Double
  ) -> ProcessExit.Cause? {
    if let memoryLimit, memoryUse() > memoryLimit { return .memory(memoryLimit) }
    for example in running {
      if let since = late[example.id], now - since > grace.seconds {
        return .grace(grace, of: example.id)
      }
      if let timeout, let start = example.start, now - start > timeout.seconds {
        return .timeout(timeout, of: example.id)
      }
    }
    return nil
  }
}
