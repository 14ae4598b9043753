import ExemplarCore
import ExemplarLog
import Foundation

/// Makes events from the log that XCTest prints, its only output about tests on systems other than Apple's.
///
/// Tests print to the same stream, and may print the same lines. So the last verdict about a test counts, and a
/// failure overrides any other verdict. The counts that XCTest prints at the end must agree.
struct XCTestEvents {
  var events: ForeignTestEvents
  /// The names of the tests by their names in the log, which lack the module.
  private var names: [Substring: String] = [:]
  /// The failure whose text may go on in the next line.
  private var failure: (issue: ExemplarCore.Issue, test: ForeignTest)?
  /// When the test that runs began, by the clock of this process.
  private var start = 0.0
  /// The last verdict, until the log continues with another test or a suite.
  private var verdict: (test: ForeignTest, XCTestLogLine.Verdict, time: Double)?
  private var skipReasons: [String: String] = [:]
  /// Whether the last process has logged the end of its tests.
  private(set) var hasEnded = false
  /// The suite that contains all others of the process.
  private var outermost: String?
  /// The tests that started in the process, and whether any of them failed.
  private var begun: [ForeignTest] = []
  private var hasFailures = false

  init(_ events: ForeignTestEvents, _ tests: [ForeignTest]) {
    self.events = events
    for test in tests {
      let name = test.name.drop { $0 != "." }.dropFirst().replacing("/", with: ".")
      names[name[...]] = test.name
    }
  }

  private func test(_ name: String) -> ForeignTest? {
    names[name[...]].flatMap { events.test(named: $0) }
  }

  /// Notes the end of the output of the process.
  mutating func endProcess() -> [Event] { flush() + settle() }

  /// The events of a line, and the text that a test printed before it; `nil` if a test printed the whole line.
  mutating func record(_ line: String) -> (events: [Event], printed: String)? {
    let entry = XCTestLogLine(line) { names[$0] != nil }
    guard let entry, let found = record(entry.content) else {
      return continueFailure(line) ? ([], "") : nil
    }
    return (found, entry.printed)
  }

  /// The events of a line; `nil` if XCTest cannot have printed it here.
  private mutating func record(_ content: XCTestLogLine.Content) -> [Event]? {
    switch content {
    case .started(let name):
      guard let test = test(name), !events.seen.contains(test.name) else { return nil }
      hasEnded = false
      begun.append(test)
      let ended = flush() + settle()
      start = EventLog.now
      return ended + events.begin(test, at: start)
    case .ended(let name, let verdict, let seconds):
      // Many lines are read at once.
      let time = seconds.map { start + $0 } ?? EventLog.now
      return test(name).flatMap { record(verdict, of: $0, at: time) }
    case .failed(let name, let message, let path, let line):
      return test(name).map { flush() + record(message, of: $0, Place(path: path, line: line)) }
    case .skipped(let name, let reason):
      guard let test = test(name) else { return nil }
      if reason == NothingToRun.specsOfTool, !events.seen.contains(test.name) {
        return flush() + settle() + events.skip(test, reason)
      }
      guard events.isOpen(test.id) else { return nil }
      skipReasons[test.name] = reason
      return flush()
    case .suiteStarted(let name):
      outermost = outermost ?? name
      hasEnded = false
      return flush() + settle()
    case .suiteEnded(let name):
      hasEnded = name == outermost
      return flush() + settle()
    case .executed(let tests, let failures):
      return flush() + settle() + (hasEnded ? check(tests: tests, failures: failures) : [])
    }
  }

  private mutating func record(
    _ verdict: XCTestLogLine.Verdict, of test: ForeignTest, at time: Double
  ) -> [Event]? {
    guard events.isOpen(test.id) else {
      guard verdict == .failed, events.seen.contains(test.name) else { return nil }
      hasFailures = true
      let message = "XCTest reports that \(test.id.heading) failed, after its log reported its end."
      return flush() + events.record(Issue(message), of: nil)
    }
    // A test that failed does not pass later, so it printed this line itself.
    if verdict != .failed, events.hasFailed(test.id) || failure?.test == test { return nil }
    let flushed = flush()
    let others = self.verdict?.test == test ? [] : settle()
    if self.verdict?.1 != .failed { self.verdict = (test, verdict, time) }
    hasFailures = hasFailures || verdict == .failed
    return flushed + others
  }

  private mutating func record(_ text: String, of test: ForeignTest, _ place: Place) -> [Event] {
    hasFailures = true
    let isExpected = !text.hasPrefix("threw error ")
    let place = place.line == 0 ? test.context.place : place
    failure = (Issue(text, at: place, isExpected: isExpected), test)
    return []
  }

  /// Ends the test with the last verdict.
  private mutating func settle() -> [Event] {
    guard let (test, outcome, time) = verdict else { return [] }
    verdict = nil
    if outcome != .skipped { return events.end(test, hasFailed: outcome == .failed, at: time) }
    return events.end(test.id, skipped: skipReasons[test.name] ?? "", at: time)
  }

  /// Compares the counts of XCTest with the rest of its log.
  private mutating func check(tests: Int, failures: Int) -> [Event] {
    guard tests == begun.count, hasFailures || failures == 0 else {
      let message =
        "XCTest counts \(tests.counted("test")) with \(failures.counted("failure")), but its log has \(begun.count)"
        + (hasFailures ? "." : " without a failure.") + " A test may have printed lines of the log."
      return events.record(Issue(message), of: nil)
    }
    // Without a failure, a test whose verdict was unreadable has passed.
    if failures > 0 { return [] }
    return begun.filter { events.isOpen($0.id) }
      .flatMap { events.end($0, hasFailed: false, at: EventLog.now) }
  }

  /// Appends a line to the message of a failure, since compared texts and comments may have several; `false` if no failure
  /// is open, or if its message is complete.
  private mutating func continueFailure(_ line: String) -> Bool {
    guard let message = failure?.issue.message, !message.isCompleteFailure,
      message.utf8.count + line.utf8.count < Self.messageLimit
    else { return false }
    failure?.issue.message += "\n" + line
    return true
  }

  /// How many bytes a message has. Output of a test after a comment belongs to its message as far as can be seen.
  private static let messageLimit = 1 << 17

  private mutating func flush() -> [Event] {
    guard let (issue, test) = failure else { return [] }
    var explained = issue
    explained.message = ForeignFailure.messageOfXCTest(issue.message)
    failure = nil
    return events.record(explained, of: test.id)
  }
}

extension String {
  /// Whether a message of an assertion is complete: it has values, if any, and no comment.
  fileprivate var isCompleteFailure: Bool {
    guard hasPrefix("XCT"), hasSuffix(" - ") else { return false }
    let hasValues = contains("failed: (\"") || contains("failed: \"")
    return !hasValues || hasSuffix("\" - ") || hasSuffix("\") - ")
  }
}
