import ExemplarCore
import ExemplarLog
import Foundation

/// Makes events of Swift Testing's event stream.
struct SwiftTestingEvents: ForeignTestFold {
  var events: ForeignTestEvents
  /// The examples that stand for arguments, by test and argument.
  private var rows: [String: ExampleID] = [:]
  private(set) var hasEnded = false

  init(_ events: ForeignTestEvents) { self.events = events }

  mutating func record(line: Data) -> (events: [Event], printed: String)? {
    (SwiftTestingRecord(line, kind: "event").map { record($0) } ?? [], "")
  }

  private mutating func record(_ event: SwiftTestingRecord) -> [Event] {
    // Times are by the clock of this process: those of the stream are by one that other systems have too.
    let now = EventLog.now
    let kind = event.text("kind")
    if kind == "runStarted" { hasEnded = false }
    if kind == "runEnded" { hasEnded = true }
    let test = event.text("testID").flatMap { events.test(named: $0) }
    let argument = event["_testCase"]
    // Ids of arguments are unique in their test alone.
    let key = "\(event.text("testID") ?? "")\n\(argument?.text("id") ?? "")"
    if kind == "issueRecorded" {
      return events.record(event.issue, of: argument.flatMap { _ in rows[key] } ?? test?.id)
    }
    guard let test else { return [] }
    switch kind {
    case "testStarted": return events.begin(test, at: now)
    case "testCaseStarted":
      guard test.hasArguments, let argument else { return [] }
      let id = events.row(of: test, named: argument.text("displayName") ?? "argument")
      rows[key] = id
      return events.begin(id, of: test, RowReference(name: id.name), at: now)
    case "testCaseEnded":
      return rows.removeValue(forKey: key).map { events.end($0, at: now) } ?? []
    case "testEnded":
      let hasFailed = event.all("messages").first?.text("symbol") == "fail"
      return events.end(test, hasFailed: hasFailed, at: now)
    case "testSkipped":
      let reasons = event.fields["_comments"] as? [String]
      return events.skip(test, reasons?.first ?? "without a reason")
    default: return []
    }
  }
}

extension SwiftTestingRecord {
  private var place: Place? {
    guard let location = self["sourceLocation"] else { return nil }
    let path = ["filePath", "_filePath", "fileID"].lazy.compactMap(location.text).first
    return Place(
      path: path ?? Place.unknown.path, line: location.fields["line"] as? Int ?? 0,
      column: location.fields["column"] as? Int ?? 0)
  }

  /// The test of a record of one; `nil` for a suite, and for the test that runs all specs.
  var test: ForeignTest? {
    guard text("kind") == "function", let id = text("id"), !id.hasPrefix("Exemplar.examples()")
    else { return nil }
    var path = Self.path(of: id)
    // A function outside of all types belongs to its file.
    if path.count == 2 { path.insert(place?.fileName ?? "functions", at: 1) }
    return ForeignTest(
      library: .swiftTesting, name: id, id: ExampleID(path), place: place ?? .unknown,
      hasArguments: fields["isParameterized"] as? Bool == true)
  }

  /// The issue of an event.
  fileprivate var issue: ExemplarCore.Issue {
    let messages = all("messages")
    // Details have other symbols.
    let details = messages.dropFirst().compactMap { $0.text("text") }
    let text = ([messages.first?.text("text") ?? "An issue was recorded."] + details)
      .joined(separator: "\n")
    let isKnown = self["issue"]?.fields["isKnown"] as? Bool == true
    var issue = ExemplarCore.Issue(
      text, at: self["issue"]?.place, isExpected: text.hasPrefix("Expectation failed"),
      isKnown: isKnown)
    issue.isWarning =
      !isKnown
      && (messages.first?.text("symbol") == "warning"
        || self["issue"]?.fields["isFailure"] as? Bool == false)
    return issue
  }

  /// The names on the way to a test: `Shop.Till/counts(n:)/Till.swift:3:4` is one in `Till` in `Shop`.
  static func path(of id: String) -> [String] {
    guard let dot = id.firstIndex(of: ".") else { return [id] }
    // A name in backticks may contain slashes.
    var names = id[id.index(after: dot)...].matches(of: #/(`[^`]*`|[^`\/])+/#)
      .map { String($0.output.0) }
    if names.count > 1, names.last!.contains(#/\.swift:\d+:\d+$/#) { names.removeLast() }
    return [String(id[..<dot])] + names
  }
}
