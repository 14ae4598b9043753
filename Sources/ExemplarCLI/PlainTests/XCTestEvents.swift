import ExemplarCore
import ExemplarLog
import Foundation

/// Makes events of the log that XCTest prints, whose lines are all that it tells of its tests elsewhere than on
/// Apple systems.
struct XCTestEvents {
  private(set) var events: PlainEvents
  /// What the log names the tests: without their modules.
  private var names: [Substring: String] = [:]
  private var current: PlainTest?
  /// The failure whose text may go on in the next line.
  private var failure: (issue: ExemplarCore.Issue, test: PlainTest)?
  private var skipReason: String?
  /// Whether the last process has said that its tests are over.
  private(set) var hasEnded = false
  /// The suite that holds all others.
  private var outermost: Substring?

  init(_ events: PlainEvents, _ tests: [PlainTest]) {
    self.events = events
    for test in tests {
      let name = test.name.drop { $0 != "." }.dropFirst().replacing("/", with: ".")
      names[name[...]] = test.name
    }
  }

  /// The events that a line stands for; `nil` if a test has written it.
  mutating func note(_ line: String) -> [Event]? {
    if let match = line.wholeMatch(of: #/Test Case '([^']+)' (started|passed|failed|skipped)\b.*/#),
      let name = names[match.output.1], let test = events.test(named: name)
    {
      let flushed = flush()
      if match.output.2 == "started" {
        current = test
        skipReason = nil
        return flushed + events.begin(test, at: EventLog.now)
      }
      current = nil
      let failed = match.output.2 == "failed" && flushed.isEmpty && !hasFailed
      hasFailed = false
      // A verdict without a reason is one all the same.
      let unexplained =
        failed ? events.note(Issue("XCTest says that it failed, and not why."), of: test.id) : []
      let reason = match.output.2 == "skipped" ? skipReason ?? "" : nil
      return flushed + unexplained + events.end(test.id, skipped: reason, at: EventLog.now)
    }
    if let match = line.wholeMatch(of: #/(.*?):(\d+): error: (\S+) : (.*)/#),
      let name = names[match.output.3], let test = events.test(named: name)
    {
      let flushed = flush()
      let text = String(match.output.4)
      let line = Int(match.output.2) ?? 0
      let place =
        line == 0 ? test.context.place : Place(path: String(match.output.1), line: line)
      let isExpected = text.hasPrefix("XCT") || text.hasPrefix("failed - ")
      failure = (Issue(text, at: place, isExpected: isExpected), test)
      hasFailed = true
      return flushed
    }
    if let match = line.wholeMatch(of: #/(.*?):(\d+): (\S+) : Test skipped(?: - (.*))?/#),
      names[match.output.3] != nil
    {
      skipReason = match.output.4.map(String.init) ?? ""
      return flush()
    }
    if let match = line.wholeMatch(of: #/Test Suite '([^']+)' (started|passed|failed)\b.*/#) {
      note(suite: match.output.1, begins: match.output.2 == "started")
      return flush()
    }
    if line.hasPrefix("\t Executed ") { return flush() }
    return continueFailure(line)
  }

  private mutating func note(suite: Substring, begins: Bool) {
    if begins {
      hasEnded = false
      outermost = outermost ?? suite
    } else if suite == outermost {
      hasEnded = true
      outermost = nil
    }
  }

  private var hasFailed = false

  /// Texts that are compared may have several lines.
  private mutating func continueFailure(_ line: String) -> [Event]? {
    guard failure != nil else { return nil }
    failure?.issue.message += "\n" + line
    return []
  }

  private mutating func flush() -> [Event] {
    guard let (issue, test) = failure else { return [] }
    failure = nil
    return events.note(issue, of: test.id)
  }

  mutating func breakOff(_ issue: ExemplarCore.Issue) -> [Event] {
    flush() + events.breakOff(issue, at: EventLog.now)
  }

  mutating func finish() -> [Event] { flush() + events.finish() }
}
