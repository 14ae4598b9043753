import ExemplarCore
import ExemplarLog
import Foundation
import Subprocess

/// A process that runs tests of a library, and leaves the specs alone.
struct PlainProcess {
  let program: URL
  let directory: String
  /// How long it may report nothing: before the first test, and afterwards.
  let planningTimeout: Duration
  let timeout: Duration?
  private let silence = Locked(Silence())

  /// The time since the last event of the tests.
  private struct Silence {
    var start = 0.0
    var hasBegun = false
    var limit: Duration?
    /// Whether the process was killed because it reported nothing.
    var isBroken = false
  }

  init(program: URL, directory: String, options: RunOptions) {
    (self.program, self.directory) = (program, directory)
    (planningTimeout, timeout) = (options.planningTimeout, options.timeout)
  }

  /// Notes that a test began or ended.
  func noteEvent() {
    silence.withLock { silence in
      silence.start = EventLog.now
      silence.hasBegun = true
    }
  }

  /// Why the last process was killed, if it was.
  var complaint: String? {
    silence.withLock { silence in
      guard silence.isBroken, let limit = silence.limit else { return nil }
      let option = silence.hasBegun ? EnvironmentOption.timeout : .planningTimeout
      return
        "was killed after \(limit.seconds.formattedSeconds) without an event (\(option.commandLineName))"
    }
  }

  /// Kills a process that reports nothing for too long: its tests hang, or its exit, or it is stopped.
  private func endSilence(of process: Locked<pid_t>) async {
    while !Task.isCancelled {
      let isBroken = silence.withLock { silence in
        silence.limit = silence.hasBegun ? timeout : planningTimeout
        let seconds = silence.limit?.seconds ?? .infinity
        silence.isBroken = EventLog.now - silence.start > seconds
        return silence.isBroken
      }
      let process = process.withLock { $0 }
      if isBroken, process > 0 {
        kill(process, SIGKILL)
        return
      }
      try? await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Runs the process to its end.
  ///
  /// - Parameters:
  ///   - arguments: What it is started with.
  ///   - folder: Where the pipe is made that it lives no longer than.
  ///   - meanwhile: What is done as long as it runs; canceled at its end.
  ///   - output: Gets what it writes to the standard output.
  ///   - errors: Gets what it writes to the standard error.
  func run(
    _ arguments: [String], in folder: WorkerFolder,
    meanwhile: @escaping @Sendable () async -> Void = {},
    output: @escaping @Sendable (Data) -> Void, errors: @escaping @Sendable (Data) -> Void
  ) async throws -> ProcessEnd.Way {
    let pipe = try WorkerPipe(folder.url.appendingPathComponent("life-\(UUID().uuidString)").path)
    var environment: [Environment.Key: String?] = [:]
    for option in EnvironmentOption.allCases {
      environment[Environment.Key(rawValue: option.rawValue)!] = .some(nil)
    }
    // With this and without a log, it knows that the tool runs the specs elsewhere.
    environment[Environment.Key(rawValue: EnvironmentOption.worker.rawValue)!] = pipe.path
    let beside = Task { await meanwhile() }
    let process = Locked<pid_t>(0)
    silence.withLock { $0 = Silence(start: EventLog.now) }
    let watch = Task { await endSilence(of: process) }
    defer {
      beside.cancel()
      watch.cancel()
    }
    let result = try await Subprocess.run(
      .path(.init(program.path)), arguments: Arguments(arguments),
      environment: .inherit.updating(environment), workingDirectory: .init(directory),
      input: .none, output: .sequence, error: .sequence
    ) { execution in
      defer { Interruption.forget() }
      Interruption.note(worker: execution.processIdentifier.value)
      process.withLock { $0 = execution.processIdentifier.value }
      async let reading: Void = {
        for try await buffer in execution.standardError { errors(buffer.data) }
      }()
      for try await buffer in execution.standardOutput { output(buffer.data) }
      try await reading
    }
    withExtendedLifetime(pipe) {}
    return result.terminationStatus.way
  }
}

extension SubprocessOutputSequence.Buffer {
  fileprivate var data: Data { withUnsafeBytes { Data($0) } }
}

/// Parts bytes into lines, as they come.
struct LineBuffer {
  private var rest = Data()

  /// The lines that have come to their end.
  mutating func lines(_ bytes: Data) -> [Data] {
    // The rest contains no line end. It may be long, so it is not searched again.
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let last = lines.removeLast()
    guard !lines.isEmpty else {
      rest.append(last)
      return []
    }
    lines[0] = rest + lines[0]
    rest = Data(last)
    return lines
  }

  /// Returns the text after the last line.
  mutating func flush() -> Data {
    defer { rest = Data() }
    return rest
  }
}
