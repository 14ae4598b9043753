import Exemplar
import ExemplarCore
import Foundation
import Testing

@testable import ExemplarCLI

/// The log of XCTest among everything that tests print: lines in, events out.
struct XCTestLogTests {
  private static let tests = ["testA", "testB", "testÜ"].map { name in
    ForeignTest(
      library: .xctest, name: "Shop.T/\(name)", id: ExampleID(["Shop", "T", name]),
      place: Place(path: "/shop/T.swift", line: 5, column: 8))
  }

  /// The events and the printed lines of a log, a line each.
  private static func read(_ log: [String]) -> [String] {
    var fold = XCTestEvents(ForeignTestEvents(tests), tests)
    var lines: [String] = []
    func add(_ events: [Event]) {
      for event in events {
        switch event {
        case .exampleStarted(let example): lines.append("begin \(example.id.name)")
        case .exampleEnded(let end):
          let time = end.duration > 0.5 ? " in \((end.duration * 1000).rounded() / 1000) s" : ""
          lines.append("\(end.outcome) \(end.id.name)\(time)")
        case .issueRecorded(let record):
          let place = record.issue.place.map { " at \($0.fileName):\($0.line)" } ?? ""
          lines.append(
            "\(record.id?.name ?? "the run"): \(record.issue.message)\(place)"
              + (record.issue.isExpected ? "" : " (unexpected)"))
        default: break
        }
      }
    }
    for line in log {
      guard let found = fold.record(line: Data("\(line)\n".utf8)) else {
        lines.append("> \(line)")
        continue
      }
      if !found.printed.isEmpty { lines.append("> \(found.printed)") }
      add(found.events)
    }
    add(fold.endProcess())
    return lines
  }

  private static func start(_ name: String = "testA") -> String {
    "Test Case 'T.\(name)' started at 2026-11-28 01:50:33.698"
  }
  private static func end(
    _ name: String = "testA", _ verdict: String = "passed", _ seconds: String = "0.0"
  ) -> String {
    "Test Case 'T.\(name)' \(verdict) (\(seconds) seconds)"
  }
  private static func failure(_ message: String, _ name: String = "testA") -> String {
    "/shop/T.swift:7: error: T.\(name) : \(message)"
  }

  private func expectEvents(
    of body: [String], verdict: String = "failed", _ expected: [String], line: Int = #line
  ) {
    let found = Self.read([Self.start()] + body + [Self.end("testA", verdict)])
    expect(Array(found.dropFirst()), equals: expected, line: line)
  }

  @Test func messagesOfAssertionsEndWhereTheirValuesEnd() {
    // Behind a message without a comment, tests print.
    expectEvents(
      of: [Self.failure(#"XCTAssertEqual failed: ("3") is not equal to ("4") - "#), "went on"],
      [
        "> went on", #"testA: XCTAssertEqual failed: ("3") is not equal to ("4") at T.swift:7"#,
        "failed(unexpected: false) testA",
      ])
    // Values have several lines, one of which looks like the end of the message.
    expectEvents(
      of: [Self.failure("XCTAssertNil failed: \"a - "), "b - ", "c\" - ", "went on"],
      [
        "> went on", "testA: XCTAssertNil failed: \"a - \nb - \nc\" at T.swift:7",
        "failed(unexpected: false) testA",
      ])
    // Comments may have several lines.
    expectEvents(
      of: [Self.failure("failed - "), "− a", "+ b"],
      ["testA: failed - \n− a\n+ b at T.swift:7", "failed(unexpected: false) testA"])
    // Failures of a loop are at one line.
    expectEvents(
      of: [Self.failure("XCTAssertTrue failed - 1"), Self.failure("XCTAssertTrue failed - 2")],
      [
        "testA: XCTAssertTrue failed - 1 at T.swift:7",
        "testA: XCTAssertTrue failed - 2 at T.swift:7", "failed(unexpected: false) testA",
      ])
  }

  @Test func errorsHaveThePlaceOfTheTest() {
    expectEvents(
      of: [#"<EXPR>:0: error: T.testA : threw error "Snow()""#],
      [#"testA: threw error "Snow()" at T.swift:5 (unexpected)"#, "failed(unexpected: true) testA"])
    // Text before it is what the test printed.
    expectEvents(
      of: [#"counting…<EXPR>:0: error: T.testA : threw error "Snow()""#],
      [
        "> counting…", #"testA: threw error "Snow()" at T.swift:5 (unexpected)"#,
        "failed(unexpected: true) testA",
      ])
    expectEvents(
      of: [
        Self.failure(
          "Asynchronous wait failed - Exceeded timeout of 1 seconds, with unfulfilled expectations: bell"
        )
      ],
      [
        "testA: Asynchronous wait failed - Exceeded timeout of 1 seconds, with unfulfilled expectations: "
          + "bell at T.swift:7", "failed(unexpected: false) testA",
      ])
  }

  /// A pass that a test prints never turns its failure green.
  @Test func forgedVerdictsDoNotCount() {
    let failed = ["testA: failed - really at T.swift:7", "failed(unexpected: false) testA"]
    let failure = Self.failure("failed - really")
    // Before the failure, and behind it.
    expectEvents(of: [Self.end(), failure], failed)
    expectEvents(
      of: [failure, Self.end()], ["testA: failed - really\n\(Self.end()) at T.swift:7", failed[1]])
    expectEvents(
      of: [failure, failure, Self.end()].map { $0 },
      [
        failed[0], "testA: failed - really\n\(Self.end()) at T.swift:7", failed[1],
      ])
    expectEvents(
      of: [Self.end(), Self.end(), Self.start(), failure],
      [
        "> \(Self.start())", failed[0], failed[1],
      ])
    // With the carriage return of another system, no line is one of XCTest.
    expectEvents(of: [Self.end() + "\r"], verdict: "passed", ["> \(Self.end())\r", "passed testA"])
    // Without a reason.
    expectEvents(
      of: [Self.end()],
      [
        "testA: XCTest reported a failure without a reason. at T.swift:5 (unexpected)",
        "failed(unexpected: true) testA",
      ])
    // A skip of a test that fails.
    expectEvents(
      of: ["/shop/T.swift:9: T.testA : Test skipped - no", Self.end("testA", "skipped"), failure],
      failed)
  }

  /// The forged pass of a test that comes later does not count if that fails.
  @Test func verdictsOfOtherTestsAreChecked() {
    let found = Self.read([
      Self.start(), Self.start("testB"), Self.end("testB"), Self.end(), Self.start("testB"),
      Self.failure("failed - really", "testB"), Self.end("testB", "failed"),
    ])
    #expect(found.contains("the run: failed - really at T.swift:7"))
    #expect(
      found.contains(
        "the run: XCTest reports that T › testB failed, after its log reported its end. (unexpected)"
      ))
  }

  @Test func countsThatDifferFailTheRun() {
    let log = [
      "Test Suite 'Selected tests' started at 2026", Self.start(), Self.end(),
      "Test Suite 'Selected tests' passed at 2026",
    ]
    let counts = ["1 test, with 0 failures", "2 tests, with 0 failures", "1 test, with 1 failure"]
    let found = counts.map { count in
      Self.read(log + ["\t Executed \(count) (0 unexpected) in 0.0 (0.0) seconds"]).last
    }
    expect(
      found,
      equals: [
        "passed testA",
        "the run: XCTest counts 2 tests with 0 failures, but its log has 1 without a failure. A test may "
          + "have printed lines of the log. (unexpected)",
        "the run: XCTest counts 1 test with 1 failure, but its log has 1 without a failure. A test may "
          + "have printed lines of the log. (unexpected)",
      ])
  }

  @Test func whatTestsPrintPasses() {
    let lines = [
      "hello", "", "Test Case 'Other.testA' passed (0.0 seconds)", "Test Case 'T.testA' passed",
      "Test Case 'T.testA' passed (0.0 seconds) and more", "\t Executed 3 tests",
      "x: error: T.testA : no line", "/shop/T.swift:7: error: Other.testA : failed - other",
      "/shop/T.swift:15: Test Case 'T.testA' measured [Time, seconds] average: 0.000, relative "
        + "standard deviation: 38.985%, values: [0.000034]",
      String(repeating: "long ", count: 200_000), "\u{1B}[31mred\u{1B}[0m", "\u{FFFD}\u{0}",
    ]
    expectEvents(of: lines, verdict: "passed", lines.map { "> \($0)" } + ["passed testA"])
  }

  @Test func textWithoutANewlineIsInFrontOfALine() {
    expectEvents(
      of: [
        "12 %/shop/T.swift:9: T.testA : Test skipped - on Sundays",
        "…" + Self.end("testA", "skipped"),
      ],
      verdict: "skipped",
      ["> …", #"skipped(reason: "on Sundays") testA"#])
    expectEvents(
      of: ["é" + Self.end("testA", "failed")], verdict: "failed",
      [
        "> é", "testA: XCTest reported a failure without a reason. at T.swift:5 (unexpected)",
        "failed(unexpected: true) testA",
      ])
  }

  @Test func bytesThatAreNoTextAreRead() {
    var fold = XCTestEvents(ForeignTestEvents(Self.tests), Self.tests)
    let lines = [
      Data(Self.start().utf8), Data([0xFF, 0xFE]) + Data(Self.failure("failed - bad").utf8),
      Data(Self.end("testA", "failed").utf8),
    ]
    let found = lines.map { fold.record(line: $0 + [0x0A]) }
    #expect(found.allSatisfy { $0 != nil })
    #expect(fold.endProcess().count > 0)
  }

  /// Lines are read late, many at once.
  @Test func durationsAreThoseOfTheLog() {
    let found = Self.read([
      Self.start(), Self.end("testA", "passed", "1.25"), Self.start("testÜ"),
      Self.end("testÜ", "passed", "60.002"),
    ])
    expect(
      found,
      equals: [
        "begin testA", "passed testA in 1.25 s", "begin testÜ", "passed testÜ in 60.002 s",
      ])
  }
}
