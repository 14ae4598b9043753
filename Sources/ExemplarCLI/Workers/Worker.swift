import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import Subprocess

/// A process that runs examples, and writes its events into a log.
///
/// The log is a file, so that whatever the examples print stays apart from it, and what was told is there
/// however the process ends.
struct Worker {
  let program: URL
  let directory: String
  /// The options of the run, as environment variables.
  let options: [EnvironmentOption: String]
  /// Where the log is written; `nil` if nobody wants it afterwards.
  var log: URL?
  /// Gets what the process prints, as it comes.
  let output: @Sendable (Data) -> Void

  /// How the process ended, and the end of what it wrote to its standard error.
  struct End {
    var status: TerminationStatus
    var errorTail: String
    /// What was running when it ended.
    var running: [RunningExample] = []
    /// Why not all events are known.
    var trouble: String?
    /// Whether there is a log.
    var hasLog = false

    /// What is noted in the log.
    let processEnd: ProcessEnd

    init(status: TerminationStatus, errorTail: String) {
      self.status = status
      self.errorTail = errorTail
      processEnd = ProcessEnd(status.way, lastOutput: errorTail)
    }
  }

  /// Runs the process to its end; every event goes to `sink`, in order.
  ///
  /// - Parameters:
  ///   - watch: Is told again and again what runs.
  ///   - clock: Is set to the time of each event.
  func run(
    watch: @escaping @Sendable ([RunningExample]) -> Void = { _ in }, clock: EventClock? = nil,
    _ sink: EventSink
  ) async throws -> End {
    let folder = try WorkerFolder()
    defer { folder.remove() }
    let path = (log ?? folder.url.appendingPathComponent("worker.exlog")).path
    let pipe = try WorkerPipe(folder.url.appendingPathComponent("life").path)
    let configuration = try Self.configuration(in: folder)

    let follower = LogFollower(path: path)
    let tell: @Sendable (Double, () -> Void) -> Void = { time, tell in
      if let clock { clock.tell(EventOrigin(time: time), tell) } else { tell() }
    }
    async let reading = follower.read(
      watch: watch, rows: { rows, time in tell(time) { sink(rows) } }
    ) { event, time, _ in tell(time) { sink(event) } }
    var end: End
    do {
      end = try await process(log: path, pipe: pipe.path, configuration: configuration)
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

  /// Writes what Swift Testing is told: to run our test alone, and to say nothing, since its output is not
  /// wanted here.
  static func configuration(in folder: WorkerFolder) throws -> String {
    let path = folder.url.appendingPathComponent("swift-testing.json").path
    let settings = #"{"verbosity": \#(Int.min), "filter": ["^Exemplar\\.examples\\(\\)"]}"#
    // Nobody reads it before the process is started.
    try settings.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  /// What the process is started with.
  static func arguments(_ configuration: String) -> Arguments {
    ["--testing-library", "swift-testing", "--configuration-path", configuration]
  }

  /// The environment of the process: the options of the run, and where its log and the pipe are.
  static func environment(
    _ options: [EnvironmentOption: String], log: String, pipe: String
  ) -> [Environment.Key: String?] {
    var environment: [Environment.Key: String?] = [:]
    for option in EnvironmentOption.allCases {
      environment[Environment.Key(rawValue: option.rawValue)!] = .some(options[option])
    }
    environment[Environment.Key(rawValue: EnvironmentOption.events.rawValue)!] = .some(nil)
    environment[Environment.Key(rawValue: EnvironmentOption.log.rawValue)!] = log
    environment[Environment.Key(rawValue: EnvironmentOption.worker.rawValue)!] = pipe
    return environment
  }

  private func process(log: String, pipe: String, configuration: String) async throws -> End {
    let environment = Self.environment(options, log: log, pipe: pipe)
    let result = try await Subprocess.run(
      .path(.init(program.path)),
      arguments: Self.arguments(configuration),
      environment: .inherit.updating(environment), workingDirectory: .init(directory),
      input: .none, output: .sequence, error: .sequence
    ) { execution in
      defer { Interruption.forget() }
      Interruption.note(worker: execution.processIdentifier.value)
      async let tail = collect(execution.standardError)
      for try await buffer in execution.standardOutput { output(Data(buffer)) }
      return try await tail
    }
    return End(status: result.terminationStatus, errorTail: result.closureResult)
  }

  /// Passes on what is written, and keeps the end of it.
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

/// A pipe that this process holds open for as long as it lives: a worker ends when nobody does any more.
final class WorkerPipe {
  let path: String
  private let descriptor: Int32

  init(_ path: String) throws {
    guard mkfifo(path, 0o600) == 0 else { throw WorkerError("The pipe \(path) cannot be made.") }
    self.path = path
    // A process that is started must not keep it. Opened for both ends, it waits for nobody.
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
