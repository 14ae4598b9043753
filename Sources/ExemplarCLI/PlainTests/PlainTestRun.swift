import ExemplarCore
import ExemplarLog
import Foundation

/// A run of the tests of a package that are not examples, reported as events.
///
/// A process that exits before all its tests have finished fails the running ones; another process
/// runs the rest.
struct PlainTestRun {
  /// One for each program with tests.
  let processes: [PlainProcess]
  let tests: [PlainTest]
  /// Whether these are all that there are.
  let isWhole: Bool
  /// The selectors that agree with one of them.
  let selectors: Set<String>
  /// Gets what the tests print.
  let output: @Sendable (Data) -> Void

  /// Lists the tests and selects some. Prints the reason and throws the status if that is
  /// impossible.
  ///
  /// - Parameters: - programs: The programs with tests. - directory: The working directory of their
  ///   processes. - options: How long tests may take. - rerun: The only ids that run again; `nil`
  ///   for all.
  init(
    _ programs: [URL], in directory: String, _ options: RunOptions, rerun: Set<ExampleID>?,
    output: @escaping @Sendable (Data) -> Void
  ) async throws {
    let selection = options.selection
    processes = programs.map {
      PlainProcess(program: $0, directory: directory, options: options)
    }
    var all: [PlainTest] = []
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
    } catch let mistake as AuthoringMistake {
      if Interruption.isRequested { throw ExitStatus.interrupted }
      Terminal.write("error: \(mistake)\n", toError: true)
      throw ExitStatus.couldNotStart
    }
    self.output = output
    tests = all.selected(by: selection, rerun: rerun)
    isWhole = tests.count == all.count
    selectors = Set(all.matched(selection.selectors))
  }

  /// Runs the tests, those of one library after those of the other.
  ///
  /// - Parameters: - watch: Receives the running tests, repeatedly. - sink: Receives each event, in
  ///   order.
  func run(
    watch: @escaping @Sendable ([RunningExample]) -> Void,
    _ sink: @escaping @Sendable (Event) -> Void
  ) async throws {
    let folder = try WorkerFolder()
    defer { folder.remove() }
    for (program, process) in processes.enumerated() {
      let tests = tests.filter { $0.program == program }
      let sink: @Sendable (Event) -> Void = { event in
        process.noteEvent()
        sink(event)
      }
      let swiftTesting = tests.filter { $0.library == .swiftTesting }
      var fold = SwiftTestingEvents(PlainEvents(swiftTesting))
      try await run(swiftTesting, of: .swiftTesting, &fold, process, sink) { rest, fold in
        try await runSwiftTesting(
          rest, of: swiftTesting.count, process, fold, in: folder, watch, sink)
      }
      let xctest = tests.filter { $0.library == .xctest }
      var log = XCTestEvents(PlainEvents(xctest), xctest)
      try await run(xctest, of: .xctest, &log, process, sink) { rest, log in
        try await runXCTest(rest, process, log, watch, sink)
      }
    }
    watch([])
  }

  /// Runs tests until all have been reported.
  private func run<Fold: PlainFold>(
    _ tests: [PlainTest], of library: PlainTest.Library, _ fold: inout Fold,
    _ process: PlainProcess, _ sink: (Event) -> Void,
    _ run: ([PlainTest], Fold) async throws -> (Fold, ProcessEnd.Way)
  ) async throws {
    var rest = tests
    while !rest.isEmpty, !Interruption.isRequested {
      let way: ProcessEnd.Way
      (fold, way) = try await run(rest, fold)
      if Interruption.isRequested { return }
      let left = fold.events.unseen(of: rest)
      let wasOpen = fold.events.isOpen
      let isBroken = wasOpen || !left.isEmpty
      let subject =
        "The process that runs the tests of \(library.rawValue) \(process.complaint ?? way.explanation)"
      if isBroken {
        let others = fold.events.running.count - 1
        let beside = others > 0 ? " and \(others) others" : ""
        let issue = Issue("\(subject) while this\(beside) ran.", cause: .endOfProcess)
        fold.breakOff(issue).forEach(sink)
      } else if process.complaint != nil {
        let issue = Issue("\(subject).", cause: .endOfProcess)
        sink(.issueRecorded(IssueRecorded(id: nil, issue: issue)))
      } else if way != .status(0) || !fold.hasEnded, !fold.events.hasFailed {
        let end = way == .status(0) ? " before it reported their end" : ""
        let message = "\(subject)\(end), and no test reports a reason."
        sink(.issueRecorded(IssueRecorded(id: nil, issue: Issue(message, cause: .endOfProcess))))
      }
      if !left.isEmpty, left.count == rest.count {
        let message = "\(subject) before it reported any of \(left.count) tests."
        sink(.issueRecorded(IssueRecorded(id: nil, issue: Issue(message, cause: .endOfProcess))))
        break
      }
      if !left.isEmpty, !wasOpen, !fold.hasEnded {
        let message = "\(subject) between two tests, before it reported their end."
        sink(.issueRecorded(IssueRecorded(id: nil, issue: Issue(message, cause: .endOfProcess))))
      }
      rest = left
    }
    fold.finish().forEach(sink)
  }

  // MARK: Swift Testing

  private func runSwiftTesting(
    _ tests: [PlainTest], of count: Int, _ process: PlainProcess, _ fold: SwiftTestingEvents,
    in folder: WorkerFolder, _ watch: @escaping @Sendable ([RunningExample]) -> Void,
    _ sink: @escaping @Sendable (Event) -> Void
  ) async throws -> (SwiftTestingEvents, ProcessEnd.Way) {
    let name = UUID().uuidString
    let stream = folder.url.appendingPathComponent("\(name).jsonl")
    let configuration = folder.url.appendingPathComponent("\(name).json")
    try settings(for: tests, of: count).write(to: configuration)
    _ = FileManager.default.createFile(atPath: stream.path, contents: nil)
    let reader = Locked((fold: fold, lines: LineBuffer()))
    let file = try FileHandle(forReadingFrom: stream)
    // One at a time, even if the last call meets an earlier one.
    @Sendable func look() {
      reader.withLock { reader in
        for line in reader.lines.lines((try? file.readToEnd()) ?? Data()) {
          if let record = SwiftTestingRecord(line) { reader.fold.note(record).forEach(sink) }
        }
        watch(reader.fold.events.running)
        if reader.fold.hasEnded, !reader.fold.events.isOpen { process.noteEnd() }
      }
    }
    let way = try await process.run(
      ["--testing-library", "swift-testing", "--configuration-path", configuration.path]
        + PlainProcess.eventStream(stream), look: look, output: output, errors: output)
    return (reader.withLock { $0.fold }, way)
  }

  /// Swift Testing prints nothing itself, and does not run the test of all specs.
  ///
  /// - Parameter count: The number of tests of the library that run in all.
  private func settings(for tests: [PlainTest], of count: Int) throws -> Data {
    struct Settings: Encodable {
      var verbosity = Int.min
      var filter: [String]?
      var skip: [String]?
    }
    var settings = Settings()
    if isWhole, tests.count == count {
      settings.skip = [#"^Exemplar\.examples\(\)"#]
    } else {
      settings.filter = tests.map { "^" + NSRegularExpression.escapedPattern(for: $0.name) + "$" }
    }
    return try JSONEncoder().encode(settings)
  }

  // MARK: XCTest

  private func runXCTest(
    _ tests: [PlainTest], _ process: PlainProcess, _ log: XCTestEvents,
    _ watch: @escaping @Sendable ([RunningExample]) -> Void,
    _ sink: @escaping @Sendable (Event) -> Void
  ) async throws -> (XCTestEvents, ProcessEnd.Way) {
    let reader = Locked((log: log, lines: LineBuffer()))
    reader.withLock { $0.log.beginProcess() }
    @Sendable func note(_ line: Data, isWhole: Bool) {
      guard let noted = reader.withLock({ $0.log.note(String(decoding: line, as: UTF8.self)) })
      else { return output(line + (isWhole ? [0x0A] : [])) }
      if !noted.printed.isEmpty { output(Data("\(noted.printed)\n".utf8)) }
      noted.events.forEach(sink)
      let (running, hasEnded) = reader.withLock { reader in
        (reader.log.events.running, reader.log.hasEnded && !reader.log.events.isOpen)
      }
      watch(running)
      if hasEnded { process.noteEnd() }
    }
    let way = try await process.run(
      Self.arguments(for: tests),
      output: { bytes in
        for line in reader.withLock({ $0.lines.lines(bytes) }) { note(line, isWhole: true) }
      }, errors: output)
    let end = reader.withLock { $0.lines.flush() }
    if !end.isEmpty { note(end, isWhole: false) }
    reader.withLock { $0.log.endProcess() }.forEach(sink)
    return (reader.withLock { $0.log }, way)
  }

  /// The names of tests; only so many as a process can be given at once.
  private static func arguments(for tests: [PlainTest]) -> [String] {
    var length = 0
    let names = tests.prefix { test in
      length += test.name.utf8.count + 1
      return length < 100_000
    }.map(\.name)
    return [names.joined(separator: ",")]
  }
}

/// A fold that converts the output of a test library into events.
protocol PlainFold {
  var events: PlainEvents { get }
  /// Whether the last process has reported the end of its tests.
  var hasEnded: Bool { get }
  /// Handles the exit of the process: the running tests have failed.
  mutating func breakOff(_ issue: Issue) -> [Event]
  /// Ends everything that is running.
  mutating func finish() -> [Event]
}

extension SwiftTestingEvents: PlainFold {}
extension XCTestEvents: PlainFold {}
