import ExemplarCore
import ExemplarLog
import Foundation

/// Makes events of Swift Testing's event stream.
struct SwiftTestingEvents: ForeignTestFold {
  var events: ForeignTestEvents
  /// The examples that stand for arguments, by test and argument.
  private var rows: [String: ExampleID] = [:]
  private(set) var hasEnded = false
  /// By how much the clock of this process is ahead of that of the stream, at the first event.
  private var lead: Double?

  init(_ events: ForeignTestEvents) { self.events = events }

  mutating func record(line: Data) -> (events: [Event], printed: String)? {
    (SwiftTestingRecord(line, kind: "event").map { record($0) } ?? [], "")
  }

  private mutating func record(_ event: SwiftTestingRecord) -> [Event] {
    let now = time(of: event)
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
    case "valueAttached":
      let id = argument == nil ? test.id : rows[key]
      guard let id, events.isOpen(id) else { return [] }
      return event["attachment"]?.attachment(of: id).map { [.attachmentRecorded($0)] } ?? []
    default: return []
    }
  }

  /// When an event happened, by the clock of this process: many events are read at once.
  private mutating func time(of event: SwiftTestingRecord) -> Double {
    guard let instant = event["instant"]?.fields["absolute"] as? Double else { return EventLog.now }
    let lead = lead ?? EventLog.now - instant
    self.lead = lead
    return instant + lead
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

  /// The path to a suite, of a record of one.
  var suite: [String]? {
    text("kind") == "suite" ? text("id").map(Self.path) : nil
  }

  /// The test of a record of one; `nil` for a suite, and for the test that runs all specs.
  ///
  /// - Parameter suites: The records of the suites, by their paths. A list does not hand down the tags of suites.
  func test(in suites: [[String]: SwiftTestingRecord] = [:]) -> ForeignTest? {
    guard text("kind") == "function", let id = text("id"), !id.hasPrefix("Exemplar.examples()")
    else { return nil }
    var path = Self.path(of: id)
    let around = path.indices.dropFirst().dropLast().map { suites[Array(path[...$0])] }
    // A function outside of all types belongs to its file.
    if path.count == 2 { path.insert(place?.fileName ?? "functions", at: 1) }
    return ForeignTest(
      library: .swiftTesting, name: id, id: ExampleID(path), place: place ?? .unknown,
      hasArguments: fields["isParameterized"] as? Bool == true,
      tags: around.reduce(tags) { $0.union($1?.tags ?? []) },
      titles: (around + [self]).map { $0?.text("displayName") }, suites: around.map { $0?.place })
  }

  private var tags: Set<String> {
    let tags = (fields["tags"] ?? fields["_tags"]) as? [String] ?? []
    return Set(tags.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 })
  }

  /// The attachment of an example, in a record of one.
  fileprivate func attachment(of id: ExampleID) -> AttachmentRecorded? {
    guard
      let name = text("_preferredName") ?? text("preferredName")
        ?? text("path").map({
          URL(fileURLWithPath: $0).lastPathComponent
        })
    else { return nil }
    let bytes = (text("_bytes") ?? text("bytes")).flatMap { Data(base64Encoded: $0) }
    let text = bytes.flatMap { bytes in
      bytes.count <= Self.textLimit ? String(data: bytes, encoding: .utf8) : nil
    }
    return AttachmentRecorded(
      id: id, name: name, size: bytes?.count ?? 0, path: self.text("path"), text: text)
  }

  /// How many bytes of a text are reported with an attachment.
  private static let textLimit = 4096

  /// The issue of an event.
  fileprivate var issue: ExemplarCore.Issue {
    let messages = all("messages")
    let text = messages.first?.text("text") ?? "An issue was recorded."
    // Details have other symbols.
    let details = messages.dropFirst().compactMap { $0.text("text") }
    let isKnown = self["issue"]?.fields["isKnown"] as? Bool == true
    let isExpected = Self.assertions.contains(where: text.hasPrefix)
    var issue = ExemplarCore.Issue(
      ForeignFailure.messageOfSwiftTesting(text, details), at: self["issue"]?.place,
      isExpected: isExpected, isKnown: isKnown)
    issue.isWarning =
      !isKnown
      && (messages.first?.text("symbol") == "warning"
        || self["issue"]?.fields["isFailure"] as? Bool == false)
    return issue
  }

  /// How messages about failures begin that a test reports itself, not about an error or a limit.
  private static let assertions = [
    "Expectation failed", "Issue recorded", "Confirmation was confirmed",
    "Known issue was not recorded",
  ]

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
