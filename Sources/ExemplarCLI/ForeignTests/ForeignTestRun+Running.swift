import ExemplarCore
import ExemplarLog
import Foundation

extension ForeignTestRun {
  /// The context of a run of the tests.
  struct Context: Sendable {
    /// The limits of tests, and how often they are tried again.
    var options: RunOptions
    /// How many seconds classes and suites took in earlier runs.
    var durations: [ExampleID: Double] = [:]
    /// How many processes run side by side at most.
    var jobs = 1
    /// The quarantines of a list.
    var quarantine = QuarantineList()
    /// How many examples have failed before.
    var failedBefore = 0
    /// Receives the running tests of a process, by its number, repeatedly.
    var watch: @Sendable ([RunningExample], Int) -> Void = { _, _ in }
    /// Receives a sentence about tests that run again.
    var announce: @Sendable (String) -> Void = { _ in }
    /// Receives each event, in order, and the number of its process.
    var sink: @Sendable (Event, Int) -> Void
  }

  /// Runs the tests. Returns how many of them have not run.
  func run(_ context: Context) async throws -> Int {
    var context = context
    context.quarantine = quarantine
    let folder = try WorkerFolder()
    defer { folder.remove() }
    let parts = ForeignTestPart.parts(of: tests, jobs: context.jobs, durations: context.durations)
    return try await Self.run(parts, context) { part, reader in
      try await run(part, reader, in: folder.url)
    }
  }

  /// Runs a part in a process to its end.
  ///
  /// - Parameters:
  ///   - variables: Variables of the process, in addition to those of any.
  ///   - folder: The location of its files.
  func run(
    _ part: ForeignTestPart, _ reader: ForeignTestReader, _ variables: [String: String] = [:],
    in folder: URL
  ) async throws -> ProcessExit {
    let (arguments, stream) = try invocation(of: part, in: folder)
    var process = processes[part.program]
    process.variables = variables
    return try await run(arguments, stream, process, reader)
  }

  /// Runs parts in as many processes side by side as permitted, and what follows from their exits. Returns how many tests
  /// have not run.
  ///
  /// - Parameter process: Runs a process to its end, which reports to a reader.
  static func run(
    _ parts: [ForeignTestPart], _ context: Context,
    process: @escaping @Sendable (ForeignTestPart, ForeignTestReader) async throws -> ProcessExit
  ) async throws -> Int {
    let number = Locked(0)
    let dispatcher = Locked(
      ForeignTestDispatcher(
        parts, context.options, quarantine: context.quarantine,
        failedBefore: context.failedBefore, announce: context.announce
      ) { event in context.sink(event, number.withLock { $0 }) })
    try await withThrowingTaskGroup { group in
      var (running, last) = (0, 0)
      while true {
        while running < max(1, context.jobs), !Interruption.isRequested,
          let part = dispatcher.withLock({ $0.next() })
        {
          (running, last) = (running + 1, last + 1)
          group.addTask { [last] in
            let reader = ForeignTestReader(part, context.options, context.quarantine) {
              events, running in
              context.watch(running, last)
              if events.isEmpty { return }
              dispatcher.withLock { dispatcher in
                number.withLock { $0 = last }
                dispatcher.receive(events, of: part)
              }
            } isCanceled: {
              dispatcher.withLock { $0.isStopped }
            }
            defer { context.watch([], last) }
            let exit = try await process(part, reader)
            let fold = reader.finish()
            if Interruption.isRequested { return }
            dispatcher.withLock { dispatcher in
              number.withLock { $0 = last }
              dispatcher.end(part, fold.events, hasEnded: fold.hasEnded, exit)
            }
          }
        }
        guard try await group.next() != nil else { return }
        running -= 1
      }
    }
    return Interruption.isRequested ? 0 : dispatcher.withLock { $0.finish() }
  }

  /// The arguments of a process that runs a part, and the file that it reports to, unless that is its output.
  private func invocation(
    of part: ForeignTestPart, in folder: URL
  ) throws -> (arguments: [String], stream: URL?) {
    if part.library == .xctest {
      return ([part.tests.map(\.name).joined(separator: ",")], nil)
    }
    let name = UUID().uuidString
    let stream = folder.appendingPathComponent("\(name).jsonl")
    let configuration = folder.appendingPathComponent("\(name).json")
    try settings(for: part).write(to: configuration)
    _ = FileManager.default.createFile(atPath: stream.path, contents: nil)
    let arguments = [
      "--testing-library", "swift-testing", "--configuration-path", configuration.path,
    ]
    return (arguments + SwiftTestingRecord.options(toWrite: stream), stream)
  }

  /// Runs one process, whose library reports to a file or prints its reports.
  private func run(
    _ arguments: [String], _ stream: URL?, _ process: ForeignTestProcess,
    _ reader: ForeignTestReader
  ) async throws -> ProcessExit {
    let file = try stream.map { try FileHandle(forReadingFrom: $0) }
    return try await process.run(
      arguments,
      look: {
        if let file { reader.read((try? file.readToEnd()) ?? Data(), printing: output) }
        return reader.progress
      },
      output: { if file == nil { reader.read($0, printing: output) } else { output($0) } },
      errors: output)
  }

  /// Swift Testing prints nothing itself, and does not run the test of all specs.
  private func settings(for part: ForeignTestPart) throws -> Data {
    struct Settings: Encodable {
      var verbosity = Int.min
      var filter: [String]?
      var skip: [String]?
      var parallel: Bool?
    }
    var settings = Settings()
    settings.parallel = part.isSerial ? false : nil
    let count = tests.count { $0.library == .swiftTesting && $0.program == part.program }
    if isWhole, part.tests.count == count {
      settings.skip = [#"^Exemplar\.examples\(\)"#]
    } else {
      settings.filter = part.tests.map {
        "^" + NSRegularExpression.escapedPattern(for: $0.name) + "$"
      }
    }
    return try JSONEncoder().encode(settings)
  }
}
