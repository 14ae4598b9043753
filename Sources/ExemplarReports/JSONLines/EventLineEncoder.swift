import ExemplarCore
import Foundation

/// Writes events as lines of JSON, one after the other; what two events have in common is made once.
///
/// The lines contain what `JSONEncoder` writes, at a tenth of its price: an encoder makes a tree of boxes for each
/// event. A test compares them.
struct EventLineEncoder {
  private var json = JSONText()
  /// The group around the last id, and its text with a slash.
  private var latestGroup: (id: ExampleID, text: String)?

  /// The line of an event, without its line break. Throws for a number that JSON cannot have.
  mutating func line(of event: Event) throws -> [UInt8] {
    json.removeAll()
    json.beginObject()
    put(event)
    json.endObject()
    if let number = json.invalidNumber {
      throw EncodingError.invalidValue(
        number,
        EncodingError.Context(codingPath: [], debugDescription: "JSON has no number \(number)."))
    }
    return json.bytes
  }

  private mutating func put(_ event: Event) {
    switch event {
    case .exampleStarted(let start): put(start)
    case .exampleEnded(let end):
      json.key("attempts")
      json.put(end.attempts)
      json.key("duration")
      json.put(end.duration)
      name("exampleEnded")
      put(end.id, "id")
      put(end.outcome)
    case .exampleListed(let listed):
      name("exampleListed")
      put(listed.id, "id")
      put(listed.place)
      put(listed.row)
      put(listed.skipReason, "skipReason")
    case .groupStarted(let group):
      name("groupStarted")
      put(group.id, "id")
      json.key("isOutline")
      json.put(group.isOutline)
      put(group.place)
    case .groupEnded(let group):
      json.key("duration")
      json.put(group.duration)
      name("groupEnded")
      json.key("failed")
      json.put(group.failed)
      put(group.id, "id")
    case .hooksStarted(let hooks):
      name("hooksStarted")
      put(hooks.id, "id")
      put(hooks.phase)
      put(hooks.place)
    case .hooksEnded(let hooks):
      name("hooksEnded")
      put(hooks.id, "id")
      put(hooks.phase)
    case .attachmentRecorded(let attachment):
      name("attachmentRecorded")
      put(attachment.id, "id")
      put(attachment.name, "name")
      put(attachment.path, "path")
      json.key("size")
      json.put(attachment.size)
      put(attachment.text, "text")
    case .issueRecorded(let record):
      name("issueRecorded")
      if let id = record.id { put(id, "id") }
      put(record.issue)
    case .runStarted(let start): put(start)
    case .runEnded(let summary): put(summary)
    }
  }

  private mutating func name(_ name: String) { put(name, "event") }

  private mutating func put(_ text: String?, _ key: StaticString) {
    guard let text else { return }
    json.key(key)
    json.put(text)
  }

  private mutating func put(_ number: Int, _ key: StaticString) {
    json.key(key)
    json.put(number)
  }

  private mutating func put(_ flag: Bool, _ key: StaticString) {
    json.key(key)
    json.put(flag)
  }

  private mutating func put(_ id: ExampleID, _ key: StaticString) {
    json.key(key)
    put(id)
  }

  private mutating func put(_ id: ExampleID) {
    guard let group = id.parent else { return json.put(id.text) }
    if latestGroup?.id != group { latestGroup = (group, group.text + "/") }
    json.beginText()
    json.append(latestGroup?.text ?? "")
    json.append(ExampleID.escape(id.name))
    json.endText()
  }

  private mutating func put(_ place: Place?) {
    guard let place else { return }
    json.key("place")
    json.beginObject()
    put(place.column, "column")
    put(place.line, "line")
    put(place.path, "path")
    json.endObject()
  }

  private mutating func put(_ row: RowReference?) {
    guard let row else { return }
    json.key("row")
    json.beginObject()
    if let columns = row.columns { put(columns) }
    put(row.name, "name")
    put(row.place)
    put(row.values, "values")
    json.endObject()
  }

  private mutating func put(_ columns: [RowColumn]) {
    json.key("columns")
    json.beginList()
    for column in columns {
      json.beginObject()
      put(column.name, "name")
      put(column.read, "read")
      put(column.value, "value")
      json.endObject()
    }
    json.endList()
  }

  private mutating func put(_ phase: Phase) { put(phase.rawValue, "phase") }

  private mutating func put(_ facts: Facts) {
    if facts.isEmpty { return }
    for fact in Fact.allCases { put(facts[fact], fact.name) }
  }

  /// Puts a list that is not empty.
  private mutating func put(_ texts: [String], _ key: StaticString) {
    if texts.isEmpty { return }
    json.key(key)
    json.beginList()
    for text in texts { json.put(text) }
    json.endList()
  }

  private mutating func put(_ inclusions: [InclusionFrame]) {
    if inclusions.isEmpty { return }
    json.key("inclusions")
    json.beginList()
    for frame in inclusions {
      json.beginObject()
      put(frame.name, "name")
      put(frame.place)
      json.endObject()
    }
    json.endList()
  }

  private mutating func put(_ start: ExampleStarted) {
    let context = start.context
    name("exampleStarted")
    put(start.id, "id")
    put(context.inclusions)
    if start.isLeftOut { put(true, "isLeftOut") }
    put(context.place ?? .unknown)
    put(context.row)
    put(context.facts)
  }

  private mutating func put(_ outcome: Outcome) {
    json.key("outcome")
    json.beginObject()
    switch outcome {
    case .passed: put("passed", "kind")
    case .flaky: put("flaky", "kind")
    case .failed(let unexpected):
      put("failed", "kind")
      put(unexpected, "unexpected")
    case .skipped(let reason):
      put("skipped", "kind")
      put(reason, "reason")
    case .pending(let reason):
      put("pending", "kind")
      put(reason, "reason")
    case .blocked(let group):
      put(group, "by")
      put("blocked", "kind")
    }
    json.endObject()
  }

  private mutating func put(_ issue: Issue) {
    let context = issue.context
    json.key("issue")
    json.beginObject()
    put(issue.cause?.rawValue, "cause")
    put(issue.checkpoint, "checkpoint")
    put(context.inclusions)
    put(issue.isExpected, "isExpected")
    put(issue.isKnown, "isKnown")
    put(issue.isRetried, "isRetried")
    put(issue.isWarning, "isWarning")
    put(issue.labels, "labels")
    put(issue.message, "message")
    put(issue.phase)
    put(issue.place)
    put(context.row)
    put(context.facts)
    json.endObject()
  }

  private mutating func put(_ start: RunStarted) {
    name("runStarted")
    put(start.examples, "examples")
    json.key("focused")
    json.beginList()
    for id in start.focused { put(id) }
    json.endList()
    put(start.notSelected, "notSelected")
    put(start.order.rawValue, "order")
    put(start.repetition, "repetition")
    put(start.repetitions, "repetitions")
    json.key("seed")
    json.put(start.seed)
    put(start.specs, "specs")
    put(start.version, "version")
  }

  private mutating func put(_ summary: RunSummary) {
    put(summary.blocked, "blocked")
    json.key("duration")
    json.put(summary.duration)
    name("runEnded")
    put(summary.executed, "executed")
    put(summary.failed, "failed")
    put(summary.finished, "finished")
    put(summary.flaky, "flaky")
    put(summary.groupFailures, "groupFailures")
    put(summary.isFocusRefused, "isFocusRefused")
    put(summary.isFocused, "isFocused")
    put(summary.knownIssues, "knownIssues")
    put(summary.notReached, "notReached")
    put(summary.nothingRan, "nothingRan")
    put(summary.order.rawValue, "order")
    put(summary.passed, "passed")
    put(summary.pending, "pending")
    put(summary.runFailures, "runFailures")
    json.key("seed")
    json.put(summary.seed)
    put(summary.skipped, "skipped")
    put(summary.unexpected, "unexpected")
    put(summary.warnings, "warnings")
  }
}
