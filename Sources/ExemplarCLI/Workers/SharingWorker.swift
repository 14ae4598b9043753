import ExemplarCore
import ExemplarLog
import Foundation
import Subprocess

/// A process that runs parts of a run on request.
///
/// It is a process group of its own, so that the processes that examples start end with it.
final class SharingWorker: Sendable {
  let program: URL
  let directory: String
  /// The options of the run, as environment variables.
  let options: [EnvironmentOption: String]
  let channel: WorkerChannel
  let output: OutputFile
  private let folder: WorkerFolder
  private let follower: LogFollower
  private let stall: Locked<StallClock>
  private let process = Locked<pid_t>(0)
  private let hasEnded = Locked(false)
  private let isDoomed = Locked(false)

  init(program: URL, directory: String, options: [EnvironmentOption: String]) throws {
    self.program = program
    self.directory = directory
    self.options = options
    stall = Locked(StallClock(RunOptions(ofWorker: options)))
    folder = try WorkerFolder()
    follower = LogFollower(path: Self.log(in: folder))
    channel = try WorkerChannel(in: folder.url)
    output = try OutputFile(folder.url.appendingPathComponent("output").path)
    try FileManager.default.createDirectory(
      atPath: crashFolder, withIntermediateDirectories: false)
  }

  /// How the process ended, and what is known beside the events.
  struct End {
    var status: TerminationStatus
    var log: LogFollower.Result
    /// The platform's report of a crash.
    var crash: CrashReport?
  }

  private var crashFolder: String { folder.url.appendingPathComponent("crash").path }
  /// Whether the runtime writes a report when the process crashes.
  private var tellsCrashes: Bool {
    let inherited = ProcessInfo.processInfo.environment
    return CrashReport.settings(folder: crashFolder, environment: inherited) != nil
  }
  private static func log(in folder: WorkerFolder) -> String {
    folder.url.appendingPathComponent("worker.exlog").path
  }

  /// Runs the process to its end.
  ///
  /// - Parameters: - watch: Receives the running examples, repeatedly. - rows: Receives consecutive
  ///   passed rows with their time. - sink: Receives each other event, its time, and the part of
  ///   the output that belongs to the node it finishes.
  func run(
    watch: @escaping @Sendable ([RunningExample]) -> Void,
    rows: @escaping @Sendable (PassedRows, Double) -> Void,
    _ sink: @escaping @Sendable (Event, Double, Range<Int>?) -> Void
  ) async throws -> End {
    let configuration = try Worker.configuration(in: folder)
    async let reading = { [follower] in
      let result = await follower.read(watch: watch, rows: rows, sink)
      // Its events can no longer be received.
      if result.trouble != nil, !hasEnded.withLock({ $0 }) { killGroup() }
      return result
    }()
    do {
      let status = try await start(configuration)
      hasEnded.withLock { $0 = true }
      if !status.isSuccess {
        // Child processes could interfere with the process that takes over.
        killGroup()
        folder.mark.killAll()
      }
      follower.finish()
      let crash = CrashReport(in: crashFolder, ofProcess: process.withLock { $0 })
      return End(status: status, log: await reading, crash: crash)
    } catch {
      follower.finish()
      _ = await reading
      throw error
    }
  }

  private func start(_ configuration: String) async throws -> TerminationStatus {
    var environment = try Worker.environment(
      options, log: Self.log(in: folder), pipe: channel.answersPath, in: folder)
    environment[Environment.Key(rawValue: EnvironmentOption.orders.rawValue)!] = channel.ordersPath
    let inherited = ProcessInfo.processInfo.environment
    if let settings = CrashReport.settings(folder: crashFolder, environment: inherited) {
      environment["SWIFT_BACKTRACE"] = settings
      // The setting for processes that examples start.
      environment["_EXEMPLAR_BACKTRACE"] = inherited["SWIFT_BACKTRACE"] ?? ""
    }
    environment[Environment.Key(rawValue: ProcessMark.name)!] = folder.mark.value
    var platform = PlatformOptions()
    platform.processGroupID = 0
    return try await Subprocess.run(
      .path(.init(program.path)), arguments: Worker.arguments(configuration),
      environment: .inherit.updating(environment), workingDirectory: .init(directory),
      platformOptions: platform, input: .none,
      output: .fileDescriptor(
        .init(rawValue: output.descriptor), closeAfterSpawningProcess: false),
      error: .combinedWithOutput
    ) { execution in
      let process = pid_t(execution.processIdentifier.value)
      self.process.withLock { $0 = process }
      Interruption.note(workerGroup: process)
      if self.isDoomed.withLock({ $0 }) { kill(-process, SIGKILL) }
    }.terminationStatus
  }

  /// The author's code that runs outside of examples, as of the last check; `nil` if there is none.
  var step: String? { follower.step }

  /// The sentence that reports the process as stalled, if it is; see `StallClock`.
  func stall(planningStart: Double?, now: Double = EventLog.now, place: String = "") -> String? {
    let isStopped = StallClock.isStopped(process.withLock { $0 })
    return stall.withLock {
      $0.complaint(isStopped: isStopped, planningStart: planningStart, now: now, place: place)
    }
  }

  /// The memory of the process in bytes, if the platform reports it.
  var memoryUse: Int {
    #if os(Linux)
      let process = process.withLock { $0 }
      // Size, resident, shared and others, in pages.
      guard process > 0,
        let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8),
        let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
      else { return 0 }
      return pages * sysconf(Int32(_SC_PAGESIZE))
    #else
      return 0
    #endif
  }

  /// Terminates a hanging process, after it has printed its stack, if it can.
  ///
  /// - Parameters: - thread: The last thread of the hanging example. - limit: How long that may
  ///   take.
  func killHanging(thread: Int32?, within limit: Duration) {
    let process = process.withLock { $0 }
    guard process > 0, tellsCrashes, HangingThread.trap(in: process, orElse: thread) else {
      return killGroup()
    }
    let end = EventLog.now + min(limit.seconds, 10)
    Thread.detachNewThread { [self] in
      while EventLog.now < end, !hasEnded.withLock({ $0 }),
        !CrashReport.isWhole(in: crashFolder, ofProcess: process)
      {
        usleep(10_000)
      }
      if !hasEnded.withLock({ $0 }) { killGroup() }
    }
  }

  /// Ends the process at once, with those that it has started; one that is still to be started, then.
  func killGroup() {
    isDoomed.withLock { $0 = true }
    let process = process.withLock { $0 }
    guard process > 0 else { return }
    kill(-process, SIGKILL)
  }

  /// Removes what it needed.
  func remove() {
    let process = process.withLock { $0 }
    if process > 0 { Interruption.forget(workerGroup: process) }
    channel.close()
    folder.remove()
  }
}
