import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// What a pool of workers is told.
struct PoolSettings: Sendable {
  /// The programs that hold the specs; usually one.
  let programs: [TestProgram]
  /// How many examples are in other programs, in which nothing was asked for.
  var leftOut = 0
  let directory: String
  /// The options of the run, as they are read.
  let run: RunOptions
  /// How many processes run side by side at most.
  let jobs: Int
  /// How many seconds specs took in earlier runs, if the longest are to begin first.
  let durations: [ExampleID: Double]
  /// Is told again and again what a worker runs, by its number.
  var watch: @Sendable ([RunningExample], Int) -> Void = { _, _ in }
  /// Is set to when each event happened, and which worker told it.
  var clock = EventClock()
  /// Is told once of each example that has taken half of the time that it may take: how many seconds it runs.
  var noteSlow: @Sendable (RunningExample, Double) -> Void = { _, _ in }
  /// Gets what workers print, where it is shown as it comes.
  let print: @Sendable (Data) -> Void

  /// What is known of a run before anything is.
  var beginning: RunBeginning { RunBeginning(programs: programs.count, leftOut: leftOut) }

  var limits: RunningLimits {
    RunningLimits(timeout: run.timeout, grace: run.grace, memory: run.memoryLimit)
  }

  func passOn(_ output: OutputFile, isLast: Bool) {
    if run.showOutput == .always { output.passOn(isLast: isLast, print) }
  }
}

/// How long what runs may take before its process is ended.
struct RunningLimits: Sendable {
  /// How long an example or hooks may run.
  var timeout: Duration?
  /// How long an example may go on after its time limit.
  var grace = Duration.seconds(10)
  /// How many bytes of memory the process may use.
  var memory: Int?

  /// What runs, each with the shortest time that it may take.
  func limiting(_ running: [RunningExample]) -> [RunningExample] {
    running.map { example in
      var example = example
      // The limit of an attempt is no limit of all of them.
      let limits = [example.attempt == 1 ? example.limit : nil, timeout]
      example.limit = limits.compactMap(\.self).min()
      return example
    }
  }

  /// What exceeds a limit, if something does.
  ///
  /// - Parameters:
  ///   - late: When examples exceeded their time limits.
  ///   - memoryUse: How many bytes of memory the process uses; asked for only if there is a limit.
  ///   - now: The time, in seconds by `EventLog.now`.
  func exceeded(
    by running: [RunningExample], late: [ExampleID: Double], memoryUse: () -> Int, now: Double
  ) -> WorkerDeath.Cause? {
    if let memory, memoryUse() > memory { return .memory(memory) }
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
