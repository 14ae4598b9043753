import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// Tests that are no examples: what their libraries tell becomes events, and they join a run of specs.
struct ForeignTestsTests {
  private static let place = Place(path: "/shop/Tests/Till.swift", line: 5, column: 4)

  private static func swiftTest(
    _ name: String, _ path: [String], hasArguments: Bool = false
  ) -> ForeignTest {
    ForeignTest(
      library: .swiftTesting, name: name, id: ExampleID(path), place: place,
      hasArguments: hasArguments)
  }

  private static let opens = swiftTest(
    "Shop.Till/opens()/Till.swift:5:4", ["Shop", "Till", "opens()"])
  private static let counts = swiftTest(
    "Shop.Till/counts(n:)/Till.swift:5:4", ["Shop", "Till", "counts(n:)"], hasArguments: true)
  private static let xctest = ["testFine", "testWrong", "testSkipped"].map { name in
    ForeignTest(
      library: .xctest, name: "Shop.OldTests/\(name)", id: ExampleID(["Shop", "OldTests", name]),
      place: .unknown)
  }

  /// A line for each event, without times.
  private static func lines(_ events: [Event]) -> [String] {
    events.map { event in
      switch event {
      case .runStarted(let start): "run of \(start.examples) in \(start.specs)"
      case .groupStarted(let group): "\(group.kind) \(group.id)"
      case .groupEnded(let group): "end of \(group.id)\(group.failed ? ", failed" : "")"
      case .exampleStarted(let example): "begin \(example.id)"
      case .exampleEnded(let end): "\(end.outcome) \(end.id)"
      case .issueRecorded(let record):
        "issue of \(record.id?.text ?? "the run"): \(record.issue.message)"
          + (record.issue.isKnown ? " (known)" : "") + (record.issue.isWarning ? " (warning)" : "")
          + (record.issue.isExpected ? "" : " (unexpected)")
      case .runEnded(let summary):
        "end: \(summary.passed) passed, \(summary.failed) failed, \(summary.runFailures) outside"
          + (summary.nothingRan.map { ", \($0)" } ?? "")
      default: "\(event)"
      }
    }
  }

  // MARK: Swift Testing

  private static func event(
    _ kind: String, _ test: ForeignTest, case argument: String? = nil, more: String = ""
  ) -> String {
    let argument =
      argument.map { #""_testCase":{"id":"case \#($0)","displayName":"\#($0)"},"# } ?? ""
    let id = test.name.replacing("/", with: "\\/")
    return
      #"{"kind":"event","payload":{\#(argument)\#(more)"kind":"\#(kind)","testID":"\#(id)"},"version":0}"#
  }

  private static func issue(_ text: String, isKnown: Bool = false) -> String {
    #""issue":{"isKnown":\#(isKnown),"sourceLocation":{"_filePath":"/shop/Till.swift","fileID":"Shop/Till.swift","line":6,"column":7}},"messages":[{"symbol":"fail","text":"\#(text)"}],"#
  }

  private static func told(_ tests: [ForeignTest], _ stream: [String]) -> [Event] {
    var fold = SwiftTestingEvents(ForeignTestEvents(tests))
    return stream.flatMap { fold.record(line: Data($0.utf8))!.events } + fold.endProcess()
  }

  @Test func aStreamOfSwiftTestingBecomesEvents() {
    let events = Self.told(
      [Self.opens, Self.counts],
      [
        Self.event("testStarted", Self.opens),
        Self.event("issueRecorded", Self.opens, more: Self.issue("It jams.", isKnown: true)),
        Self.event("testStarted", Self.counts),
        Self.event("testCaseStarted", Self.counts, case: "1"),
        Self.event("testEnded", Self.opens),
        Self.event(
          "issueRecorded", Self.counts, case: "1", more: Self.issue("Expectation failed: 1 == 2")),
        Self.event("testCaseEnded", Self.counts, case: "1"),
        Self.event("testCaseStarted", Self.counts, case: "2"),
        Self.event("testCaseEnded", Self.counts, case: "2"),
        Self.event("testEnded", Self.counts), "not a line of it",
      ])
    #expect(
      Self.lines(events) == [
        "group Shop/Till", "begin Shop/Till/opens()",
        "issue of Shop/Till/opens(): It jams. (known) (unexpected)",
        "outline Shop/Till/counts(n:)", "begin Shop/Till/counts(n:)/1", "passed Shop/Till/opens()",
        "issue of Shop/Till/counts(n:)/1: Expectation failed: 1 == 2",
        "failed(unexpected: false) Shop/Till/counts(n:)/1", "begin Shop/Till/counts(n:)/2",
        "passed Shop/Till/counts(n:)/2", "end of Shop/Till/counts(n:)",
      ])
    guard case .issueRecorded(let record) = events[6] else { return }
    #expect(record.issue.place == Place(path: "/shop/Till.swift", line: 6, column: 7))
  }

  @Test func whatBelongsToNoExampleFailsItsTestOrTheRun() {
    #expect(
      Self.lines(
        Self.told(
          [Self.opens, Self.counts],
          [
            Self.event("testStarted", Self.counts),
            Self.event("issueRecorded", Self.counts, more: Self.issue("No arguments.")),
            Self.event("testStarted", Self.opens), Self.event("testEnded", Self.opens),
            Self.event("issueRecorded", Self.opens, more: Self.issue("Too late.")),
            Self.event("testSkipped", Self.opens, more: #""_comments":["on Sundays"],"#),
          ]))
        == [
          "group Shop/Till", "outline Shop/Till/counts(n:)",
          "issue of Shop/Till/counts(n:): No arguments. (unexpected)", "begin Shop/Till/opens()",
          "passed Shop/Till/opens()", "issue of the run: Too late. (unexpected)",
          "begin Shop/Till/opens()", #"skipped(reason: "on Sundays") Shop/Till/opens()"#,
        ])
  }

  /// A verdict without a reason counts too, and no verdict is reported twice.
  @Test func aTestThatFailedForNoReasonHasFailed() {
    let failed = #""messages":[{"symbol":"fail","text":"Test failed."}],"#
    let events = Self.told(
      [Self.opens, Self.counts],
      [
        Self.event("testStarted", Self.opens), Self.event("testEnded", Self.opens, more: failed),
        Self.event("testStarted", Self.counts),
        Self.event("testCaseStarted", Self.counts, case: "1"),
        Self.event("issueRecorded", Self.counts, case: "1", more: Self.issue("It jams.")),
        Self.event("testCaseEnded", Self.counts, case: "1"),
        Self.event("testEnded", Self.counts, more: failed),
        Self.event("testStarted", Self.counts), Self.event("testEnded", Self.counts, more: failed),
      ])
    let why = "Swift Testing reported a failure without a reason. (unexpected)"
    #expect(
      Self.lines(events).filter { $0.hasPrefix("issue") } == [
        "issue of Shop/Till/opens(): \(why)",
        "issue of Shop/Till/counts(n:)/1: It jams. (unexpected)",
      ])
    #expect(Self.lines(events).contains("failed(unexpected: true) Shop/Till/opens()"))
  }

  /// What a test needs may be impossible to make, so that its library never begins it.
  @Test func aTestThatCannotBePreparedHasFailed() {
    let events = Self.told(
      [Self.opens, Self.counts],
      [
        Self.event("issueRecorded", Self.opens, more: Self.issue("No till.")),
        Self.event("issueRecorded", Self.counts, more: Self.issue("No arguments.")),
      ])
    #expect(
      Self.lines(events) == [
        "group Shop/Till", "begin Shop/Till/opens()",
        "issue of Shop/Till/opens(): No till. (unexpected)",
        "failed(unexpected: true) Shop/Till/opens()", "outline Shop/Till/counts(n:)",
        "issue of Shop/Till/counts(n:): No arguments. (unexpected)",
        "end of Shop/Till/counts(n:), failed",
      ])
  }

  /// Each library says when its tests are over; a process that ends before has been ended.
  @Test func theEndOfAProcessIsKnown() {
    var stream = SwiftTestingEvents(ForeignTestEvents([Self.opens]))
    for (kind, hasEnded) in [("runStarted", false), ("runEnded", true), ("runStarted", false)] {
      let line = #"{"kind":"event","payload":{"kind":"\#(kind)"},"version":0}"#
      _ = stream.record(line: Data(line.utf8))
      #expect(stream.hasEnded == hasEnded)
    }
    var log = XCTestEvents(ForeignTestEvents(Self.xctest), Self.xctest)
    for (line, hasEnded) in [
      ("Test Suite 'Selected tests' started at 2026-11-22", false),
      ("Test Suite 'OldTests' started at 2026-11-22", false),
      ("Test Suite 'OldTests' passed at 2026-11-22", false),
      ("Test Suite 'Selected tests' failed at 2026-11-22", true),
    ] {
      _ = log.record(line)
      #expect(log.hasEnded == hasEnded, "\(line)")
    }
  }

  @Test(arguments: [
    ("Shop.Till/Drawer/opens()/Till.swift:5:4", ["Shop", "Till", "Drawer", "opens()"]),
    ("Shop.Till", ["Shop", "Till"]), ("Shop.free()/Till.swift:5:4", ["Shop", "free()"]),
    ("Shop.Till/`in/out, at once`()/Till.swift:5:4", ["Shop", "Till", "`in/out, at once`()"]),
  ])
  func namesOfTestsArePaths(id: String, path: [String]) {
    #expect(SwiftTestingRecord.path(of: id) == path)
  }

  // MARK: XCTest

  /// A list counts only if it is whole.
  @Test func aListOfTestsIsWhole() throws {
    let record =
      #"{"kind":"test","payload":{"id":"Shop.opens()\/Till.swift:5:4","kind":"function"},"version":0}"#
      + "\n"
    #expect(try ForeignTestProcess.swiftTestingTests(inStream: Data(record.utf8)).count == 1)
    for text in ["", record + "{", String(record.dropLast())] {
      let error = #expect(throws: UsageError.self) {
        try ForeignTestProcess.swiftTestingTests(inStream: Data(text.utf8))
      }
      #expect(
        error?.message
          == "The tests of Swift Testing cannot be listed: the process ended with status 0 before it had listed them."
      )
    }
    let list =
      "Listing 2 tests in debug.xctest:\n\nShop.OldTests/testFine\nShop.OldTests/testWrong\n"
    #expect(
      try ForeignTestProcess.xctestTests(inList: list).map(\.name)
        == ["Shop.OldTests/testFine", "Shop.OldTests/testWrong"])
    #expect(
      try ForeignTestProcess.xctestTests(inList: "Listing 0 tests in debug.xctest:\n\n") == [])
    for text in ["", String(list.dropLast(24)), list + "Shop.OldTests/testPrinted\n"] {
      let error = #expect(throws: UsageError.self) {
        try ForeignTestProcess.xctestTests(inList: text)
      }
      let start = "The tests of XCTest cannot be listed: the process announced "
      #expect(error?.message.hasPrefix(start) == true)
    }
  }

  @Test func aLogOfXCTestBecomesEvents() {
    var fold = XCTestEvents(ForeignTestEvents(Self.xctest), Self.xctest)
    var printed: [String] = []
    let log = """
      Test Suite 'All tests' started at 2026-11-22 08:47:46.187
      Test Suite 'OldTests' started at 2026-11-22 08:47:46.197
      Test Case 'OldTests.testFine' started at 2026-11-22 08:47:46.197
      printed by the test
      Test Case 'OldTests.testFine' passed (0.0 seconds)
      Test Case 'OldTests.testSkipped' started at 2026-11-22 08:47:46.197
      /shop/Old.swift:18: OldTests.testSkipped : Test skipped - not today
      Test Case 'OldTests.testSkipped' skipped (0.004 seconds)
      Test Case 'OldTests.testWrong' started at 2026-11-22 08:47:46.201
      /shop/Old.swift:16: error: OldTests.testWrong : XCTAssertEqual failed: ("a
      b") is not equal to ("c") - sums
      /shop/Old.swift:17: error: OldTests.testWrong : threw error "Snow()"
      Test Case 'OldTests.testWrong' failed (0.0 seconds)
      Test Suite 'OldTests' failed at 2026-11-22 08:47:46.201
      \t Executed 3 tests, with 1 test skipped and 2 failures (1 unexpected) in 0.004 (0.004) seconds
      """
    var events: [Event] = []
    for line in log.split(separator: "\n") {
      if let told = fold.record(String(line)) {
        events += told.events
      } else {
        printed.append(String(line))
      }
    }
    events += fold.endProcess()
    #expect(printed == ["printed by the test"])
    #expect(
      Self.lines(events) == [
        "group Shop/OldTests", "begin Shop/OldTests/testFine", "passed Shop/OldTests/testFine",
        "begin Shop/OldTests/testSkipped",
        #"skipped(reason: "not today") Shop/OldTests/testSkipped"#, "begin Shop/OldTests/testWrong",
        "issue of Shop/OldTests/testWrong: XCTAssertEqual failed: left is not equal to right\n− left, + right:\n"
          + "− a\n− b\n+ c\nsums",
        "issue of Shop/OldTests/testWrong: threw error \"Snow()\" (unexpected)",
        "failed(unexpected: false) Shop/OldTests/testWrong",
      ])
    #expect(fold.events.unseen(of: Self.xctest).isEmpty)
  }

  @Test func aVerdictWithoutAReasonIsOneAllTheSame() {
    var fold = XCTestEvents(ForeignTestEvents(Self.xctest), Self.xctest)
    let events =
      [
        "Test Case 'OldTests.testWrong' started at",
        "Test Case 'OldTests.testWrong' failed (0.0 s)",
      ]
      .flatMap { fold.record($0)?.events ?? [] } + fold.endProcess()
    #expect(Self.lines(events).last == "failed(unexpected: true) Shop/OldTests/testWrong")
  }

  // MARK: Together

  @Test func whatFailedOfThemStaysOutstandingWhileOnlySpecsRun() {
    func state(
      after events: [Event], _ earlier: PackageState, foreign: Set<ExampleID>?
    ) -> PackageState {
      var results = RunResults(since: earlier, foreign: foreign)
      for event in events { results.record(.event(event), at: 1) }
      var state = earlier
      state.apply(results, ofRun: "run")
      return state
    }
    let end = Event.runEnd()
    let start = Event.runStart(order: .random, examples: 3)
    let failed = Event.exampleEnd(Self.opens.id, .failed(unexpected: false))
    let passed = Event.exampleEnd(Self.opens.id)
    let first = state(after: [start, failed, end], PackageState(), foreign: [Self.opens.id])
    #expect(first.outstanding == [Self.opens.id.text])
    let specsAlone = state(after: [start, end], first, foreign: nil)
    #expect(specsAlone.outstanding == [Self.opens.id.text])
    #expect(
      state(after: [start, passed, end], specsAlone, foreign: [Self.opens.id]).outstanding.isEmpty)
  }
}
