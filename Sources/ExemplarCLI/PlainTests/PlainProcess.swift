import ExemplarCore
import ExemplarLog
import Foundation
import Subprocess

/// A process that runs tests of a library, and leaves the specs alone.
struct PlainProcess {
  let program: URL
  let directory: String

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
    defer { beside.cancel() }
    let result = try await Subprocess.run(
      .path(.init(program.path)), arguments: Arguments(arguments),
      environment: .inherit.updating(environment), workingDirectory: .init(directory),
      input: .none, output: .sequence, error: .sequence
    ) { execution in
      defer { Interruption.forget() }
      Interruption.note(worker: execution.processIdentifier.value)
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
    rest.append(bytes)
    var lines: [Data] = []
    while let end = rest.firstIndex(of: 0x0A) {
      lines.append(Data(rest[..<end]))
      rest = Data(rest[(end + 1)...])
    }
    return lines
  }

  /// What stands after the last line.
  mutating func flush() -> Data {
    defer { rest = Data() }
    return rest
  }
}
