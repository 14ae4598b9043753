import ExemplarCore
import ExemplarLog
import Foundation

/// A run of the tests of a package that are not examples, reported as events.
struct ForeignTestRun {
  /// One for each program with tests.
  let processes: [ForeignTestProcess]
  private(set) var tests: [ForeignTest]
  /// Whether these are all that there are.
  private(set) var isWhole: Bool
  /// The selectors that agree with one of them.
  let selectors: Set<String>
  private let options: RunOptions
  /// How many seconds classes and suites took in earlier runs.
  private let durations: [ExampleID: Double]
  /// Gets what the tests print.
  let output: @Sendable (Data) -> Void

  /// Lists the tests and selects some. Prints the reason and throws the status if that is
  /// impossible.
  ///
  /// - Parameters:
  ///   - programs: The programs with tests.
  ///   - directory: The working directory of their processes.
  ///   - options: How long tests may take.
  ///   - rerun: The only ids that run again; `nil` for all.
  ///   - durations: How many seconds classes and suites took in earlier runs.
  init(
    _ programs: [URL], in directory: String, _ options: RunOptions, rerun: Set<ExampleID>?,
    durations: [ExampleID: Double] = [:], output: @escaping @Sendable (Data) -> Void
  ) async throws {
    let selection = options.selection
    processes = programs.map {
      ForeignTestProcess(program: $0, directory: directory, options: options)
    }
    var all: [ForeignTest] = []
    var known: Set<[String]> = []
    do {
      for (number, process) in processes.enumerated() {
        // A test that several programs hold is run by the first of them.
        let tests = try await process.tests().filter { test in
          known.insert([test.library.rawValue, test.name]).inserted
        }
        all += tests.map { test in
          var test = test
          test.program = number
          return test
        }
      }
    } catch let mistake as UsageError {
      if Interruption.isRequested { throw ExitStatus.interrupted }
      Terminal.error(mistake)
      throw ExitStatus.couldNotStart
    }
    (self.options, self.durations, self.output) = (options, durations, output)
    tests = all.selected(by: selection, rerun: rerun)
    isWhole = tests.count == all.count
    selectors = Set(all.matched(selection.selectors))
  }

  /// The same run of some of the tests.
  func keeping(_ ids: Set<ExampleID>) -> ForeignTestRun {
    var run = self
    run.tests = tests.filter { ids.contains($0.id) }
    run.isWhole = isWhole && run.tests.count == tests.count
    return run
  }

  /// The context of a run of the tests.
  struct Context: Sendable {
    /// How many processes run side by side at most.
    var jobs = 1
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
    let folder = try WorkerFolder()
    defer { folder.remove() }
    let parts = ForeignTestPart.parts(of: tests, jobs: context.jobs, durations: durations)
    return try await Self.run(parts, options, context) { part, reader in
      let (arguments, stream) = try invocation(of: part, in: folder.url)
      return try await run(arguments, stream, processes[part.program], reader)
    }
  }

  /// Runs parts in as many processes side by side as permitted, and what follows from their exits. Returns how many tests
  /// have not run.
  ///
  /// - Parameter process: Runs a process to its end, which reports to a reader.
  static func run(
    _ parts: [ForeignTestPart], _ options: RunOptions, _ context: Context,
    process: @escaping @Sendable (ForeignTestPart, ForeignTestReader) async throws -> ProcessExit
  ) async throws -> Int {
    let number = Locked(0)
    let dispatcher = Locked(
      ForeignTestDispatcher(
        parts, options, failedBefore: context.failedBefore, announce: context.announce
      ) { event in context.sink(event, number.withLock { $0 }) })
    try await withThrowingTaskGroup { group in
      var (running, last) = (0, 0)
      while true {
        while running < max(1, context.jobs), !Interruption.isRequested,
          let part = dispatcher.withLock({ $0.next() })
        {
          (running, last) = (running + 1, last + 1)
          group.addTask { [last] in
            let reader = ForeignTestReader(part, options) { events, running in
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

/// Reads what a process of plain tests reports.
final class ForeignTestReader: Sendable {
  private struct State {
    var fold: any ForeignTestFold
    var lines = LineBuffer()
    var latest: Double?
  }
  private let part: ForeignTestPart
  private let state: Locked<State>
  private let sink: @Sendable ([Event], [RunningExample]) -> Void
  private let isCanceled: @Sendable () -> Bool

  /// - Parameters:
  ///   - sink: Receives the events as they come, with the tests that run.
  ///   - isCanceled: Whether the results are not needed any more.
  init(
    _ part: ForeignTestPart, _ options: RunOptions,
    _ sink: @escaping @Sendable ([Event], [RunningExample]) -> Void,
    isCanceled: @escaping @Sendable () -> Bool = { false }
  ) {
    let events = ForeignTestEvents(part.tests, attempt: part.attempt, retries: options.retries)
    state = Locked(
      State(
        fold: part.library == .xctest
          ? XCTestEvents(events, part.tests) as any ForeignTestFold : SwiftTestingEvents(events)))
    (self.part, self.sink, self.isCanceled) = (part, sink, isCanceled)
  }

  /// Reads bytes of the report.
  ///
  /// - Parameter print: Gets what the tests have printed among them.
  func read(
    _ bytes: Data, isLast: Bool = false, printing print: (Data) -> Void = { _ in }
  ) {
    state.withLock { state in
      var events: [Event] = []
      for line in state.lines.lines(bytes, isLast: isLast) {
        guard let found = state.fold.record(line: line) else {
          print(line)
          continue
        }
        if !found.printed.isEmpty { print(Data("\(found.printed)\n".utf8)) }
        events += found.events
      }
      if isLast { events += state.fold.endProcess() }
      if !bytes.isEmpty { state.latest = EventLog.now }
      sink(events, state.fold.events.running)
    }
  }

  /// Reads the rest. Returns everything that was reported.
  func finish() -> any ForeignTestFold {
    read(Data(), isLast: true)
    return state.withLock { $0.fold }
  }

  var progress: ForeignTestProgress {
    let isCanceled = isCanceled()
    return state.withLock { state in
      ForeignTestProgress(
        running: state.fold.events.running, isSerial: part.isSerial || part.library == .xctest,
        latest: state.latest, hasEnded: state.fold.hasEnded && !state.fold.events.isOpen,
        isCanceled: isCanceled)
    }
  }
}

/// Converts the reports of a test library into events.
protocol ForeignTestFold: SendableMetatype {
  var events: ForeignTestEvents { get set }
  /// Whether the last process has reported the end of its tests.
  var hasEnded: Bool { get }
  /// Notes the start of another process.
  mutating func beginProcess()
  /// The events of a line, and the text that a test printed before it; `nil` if a test printed the whole line.
  mutating func record(line: Data) -> (events: [Event], printed: String)?
  /// Notes the end of the reports of the process.
  mutating func endProcess() -> [Event]
}

extension ForeignTestFold {
  mutating func beginProcess() {}
  mutating func endProcess() -> [Event] { [] }
}

extension XCTestEvents: ForeignTestFold {
  mutating func record(line: Data) -> (events: [Event], printed: String)? {
    record(String(decoding: line.last == 0x0A ? line.dropLast() : line, as: UTF8.self))
  }
}
