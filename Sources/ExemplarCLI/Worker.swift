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
  /// Gets what the process prints, line by line.
  let output: @Sendable (String) -> Void

  /// How the process ended, and the end of what it wrote to its standard error.
  struct End {
    var status: TerminationStatus
    var errorTail: String
  }

  /// Runs the process to its end; every event goes to `sink`, in order.
  func run(_ sink: @escaping @Sendable (Event) -> Void) async throws -> End {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let pipe = folder.appendingPathComponent("events").path
    let configuration = folder.appendingPathComponent("swift-testing.json").path
    guard mkfifo(pipe, 0o600) == 0 else { throw WorkerError("The pipe \(pipe) cannot be made.") }
    // Swift Testing runs our test alone, and says nothing: its output is not wanted here.
    let settings = #"{"verbosity": \#(Int.min), "filter": ["^Exemplar\\.examples\\(\\)"]}"#
    try settings.write(toFile: configuration, atomically: true, encoding: .utf8)

    let reader = try EventReader(path: pipe)
    async let events: Void = reader.read(sink)
    let end: End
    do {
      end = try await process(pipe: pipe, configuration: configuration)
    } catch {
      reader.finish()
      await events
      throw error
    }
    reader.finish()
    await events
    return end
  }

  private func process(pipe: String, configuration: String) async throws -> End {
    var environment: [Environment.Key: String?] = [
      Environment.Key(rawValue: EnvironmentOption.events.rawValue)!: pipe
    ]
    for option in EnvironmentOption.allCases where option != .events {
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
      Interruption.note(worker: execution.processIdentifier.value)
      async let tail = collect(execution.standardError)
      for try await line in execution.standardOutput.strings(
        bufferingPolicy: .unbounded)
      { output(line) }
      return try await tail
    }
    return End(status: result.terminationStatus, errorTail: result.closureResult)
  }

  private func collect(_ lines: SubprocessOutputSequence) async throws -> String {
    var tail: [String] = []
    for try await line in lines.strings(bufferingPolicy: .unbounded) {
      output(line)
      tail.append(line)
      if tail.count > 40 { tail.removeFirst() }
    }
    return tail.joined(separator: "\n")
  }

  private func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("exemplar-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}

struct WorkerError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
