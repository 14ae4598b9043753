import ExemplarCore

/// Records of the event stream, a line each.
struct EventStreamRecords {
  private(set) var text = ReportText()
  private let now: Double

  init(now: Double) {
    self.now = now
  }

  mutating func test(_ test: EventStreamTest, tags: [String] = [], bugs: [String] = []) {
    text += #"{"kind":"test","payload":{"#
    text.append(key: "id", test.id)
    if test.kind != .suite { text.append(key: "isParameterized", test.kind == .outline) }
    text.append(key: "kind", test.kind == .suite ? "suite" : "function")
    text.append(key: "name", test.name)
    text.append(key: "displayName", test.displayName)
    if !tags.isEmpty { text.append(key: "_tags", tags) }
    if !bugs.isEmpty { text.append(key: "_bugs", bugs) }
    append(test.place, test.module)
    text += Self.end
  }

  mutating func event(
    _ kind: StaticString, _ test: EventStreamTest? = nil, messages: [(String, String)] = [],
    details: (inout EventStreamRecords) -> Void = { _ in }
  ) {
    text += #"{"kind":"event","payload":{"#
    if let row = test?.row {
      text.object(key: "_testCase") {
        $0.append(key: "displayName", row.name)
        $0.append(key: "id", row.path)
      }
    }
    text.append(key: "instant")
    text += #"{"absolute":"#
    text.append(now, digits: 6)
    text += #","since1970":"#
    text.append(now, digits: 6)
    text += "}"
    text.append(key: "kind", "\(kind)")
    details(&self)
    text.list(key: "messages", messages) { text, message in
      text.object {
        $0.append(key: "symbol", message.0)
        $0.append(key: "text", message.1)
      }
    }
    if let test { text.append(key: "testID", test.id) }
    text += Self.end
  }

  mutating func issue(_ issue: Issue, _ test: EventStreamTest?, relativeTo directory: String) {
    let lines = IssueLines(issue, relativeTo: directory)
    let title = test.map { "\($0.title) recorded an issue: " } ?? ""
    let symbol =
      issue.isFailure ? "fail" : issue.isKnown ? "passWithKnownIssue" : "warning"
    let messages =
      [(symbol, title + (lines.message.first ?? ""))]
      + (lines.message.dropFirst() + lines.context).map { ("details", $0) }
    // An editor shows an issue at its location, and drops issues without one.
    let place = issue.place ?? issue.context.place ?? test?.place
    event("issueRecorded", test, messages: messages) { records in
      records.text.append(key: "issue")
      records.text += "{"
      records.text.append(key: "isKnown", issue.isKnown)
      records.text.append(key: "isFailure", issue.isFailure)
      records.text.append(
        key: "severity", issue.isWarning || issue.isRetried ? "warning" : "error")
      if let place { records.append(place, test?.module ?? "") }
      records.text += "}"
    }
  }

  mutating func attachment(_ attachment: AttachmentRecorded, _ test: EventStreamTest?) {
    event("valueAttached", test, messages: [("default", "Attached “\(attachment.name)”.")]) {
      records in
      records.text.object(key: "attachment") { text in
        text.append(key: "preferredName", attachment.name)
        if let path = attachment.path { text.append(key: "path", path) }
      }
    }
  }

  private mutating func append(_ place: Place, _ module: String) {
    text.object(key: "sourceLocation") {
      $0.append(key: "_filePath", place.path)
      $0.append(key: "column", max(1, place.column))
      $0.append(key: "fileID", "\(module)/\(place.fileName)")
      $0.append(key: "filePath", place.path)
      $0.append(key: "line", max(1, place.line))
    }
  }

  private static let end = "},\"version\":\"6.3.0\"}\n"
}
