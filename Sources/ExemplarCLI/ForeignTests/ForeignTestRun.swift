import ExemplarCore
import ExemplarLog
import ExemplarSources
import Foundation

/// A run of the tests of a package that are not examples, reported as events.
///
/// A process that exits before all its tests have finished fails the running ones; another process
/// runs the rest.
struct ForeignTestRun {
  /// One for each program with tests.
  let processes: [ForeignTestProcess]
  private(set) var tests: [ForeignTest]
  /// Whether these are all that there are.
  private(set) var isWhole: Bool
  /// The selectors that agree with one of them.
  let selectors: Set<String>
  /// Names similar to the others, and the known reasons why these match nothing.
  private let hints: (near: [String], explanations: [String])
  /// Why no test is selected, if a selection leaves none.
  let nothingToRun: NothingToRun?
  /// Gets what the tests print.
  let output: @Sendable (Data) -> Void

  /// Lists the tests and selects some. Prints the reason and throws the status if that is
  /// impossible.
  ///
  /// - Parameters:
  ///   - programs: The programs with tests.
  ///   - directory: The working directory of their processes.
  ///   - options: How long tests may take.
  ///   - targets: The targets of the package, whose files show where tests of XCTest are.
  ///   - rerun: The only ids that run again; `nil` for all.
  init(
    _ programs: [URL], of targets: TestTargets? = nil, in directory: String, _ options: RunOptions,
    rerun: Set<ExampleID>?,
    output: @escaping @Sendable (Data) -> Void
  ) async throws {
    async let declarations = targets.map(TestDeclarations.init(of:))
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
    self.output = output
    if let declarations = await declarations { all = all.located(by: declarations) }
    let selected = await ForeignTestSelection(of: all, by: options.selection, rerun: rerun)
    tests = selected.tests
    isWhole = tests.count == all.count
    selectors = Set(selected.matched)
    hints = (selected.near, selected.explanations)
    nothingToRun =
      selected.tests.isEmpty && rerun == nil && !options.selection.isEmpty
      ? .nothingMatches(
        selectors: options.selection.spelled, near: selected.near,
        explanations: selected.explanations) : nil
  }

  /// Whether anything is known about selectors that match nothing.
  var hasHints: Bool { !hints.near.isEmpty || !hints.explanations.isEmpty }

  /// Why nothing runs if selectors match nothing at all.
  ///
  /// - Parameter near: Names of examples similar to them.
  func nothingMatches(_ selectors: [String], near: [String] = []) -> NothingToRun {
    .nothingMatches(
      selectors: selectors, near: near + hints.near, explanations: hints.explanations)
  }

  /// The same run of some of the tests.
  func keeping(_ ids: Set<ExampleID>) -> ForeignTestRun {
    var run = self
    run.tests = tests.filter { ids.contains($0.id) }
    run.isWhole = isWhole && run.tests.count == tests.count
    return run
  }

  /// Runs the tests, those of one library after those of the other.
  ///
  /// - Parameters:
  ///   - watch: Receives the running tests, repeatedly.
  ///   - sink: Receives each event, in order.
  func run(
    watch: @escaping @Sendable ([RunningExample]) -> Void,
    _ sink: @escaping @Sendable (Event) -> Void
  ) async throws {
    let folder = try WorkerFolder()
    defer { folder.remove() }
    for (program, process) in processes.enumerated() {
      let tests = tests.filter { $0.program == program }
      let sink: @Sendable (Event) -> Void = { event in
        process.recordEvent()
        sink(event)
      }
      let swiftTesting = tests.filter { $0.library == .swiftTesting }
      try await run(
        swiftTesting, SwiftTestingEvents(ForeignTestEvents(swiftTesting)), process, watch, sink
      ) { rest in
        let name = UUID().uuidString
        let stream = folder.url.appendingPathComponent("\(name).jsonl")
        let configuration = folder.url.appendingPathComponent("\(name).json")
        try settings(for: rest, of: swiftTesting.count).write(to: configuration)
        _ = FileManager.default.createFile(atPath: stream.path, contents: nil)
        let arguments = [
          "--testing-library", "swift-testing", "--configuration-path", configuration.path,
        ]
        return (arguments + SwiftTestingRecord.options(toWrite: stream), stream)
      }
      for xctest in Self.batches(ofXCTest: tests.filter { $0.library == .xctest }) {
        try await run(xctest, XCTestEvents(ForeignTestEvents(xctest), xctest), process, watch, sink)
        {
          (Self.arguments(for: $0), nil)
        }
      }
    }
    watch([])
  }

  /// The tests for each process: the log of XCTest names no modules, so classes of one name run one after the other.
  static func batches(ofXCTest tests: [ForeignTest]) -> [[ForeignTest]] {
    var modules: [String: [String]] = [:]
    let batches = Dictionary(grouping: tests) { test in
      let (module, name) = (test.id.components[0], test.id.components[1])
      if modules[name]?.contains(module) != true { modules[name, default: []].append(module) }
      return modules[name]!.firstIndex(of: module)!
    }
    return batches.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The tests that ran when a process exited, in the issue of each.
  static func text(ofRunning count: Int) -> String {
    count > 1 ? "this and \((count - 1).counted("other"))" : "this"
  }

  /// The tests that a process did not report, none of which it did.
  static func text(ofUnreported count: Int) -> String {
    count == 1 ? "its test" : "any of \(count) tests"
  }

  /// Runs tests of a library until all have been reported.
  ///
  /// - Parameter invocation: The arguments of a process for the remaining tests, and the file that it reports to, unless
  ///   that is its output.
  private func run<Fold: ForeignTestFold>(
    _ tests: [ForeignTest], _ fold: Fold, _ process: ForeignTestProcess,
    _ watch: @escaping @Sendable ([RunningExample]) -> Void,
    _ sink: @escaping @Sendable (Event) -> Void,
    invocation: ([ForeignTest]) throws -> (arguments: [String], stream: URL?)
  ) async throws {
    var fold = fold
    var rest = tests
    while !rest.isEmpty, !Interruption.isRequested {
      let (arguments, stream) = try invocation(rest)
      let way: ProcessEnd.Way
      (fold, way) = try await run(process, arguments, stream, fold, watch, sink)
      if Interruption.isRequested { return }
      let left = fold.events.unseen(of: rest)
      let wasOpen = fold.events.isOpen
      let isBroken = wasOpen || !left.isEmpty
      let subject =
        "The process that runs the tests of \(rest[0].library.rawValue) \(process.stallMessage ?? way.explanation)"
      func fail(_ message: String) {
        let issue = Issue(message, cause: .endOfProcess)
        sink(.issueRecorded(IssueRecorded(id: nil, issue: issue)))
      }
      if isBroken {
        let ran = Self.text(ofRunning: fold.events.running.count)
        let issue = Issue("\(subject) while \(ran) ran.", cause: .endOfProcess)
        fold.breakOff(issue).forEach(sink)
      } else if process.stallMessage != nil {
        fail("\(subject).")
      } else if way != .status(0) || !fold.hasEnded, !fold.events.hasFailed {
        let end = way == .status(0) ? " before it reported their end" : ""
        fail("\(subject)\(end), and no test reports a reason.")
      }
      if !left.isEmpty, left.count == rest.count {
        fail("\(subject) before it reported \(Self.text(ofUnreported: left.count)).")
        break
      }
      if !left.isEmpty, !wasOpen, !fold.hasEnded {
        fail("\(subject) between two tests, before it reported their end.")
      }
      rest = left
    }
    fold.finish().forEach(sink)
  }

  /// Runs one process and reads what its library reports.
  private func run<Fold: ForeignTestFold>(
    _ process: ForeignTestProcess, _ arguments: [String], _ stream: URL?, _ fold: Fold,
    _ watch: @escaping @Sendable ([RunningExample]) -> Void,
    _ sink: @escaping @Sendable (Event) -> Void
  ) async throws -> (Fold, ProcessEnd.Way) {
    let reader = Locked((fold: fold, lines: LineBuffer()))
    reader.withLock { $0.fold.beginProcess() }
    let file = try stream.map { try FileHandle(forReadingFrom: $0) }
    @Sendable func read(_ bytes: Data, isLast: Bool = false) {
      reader.withLock { reader in
        for line in reader.lines.lines(bytes, isLast: isLast) {
          guard let found = reader.fold.record(line: line) else {
            output(line)
            continue
          }
          if !found.printed.isEmpty { output(Data("\(found.printed)\n".utf8)) }
          found.events.forEach(sink)
        }
        if isLast { reader.fold.endProcess().forEach(sink) }
        watch(reader.fold.events.running)
        if reader.fold.hasEnded, !reader.fold.events.isOpen { process.recordEvent(isEnd: true) }
      }
    }
    let way = try await process.run(
      arguments, look: { if let file { read((try? file.readToEnd()) ?? Data()) } },
      output: { if file == nil { read($0) } else { output($0) } }, errors: output)
    read(Data(), isLast: true)
    return (reader.withLock { $0.fold }, way)
  }

  /// Swift Testing prints nothing itself, and does not run the test of all specs.
  ///
  /// - Parameter count: The number of tests of the library that run in all.
  private func settings(for tests: [ForeignTest], of count: Int) throws -> Data {
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

  /// The names of tests; only so many as a process can be given at once.
  private static func arguments(for tests: [ForeignTest]) -> [String] {
    var length = 0
    let names = tests.prefix { test in
      length += test.name.utf8.count + 1
      return length < 100_000
    }.map(\.name)
    return [names.joined(separator: ",")]
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

  /// Handles the exit of the process: the running tests have failed.
  mutating func breakOff(_ issue: Issue) -> [Event] {
    endProcess() + events.breakOff(issue, at: EventLog.now)
  }

  /// Ends everything that is running.
  mutating func finish() -> [Event] { endProcess() + events.finish() }
}

extension XCTestEvents: ForeignTestFold {
  mutating func record(line: Data) -> (events: [Event], printed: String)? {
    record(String(decoding: line.last == 0x0A ? line.dropLast() : line, as: UTF8.self))
  }
}
