import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import Subprocess

/// A program with tests, and the settings of its processes.
struct TestProgram: Sendable {
  let url: URL
  /// The options of the run, as environment variables.
  var options: [EnvironmentOption: String]
  /// Further variables of its processes.
  var variables: [String: String] = [:]
  /// Its plan, if it was asked before the run because there are several programs.
  var plan: WorkerPlan?
}

/// A process that runs examples and writes its events into a log: everything by itself, or parts of a run as it is
/// ordered.
///
/// The log is a file, so that the output of examples stays separate from it, and the events remain however the process
/// exits.
final class WorkerProcess: Sendable {
  private let process: ProgramProcess
  /// The options of the run, as environment variables.
  private let options: [EnvironmentOption: String]
  private let further: [String: String]
  private let takesOrders: Bool
  private let log: String
  private let follower: LogFollower
  private let stall: Locked<StallClock>

  /// - Parameters:
  ///   - takesOrders: Whether it runs parts of a run as it is ordered.
  ///   - isInterruptible: Whether an interruption by the user is passed on to it.
  ///   - slot: The slot that processes of its examples inherit, until an order states another one.
  init(
    _ program: TestProgram, directory: String, takesOrders: Bool = true,
    isInterruptible: Bool = true, slot: Int? = nil
  ) throws {
    options = program.options.merging([.slot: slot].compactMapValues { $0.map(String.init) }) { $1 }
    (self.takesOrders, further) = (takesOrders, program.variables)
    let run = RunOptions(ofWorker: options)
    stall = Locked(StallClock(run))
    process = try ProgramProcess(
      program.url, in: directory, pool: run.pool, separatesErrors: !takesOrders,
      isInterruptible: isInterruptible)
    log = process.folder.url.appendingPathComponent("worker.exlog").path
    follower = LogFollower(path: log)
  }

  /// The exit of the process, and the facts in addition to its events.
  struct End {
    var exit: ProcessExit
    /// Why not all events could be read, or written.
    var trouble: String?
    /// The platform's report of a crash.
    var crash: CrashReport?
    /// The threads of a process that was killed because it hung.
    var hang: HangingProcess?
  }

  var channel: WorkerChannel { process.channel }
  var output: OutputFile { process.output }

  /// Runs the process to its end. Throws ``UsageError`` if its library does not fit this version of the tool.
  ///
  /// - Parameters:
  ///   - watch: Receives the running examples, repeatedly.
  ///   - sink: Receives the events.
  func run(
    watch: @escaping @Sendable ([RunningExample]) -> Void, _ sink: @escaping LogFollower.Sink
  ) async throws -> End {
    let configuration = try writeConfiguration()
    let stream = process.folder.url.appendingPathComponent("swift-testing.jsonl")
    async let reading = { [follower, process] in
      let result = await follower.read(watch: watch, sink)
      // Its events can no longer be received.
      if result.trouble != nil, !process.hasExited { process.killGroup() }
      return result
    }()
    do {
      let status = try await process.run(
        ["--testing-library", "swift-testing", "--configuration-path", configuration]
          + SwiftTestingRecord.options(toWrite: stream), variables())
      let time = EventLog.now
      follower.finish()
      let log = await reading
      if !log.exists, status.way == .status(ExemplarVersion.refusalStatus),
        let problem = ExemplarVersion.refusal(in: process.lastOutput)
      {
        throw UsageError(problem)
      }
      let exit = ProcessExit(
        way: status.way, lastOutput: process.lastOutput, running: log.running, time: time,
        hasBegun: log.exists, hasEndedTests: !log.exists && SwiftTestingRecord.isEnded(stream))
      return End(exit: exit, trouble: log.trouble, crash: process.crash, hang: process.hang)
    } catch {
      follower.finish()
      _ = await reading
      throw error
    }
  }

  /// Runs a process without orders to its end, and kills it if it stalls.
  ///
  /// - Parameters:
  ///   - output: Receives its output.
  ///   - watch: Receives the running examples, repeatedly.
  ///   - clock: Receives the time of each event.
  ///   - sink: Receives the events, in order.
  func runAlone(
    output print: @escaping @Sendable (Data) -> Void = { _ in },
    watch: @escaping @Sendable ([RunningExample]) -> Void = { _ in }, clock: EventClock? = nil,
    _ sink: @escaping @Sendable (EventBatch) -> Void
  ) async throws -> End {
    defer { remove() }
    let start = EventLog.now
    let cause = Locked<ProcessExit.Cause?>(nil)
    var end = try await run(
      watch: { [self] running in
        process.passOn(output: print, errors: print)
        watch(running)
        guard running.isEmpty, cause.withLock({ $0 }) == nil,
          let sentence = stall(
            planningStart: follower.hasLog ? nil : start, place: step.map { " in \($0)" } ?? "")
        else { return }
        cause.withLock { $0 = .hang(sentence, of: nil) }
        killGroup()
      }
    ) { batches in
      for batch in batches {
        if let clock {
          clock.withOrigin(time: batch.time) { sink(batch.events) }
        } else {
          sink(batch.events)
        }
      }
    }
    process.passOn(isLast: true, output: print, errors: print)
    end.exit.cause = cause.withLock { $0 }
    return end
  }

  /// Runs a process of a program without orders, which reports the end of its run, or holds no specs. Otherwise, prints
  /// an error and throws the status.
  ///
  /// - Parameter circumstances: The end of the sentence about a process that exits before.
  static func readEvents(
    of program: TestProgram, in directory: String, _ circumstances: String,
    _ sink: @escaping @Sendable (EventBatch) -> Void
  ) async throws {
    let hasEnded = Locked(false)
    let worker = try WorkerProcess(program, directory: directory, takesOrders: false)
    let end = try await worker.runAlone { batch in
      if case .event(.runEnded) = batch { hasEnded.withLock { $0 = true } }
      sink(batch)
    }
    if Interruption.isRequested { throw ExitStatus.interrupted }
    if hasEnded.withLock({ $0 }) || end.exit.isWithoutSpecs { return }
    Terminal.error(end.exit.issue(while: circumstances).message)
    throw ExitStatus.didNotFinish
  }

  /// Writes the configuration of Swift Testing: it runs only our test, and prints nothing, since
  /// its output is not needed here.
  private func writeConfiguration() throws -> String {
    let path = process.folder.url.appendingPathComponent("swift-testing.json").path
    let settings = #"{"verbosity": \#(Int.min), "filter": ["^Exemplar\\.examples\\(\\)"]}"#
    // It is read only after the process has started.
    try settings.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  /// The options of the run, and where its log and its orders are.
  private func variables() throws -> [String: String] {
    var variables = Dictionary(uniqueKeysWithValues: options.map { ($0.rawValue, $1) })
    variables.merge(further) { $1 }
    // A single variable holds at most 128 KB on Linux.
    if let selectors = options[.select], selectors.utf8.count > 1 << 16 {
      let path = process.folder.url.appendingPathComponent("selectors").path
      try selectors.write(toFile: path, atomically: false, encoding: .utf8)
      variables[EnvironmentOption.select.rawValue] = nil
      variables[EnvironmentOption.selectFile.rawValue] = path
    }
    variables[EnvironmentOption.events.rawValue] = nil
    variables[EnvironmentOption.log.rawValue] = log
    variables[EnvironmentOption.tool.rawValue] = ExemplarVersion.current
    if takesOrders { variables[EnvironmentOption.orders.rawValue] = channel.ordersPath }
    if takesOrders, let settings = process.crashSettings {
      variables["SWIFT_BACKTRACE"] = settings
      // The setting for processes that examples start.
      variables["_EXEMPLAR_BACKTRACE"] =
        ProcessInfo.processInfo.environment["SWIFT_BACKTRACE"] ?? ""
    }
    return variables
  }

  /// The author's code that runs outside of examples, as of the last check; `nil` if there is none.
  var step: String? { follower.step }

  /// The sentence that reports the process as stalled, if it is; see `StallClock`.
  func stall(planningStart: Double?, now: Double = EventLog.now, place: String = "") -> String? {
    let isStopped = isStopped
    return stall.withLock {
      $0.problem(isStopped: isStopped, planningStart: planningStart, now: now, place: place)
    }
  }

  /// Whether it is stopped, as by SIGSTOP.
  var isStopped: Bool { process.isStopped }

  /// The memory of the process in bytes, if the platform reports it.
  var memoryUse: Int { process.memoryUse }

  /// Terminates a hanging process, after its threads have been examined, where that is possible.
  func killHanging() { process.killHanging() }

  /// Kills the process at once, with those that it has started.
  func killGroup() { process.killGroup() }

  /// The last lines of its output.
  var lastOutput: String { process.lastOutput }

  /// Removes what the process needed.
  func remove() { process.remove() }
}
