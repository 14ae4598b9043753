import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import Subprocess

/// A process that runs examples, and writes its events into a log.
///
/// The log is a file, so that the output of examples stays separate from it, and the events remain
/// however the process exits.
struct Worker {
  let program: URL
  let directory: String
  /// The options of the run, as environment variables.
  let options: [EnvironmentOption: String]
  /// The location of the log; `nil` if it is not kept.
  var log: URL?
  /// Gets what the process prints, as it comes.
  let output: @Sendable (Data) -> Void

  /// The exit of the process, and the end of its standard error.
  struct End {
    var status: TerminationStatus
    var errorTail: String
    /// The examples that were running when it exited.
    var running: [RunningExample] = []
    /// Why not all events are known.
    var trouble: String?
    /// Whether there is a log.
    var hasLog = false

    /// The record in the log.
    let processEnd: ProcessEnd

    init(status: TerminationStatus, errorTail: String) {
      self.status = status
      self.errorTail = errorTail
      processEnd = ProcessEnd(status.way, lastOutput: errorTail)
    }
  }

  /// Runs the process to its end; every event goes to `sink`, in order.
  ///
  /// - Parameters: - watch: Receives the running examples, repeatedly. - clock: Receives the time
  ///   of each event.
  func run(
    watch: @escaping @Sendable ([RunningExample]) -> Void = { _ in }, clock: EventClock? = nil,
    _ sink: EventSink
  ) async throws -> End {
    let folder = try WorkerFolder()
    defer { folder.remove() }
    let path = (log ?? folder.url.appendingPathComponent("worker.exlog")).path
    let pipe = try WorkerPipe(folder.url.appendingPathComponent("life").path)

    let follower = LogFollower(path: path)
    let tell: @Sendable (Double, () -> Void) -> Void = { time, tell in
      if let clock { clock.tell(EventOrigin(time: time), tell) } else { tell() }
    }
    let stall = Locked(Stall(RunOptions(ofWorker: options), log: path))
    async let reading = follower.read(
      watch: { [follower] running in
        stall.withLock { $0.killIfStalled(step: follower.step, isIdle: running.isEmpty) }
        watch(running)
      }, rows: { rows, time in tell(time) { sink(rows) } }
    ) { event, time, _ in tell(time) { sink(event) } }
    var end: End
    do {
      end = try await process(
        log: path, pipe: pipe.path, in: folder, stall: stall)
    } catch {
      follower.finish()
      _ = await reading
      throw error
    }
    follower.finish()
    let result = await reading
    end.running = result.running
    end.trouble = result.trouble
    end.hasLog = result.exists
    return end
  }

  /// The same for who wants each event, and nothing else.
  func run(_ sink: @escaping @Sendable (Event) -> Void) async throws -> End {
    try await run(EventSink(sink))
  }

  /// Writes the configuration of Swift Testing: it runs only our test, and prints nothing, since
  /// its output is not needed here.
  static func configuration(in folder: WorkerFolder) throws -> String {
    let path = folder.url.appendingPathComponent("swift-testing.json").path
    let settings = #"{"verbosity": \#(Int.min), "filter": ["^Exemplar\\.examples\\(\\)"]}"#
    // It is read only after the process has started.
    try settings.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  /// The arguments of the process.
  static func arguments(_ configuration: String) -> Arguments {
    ["--testing-library", "swift-testing", "--configuration-path", configuration]
  }

  /// The environment of the process: the options of the run, and where its log and the pipe are.
  static func environment(
    _ options: [EnvironmentOption: String], log: String, pipe: String, in folder: WorkerFolder
  ) throws -> [Environment.Key: String?] {
    var options = options
    // A single variable holds at most 128 KB on Linux.
    if let selectors = options[.select], selectors.utf8.count > 1 << 16 {
      let file = folder.url.appendingPathComponent("selectors")
      try selectors.write(to: file, atomically: false, encoding: .utf8)
      options[.select] = nil
      options[.selectFile] = file.path
    }
    var environment: [Environment.Key: String?] = [:]
    for option in EnvironmentOption.allCases {
      environment[Environment.Key(rawValue: option.rawValue)!] = .some(options[option])
    }
    environment[Environment.Key(rawValue: EnvironmentOption.events.rawValue)!] = .some(nil)
    environment[Environment.Key(rawValue: EnvironmentOption.log.rawValue)!] = log
    environment[Environment.Key(rawValue: EnvironmentOption.worker.rawValue)!] = pipe
    return environment
  }

  private func process(
    log: String, pipe: String, in folder: WorkerFolder, stall: Locked<Stall>
  ) async throws -> End {
    let configuration = try Self.configuration(in: folder)
    let environment = try Self.environment(options, log: log, pipe: pipe, in: folder)
    let result = try await Subprocess.run(
      .path(.init(program.path)),
      arguments: Self.arguments(configuration),
      environment: .inherit.updating(environment), workingDirectory: .init(directory),
      input: .none, output: .sequence, error: .sequence
    ) { execution in
      defer { Interruption.forget() }
      Interruption.note(worker: execution.processIdentifier.value)
      stall.withLock { $0.process = execution.processIdentifier.value }
      async let tail = collect(execution.standardError)
      for try await buffer in execution.standardOutput { output(Data(buffer)) }
      return try await tail
    }
    // Its number may be that of another process soon.
    stall.withLock { $0.process = 0 }
    let complaint = stall.withLock { $0.complaint }
    let tail = [result.closureResult, complaint].compactMap(\.self).filter { !$0.isEmpty }
    return End(status: result.terminationStatus, errorTail: tail.joined(separator: "\n"))
  }

  /// Passes on the output, and keeps its end.
  private func collect(_ buffers: SubprocessOutputSequence) async throws -> String {
    var tail = Data()
    for try await buffer in buffers {
      let bytes = Data(buffer)
      output(bytes)
      tail.append(bytes)
      if tail.count > 1 << 16 { tail = tail.suffix(1 << 15) }
    }
    return String(decoding: tail, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).suffix(40)
      .joined(separator: "\n")
  }
}

/// Kills a process that has stalled.
private struct Stall {
  let log: String
  let start = EventLog.now
  var clock: StallClock
  var process: pid_t = 0
  /// Why the process was killed, if it was.
  var complaint: String?

  init(_ options: RunOptions, log: String) { (clock, self.log) = (StallClock(options), log) }

  mutating func killIfStalled(step: String?, isIdle: Bool) {
    guard isIdle, process > 0, complaint == nil else { return }
    complaint = clock.complaint(
      isStopped: StallClock.isStopped(process),
      planningStart: access(log, F_OK) == 0 ? nil : start, now: EventLog.now,
      place: step.map { " in \($0)" } ?? "")
    if complaint != nil { kill(process, SIGKILL) }
  }
}

/// A pipe that this process holds open until it exits: a worker exits when no process holds it
/// open.
final class WorkerPipe {
  let path: String
  private let descriptor: Int32

  init(_ path: String) throws {
    guard mkfifo(path, 0o600) == 0 else { throw WorkerError("The pipe \(path) cannot be made.") }
    self.path = path
    // Child processes must not inherit it. A pipe opened for both ends never blocks.
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    if descriptor < 0 { throw WorkerError("The pipe \(path) cannot be opened.") }
  }

  deinit { close(descriptor) }
}

struct WorkerError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension Data {
  fileprivate init(_ buffer: SubprocessOutputSequence.Buffer) {
    self = buffer.withUnsafeBytes { Data($0) }
  }
}
