import ExemplarCore
import ExemplarReports
import Foundation
import Subprocess

/// A process that runs examples and streams its events.
///
/// The events come through a named pipe, so that whatever the examples print stays apart from them.
struct Worker {
  let program: URL
  let directory: String
  /// The options of the run, as environment variables.
  let options: [EnvironmentOption: String]
  /// Gets what the process prints, as it comes.
  let output: @Sendable (Data) -> Void

  /// How the process ended, and the end of what it wrote to its standard error.
  struct End {
    var status: TerminationStatus
    var errorTail: String
    /// How many of its events could not be understood.
    var unreadableEvents = 0
  }

  /// Runs the process to its end; every event goes to `sink`, in order.
  func run(_ sink: @escaping @Sendable (Event) -> Void) async throws -> End {
    let folder = try WorkerFolder()
    defer { folder.remove() }
    let pipe = folder.url.appendingPathComponent("events").path
    let configuration = folder.url.appendingPathComponent("swift-testing.json").path
    guard mkfifo(pipe, 0o600) == 0 else { throw WorkerError("The pipe \(pipe) cannot be made.") }
    // Swift Testing runs our test alone, and says nothing: its output is not wanted here.
    let settings = #"{"verbosity": \#(Int.min), "filter": ["^Exemplar\\.examples\\(\\)"]}"#
    try settings.write(toFile: configuration, atomically: true, encoding: .utf8)

    let reader = try EventReader(path: pipe)
    async let events: Void = reader.read(sink)
    var end: End
    do {
      end = try await process(pipe: pipe, configuration: configuration)
    } catch {
      reader.finish()
      await events
      throw error
    }
    reader.finish()
    await events
    end.unreadableEvents = reader.unreadableLines
    return end
  }

  private func process(pipe: String, configuration: String) async throws -> End {
    var environment: [Environment.Key: String?] = [
      Environment.Key(rawValue: EnvironmentOption.events.rawValue)!: pipe
    ]
    environment[Environment.Key(rawValue: EnvironmentOption.worker.rawValue)!] = "1"
    for option in EnvironmentOption.allCases where ![.events, .worker].contains(option) {
      environment[Environment.Key(rawValue: option.rawValue)!] = .some(options[option])
    }
    let result = try await Subprocess.run(
      .path(.init(program.path)),
      arguments: [
        "--testing-library", "swift-testing", "--configuration-path", configuration,
      ],
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
