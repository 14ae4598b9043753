import ExemplarCore

/// Writes or reads the fields of events.
///
/// The description below lists the fields of each event once, for logs in both directions and for JSON Lines. It
/// passes each field as its key in JSON and a variable: a writing coder reads the variable, a reading coder sets it. A
/// coder may also implement an event by itself, as logs and JSON Lines do for the two most frequent ones.
package protocol EventCoder {
  /// One of several names; logs contain its number.
  mutating func choice(_ key: StaticString, _ number: inout UInt8, of names: [String])
  mutating func number(_ key: StaticString, _ number: inout Int)
  /// Numbers that later versions may add to.
  mutating func numbers(_ keys: [StaticString], _ numbers: inout [Int])
  mutating func seed(_ key: StaticString, _ seed: inout UInt64)
  mutating func seconds(_ key: StaticString, _ seconds: inout Double)
  /// - Parameter recurs: Whether the text is likely to come again.
  mutating func text(_ key: StaticString, _ text: inout String, recurs: Bool)
  mutating func id(_ key: StaticString, _ id: inout ExampleID)
  /// - Parameter key: `nil` for a location that only logs contain.
  mutating func place(_ key: StaticString?, _ place: inout Place)
  mutating func facts(_ facts: inout Facts)
  /// An element of a list has an empty key.
  mutating func list<Element>(
    _ key: StaticString, _ list: inout [Element], of blank: Element,
    _ element: (inout Self, inout Element) -> Void)
  mutating func object(_ key: StaticString, _ fields: (inout Self) -> Void)
  /// How an example begins: its id, its location, its row, and its facts.
  mutating func beginning(_ start: inout ExampleStarted, isListed: Bool)
  /// Whether the optional parts that follow exist, and other truths, as bits in a log.
  mutating func bits(_ bits: [Bool]) -> [Bool]
  /// A field that a log expresses by a kind or by a bit.
  mutating func derived(_ key: StaticString, _ flag: Bool)
  mutating func derived(_ key: StaticString, _ text: String)
  /// The example or the group with this id has finished.
  mutating func forget(_ id: ExampleID)
}

extension EventCoder {
  package mutating func derived(_ key: StaticString, _ flag: Bool) {}
  package mutating func derived(_ key: StaticString, _ text: String) {}
  package mutating func forget(_ id: ExampleID) {}

  /// The fields of an event, except its kind. A reader passes a blank one of that kind.
  package mutating func fields(of event: inout Event) {
    switch event {
    case .exampleStarted(var start):
      beginning(&start, isListed: false)
      event = .exampleStarted(start)
    case .exampleEnded(var end):
      fields(of: &end)
      event = .exampleEnded(end)
    case .exampleListed(var listed):
      fields(of: &listed)
      event = .exampleListed(listed)
    case .groupStarted(var group):
      id("id", &group.id)
      derived("kind", group.kind.rawValue)
      place("place", &group.place)
      event = .groupStarted(group)
    case .groupEnded(var group):
      id("id", &group.id)
      group.failed = bits([group.failed])[0]
      derived("failed", group.failed)
      seconds("duration", &group.duration)
      forget(group.id)
      event = .groupEnded(group)
    case .hooksStarted(var hooks):
      id("id", &hooks.id)
      phase(&hooks.phase)
      place("place", &hooks.place)
      event = .hooksStarted(hooks)
    case .hooksEnded(var hooks):
      id("id", &hooks.id)
      phase(&hooks.phase)
      event = .hooksEnded(hooks)
    case .issueRecorded(var record):
      fields(of: &record)
      event = .issueRecorded(record)
    case .attachmentRecorded(var attachment):
      fields(of: &attachment)
      event = .attachmentRecorded(attachment)
    case .runStarted(var start):
      fields(of: &start)
      event = .runStarted(start)
    case .runEnded(var summary):
      fields(of: &summary)
      event = .runEnded(summary)
    }
  }

  private mutating func fields(of end: inout ExampleEnded) {
    id("id", &end.id)
    seconds("duration", &end.duration)
    object("outcome") { $0.fields(of: &end.outcome) }
    number("attempts", &end.attempts)
    confirmed(of: &end)
    forget(end.id)
  }

  package mutating func confirmed(of end: inout ExampleEnded) {
    if !bits([!end.confirmed.isEmpty])[0] { return }
    list("confirmed", &end.confirmed, of: ConfirmedPlace(.unknown)) { coder, confirmed in
      coder.object("") {
        $0.number("column", &confirmed.place.column)
        $0.number("line", &confirmed.place.line)
        $0.text("name", &confirmed.name, recurs: false)
        $0.path(&confirmed.place.path)
      }
    }
  }

  private mutating func path(_ path: inout String) {
    path = MovedPackage.built(path)
    text("path", &path, recurs: false)
  }

  package mutating func fields(of outcome: inout Outcome) {
    var kind = outcome.kind.rawValue
    choice("kind", &kind, of: OutcomeKind.names)
    switch OutcomeKind(rawValue: kind) ?? .passed {
    case .passed: outcome = .passed
    case .flaky: outcome = .flaky
    case .failed, .failedUnexpectedly:
      let isUnexpected = kind == OutcomeKind.failedUnexpectedly.rawValue
      derived("unexpected", isUnexpected)
      outcome = .failed(unexpected: isUnexpected)
    case .quarantined: outcome = .quarantined(reason: reason(of: outcome))
    case .skipped: outcome = .skipped(reason: reason(of: outcome))
    case .pending: outcome = .pending(reason: nil)
    case .pendingWithReason: outcome = .pending(reason: reason(of: outcome))
    case .blocked:
      var group = if case .blocked(let group) = outcome { group } else { ExampleID.nothing }
      id("by", &group)
      outcome = .blocked(by: group)
    }
  }

  private mutating func reason(of outcome: Outcome) -> String {
    var reason = ""
    if case .quarantined(let known) = outcome { reason = known }
    if case .skipped(let known) = outcome { reason = known }
    if case .pending(let known?) = outcome { reason = known }
    text("reason", &reason, recurs: true)
    return reason
  }

  private mutating func fields(of listed: inout ExampleListed) {
    var start = ExampleStarted(listed.id, ExampleContext(at: listed.place, row: listed.row))
    beginning(&start, isListed: true)
    listed.id = start.id
    listed.place = start.context.place ?? .unknown
    listed.row = start.context.row
    let has = bits([
      listed.skipReason != nil, listed.shard != nil, !listed.otherFiles.isEmpty,
    ])
    optional("skipReason", &listed.skipReason, has[0], recurs: true)
    optional(&listed.shard, has[1], or: 0) { $0.number("shard", &$1) }
    if has[2] { list("otherFiles", &listed.otherFiles, of: "") { $0.text("", &$1, recurs: true) } }
  }

  private mutating func fields(of attachment: inout AttachmentRecorded) {
    id("id", &attachment.id)
    text("name", &attachment.name, recurs: false)
    number("size", &attachment.size)
    let has = bits([attachment.path != nil, attachment.text != nil])
    optional("path", &attachment.path, has[0])
    optional("text", &attachment.text, has[1])
  }

  private mutating func fields(of record: inout IssueRecorded) {
    let (issue, context) = (record.issue, record.issue.context)
    let has = bits([
      record.id != nil, issue.place != nil, issue.isExpected, issue.isKnown, issue.isWarning,
      issue.isRetried, issue.checkpoint != nil, !issue.labels.isEmpty, context.place != nil,
      context.row != nil, !context.facts.isEmpty || !context.inclusions.isEmpty,
      issue.cause == .timeLimit, issue.cause == .endOfProcess, issue.isQuarantined,
      issue.reviewed != nil, !issue.obsolete.isEmpty,
    ])
    optional(&record.id, has[0], or: .nothing) { $0.id("id", &$1) }
    object("issue") { $0.fields(of: &record.issue, has) }
  }

  private mutating func fields(of issue: inout Issue, _ has: [Bool]) {
    phase(&issue.phase)
    text("message", &issue.message, recurs: false)
    optional("place", &issue.place, has[1])
    (issue.isExpected, issue.isKnown, issue.isWarning, issue.isRetried) =
      (has[2], has[3], has[4], has[5])
    derived("isExpected", issue.isExpected)
    derived("isKnown", issue.isKnown)
    derived("isWarning", issue.isWarning)
    derived("isRetried", issue.isRetried)
    optional("checkpoint", &issue.checkpoint, has[6])
    if has[7] { list("labels", &issue.labels, of: "") { $0.text("", &$1, recurs: false) } }
    var (place, row, facts, inclusions) = (
      issue.context.place, issue.context.row, issue.context.facts, issue.context.inclusions
    )
    optional(nil, &place, has[8])
    optional(&row, has[9], or: RowReference(name: "")) { coder, row in
      coder.object("row") { $0.fields(of: &row) }
    }
    if has[10] {
      self.facts(&facts)
      self.inclusions(&inclusions)
    }
    issue.context = ExampleContext(at: place, row: row, facts, inclusions)
    issue.cause = has[11] ? .timeLimit : has[12] ? .endOfProcess : nil
    issue.isQuarantined = has[13]
    if has[13] { derived("isQuarantined", true) }
    if let cause = issue.cause { derived("cause", cause.rawValue) }
    let blank = ReviewedValue(.value, at: .unknown, named: "", old: nil, new: "", isPending: false)
    optional(&issue.reviewed, has[14], or: blank) { coder, value in
      coder.object("reviewed") { $0.fields(of: &value) }
    }
    if has[15] {
      list("obsolete", &issue.obsolete, of: .obsolete(.file, "", named: "")) { coder, value in
        var (site, digest) = (value.site.rawValue, value.digest ?? "")
        coder.object("") {
          $0.text("digest", &digest, recurs: false)
          $0.text("name", &value.name, recurs: false)
          $0.path(&value.place.path)
          $0.choice("site", &site, of: ReviewedValue.Site.allCases.map { "\($0)" })
        }
        value.digest = digest.isEmpty ? nil : digest
        value.site = .init(rawValue: site) ?? .file
      }
    }
  }

  private mutating func fields(of value: inout ReviewedValue) {
    var (site, form) = (value.site.rawValue, value.form.rawValue)
    choice("site", &site, of: ReviewedValue.Site.allCases.map { "\($0)" })
    choice("form", &form, of: ReviewedValue.Form.allCases.map { "\($0)" })
    (value.site, value.form) = (.init(rawValue: site) ?? .value, .init(rawValue: form) ?? .text)
    place("place", &value.place)
    text("name", &value.name, recurs: true)
    text("syntax", &value.syntax, recurs: true)
    text("new", &value.new, recurs: false)
    list("scrubbers", &value.scrubbers, of: "") { $0.text("", &$1, recurs: true) }
    let has = bits([
      value.isPending, value.digest != nil, value.old != nil, value.isContradicted,
    ])
    (value.isPending, value.isContradicted) = (has[0], has[3])
    derived("isPending", has[0])
    if has[3] { derived("isContradicted", true) }
    optional("digest", &value.digest, has[1], recurs: true)
    optional("old", &value.old, has[2])
  }

  private mutating func fields(of start: inout RunStarted) {
    var numbers = [
      start.version, start.specs, start.examples, start.notSelected, start.repetition,
      start.repetitions, start.outlines, start.tests, start.testsLeftOut,
    ]
    self.numbers(
      [
        "version", "specs", "examples", "notSelected", "repetition", "repetitions", "outlines",
        "tests", "testsLeftOut",
      ],
      &numbers)
    (start.version, start.specs, start.examples) = (numbers[0], numbers[1], numbers[2])
    (start.notSelected, start.repetition, start.repetitions) = (numbers[3], numbers[4], numbers[5])
    (start.outlines, start.tests, start.testsLeftOut) = (numbers[6], numbers[7], numbers[8])
    seed("seed", &start.seed)
    order(&start.order)
    list("focused", &start.focused, of: .nothing) { $0.id("", &$1) }
  }

  private mutating func fields(of summary: inout RunSummary) {
    let counts = RunSummary.counts
    var numbers = counts.map { summary[keyPath: $0.field] }
    self.numbers(counts.map(\.name), &numbers)
    for (count, number) in zip(counts, numbers) { summary[keyPath: count.field] = number }
    seconds("duration", &summary.duration)
    seed("seed", &summary.seed)
    order(&summary.order)
    let truths = bits([summary.isFocused, summary.isFocusRefused, summary.finished])
    (summary.isFocused, summary.isFocusRefused, summary.finished) = (
      truths[0], truths[1], truths[2]
    )
    derived("isFocused", summary.isFocused)
    derived("isFocusRefused", summary.isFocusRefused)
    derived("finished", summary.finished)
    optional(
      "nothingRan", &summary.nothingRan, bits([summary.nothingRan != nil])[0], recurs: true)
  }
}

// MARK: - Parts of several events

extension EventCoder {
  package mutating func fields(of row: inout RowReference) {
    text("name", &row.name, recurs: false)
    let has = bits([row.place != nil, row.values != nil, row.columns != nil])
    optional("place", &row.place, has[0])
    optional("values", &row.values, has[1])
    optional(&row.columns, has[2], or: []) {
      $0.list("columns", &$1, of: RowColumn("", "")) { coder, column in
        coder.object("") { $0.fields(of: &column) }
      }
    }
  }

  private mutating func fields(of column: inout RowColumn) {
    text("name", &column.name, recurs: false)
    text("value", &column.value, recurs: false)
    optional("read", &column.read, bits([column.read != nil])[0])
  }

  package mutating func inclusions(_ inclusions: inout [InclusionFrame]) {
    list("inclusions", &inclusions, of: InclusionFrame("", at: .unknown)) { coder, frame in
      coder.object("") {
        $0.text("name", &frame.name, recurs: true)
        $0.place("place", &frame.place)
      }
    }
  }

  private mutating func phase(_ phase: inout Phase) {
    var number = phase.number
    choice("phase", &number, of: Phase.names)
    phase = Phase.all[Int(number)]
  }

  private mutating func order(_ order: inout Order) {
    var name = order.rawValue
    text("order", &name, recurs: true)
    order = Order(rawValue: name) ?? order
  }

  private mutating func optional(
    _ key: StaticString, _ text: inout String?, _ exists: Bool, recurs: Bool = false
  ) {
    optional(&text, exists, or: "") { $0.text(key, &$1, recurs: recurs) }
  }

  private mutating func optional(_ key: StaticString?, _ place: inout Place?, _ exists: Bool) {
    optional(&place, exists, or: .unknown) { $0.place(key, &$1) }
  }

  /// A field that a record contains only if it exists.
  ///
  /// - Parameter blank: The value that a reader passes.
  private mutating func optional<Value>(
    _ value: inout Value?, _ exists: Bool, or blank: Value,
    _ field: (inout Self, inout Value) -> Void
  ) {
    guard exists else { return }
    var known = value ?? blank
    field(&self, &known)
    value = known
  }
}

extension Event {
  /// The name of its kind, as in JSON.
  package var kindName: String { RecordKind(self).eventName }
}

extension ExampleID {
  /// The id without names.
  static let nothing = ExampleID([String]())
}

extension Phase {
  /// The phases in the order of their numbers in a log.
  static let all: [Phase] = [
    .planning, .beforeAll, .beforeEach, .body, .afterEach, .afterAll, .cleanup,
  ]
  fileprivate static let names = all.map(\.rawValue)

  var number: UInt8 { UInt8(Self.all.firstIndex(of: self)!) }
}

/// The outcomes in the order of their numbers in a log.
private enum OutcomeKind: UInt8 {
  case passed, flaky, failed, failedUnexpectedly, skipped, pending, pendingWithReason, blocked,
    quarantined

  static let names = [
    "passed", "flaky", "failed", "failed", "skipped", "pending", "pending", "blocked",
    "quarantined",
  ]
}

extension Outcome {
  /// The outcome in one word, as in the JSON form of events.
  package var word: String { OutcomeKind.names[Int(kind.rawValue)] }

  fileprivate var kind: OutcomeKind {
    switch self {
    case .passed: .passed
    case .flaky: .flaky
    case .failed(let isUnexpected): isUnexpected ? .failedUnexpectedly : .failed
    case .skipped: .skipped
    case .pending(let reason): reason == nil ? .pending : .pendingWithReason
    case .blocked: .blocked
    case .quarantined: .quarantined
    }
  }
}
