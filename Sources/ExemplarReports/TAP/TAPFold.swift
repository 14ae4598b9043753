import ExemplarCore

// TAP 14, the Test Anything Protocol: https://testanything.org
//
// Every example and every row is a test point, and so are other failures. The plan comes last, so
// that a run that is cut short has none, and no consumer takes it for a success.

struct TAPFold: ReportFold {
  private let context: ReportContext
  private var count = 0
  /// The run that broke off, unless another one has followed.
  private var broken: EndedRun?

  init(_ context: ReportContext) {
    self.context = context
  }

  mutating func start(_ output: inout ReportOutput) {
    // TAP 14 is compatible with TAP 13: `prove` before Perl 5.40 rejects a stream of version 14.
    output.text += "TAP version 13\n"
  }

  mutating func add(_ entry: ReportEntry, to output: inout ReportOutput) {
    switch entry {
    case .runStarted(let start):
      if let broken { end(broken, &output.text) }
      broken = nil
      output.text += "# seed \(start.seed)\n"
    case .example(let example): append(example, to: &output.text)
    case .group(let group) where !group.failures.isEmpty:
      point(false, "\(group.id.heading) (hooks)", "", &output.text)
      diagnose(group.failures, group.place, group.id, &output.text, group.attachments)
    case .group(let group):
      // A group is no test point; what was attached to it is a comment, and so is a failure in quarantine.
      for issue in group.issues where issue.isQuarantined {
        let reason = issue.context.quarantines.joined(separator: ", ")
        output.text += "# \(Self.line("\(group.id.heading) (hooks), quarantined for \(reason)")): "
        output.text += Self.line(issue.message) + "\n"
      }
      for attachment in group.attachments {
        output.text += "# attached to \(Self.line(group.id.heading)): "
        output.text += Self.line(attachment.path ?? attachment.name) + "\n"
        guard attachment.path == nil, let content = attachment.text else { continue }
        for line in content.textLines where !line.isEmpty {
          output.text += "#   " + Self.line(String(line)) + "\n"
        }
      }
    case .issueOutside(let issue) where issue.isFailure:
      point(false, "Outside all examples", "", &output.text)
      diagnose([issue], nil, nil, &output.text)
    case .issueOutside, .hooks: break
    case .runEnded(let run):
      if run.isBroken { broken = run } else { end(run, &output.text) }
    }
  }

  private mutating func end(_ run: EndedRun, _ text: inout ReportText) {
    for trouble in run.summary.troublesOfRun { point(false, trouble, "", &text) }
    if let warning = run.summary.warningOfRun { text += "# \(warning.message)\n" }
  }

  mutating func finish(_ output: inout ReportOutput) {
    if let names = broken?.running {
      let running =
        names.isEmpty ? "" : " This was running: \(Self.line(names.joined(separator: ", ")))"
      output.text += "Bail out! The run did not finish.\(running)\n"
    } else {
      output.text += "1..\(count)\n"
    }
  }

  private mutating func append(_ example: OpenExamples.Example, to text: inout ReportText) {
    let name = example.id.heading
    switch example.outcome {
    case .passed, .flaky: point(true, name, "", &text)
    case .failed: point(false, name, "", &text)
    case .skipped, .blocked:
      point(true, name, "SKIP \(Self.line(example.outcome.reason ?? ""))", &text)
    case .quarantined(let reason):
      point(false, name, "TODO quarantined for \(Self.line(reason))", &text)
    // A pending example is not a failure, and is expected not to be ok yet.
    case .pending(let reason): point(false, name, "TODO \(Self.line(reason ?? ""))", &text)
    }
    let issues = example.issues.filter {
      $0.isFailure || $0.isQuarantined || example.outcome == .flaky
    }
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
    func add(_ label: StaticString, _ value: String) {
      text += "  \(label) "
      Self.append(scalar: value, to: &text)
      text += "\n"
    }
    if let first = issues.first {
      add("message:", first.message.textLines.joined(separator: "\n"))
      add("severity:", first.isExpected ? "fail" : "error")
    }
    if let place = issues.first?.place ?? place {
      let place = place.relative(to: context.directory)
      text += "  at:\n"
      add("  file:", place.path)
      text += "    line: \(place.line)\n"
    }
    if attempts > 1 { text += "  attempts: \(attempts)\n" }
    if !issues.isEmpty {
      text += "  issues:\n"
      for issue in issues {
        let lines = IssueLines(issue, relativeTo: context.directory)
        add("  -", (lines.message + lines.details).joined(separator: "\n"))
      }
    }
    for (number, attachment) in attachments.enumerated() {
      if number == 0 { text += "  attachments:\n" }
      add("  - name:", attachment.name)
      if let path = attachment.path {
        add("    path:", path)
      } else if let content = attachment.text {
        add("    text:", content)
      }
    }
    if let id { add("rerun:", context.rerun([id], nil)) }
    text += "  ...\n"
  }

  /// The maximum number of bytes of a text in a block of YAML. The limit of Perl's reader is 65,534, and 32,766 before
  /// Perl 5.30.
  private static let limit = 32_000

  /// Appends a text as a string of JSON, and cuts a long one.
  private static func append(scalar value: String, to text: inout ReportText) {
    let begin = text.count
    text.append(json: value)
    if text.count - begin <= limit { return }
    text.bytes.removeSubrange(begin...)
    text.append(UInt8(ascii: "\""))
    var rest = value.unicodeScalars[...]
    while text.count - begin < limit - 100, let scalar = rest.popFirst() {
      text.append(partOfJSON: String(scalar), inPage: true)
    }
    text += "\\n… and \(rest.count.counted("more character")) …\""
  }

  /// A description: what would end it, or begin a directive, is escaped.
  private static func escaped(_ name: String) -> String {
    let name = line(name)
    // Nearly every name is plain.
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "#") }) else {
      return name
    }
    // A character may contain a mark and the character before it.
    var text = ""
    for scalar in name.unicodeScalars {
      if scalar == "\\" || scalar == "#" { text.unicodeScalars.append("\\") }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  private static func line(_ text: String) -> String {
    text.isEmpty ? "" : ExampleID.printable(text.onOneLine)
  }
}

extension ReportFormat {
  package static let tap = ReportFormat("tap", "TAP 14, for prove and others", path: nil) {
    try FoldReporter(TAPFold($1), path: $0, $1)
  }
}
