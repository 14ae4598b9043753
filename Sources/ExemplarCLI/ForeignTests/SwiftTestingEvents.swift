import ExemplarCore
import ExemplarLog
import Foundation

/// Makes events of Swift Testing's event stream.
struct SwiftTestingEvents {
  var events: ForeignTestEvents
  /// The examples that stand for arguments, by test and argument.
  private var rows: [String: ExampleID] = [:]
  /// Whether the last process has reported the end of its tests.
  private(set) var hasEnded = false

  init(_ events: ForeignTestEvents) {
    self.events = events
  }

  /// The events that a line stands for.
  mutating func record(_ line: SwiftTestingRecord) -> [Event] {
    guard case .event(let event) = line else { return [] }
    // Times are by the clock of this process: those of the stream are by one that other systems have too.
    let now = EventLog.now
    if event.kind == "runStarted" { hasEnded = false }
    if event.kind == "runEnded" { hasEnded = true }
    if event.kind == "issueRecorded" { return record(issue: event) }
    guard let name = event.testID, let test = events.test(named: name) else { return [] }
    switch event.kind {
    case "testStarted": return events.begin(test, at: now)
    case "testCaseStarted":
      guard test.hasArguments, let argument = event.testCase else { return [] }
      let text = argument.displayName ?? "argument"
      let id = events.row(of: test, named: text)
      rows[name + "\n" + argument.id] = id
      let row = RowReference(name: id.name)
      return events.begin(id, of: test, row, at: now)
    case "testCaseEnded":
      guard let id = event.testCase.flatMap({ rows.removeValue(forKey: name + "\n" + $0.id) })
      else { return [] }
      return events.end(id, at: now)
    case "testEnded":
      return events.end(test, hasFailed: event.messages?.first?.symbol == "fail", at: now)
    case "testSkipped":
      let reason = event.comments?.first ?? "without a reason"
      return events.skip(test, reason)
    default: return []
    }
  }

  private mutating func record(issue event: SwiftTestingRecord.Event) -> [Event] {
    let message = event.messages?.first
    // Details have other symbols.
    let details = event.messages?.dropFirst().map(\.text) ?? []
    let text = ([message?.text ?? "An issue was recorded."] + details).joined(separator: "\n")
    var issue = ExemplarCore.Issue(
      text, at: event.issue?.sourceLocation?.place,
      isExpected: text.hasPrefix("Expectation failed"), isKnown: event.issue?.isKnown == true)
    issue.isWarning = message?.symbol == "warning" || event.issue?.isFailure == false
    if issue.isKnown { issue.isWarning = false }
    let name = event.testID ?? ""
    let row = event.testCase.flatMap { rows[name + "\n" + $0.id] }
    return events.record(issue, of: row ?? events.test(named: name)?.id)
  }
}
