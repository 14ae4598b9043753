import ExemplarCore
import Foundation
import Testing

@testable import ExemplarCLI

/// XCTest writes its log to the stream that tests print to. No output makes a verdict unreadable, or a failure a
/// success.
struct XCTestEventsTests {
  private static let tests = ["testA", "testB", "testC"].map { name in
    ForeignTest(
      library: .xctest, name: "Shop.OldTests/\(name)", id: ExampleID(["Shop", "OldTests", name]),
      place: .unknown)
  }

  /// The outcomes after a process with this output, and whether exit status 0 would make it a success.
  private struct Told {
    var outcomes: [String: Outcome] = [:]
    var failures: [String] = []
    var places: [String] = []
    var printed = ""
    var isSuccess: Bool

    init(_ output: String) {
      var fold = XCTestEvents(ForeignTestEvents(tests), tests)
      var events: [Event] = []
      for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
        if let noted = fold.record(String(line)) {
          events += noted.events
          if !noted.printed.isEmpty { printed += noted.printed + "\n" }
        } else {
          printed += line + "\n"
        }
      }
      events += fold.endProcess()
      for event in events {
        switch event {
        case .exampleEnded(let end):
          #expect(outcomes.updateValue(end.outcome, forKey: end.id.name) == nil, "told twice")
        case .issueRecorded(let record) where record.issue.isFailure:
          failures.append(record.issue.message)
          if let place = record.issue.place { places.append(place.description) }
        default: break
        }
      }
      isSuccess =
        failures.isEmpty && outcomes.values.allSatisfy { !$0.isFailure } && !fold.events.isOpen
        && fold.hasEnded && fold.events.unseen(of: tests).isEmpty
    }
  }

  private static func started(_ name: String) -> String {
    "Test Case 'OldTests.\(name)' started at 2026-03-14 09:26:53.590\n"
  }

  private static func ended(_ name: String, _ verdict: String = "passed") -> String {
    "Test Case 'OldTests.\(name)' \(verdict) (0.001 seconds)\n"
  }

  private static func failure(_ name: String, _ message: String = "failed - wrong") -> String {
    "/shop/Old.swift:7: error: OldTests.\(name) : \(message)\n"
  }

  private static func end(of tests: Int, failures: Int = 0, skipped: String = "") -> String {
    let verdict = failures > 0 ? "failed" : "passed"
    return ["OldTests", "debug.xctest", "Selected tests"].map { suite in
      "Test Suite '\(suite)' \(verdict) at 2026-03-14 09:26:53.590\n"
        + "\t Executed \(tests) test\(tests == 1 ? "" : "s"), with \(skipped)\(failures) "
        + "failure\(failures == 1 ? "" : "s") (0 unexpected) in 0.0 (0.0) seconds\n"
    }.joined()
  }

  /// A process in which `testA` prints something and ends in some way, and the others pass.
  private static func process(_ testA: String, failures: Int = 0, skipped: String = "") -> String {
    let begin = ["Selected tests", "debug.xctest", "OldTests"].map {
      "Test Suite '\($0)' started at 2026-03-14 09:26:53.590\n"
    }.joined()
    return begin + started("testA") + testA + started("testB") + ended("testB") + started("testC")
      + ended("testC") + end(of: 3, failures: failures, skipped: skipped)
  }

  @Test(arguments: [
    "....", "50 %\r100 %\r", "It says: ", "Test Case 'OldTests.testB' ", "\t Executed ",
    "Test Case 'OldTests.testA' passed (0.001 seconds)", "Test Suite 'Selected tests' passed at ",
    "/shop/Old.swift:7: error: Other.test : no test of ours", "::error::", "\u{600}", "\u{200D}",
    "line\nof which the next is open: ", String(repeating: ".", count: 3_000),
  ])
  func aTestThatLeavesALineOpenPasses(text: String) {
    let told = Told(Self.process(text + Self.ended("testA")))
    #expect(told.outcomes == ["testA": .passed, "testB": .passed, "testC": .passed])
    #expect(told.isSuccess)
    #expect(Array(told.printed.unicodeScalars) == Array((text + "\n\n").unicodeScalars))
    // Between two tests too, as a hook of a class does it.
    #expect(Told(Self.process(Self.ended("testA") + text)).isSuccess)
    let failing = Told(
      Self.process(text + Self.failure("testA") + text + Self.ended("testA", "failed"), failures: 1)
    )
    #expect(failing.outcomes["testA"] == .failed(unexpected: false))
    #expect(failing.failures.first?.hasPrefix("failed - wrong") == true)
    #expect(failing.failures.count == 1)
    let skipping = Told(
      Self.process(
        text + "/shop/Old.swift:8: OldTests.testA : Test skipped - not today\n"
          + Self.ended("testA", "skipped"), skipped: "1 test skipped and "))
    #expect(skipping.outcomes["testA"] == .skipped(reason: "not today"))
    #expect(skipping.isSuccess)
  }

  @Test func theFileOfAFailureIsThatOfXCTest() throws {
    let file = try temporaryFolder().write("", to: "\(UUID().uuidString).swift").path
    for printed in ["", "....", "a/b", "/tmp", "12:34: "] {
      let failure = "\(printed)\(file):7: error: OldTests.testA : failed - wrong\n"
      let told = Told(Self.process(failure + Self.ended("testA", "failed"), failures: 1))
      #expect(told.places == ["\(file):7"])
      #expect(told.printed == (printed.isEmpty ? "" : printed + "\n") + "\n")
    }
  }

  /// Lines of the log that a failing test prints before it fails.
  @Test(arguments: [
    ended("testA"), ended("testA") + ended("testA"), ended("testA", "skipped"),
    ended("testA") + started("testB") + ended("testB"),
    ended("testA") + started("testB") + ended("testB") + started("testC") + ended("testC")
      + end(of: 3),
    "....\r" + ended("testA"), started("testB"), started("testB") + ended("testB"),
    started("testA") + ended("testA"), ended("testB"), end(of: 3), end(of: 1),
    "Test Suite 'Selected tests' started at 2026-03-14 09:26:53.590\n",
    "/shop/Old.swift:8: OldTests.testA : Test skipped\n" + ended("testA", "skipped"),
    "/shop/Old.swift:8: OldTests.testA : Test skipped - ",
  ])
  func noOutputMakesASuccessOfAFailure(text: String) {
    for failure in [Self.failure("testA"), "", Self.failure("testA", "failed - " + text)] {
      for open in ["", "...."] {
        let told = Told(
          Self.process(text + open + failure + open + Self.ended("testA", "failed"), failures: 1))
        #expect(!told.isSuccess, "\(told)")
      }
    }
    // The process may end before the test has failed.
    let alone = "Test Suite 'Selected tests' started at 2026-03-14 09:26:53.590\n"
    let ended = Told(alone + Self.started("testA") + text)
    #expect(!ended.isSuccess || text.contains("Executed 3 tests"), "\(ended)")
  }

  @Test(arguments: [
    "failed - Test Case 'OldTests.testA' passed (0.001 seconds)",
    "XCTAssertEqual failed: (\"\(ended("testA"))\") is not equal to (\"\")",
    "failed - \r\(ended("testA"))", "failed - \n\(ended("testA"))\(ended("testA", "skipped"))",
  ])
  func aMessageIsNoVerdict(message: String) {
    let told = Told(
      Self.process(Self.failure("testA", message) + Self.ended("testA", "failed"), failures: 1))
    #expect(told.outcomes["testA"] == .failed(unexpected: false))
    // A failure of equality may be shown with the difference of its values.
    let start = message.prefix { $0 != ":" && !$0.isNewline }
    #expect(told.failures.count == 1 && told.failures[0].hasPrefix(start))
    #expect(told.outcomes["testB"] == .passed && told.outcomes["testC"] == .passed)
  }

  /// What XCTest counts decides where its log is torn.
  @Test func theCountOfXCTestHasToAgree() {
    // A verdict that cannot be read.
    let torn = Told(Self.process("Test Case 'OldTests.tes....tA' passed (0.0 seconds)\n"))
    #expect(torn.outcomes["testA"] == .passed)
    #expect(torn.isSuccess)
    #expect(!Told(Self.process("Test Case 'OldTe..tA' failed (0.0 s)\n", failures: 1)).isSuccess)
    let fewer = Told(Self.process(Self.ended("testA")).replacing("Executed 3", with: "Executed 2"))
    #expect(
      fewer.failures == [
        "XCTest counts 2 tests with 0 failures, but its log has 3 without a failure. A test may have printed "
          + "lines of the log."
      ])
    #expect(!Told(Self.process(Self.ended("testA"), failures: 1)).isSuccess)
  }

  /// The tool runs the specs of a class itself. XCTest neither logs nor counts the test that stands for them.
  @Test(arguments: ["", "...."])
  func aTestThatStandsForSpecsIsSkipped(open: String) {
    let told = Told(
      Self.process(
        Self.ended("testA") + open
          + "OldTests.testB : Test skipped - exemplar test runs these specs itself.\n"
      ).replacing(Self.started("testB") + Self.ended("testB"), with: "")
        .replacing("Executed 3 tests, with", with: "Executed 2 tests, with 1 test skipped and"))
    #expect(told.outcomes["testB"] == .skipped(reason: "exemplar test runs these specs itself."))
    #expect(told.isSuccess && told.printed == (open.isEmpty ? "" : open + "\n") + "\n")
    // A test that does run is not left out.
    let forged = Told(
      Self.process(
        "OldTests.testB : Test skipped - exemplar test runs these specs itself.\n"
          + Self.ended("testA")))
    #expect(!forged.isSuccess)
  }

  /// Lines come in pieces; a long one is not read again with each.
  @Test func linesArePutTogether() {
    var buffer = LineBuffer()
    var lines: [String] = []
    for piece in ["a", "b\n", "", "\n\nc", "\nd\ne", "f"] {
      lines += buffer.lines(Data(piece.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(lines == ["ab\n", "\n", "\n", "c\n", "d\n"])
    #expect(buffer.lines(Data(), isLast: true) == [Data("ef".utf8)])
    #expect(buffer.lines(Data(), isLast: true) == [])
    let clock = ContinuousClock()
    let time = clock.measure {
      for _ in 0..<4_000 { #expect(buffer.lines(Data(repeating: 0x2E, count: 4_096)).isEmpty) }
    }
    #expect(time < .seconds(20))
    #expect(buffer.lines(Data(), isLast: true).map(\.count) == [4_000 * 4_096])
  }
}
