import ExemplarCore
import ExemplarLog
import ExemplarReports
import ExemplarRows
import Foundation

/// A run of the tests of a package that are not examples, reported as events.
///
/// A process that exits before all its tests have finished fails the running ones; another process
/// runs the rest.
struct ForeignTestRun {
  /// One for each program with tests.
  let processes: [ForeignTestProcess]
  /// Everything that the programs hold.
  let all: [ForeignTest]
  /// The programs that may have specs.
  let programsOfSpecs: [URL]
  /// The tests that run.
  private(set) var tests: [ForeignTest]
  /// How many tests do not run because only specs were asked for.
  private(set) var leftOut = 0
  private let selection: Selection
  private let quarantine: QuarantineList
  /// Whether only some ids run again.
  private var isRerun = false
  /// Whether all tests run.
  private var isWhole: Bool { tests.count == all.count }
  /// The selectors that agree with one of them.
  var selectors: Set<String> { Set(all.matched(selection.selectors)) }
  /// Gets what the tests print.
  let output: @Sendable (Data) -> Void

  /// Lists the tests and selects some. Throws ``UsageError`` if that is impossible.
  ///
  /// - Parameters:
  ///   - programs: The programs with tests.
  ///   - directory: The working directory of their processes.
  ///   - options: How long tests may take.
  ///   - isOnlyXCTest: Whether the programs start no other library.
  init(
    _ programs: [URL], in directory: String, _ options: RunOptions, isOnlyXCTest: Bool = false,
    output: @escaping @Sendable (Data) -> Void
  ) async throws {
    processes = programs.map {
      ForeignTestProcess(program: $0, directory: directory, options: options)
    }
    var all: [ForeignTest] = []
    var known: Set<[String]> = []
    var programsOfSpecs: [URL] = []
    for (number, process) in processes.enumerated() {
      let listed = try await process.tests(isOnlyXCTest: isOnlyXCTest)
      if listed.mayHaveSpecs { programsOfSpecs.append(process.program) }
      // A test that several programs hold is run by the first of them.
      for var test in listed.tests
      where known.insert([test.library.rawValue, test.name]).inserted {
        test.program = number
        all.append(test)
      }
    }
    (self.all, self.programsOfSpecs, self.output) = (all, programsOfSpecs, output)
    selection = options.selection
    quarantine = try QuarantineList(file: options.quarantineFile)
    tests = all.selected(by: selection)
  }

  /// The same run of the tests that run again; `nil` for all.
  func rerunning(_ ids: Set<ExampleID>?) -> ForeignTestRun {
    guard let ids else { return self }
    var run = self
    (run.tests, run.isRerun) = (all.selected(by: selection, rerun: ids), true)
    return run
  }

  /// A run of no tests, whose number is not known.
  private init(unlisted programs: [URL]) {
    (processes, all, tests, programsOfSpecs) = ([], [], [], programs)
    (selection, quarantine, output) = (Selection(), QuarantineList(), { _ in })
  }

  /// Lists the tests and selects some. Prints the reason and throws the status if that is impossible.
  ///
  /// - Parameter specsOnly: Whether none of them run, but are counted.
  static func listing(
    _ products: PackageBuild.Products, in directory: String, _ options: RunOptions, specsOnly: Bool,
    output: @escaping @Sendable (Data) -> Void = { _ in }
  ) async throws -> ForeignTestRun {
    do {
      var run = try await ForeignTestRun(
        products.programs, in: directory, options, isOnlyXCTest: products.startsOnlyXCTest,
        output: output)
      if specsOnly { (run.leftOut, run.tests) = (run.tests.count, []) }
      return run
    } catch let mistake as UsageError {
      if Interruption.isRequested { throw ExitStatus.interrupted }
      if specsOnly {
        Terminal.warn("\(mistake) --specs leaves them out.")
        return ForeignTestRun(unlisted: products.programs)
      }
      Terminal.error(mistake)
      throw ExitStatus.couldNotStart
    }
  }

  /// These tests, if they take part in a selection: a selector has to match one of them, or a spec.
  var besideSpecs: ForeignTestRun? { all.isEmpty || tests.isEmpty && leftOut > 0 ? nil : self }

  /// The same run of some of the tests.
  func keeping(_ ids: Set<ExampleID>) -> ForeignTestRun {
    var run = self
    run.tests = tests.filter { ids.contains($0.id) }
    return run
  }

  /// All of them, as a list shows them; none if only specs run.
  var listed: [ExampleListed] {
    if leftOut > 0 { return [] }
    let selected = Set(tests.map(\.id))
    return all.map { test in
      ExampleListed(
        id: test.id, place: test.place,
        skipReason: selected.contains(test.id) ? nil : ExampleListed.notSelected)
    }
  }

  /// The test with an id, or with the argument that has it.
  func test(at id: ExampleID) -> ForeignTest? {
    all.first { $0.id == id || $0.hasArguments && $0.id == id.parent }
  }

  /// How the run begins.
  var beginning: RunStarted {
    var start = RunStarted(seed: 0, order: .defined, specs: 0, examples: tests.count)
    start.tests = tests.count
    return start
  }

  /// The message for a run in which neither they nor specs have anything to run.
  var reasonIfNothing: String {
    if leftOut > 0 {
      return "No specs were found, and --specs leaves out \(leftOut.counted("test")). Leave it out."
    }
    if all.isEmpty { return NothingToRun.noTests }
    if isRerun { return NothingToRun.nothingToRunAgain.message }
    return NothingToRun.nothingMatches(selectors: selection.spelled, near: []).message
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
        swiftTesting, SwiftTestingEvents(events(of: swiftTesting)), process, watch, sink
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
        try await run(xctest, XCTestEvents(events(of: xctest), xctest), process, watch, sink) {
          (Self.arguments(for: $0), nil)
        }
      }
    }
    watch([])
  }

  private func events(of tests: [ForeignTest]) -> ForeignTestEvents {
    ForeignTestEvents(tests, quarantine: quarantine)
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
