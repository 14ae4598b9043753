import ExemplarCore

// CTRF, the Common Test Report Format: https://ctrf.io
//
// The tests are written as they end, and the counts after them.

struct CTRFFold: ReportFold {
  private let context: ReportContext
  private var counts: [String: Int] = [:]
  private var suites = 0
  private var flaky = 0
  private var seed: UInt64 = 0
  private var begin = 0.0
  /// When the last event happened.
  private var end: Double?
  private var hasTests = false
  private var warning: Issue?
  /// Attachments of groups that are not tests of their own.
  private var ofGroups = ReportText()

  init(_ context: ReportContext) {
    self.context = context
  }

  mutating func start(_ output: inout ReportOutput) {
    begin = context.now()
    output.text += #"{"reportFormat":"CTRF","specVersion":"1.0.0","timestamp":""#
    output.text += Timestamp.text(context.now())
    output.text += #"Z","generatedBy":"Exemplar","results":{"tool":{"name":"Exemplar"},"tests":["#
  }

  mutating func add(_ entry: ReportEntry, to output: inout ReportOutput) {
    end = context.now()
    switch entry {
    case .runStarted(let start): seed = start.seed
    case .example(let example): append(example, to: &output.text)
    case .group(let group):
      suites += 1
      if !group.failures.isEmpty {
        append(
          group.failures, "hooks", group.id, "failed", group.place, duration: 0, begin: group.begin,
          &output.text
        ) { Self.append(attachments: group.attachments, to: &$0) }
      } else if !group.attachments.isEmpty {
        record(attachments: group)
      }
    case .issueOutside(let issue) where issue.isFailure:
      append(
        [issue], "Outside all examples", nil, "failed", nil, duration: 0,
        begin: context.now(), &output.text)
    case .issueOutside, .hooks: break
    case .runEnded(let run): end(run, &output.text)
    }
  }

  mutating func finish(_ output: inout ReportOutput) {
    let now = end ?? context.now()
    output.text += "\n],\"summary\":{"
    output.text.append(key: "tests", counts.values.reduce(0, +))
    for status: StaticString in ["passed", "failed", "skipped", "pending", "other"] {
      output.text.append(key: status, counts["\(status)", default: 0])
    }
    output.text.append(key: "flaky", flaky)
    output.text.append(key: "suites", suites)
    output.text.append(key: "start", Self.milliseconds(begin))
    output.text.append(key: "stop", Self.milliseconds(now))
    output.text.object(key: "extra") { text in
      text.append(key: "seed", "\(seed)")
      if let warning { text.append(key: "warning", warning.message) }
    }
    output.text += "}"
    if !ofGroups.isEmpty {
      output.text += ",\"extra\":{\"suites\":["
      output.text += ofGroups
      output.text += "]}"
    }
    output.text += "}}\n"
  }

  /// CTRF has no groups: their attachments follow all tests.
  private mutating func record(attachments group: OpenExamples.Group) {
    ofGroups += ofGroups.isEmpty ? "\n{" : ",\n{"
    ofGroups.append(key: "id", group.id.text)
    Self.append(attachments: group.attachments, to: &ofGroups)
    ofGroups += "}"
  }

  private mutating func end(_ run: EndedRun, _ text: inout ReportText) {
    end = run.end
    warning = run.summary.warningOfRun
    for trouble in run.summary.troublesOfRun {
      append(
        [Issue(trouble)], "The run", nil, "failed", nil, duration: 0, begin: run.end,
        &text)
    }
  }

  private mutating func append(_ example: OpenExamples.Example, to text: inout ReportText) {
    if example.outcome == .flaky { flaky += 1 }
    let status =
      switch example.outcome {
      case .passed, .flaky: "passed"
      case .failed: "failed"
      // It ran and failed, which none of the other words means without a failure of the run.
      case .quarantined: "other"
      // A separate test reports the failure of the group that blocks it.
      case .skipped, .blocked: "skipped"
      case .pending: "pending"
      }
    let (directory, appendAttachments) = (context.directory, Self.append(attachments:to:))
    append(
      example.issues, ExampleID.printable(example.id.name), example.id, status, example.place,
      reason: example.outcome.reason, duration: example.duration, begin: example.begin, &text
    ) { text in
      text.append(key: "rawStatus", example.outcome.word)
      if example.outcome == .flaky { text.append(key: "flaky", true) }
      if example.attempts > 1 { text.append(key: "retries", example.attempts - 1) }
      if !example.context.tags.isEmpty { text.append(key: "tags", example.context.tags) }
      if let row = example.context.row {
        text.object(key: "parameters") { text in
          text.append(key: "row", row.name)
          if let values = row.values { text.append(key: "values", values) }
          if let place = row.place {
            text.append(key: "place", place.relative(to: directory).description)
          }
        }
      }
      appendAttachments(example.attachments, &text)
    }
  }

  private mutating func append(
    _ issues: [Issue], _ name: String, _ id: ExampleID?, _ status: String, _ place: Place?,
    reason: String? = nil, duration: Double, begin: Double, _ text: inout ReportText,
    more: (inout ReportText) -> Void = { _ in }
  ) {
    counts[status, default: 0] += 1
    text += hasTests ? ",\n{" : "\n{"
    hasTests = true
    text.append(key: "name", name)
    text.append(key: "status", status)
    text.append(key: "duration", Self.milliseconds(duration))
    text.append(key: "start", Self.milliseconds(begin))
    text.append(key: "stop", Self.milliseconds(begin + duration))
    if let suite = id?.parent { text.append(key: "suite", suite.components) }
    if let place {
      text.append(key: "filePath", place.relative(to: context.directory).path)
      if place.line > 0 { text.append(key: "line", place.line) }
    }
    more(&text)
    let failures = issues.filter { $0.isFailure || $0.isQuarantined }
    if !failures.isEmpty {
      text.append(key: "message", failures.map(\.message).joined(separator: "\n"))
      text.append(
        key: "trace",
        failures.flatMap { IssueLines($0, relativeTo: context.directory).details }
          .joined(separator: "\n"))
    } else if let reason {
      text.append(key: "message", reason)
    }
    if context.worker() > 0 { text.append(key: "threadId", "worker \(context.worker())") }
    if let id {
      text.object(key: "extra") { text in
        text.append(key: "id", id.text)
        let retried = issues.filter(\.isRetried).map(\.message)
        if !retried.isEmpty { text.append(key: "retried", retried) }
        if status == "failed" || status == "other" {
          text.append(key: "rerun", context.rerun([id], nil))
        }
      }
    }
    text += "}"
  }

  private static func append(
    attachments: [AttachmentRecorded], to text: inout ReportText
  ) {
    let files = attachments.filter { $0.path != nil }
    let texts = attachments.filter { $0.path == nil && $0.text != nil }
    if !files.isEmpty {
      text.list(key: "attachments", files) { text, attachment in
        text.object {
          $0.append(key: "name", attachment.name)
          $0.append(key: "contentType", attachment.contentType)
          $0.append(key: "path", attachment.path ?? "")
        }
      }
    }
    if !texts.isEmpty {
      text.append(key: "stdout", texts.map { "\($0.name):\n\($0.text ?? "")" })
    }
  }

  private static func milliseconds(_ seconds: Double) -> Int {
    Int(max(-9e15, min(9e15, (seconds * 1000).rounded())))
  }
}

extension ReportFormat {
  package static let ctrf = ReportFormat("ctrf", "CTRF JSON", path: "ctrf-report.json") {
    try FoldReporter(CTRFFold($1), path: $0, $1)
  }
}
