import ExemplarCore

// TAP 14, the Test Anything Protocol: https://testanything.org
//
// Every example and every row is a test point; so is what failed without being one. The plan comes last, so
// that a run that breaks off has none, and no consumer takes it for a success.

/// Writes a run as TAP.
struct TAPFold: ReportFold {
  private let context: ReportContext
  private var open = OpenExamples()
  private var summary = RunSummary(seed: 0)
  private var count = 0
  private var hasBegun = false
  private var isRunning = false

  init(_ context: ReportContext) {
    self.context = context
  }

  mutating func add(_ event: Event, to output: inout ReportOutput) throws {
    if case .exampleListed = event { return }
    begin(&output.text)
    if case .runStarted(let start) = event {
      if isRunning { endRun(&output.text) }
      summary = RunSummary(seed: start.seed)
      output.text += "# seed \(start.seed)\n"
    }
    isRunning = true
    summary.count(event)
    switch open.note(event) {
    case .example(let example): append(example, to: &output.text)
    case .group(let group) where !group.failures.isEmpty:
      point(false, "\(group.id.heading) (hooks)", "", &output.text)
      diagnose(group.failures, group.place, group.id, &output.text, group.attachments)
    case .group(let group):
      // A group is no test point; what was attached to it is a comment.
      for attachment in group.attachments {
        output.text += "# attached to \(Self.line(group.id.heading)): "
        output.text += Self.line(attachment.path ?? attachment.name) + "\n"
        guard attachment.path == nil, let content = attachment.text else { continue }
        for line in content.split(separator: "\n") {
          output.text += "#   " + Self.line(String(line)) + "\n"
        }
      }
    case .nothing: break
    }
    switch event {
    case .issueRecorded(let record) where record.id == nil && record.issue.isFailure:
      point(false, "Outside all examples", "", &output.text)
      diagnose([record.issue], nil, nil, &output.text)
    case .runEnded: endRun(&output.text)
    default: break
    }
  }

  mutating func finish(_ output: inout ReportOutput) throws {
    begin(&output.text)
    if isRunning {
      let running =
        open.running.isEmpty
        ? "" : " This was running: \(Self.line(open.running.joined(separator: ", ")))"
      output.text += "Bail out! The run did not finish.\(running)\n"
    } else {
      output.text += "1..\(count)\n"
    }
  }

  private mutating func begin(_ text: inout ReportText) {
    // It is TAP 14, which is all TAP 13 too: `prove` before Perl 5.40 takes a stream that says 14 for broken.
    if !hasBegun { text += "TAP version 13\n" }
    hasBegun = true
  }

  private mutating func endRun(_ text: inout ReportText) {
    isRunning = false
    for trouble in summary.troublesOfRun { point(false, trouble, "", &text) }
    if let warning = summary.warningOfRun { text += "# \(warning.message)\n" }
  }

  private mutating func append(_ example: OpenExamples.Example, to text: inout ReportText) {
    let name = example.id.heading
    switch example.outcome {
    case .passed, .flaky: point(true, name, "", &text)
    case .failed: point(false, name, "", &text)
    case .skipped, .blocked:
      point(true, name, "SKIP \(Self.line(example.outcome.reason ?? ""))", &text)
    // What is to be done is no failure, and is meant not to be ok yet.
    case .pending(let reason): point(false, name, "TODO \(Self.line(reason ?? ""))", &text)
    }
    let issues = example.issues.filter { $0.isFailure || example.outcome == .flaky }
    if issues.isEmpty, example.attachments.isEmpty { return }
    diagnose(
      issues, example.place, example.outcome == .flaky ? nil : example.id, &text,
      example.attachments, attempts: example.attempts)
  }

  private mutating func point(
    _ isOK: Bool, _ name: String, _ directive: String, _ text: inout ReportText
  ) {
    count += 1
    text += isOK ? "ok \(count) - " : "not ok \(count) - "
    text += Self.escaped(name)
    if !directive.isEmpty { text += " # \(directive)" }
    text += "\n"
  }

  /// A block of YAML below a test point; every text in it is a string of JSON, which YAML reads too.
  private func diagnose(
    _ issues: [Issue], _ place: Place?, _ id: ExampleID?, _ text: inout ReportText,
    _ attachments: [AttachmentRecorded] = [], attempts: Int = 1
  ) {
    text += "  ---\n"
    func add(_ key: String, _ value: String) {
      text += "  \(key): "
      text.append(json: value)
      text += "\n"
    }
    if let first = issues.first {
      add("message", first.message)
      add("severity", first.isExpected ? "fail" : "error")
    }
    if let place = issues.first?.place ?? place {
      let place = place.relative(to: context.directory)
      text += "  at:\n    file: "
      text.append(json: place.path)
      text += "\n    line: \(place.line)\n"
    }
    if attempts > 1 { text += "  attempts: \(attempts)\n" }
    if !issues.isEmpty {
      text += "  issues:\n"
      for issue in issues {
        let lines = IssueLines(issue, relativeTo: context.directory)
        text += "    - "
        text.append(
          json: (lines.message + [lines.place].compactMap(\.self) + lines.context)
            .joined(separator: "\n"))
        text += "\n"
      }
    }
    for (number, attachment) in attachments.enumerated() {
      if number == 0 { text += "  attachments:\n" }
      text += "    - name: "
      text.append(json: attachment.name)
      text += "\n"
      if let path = attachment.path {
        text += "      path: "
        text.append(json: path)
        text += "\n"
      } else if let content = attachment.text {
        text += "      text: "
        text.append(json: content)
        text += "\n"
      }
    }
    if let id { add("rerun", context.rerun([id], nil)) }
    text += "  ...\n"
  }

  /// A description: what would end it, or begin a directive, is escaped.
  private static func escaped(_ name: String) -> String {
    let name = line(name)
    // Nearly every name is plain.
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "#") }) else {
      return name
    }
    // A character may hold a mark and what stands before it.
    var text = ""
    for scalar in name.unicodeScalars {
      if scalar == "\\" || scalar == "#" { text.unicodeScalars.append("\\") }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// A text on one line.
  private static func line(_ text: String) -> String {
    if text.isEmpty { return "" }
    let isWhole = !text.utf8.contains(0x0A)
    return ExampleID.printable(isWhole ? text : text.replacing("\n", with: " "))
  }
}

extension ReportFormat {
  package static let tap = ReportFormat("tap", "TAP 14, for prove and others", path: nil) {
    try FoldReporter(TAPFold($1), path: $0, $1)
  }
}
