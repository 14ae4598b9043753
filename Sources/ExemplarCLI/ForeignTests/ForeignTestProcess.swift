import ExemplarCore
import ExemplarLog
import Foundation
import Subprocess

/// A process that lists or runs tests of a library, and leaves the specs alone.
struct ForeignTestProcess {
  let program: URL
  let directory: String
  /// The limits of its tests and of its exit.
  let options: RunOptions
  /// Further variables.
  var variables: [String: String] = [:]
  /// Whether its results are not needed any more.
  var isUnneeded: @Sendable () -> Bool = { false }

  /// Runs the process to its end.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - look: Called repeatedly while it runs, and once after its exit. Returns how far its tests have come.
  ///   - output: Receives its standard output.
  ///   - errors: Receives its standard error.
  func run(
    _ arguments: [String], look: @escaping @Sendable () -> ForeignTestProgress = { .init() },
    output: @escaping @Sendable (Data) -> Void = { _ in },
    errors: @escaping @Sendable (Data) -> Void = { _ in }
  ) async throws -> ProcessExit {
    let process = try ProgramProcess(
      program, in: directory, pool: options.pool, separatesErrors: true)
    defer { process.remove() }
    let state = Locked((clock: ForeignTestClock(options), cause: ProcessExit.Cause?.none))
    let crash = process.crashSettings.map { ["SWIFT_BACKTRACE": $0] } ?? [:]
    // With a pipe and without a log, it knows that the tool runs the specs elsewhere.
    let variables = SwiftTestingRecord.variables.merging(crash) { $1 }.merging(variables) { $1 }
    let status = try await process.run(arguments, variables) {
      process.passOn(output: output, errors: errors)
      let progress = look()
      if progress.isCanceled || isUnneeded() { return process.killGroup() }
      let cause = state.withLock { state -> ProcessExit.Cause? in
        if state.cause != nil { return nil }
        state.cause = state.clock.cause(
          progress, memoryUse: { process.memoryUse },
          isStopped: progress.running.isEmpty && process.isStopped, now: EventLog.now)
        return state.cause
      }
      switch cause {
      case nil: break
      case .timeout, .hang: process.killHanging()
      default: process.killGroup()
      }
    }
    let lastOutput = process.lastOutput
    process.passOn(isLast: true, output: output, errors: errors)
    var exit = ProcessExit(
      way: status.way, cause: state.withLock { $0.cause }, running: look().running,
      time: EventLog.now)
    exit.hasCrashReport = process.crash != nil
    exit.explain(
      process.crash, process.hang, output: lastOutput, package: directory,
      isWhole: options.console.isVerbose)
    return exit
  }
}

/// How far the tests of a process have come.
struct ForeignTestProgress {
  /// The tests that run, the oldest first.
  var running: [RunningExample] = []
  /// Whether one runs after the other. Of tests that run side by side, each may wait for the others.
  var isSerial = false
  /// When anything was reported last, in seconds by `EventLog.now`; `nil` if nothing was.
  var latest: Double?
  var hasEnded = false
  /// Whether its results are not needed any more.
  var isCanceled = false
}

/// Decides when a process of plain tests has exceeded a limit, which the process cannot notice itself.
struct ForeignTestClock {
  private let options: RunOptions
  private var stall: StallClock
  private let start = EventLog.now

  init(_ options: RunOptions) { (self.options, stall) = (options, StallClock(options)) }

  /// The cause of termination, if a limit is exceeded.
  mutating func cause(
    _ progress: ForeignTestProgress, memoryUse: () -> Int, isStopped: Bool, now: Double
  ) -> ProcessExit.Cause? {
    let (running, latest) = (progress.running, progress.latest)
    let timed = progress.isSerial ? running : []
    if let cause = options.exceeded(by: timed, late: [:], memoryUse: memoryUse, now: now) {
      return cause
    }
    if progress.hasEnded {
      let isOver = now - (latest ?? start) > options.exitGrace.seconds
      return isOver ? .exitGrace(options.exitGrace) : nil
    }
    if running.isEmpty,
      let sentence = stall.problem(
        isStopped: isStopped, planningStart: nil, now: now, place: "")
    {
      return .hang(sentence, of: nil)
    }
    let (limit, option): (Duration?, EnvironmentOption) =
      latest == nil
      ? (options.planningTimeout, .planningTimeout) : (options.timeout, .timeout)
    guard let limit, now - (latest ?? start) > limit.seconds else { return nil }
    // By the clock of its library, which is read late, it may seem to have begun later.
    if latest != nil, let test = timed.first { return .timeout(limit, of: test.id) }
    return .hang(
      "No test reported anything for \(limit.seconds.formattedSeconds) (\(option.commandLineName)).",
      of: nil)
  }
}

/// Parts bytes into lines, as they come.
struct LineBuffer {
  private var rest = Data()

  /// The lines that are complete, each with its end; with the last one, the text after it.
  mutating func lines(_ bytes: Data, isLast: Bool = false) -> [Data] {
    // The rest contains no line end. It may be long, so it is not searched again.
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let last = lines.removeLast()
    if !lines.isEmpty {
      lines[0] = rest + lines[0]
      rest = Data()
    }
    rest.append(last)
    defer { if isLast { rest = Data() } }
    return lines.map { $0 + [0x0A] } + (isLast && !rest.isEmpty ? [rest] : [])
  }
}
