import ExemplarCore

// The contents of a case that did not simply pass.

extension JUnitFold {
  func append(_ example: OpenExamples.Example, to text: inout ReportText) {
    let retried = example.issues.filter(\.isRetried)
    switch example.outcome {
    case .failed(let isUnexpected):
      let failures = example.issues.filter(\.isFailure)
      Self.append(
        isUnexpected ? "error" : "failure",
        (failures.isEmpty ? "It failed." : self.text(of: failures)) + "\n"
          + IssueLines.rerun(context.rerun([example.id], nil)),
        to: &text)
      for issue in retried { append("rerun", issue, to: &text) }
    case .flaky:
      for issue in retried { append("flaky", issue, to: &text) }
    case .quarantined(let reason):
      // Readers have no element for a failure that does not count, and show the reason of a skipped case. The failure
      // itself is part of the output.
      let first = example.issues.first(where: \.isQuarantined).map { ": \($0.message)" } ?? ""
      text += "<skipped"
      text.append("message", xml: Self.shortened("quarantined for \(reason)\(first)", to: 1000))
      text += "/>"
    case .skipped, .pending, .blocked:
      text += "<skipped"
      let reason = (example.outcome.reason ?? "").textLines.joined(separator: "\n")
      text.append("message", xml: Self.shortened(reason, to: 1000))
      text += "/>"
    case .passed: break
    }
    appendOutput(example.issues, example.attachments, to: &text)
  }

  func append(_ group: OpenExamples.Group, to text: inout ReportText) {
    let failures = group.failures
    Self.append(
      failures.first?.isExpected == true ? "failure" : "error",
      self.text(of: failures) + "\n" + IssueLines.rerun(context.rerun([group.id], nil)), to: &text)
    appendOutput(group.issues, group.attachments, to: &text)
  }

  /// Issues as people read them.
  func text(of issues: [Issue]) -> String {
    issues.map { issue in
      let lines = IssueLines(issue, relativeTo: context.directory)
      return (lines.message + lines.details.map { "  \($0)" }).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// `failure` or `error`, with the first line of the text as its message.
  static func append(_ element: String, _ body: String, to text: inout ReportText) {
    text += "<\(element)"
    text.append("message", xml: shortened(String(body.firstLine), to: 1000))
    text.append("type", xml: element == "failure" ? "expectation" : "unexpected")
    text += ">"
    text.append(xml: shortened(body, to: textLimit))
    text += "</\(element)>"
  }

  /// An attempt that was tried again, in the elements of surefire.
  private func append(_ prefix: String, _ issue: Issue, to text: inout ReportText) {
    let element = prefix + (issue.isExpected ? "Failure" : "Error")
    text += "<\(element)"
    text.append(
      "message", xml: Self.shortened(String(issue.message.firstLine), to: 1000))
    text.append("type", xml: issue.isExpected ? "expectation" : "unexpected")
    text += "><stackTrace>"
    text.append(xml: Self.shortened(self.text(of: [issue]), to: Self.textLimit))
    text += "</stackTrace></\(element)>"
  }

  /// Known issues, warnings and attachments; `nil` for a case without any.
  func output(_ issues: [Issue], _ attachments: [AttachmentRecorded]) -> String? {
    let notes =
      issues.filter { $0.isKnown || $0.isWarning }.map {
        ($0.isKnown ? "known issue: " : "warning: ") + self.text(of: [$0])
      }
      + attachments.map { attachment in
        // Jenkins and GitLab read this form.
        if let path = attachment.path { return "[[ATTACHMENT|\(path)]]" }
        let content = attachment.text.map { ":\n\($0)" } ?? ""
        return
          "attached \(ExampleID.printable(attachment.name)), \(attachment.size.counted("byte"))\(content)"
      }
    return notes.isEmpty ? nil : Self.shortened(notes.joined(separator: "\n"), to: Self.textLimit)
  }

  private func appendOutput(
    _ issues: [Issue], _ attachments: [AttachmentRecorded], to text: inout ReportText
  ) {
    guard let output = output(issues, attachments) else { return }
    text += "<system-out>"
    text.append(xml: output)
    text += "</system-out>"
  }

  /// How many bytes a text may have: readers of XML refuse long ones, and files must stay small.
  private static let textLimit = 1_000_000

  private static func shortened(_ text: String, to limit: Int) -> String {
    if text.utf8.count <= limit { return text }
    return String(decoding: text.utf8.prefix(limit), as: UTF8.self).trimmingIncomplete
      + "… (\((text.utf8.count - limit).counted("byte")) more)"
  }
}

extension String {
  /// Without the mark that stands for a character that was cut.
  fileprivate var trimmingIncomplete: String {
    var text = self
    while text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
    return text
  }
}
