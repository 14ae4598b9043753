import ExemplarCore
import Foundation

// The lines of the run in a page.

extension HTMLFold {
  /// The maximum size of an embedded picture, in bytes.
  private static let pictureLimit = 4_000_000
  /// The maximum length of a message, in bytes.
  private static let textLimit = 200_000
  /// The minimum duration, in seconds, for which the page shows the durations in earlier runs.
  private static let notableTime = 0.01

  /// `["h",[…]]`: the beginnings of the earlier runs.
  func append(_ history: RunHistory, to text: inout ReportText) {
    text += "[\"h\","
    text.list(history.runs) { $0.append(json: Timestamp.text($1) + "Z") }
    text += "]\n"
  }

  /// `["f",[["package","Shop"],…]]`: the package, the commit, the platform and the command.
  func append(_ facts: [(name: String, text: String)], to text: inout ReportText) {
    if facts.isEmpty { return }
    text += "[\"f\","
    text.list(facts) { text, fact in
      text.list([fact.name, fact.text]) { $0.append(json: $1) }
    }
    text += "]\n"
  }

  func append(_ start: RunStarted, to text: inout ReportText) {
    text += "[\"s\",{"
    text.append(key: "seed", "\(start.seed)")
    text.append(key: "order", start.order.rawValue)
    text.append(key: "notSelected", start.notSelected)
    text.append(key: "focused", start.focused.prefix(20).map(\.heading))
    if start.repetitions > 1 {
      text.append(key: "repetition", start.repetition)
      text.append(key: "repetitions", start.repetitions)
    }
    text += "}]\n"
  }

  /// `["e",group,name,outcome,ms,begin,{…}]`, without details for an example that passed without issues and
  /// attachments.
  ///
  /// - Parameter cause: The number of the group of failures that contains the example.
  mutating func append(
    _ example: OpenExamples.Example, _ parent: Int, _ begin: Double, _ past: ArraySlice<RunMark>?,
    cause: Int?, isFlaky: Bool, to text: inout ReportText
  ) {
    text += "[\"e\","
    text.append(parent)
    text += ","
    text.append(json: ExampleID.printable(example.id.name))
    text += ",\"\(example.outcome.word)\","
    text.append(example.duration * 1000, digits: 3)
    text += ","
    text.append(begin, digits: 1)
    let isPlain =
      example.outcome == .passed && example.issues.isEmpty && example.attachments.isEmpty
    let times = past.flatMap { past in
      past.contains { $0.duration >= Self.notableTime } ? past : nil
    }
    if !isPlain || times != nil || isFlaky {
      text += ",{"
      if let times { append(times: times, &text) }
      if !isPlain { append(details: example, &text) }
      if let cause { text.append(key: "cause", cause) }
      if isFlaky { text.append(key: "flaky", true) }
      text += "}"
    }
    text += "]\n"
  }

  private mutating func append(details example: OpenExamples.Example, _ text: inout ReportText) {
    if let place = example.place { append(place: place, &text) }
    if let reason = example.outcome.reason { text.append(key: "reason", reason) }
    if example.attempts > 1 { text.append(key: "attempts", example.attempts) }
    if let row = example.context.row { append(row, &text) }
    append(example.context, &text)
    append(example.issues, &text)
    append(example.attachments, &text)
    if example.outcome.isFailure || (example.outcome.reason == nil && example.outcome != .passed) {
      text.append(key: "rerun", context.rerun([example.id], nil))
    }
  }

  /// `["k",group,name,begin,ms]`
  func append(
    _ hooks: HooksEnded, _ group: Int, _ begin: Double, _ duration: Double,
    to text: inout ReportText
  ) {
    text += "[\"k\",\(group),\"\(hooks.phase.rawValue)\","
    text.append(begin, digits: 1)
    text += ","
    text.append(duration, digits: 3)
    text += "]\n"
  }

  mutating func append(
    _ group: OpenExamples.Group, _ number: Int, _ begin: Double, _ end: Double,
    to text: inout ReportText
  ) {
    text += "[\"G\",\(number),"
    text.append(begin, digits: 1)
    text += ","
    text.append(end, digits: 1)
    if group.failed || !group.issues.isEmpty || !group.attachments.isEmpty {
      text += ",{"
      text.append(key: "failed", group.failed)
      append(place: group.place, &text)
      append(group.issues, &text)
      append(group.attachments, &text)
      text.append(key: "rerun", context.rerun([group.id], nil))
      text += "}"
    }
    text += "]\n"
  }

  /// `["c",number,line]`: the line that reruns a group of failures, for groups that are shown as one.
  func append(
    _ groups: [FailureGroups.Group], from first: Int, to text: inout ReportText
  ) {
    for (number, group) in groups.enumerated() where group.isFolded {
      text += "[\"c\",\(first + number),"
      text.append(json: context.rerun(group))
      text += "]\n"
    }
  }

  /// An issue of the run.
  mutating func append(_ issue: Issue, to text: inout ReportText) {
    text += "[\"i\",{"
    append([issue], &text)
    text += "}]\n"
  }

  /// - Parameters:
  ///   - failed: The first failures.
  ///   - count: The number of all failures.
  func append(
    _ summary: RunSummary, _ failed: [ExampleID], of count: Int, to text: inout ReportText
  ) {
    text += "[\"z\",{"
    text.append(key: "duration")
    text.append(summary.duration, digits: 3)
    text.append(key: "isSuccess", summary.isSuccess)
    text.append(key: "finished", summary.finished)
    text.append(key: "notReached", summary.notReached)
    text.append(key: "troubles", summary.troublesOfRun)
    if !failed.isEmpty {
      let seed = summary.order == .defined ? nil : summary.seed
      text.append(key: "rerun", context.rerun(failed, seed))
      if count > failed.count { text.append(key: "notNamed", count - failed.count) }
      if count > 3, let line = context.rerunFailed?(seed) { text.append(key: "rerunFailed", line) }
    }
    text += "}]\n"
  }

  private func append(times past: ArraySlice<RunMark>, _ text: inout ReportText) {
    text.list(key: "times", past) { text, mark in
      let time = mark.duration * 1000
      text.append(time, digits: time < 10 ? 0 : 1)
    }
  }

  private func append(place: Place, _ text: inout ReportText) {
    text.append(key: "place", place.relative(to: context.directory).description)
  }

  private mutating func append(_ row: RowReference, _ text: inout ReportText) {
    let line = row.place.flatMap { files.line(at: $0) }
    text.object(key: "row") { text in
      text.append(key: "name", ExampleID.printable(row.name))
      if let place = row.place { append(place: place, &text) }
      append(line, &text)
      let columns = row.columns ?? row.values.map { [RowColumn("", $0)] } ?? []
      if columns.isEmpty { return }
      text.list(key: "columns", columns) { text, column in
        text.list([column.name, column.value] + [column.read].compactMap(\.self)) {
          $0.append(json: $1)
        }
      }
    }
  }

  private func append(_ context: ExampleContext, _ text: inout ReportText) {
    if !context.facts.isEmpty {
      text.list(key: "facts", context.facts.lines) { text, fact in
        text.list([fact.label + " ", fact.text]) { $0.append(json: $1) }
      }
    }
    if !context.inclusions.isEmpty {
      text.append(
        key: "inclusions",
        context.inclusions.map {
          "“\(ExampleID.printable($0.name))”, included at "
            + "\($0.place.relative(to: self.context.directory))"
        })
    }
  }

  /// The text of a line, and the part before the location, if its column is known.
  private func append(_ line: QuotedFiles.Line?, _ text: inout ReportText) {
    guard let line else { return }
    text.append(key: "line", [line.text] + [line.beforeColumn].compactMap(\.self))
  }

  private mutating func append(_ issues: [Issue], _ text: inout ReportText) {
    if issues.isEmpty { return }
    let lines = issues.map { issue in
      issue.isFailure || issue.isRetried ? issue.place.flatMap { files.line(at: $0) } : nil
    }
    text.list(key: "issues", Array(zip(issues, lines))) { text, issue in
      let (issue, line) = issue
      text.object { text in
        text.append(key: "message", shortened(issue.message))
        text.append(
          key: "kind",
          issue.isQuarantined
            ? "quarantined"
            : issue.isKnown
              ? "known" : issue.isWarning ? "warning" : issue.isRetried ? "retried" : "failure")
        if !issue.isExpected, issue.isFailure { text.append(key: "unexpected", true) }
        if let place = issue.place { append(place: place, &text) }
        append(line, &text)
        if issue.phase != .body { text.append(key: "phase", issue.phase.rawValue) }
        if !issue.labels.isEmpty { text.append(key: "labels", issue.labels) }
        if let checkpoint = issue.checkpoint { text.append(key: "checkpoint", checkpoint) }
        if let value = issue.reviewed { append(picturesOf: value, &text) }
      }
    }
  }

  private func append(_ attachments: [AttachmentRecorded], _ text: inout ReportText) {
    if attachments.isEmpty { return }
    text.list(key: "attachments", attachments) { text, attachment in
      text.object { text in
        text.append(key: "name", ExampleID.printable(attachment.name))
        text.append(key: "size", attachment.size)
        if let path = attachment.path { text.append(key: "path", path) }
        if let content = attachment.text {
          text.append(key: "text", content)
          if attachment.name == AttachmentRecorded.outputName { text.append(key: "output", true) }
        }
        if let picture = picture(attachment) { text.append(key: "picture", picture) }
      }
    }
  }

  /// The expected picture and the one that an example had; the page shows their difference.
  private func append(picturesOf value: ReviewedValue, _ text: inout ReportText) {
    func url(_ base64: String) -> String? {
      let kinds = ["iVBORw0KGgo": "png", "R0lGOD": "gif", "/9j/": "jpeg", "UklGR": "webp"]
      guard base64.utf8.count <= Self.pictureLimit * 4 / 3,
        let kind = kinds.first(where: { base64.hasPrefix($0.key) })?.value
      else { return nil }
      return "data:image/\(kind);base64,\(base64)"
    }
    guard value.form == .bytes, let now = url(value.new) else { return }
    text.object(key: "pictures") { text in
      if let before = value.old.flatMap(url) { text.append(key: "before", before) }
      text.append(key: "now", now)
    }
  }

  /// Returns a picture as a data URL, so that the page needs no other file.
  private func picture(_ attachment: AttachmentRecorded) -> String? {
    let type = attachment.contentType
    guard type.hasPrefix("image/"), attachment.size <= Self.pictureLimit else { return nil }
    let data =
      attachment.path.flatMap { FileManager.default.contents(atPath: $0) }
      ?? attachment.text.map { Data($0.utf8) }
    return data.map { "data:\(type);base64,\($0.base64EncodedString())" }
  }

  private func shortened(_ text: String) -> String {
    text.utf8.count <= Self.textLimit
      ? text
      : String(text.prefix(Self.textLimit / 4)) + "… (\(text.utf8.count) bytes in all)"
  }
}
