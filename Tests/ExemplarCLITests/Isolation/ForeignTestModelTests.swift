import ExemplarCore
import ExemplarLog
import Exemplar
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// Plain tests whose processes exit in each way at each place: no test is lost, none is reported twice, and none fails
/// that is not the cause.
struct ForeignTestModelTests {
  /// A way in which a process ends.
  enum End: String, CaseIterable {
    case trap, kill, exit0, exit3, hang, memory
  }

  /// A place in a process.
  enum Place: Hashable {
    case test(String), row(String), setUp(String), tearDown(String), after(String)
    case arguments(String)
    /// After a failure in a test.
    case failure(String)
    case start, end
  }

  struct Fault: Sendable {
    var end: End
    var place: Place
    /// Whether it happens in the first process alone that comes there.
    var isOnce = false
    /// How many tests a process has in which it happens.
    var sizes = 1...Int.max
    var happened = Locked(false)

    func happens(at place: Place) -> Bool {
      if place != self.place { return false }
      return happened.withLock { happened in
        defer { happened = true }
        return !(isOnce && happened)
      }
    }
  }

  private static func xctest(_ name: String) -> ForeignTest {
    ForeignTest(
      library: .xctest, name: "Shop.\(name)",
      id: ExampleID(["Shop"] + name.split(separator: "/").map(String.init)), place: .unknown)
  }

  private static func swift(_ name: String, hasArguments: Bool = false) -> ForeignTest {
    ForeignTest(
      library: .swiftTesting, name: "Shop.\(name)/Till.swift:1:1",
      id: ExampleID(["Shop"] + name.split(separator: "/").map(String.init)),
      place: .unknown, hasArguments: hasArguments)
  }

  private static let xctests = ["ATests/A1", "ATests/A2", "ATests/A3", "BTests/B1", "BTests/B2"]
    .map(xctest)
  private static let swiftTests =
    ["Alpha/one()", "Alpha/two()", "Alpha/three()"].map { swift($0) }
    + [swift("Beta/counts(n:)", hasArguments: true), swift("Beta/four()")]
  private static let rows = ["1", "2", "3"]

  // MARK: A process

  /// What a process prints or streams until it comes to the place of a fault; `nil` if it comes there.
  private struct Script {
    let part: ForeignTestPart
    let fault: Fault?
    /// The tests that fail, with the attempts in which they do.
    var failures: [String: ClosedRange<Int>] = [:]
    var lines: [String] = []
    private var isOver = false

    init(_ part: ForeignTestPart, _ fault: Fault?, _ failures: [String: ClosedRange<Int>]) {
      (self.part, self.fault, self.failures) = (part, fault, failures)
      part.library == .xctest ? runXCTest() : runSwiftTesting()
    }

    var hasFault: Bool { isOver }
    var hasFailed: Bool { part.tests.contains { fails($0) } }

    private func fails(_ test: ForeignTest) -> Bool {
      failures[test.id.name]?.contains(part.attempt) == true
    }

    private mutating func come(to place: Place) {
      guard let fault, fault.sizes.contains(part.tests.count) else { return }
      isOver = isOver || fault.happens(at: place)
    }

    private mutating func print(_ line: String) {
      if !isOver { lines.append(line) }
    }

    private mutating func runXCTest() {
      let time = "at 2026-11-22 08:47:46.187"
      come(to: .start)
      print("Test Suite 'Selected tests' started \(time)")
      var failed = 0
      for tests in part.tests.grouped(by: \.id.spec) {
        let name = tests[0].id.spec.name
        print("Test Suite '\(name)' started \(time)")
        come(to: .setUp(name))
        for test in tests {
          let title = "\(name).\(test.id.name)"
          print("Test Case '\(title)' started \(time)")
          come(to: .test(test.id.name))
          if fails(test) {
            failed += 1
            print("/shop/Old.swift:1: error: \(title) : XCTAssertTrue failed")
          }
          print("Test Case '\(title)' \(fails(test) ? "failed" : "passed") (0.0 seconds)")
          come(to: .after(test.id.name))
        }
        come(to: .tearDown(name))
        print("Test Suite '\(name)' passed \(time)")
      }
      print("Test Suite 'Selected tests' passed \(time)")
      print(
        "\t Executed \(part.tests.count) tests, with \(failed) failures (0 unexpected) in 0 (0) seconds"
      )
      come(to: .end)
    }

    private mutating func event(_ kind: String, _ test: ForeignTest? = nil, _ more: String = "") {
      let id = test.map { #","testID":"\#($0.name)""# } ?? ""
      print(#"{"kind":"event","payload":{"kind":"\#(kind)"\#(id)\#(more)},"version":0}"#)
    }

    private mutating func runSwiftTesting() {
      come(to: .start)
      for test in part.tests { come(to: .arguments(test.id.name)) }
      event("runStarted")
      if !part.isSerial { for test in part.tests { event("testStarted", test) } }
      for test in part.tests {
        if part.isSerial { event("testStarted", test) }
        for row in test.hasArguments ? ForeignTestModelTests.rows : [] {
          let argument = #","_testCase":{"id":"\#(row)","displayName":"\#(row)"}"#
          event("testCaseStarted", test, argument)
          come(to: .row(row))
          event("testCaseEnded", test, argument)
        }
        come(to: .test(test.id.name))
        let issue = #","messages":[{"symbol":"fail","text":"Expectation failed: 1"}]"#
        if fails(test) { event("issueRecorded", test, issue) }
        if !part.isSerial, fault?.place == .failure(test.id.name) {
          event("issueRecorded", test, issue)
          come(to: .failure(test.id.name))
        }
        event("testEnded", test)
        come(to: .after(test.id.name))
      }
      event("runEnded")
      come(to: .end)
    }
  }

  /// The exit of a process that has come to a fault, if it has.
  private static func exit(
    _ script: Script, _ reader: ForeignTestReader, _ options: RunOptions
  ) -> ProcessExit {
    guard script.hasFault, let fault = script.fault else {
      return ProcessExit(way: .status(script.hasFailed ? 1 : 0))
    }
    let progress = reader.progress
    var clock = ForeignTestClock(options)
    var exit = ProcessExit(way: .signal(SIGKILL), running: progress.running)
    switch fault.end {
    case .trap: exit.way = .signal(SIGTRAP)
    case .kill: break
    case .exit0: exit.way = .status(0)
    case .exit3: exit.way = .status(3)
    case .hang:
      exit.cause = clock.cause(
        progress, memoryUse: { 0 }, isStopped: false, now: EventLog.now + 1000)
    case .memory:
      exit.cause = clock.cause(
        progress, memoryUse: { 2000 }, isStopped: false, now: EventLog.now)
    }
    return exit
  }

  // MARK: A run

  /// What a run reported.
  private struct Report {
    var begun: [String] = []
    var outcomes: [String: [Outcome]] = [:]
    var attempts: [String: Int] = [:]
    var groupsBegun: [String] = []
    var groupsEnded: [String] = []
    /// The messages of issues outside of examples.
    var issues: [String] = []
    var failures: [String] = []
    var announced: [String] = []
    var processes = 0
    var notReached = 0

    func names(_ isWanted: (Outcome) -> Bool) -> Set<String> {
      Set(outcomes.filter { $0.value.contains(where: isWanted) }.keys)
    }
    var failed: Set<String> { names(\.isFailure) }
  }

  private static func run(
    _ tests: [ForeignTest], _ fault: Fault? = nil, jobs: Int = 1, retries: Int = 0,
    failFast: Int? = nil, failures: [String: ClosedRange<Int>] = [:]
  ) async throws -> Report {
    var options = RunOptions()
    (options.timeout, options.memoryLimit, options.retries) = (.seconds(10), 1000, retries)
    options.failFast = failFast
    let limits = options
    let report = Locked(Report())
    // Known durations make several processes worth their cost.
    let durations = Dictionary(tests.map { ($0.id.spec, 1.0) }) { first, _ in first }
    let parts = ForeignTestPart.parts(of: tests, jobs: jobs, durations: durations)
    let left = try await ForeignTestRun.run(
      parts,
      .init(
        options: options, jobs: jobs,
        announce: { text in report.withLock { $0.announced.append(text) } }
      ) { event, _ in
        report.withLock { report in
          switch event {
          case .exampleStarted(let example): report.begun.append(example.id.name)
          case .exampleEnded(let end):
            report.outcomes[end.id.name, default: []].append(end.outcome)
            report.attempts[end.id.name] = end.attempts
          case .groupStarted(let group): report.groupsBegun.append(group.id.text)
          case .groupEnded(let group): report.groupsEnded.append(group.id.text)
          case .issueRecorded(let record) where record.id == nil || record.id?.name == "counts(n:)":
            report.issues.append(record.issue.message)
          case .issueRecorded(let record): report.failures.append(record.issue.message)
          default: break
          }
        }
      }
    ) { part, reader in
      report.withLock { $0.processes += 1 }
      let script = Script(part, fault, failures)
      let bytes = Data(script.lines.map { "\($0)\n" }.joined().utf8)
      // They come in pieces.
      for start in stride(from: 0, to: bytes.count, by: 300) {
        reader.read(bytes[start..<min(start + 300, bytes.count)])
      }
      return Self.exit(script, reader, limits)
    }
    return report.withLock { report in
      report.notReached = left
      return report
    }
  }

  /// The places in processes of a library, with the examples that fail there.
  private static func places(_ library: ForeignTest.Library) -> [(Place, Set<String>)] {
    let tests = library == .xctest ? xctests : swiftTests
    let single = tests.filter { !$0.hasArguments }.map(\.id.name)
    var places: [(Place, Set<String>)] = [(.start, Set(single)), (.end, [])]
    for name in single { places += [(.test(name), [name]), (.after(name), [])] }
    switch library {
    case .xctest:
      places += [(.setUp("ATests"), ["A1", "A2", "A3"]), (.setUp("BTests"), ["B1", "B2"])]
      places += [(.tearDown("ATests"), []), (.tearDown("BTests"), [])]
    case .swiftTesting:
      for row in rows { places.append((.row(row), [row])) }
      places += [(.arguments("counts(n:)"), []), (.arguments("one()"), ["one()"])]
      places += [(.test("counts(n:)"), []), (.after("counts(n:)"), [])]
    }
    return places
  }

  @Test(arguments: End.allCases, ForeignTest.Library.allCases)
  func noTestIsLostOrRepeatedOrFailsForAnother(end: End, library: ForeignTest.Library) async throws
  {
    let tests = library == .xctest ? Self.xctests : Self.swiftTests
    let names = Set(tests.filter { !$0.hasArguments }.map(\.id.name))
    for (place, culprits) in Self.places(library) {
      for (jobs, retries) in [(1, 0), (2, 0), (2, 1)] {
        let report = try await Self.run(
          tests, Fault(end: end, place: place), jobs: jobs, retries: retries)
        let comment = Comment(rawValue: "\(end) at \(place), \(jobs) jobs, \(retries) retries")
        expect(report.failed, equals: culprits, comment)
        #expect(names.isSubset(of: report.outcomes.keys), comment)
        #expect(report.outcomes.values.allSatisfy { $0.count == 1 }, comment)
        #expect(report.begun.count == Set(report.begun).count, comment)
        expect(Set(report.begun), equals: Set(report.outcomes.keys), comment)
        expect(report.groupsBegun.sorted(), equals: report.groupsEnded.sorted(), comment)
        expect(report.notReached, equals: 0, comment)
        // An exit with status 0 is the usual end.
        let isFault = place != .end || end != .exit0
        let flaky = report.names { $0 == .flaky }
        expect(
          report.failed.isEmpty && report.issues.isEmpty && flaky.isEmpty, equals: !isFault, comment
        )
        // With retries, those are flaky that were running beside others when their process ended.
        expect(flaky.isEmpty || retries > 0 && library == .swiftTesting, equals: true, comment)
        // Nothing is blocked except arguments beside the one that ended the process.
        let isRow = if case .row = place { true } else { false }
        let others = report.names { $0 != .passed && $0 != .flaky && !$0.isFailure }
        #expect(isRow || others.isEmpty, comment)
      }
    }
  }

  /// The arguments that finished keep their results, and those that cannot run are not failures.
  @Test func anArgumentThatEndsItsProcessFailsAlone() async throws {
    let report = try await Self.run(Self.swiftTests, Fault(end: .trap, place: .row("2")))
    expect(report.outcomes["1"], equals: [.passed])
    expect(report.failed, equals: ["2"])
    expect(report.outcomes["3"], equals: nil)
    expect(
      report.issues, equals: ["The process ended before all arguments of this test had run."])
    expect(
      report.failures,
      equals: [
        "The process was ended by signal \(SIGTRAP) (a Swift precondition or trap) while this ran."
      ])
  }

  /// A crash that does not occur again is one of the tests together.
  @Test func testsThatCrashTogetherAreNamed() async throws {
    let report = try await Self.run(
      Self.swiftTests, Fault(end: .trap, place: .test("two()"), isOnce: true))
    expect(report.failed, equals: [])
    expect(
      report.issues,
      equals: [
        """
        The process was ended by signal \(SIGTRAP) (a Swift precondition or trap) while these ran side by side.
          Alpha › three()
          Alpha › two()
          Beta › counts(n:)
          Beta › four()
        Each ran again by itself, and the process did not end.
        """
      ])
    expect(
      report.announced,
      equals: [
        "A process was ended by signal \(SIGTRAP) (a Swift precondition or trap) while 4 tests were running. "
          + "Each runs again by itself."
      ])
    // One of XCTest is known to be the cause.
    let xctest = try await Self.run(
      Self.xctests, Fault(end: .exit0, place: .test("A2"), isOnce: true))
    expect(xctest.failed, equals: ["A2"])
    expect(xctest.processes, equals: 2)
    expect(xctest.announced, equals: [])
  }

  /// Where tests are tried again, a crash that does not recur is the failure of an attempt, whatever the library.
  @Test func aCrashThatDoesNotRecurIsFlaky() async throws {
    let once = Fault(end: .trap, place: .test("A2"), isOnce: true)
    let xctest = try await Self.run(Self.xctests, once, retries: 1)
    expect(xctest.names { $0 == .flaky }, equals: ["A2"])
    let swift = try await Self.run(
      Self.swiftTests, Fault(end: .trap, place: .test("two()"), isOnce: true), retries: 1)
    // Any of those that were running may be the cause.
    expect(swift.names { $0 == .flaky }, equals: ["two()", "three()", "four()"])
    expect(swift.outcomes["two()"], equals: [.flaky])
    #expect(swift.failures.allSatisfy { $0.contains(" while this ran beside 2 others.") })
    for report in [xctest, swift] {
      expect(report.failed, equals: [])
      expect(report.issues, equals: [])
      expect(report.notReached, equals: 0)
    }
    // One that recurs fails, as often as it is tried.
    let always = try await Self.run(
      Self.swiftTests, Fault(end: .trap, place: .test("two()")), retries: 1)
    expect(always.failed, equals: ["two()"])
    expect(always.names { $0 == .flaky }, equals: ["three()", "four()"])
    expect(always.issues, equals: [])
  }

  /// A test that failed before its process exited passes when it runs again.
  @Test func aFailureBeforeAnExitCounts() async throws {
    let fault = Fault(end: .trap, place: .failure("two()"))
    let report = try await Self.run(Self.swiftTests, fault)
    expect(report.failed, equals: ["two()"])
    expect(report.failures, equals: ["Expectation failed: 1"])
    // The exit has no known cause.
    expect(report.issues.count, equals: 1)
    expect(
      try await Self.run(Self.swiftTests, fault, retries: 1).outcomes["two()"], equals: [.flaky])
  }

  @Test(arguments: [
    (ForeignTest.Library.xctest, "A2"), (.xctest, "A3"), (.xctest, "B2"), (.swiftTesting, "two()"),
  ])
  func testsThatFailAreTriedAgain(library: ForeignTest.Library, name: String) async throws {
    let tests = library == .xctest ? Self.xctests : Self.swiftTests
    for (attempts, retries, outcome) in [
      (1...1, 1, Outcome.flaky), (1...2, 2, .flaky), (1...2, 1, .failed(unexpected: false)),
      (1...1, 0, .failed(unexpected: false)),
    ] {
      let report = try await Self.run(tests, retries: retries, failures: [name: attempts])
      expect(report.outcomes[name], equals: [outcome])
      expect(report.attempts[name], equals: min(attempts.upperBound, retries) + 1)
      expect(report.processes, equals: min(attempts.upperBound, retries) + 1)
      expect(report.failures.count, equals: min(attempts.upperBound, retries + 1))
      expect(report.issues, equals: [])
      expect(report.notReached, equals: 0)
    }
    // So is one that ends its process; a time-out is for all attempts.
    let crash = Fault(end: .trap, place: .test("A2"), isOnce: true)
    expect(
      try await Self.run(Self.xctests, crash, retries: 1).outcomes["A2"], equals: [.flaky])
    let hang = Fault(end: .hang, place: .test("A2"), isOnce: true)
    expect(try await Self.run(Self.xctests, hang, retries: 1).failed, equals: ["A2"])
  }

  @Test func aRunStopsAfterSomeFailures() async throws {
    let failures = ["A1": 1...1, "A3": 1...1, "B1": 1...1]
    let report = try await Self.run(Self.xctests, jobs: 2, failFast: 1, failures: failures)
    #expect(!report.failed.isEmpty)
    let two = try await Self.run(
      Self.xctests, Fault(end: .trap, place: .test("A2")), failFast: 1)
    expect(two.failed, equals: ["A2"])
    expect(two.notReached, equals: 3)
    expect(two.processes, equals: 1)
    // Those that were running beside the culprit, and have not run again, are not failures.
    let three = try await Self.run(
      Self.swiftTests, Fault(end: .exit0, place: .test("two()")), failFast: 1)
    expect(three.names { if case .blocked = $0 { true } else { false } }, equals: ["four()"])
    expect(three.failed, equals: ["two()", "four()"])
    expect(three.issues, equals: [])
  }

  // MARK: The parts

  @Test func testsAreSharedByTheirDurations() {
    let tests = Self.xctests + Self.swiftTests + [Self.xctest("CTests/C1")]
    func parts(_ jobs: Int, _ durations: [String: Double] = [:]) -> [[String]] {
      let seconds = Dictionary(
        uniqueKeysWithValues: durations.map { (ExampleID(["Shop", $0]), $1) })
      return ForeignTestPart.parts(of: tests, jobs: jobs, durations: seconds).map {
        $0.tests.map(\.id.name)
      }
    }
    let swift = Self.swiftTests.map(\.id.name)
    let xctest = ["A1", "A2", "A3", "B1", "B2", "C1"]
    expect(parts(1), equals: [xctest, swift])
    // A few short tests are not worth another process.
    expect(parts(4), equals: [xctest, swift])
    expect(
      parts(2, ["ATests": 1, "BTests": 3, "CTests": 1]),
      equals: [["B1", "B2"], ["A1", "A2", "A3", "C1"], swift])
    expect(
      parts(2, ["Alpha": 2, "Beta": 2]), equals: [Array(swift[..<3]), Array(swift[3...]), xctest])
  }

  /// The log of a process names no modules.
  @Test func classesOfOneNameRunInProcessesOfTheirOwn() {
    let tests = [
      "A.OldTests/testOld", "B.OldTests/testOld", "A.OldTests/testNew", "B.Tests/testOld",
    ]
    .map { name in
      ForeignTest(
        library: .xctest, name: name,
        id: ExampleID(name.split { "./".contains($0) }.map(String.init)), place: .unknown)
    }
    expect(
      ForeignTestPart.parts(of: tests, jobs: 1, durations: [:]).map { $0.tests.map(\.name) },
      equals: [
        ["A.OldTests/testOld", "A.OldTests/testNew"], ["B.OldTests/testOld", "B.Tests/testOld"],
      ])
    expect(ForeignTestPart.parts(of: [], jobs: 1, durations: [:]), equals: [])
  }

  /// Of many tests that were running, several share a process.
  @Test func fewProcessesSearchTheCauseAmongManyTests() {
    for count in [1, 2, 8, 9, 500] {
      let tests = (1...count).map { Self.xctest("ATests/A\($0)") }
      let shares = ForeignTestDispatcher.shares(of: tests)
      #expect(shares.count <= 8 && (count > 8 || shares.count == count))
      expect(shares.flatMap(\.self), equals: tests)
    }
  }

  /// A test before it may have left a thread behind that ends the process.
  @Test func aTestAfterOthersFailsOnlyIfItEndsAProcessAlone() async throws {
    let tests = (10..<30).reversed().map { Self.swift("Alpha/t\($0)()") }
    for (sizes, failed, issues) in [(1...99, ["t27()"], 0), (2...99, [], 2)] {
      let fault = Fault(end: .exit0, place: .test("t27()"), sizes: sizes)
      let report = try await Self.run(tests, fault)
      expect(report.failed, equals: Set(failed))
      expect(report.issues.count, equals: issues)
      expect(report.outcomes.count, equals: tests.count)
      expect(report.notReached, equals: 0)
    }
  }
}
