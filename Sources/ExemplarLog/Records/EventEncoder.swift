import ExemplarCore

// Records: events as bytes, and back.

/// Writes events as records, into a buffer.
///
/// Functions that run for each event are `mutating` even if they change nothing: without
/// optimization, the encoder would be copied for each call.
struct EventEncoder {
  let buffer = LogBuffer()
  private var numbers = Numbers(from: 1)
  /// The numbers of ids that may come again. That without names is always there.
  private var ids: [ExampleID: Int] = [ExampleID([String]()): 0]
  /// The unfinished example that began last. Most examples finish before another one begins.
  private var latest: (id: ExampleID, number: Int)?
  private var latestParent: (id: ExampleID, number: Int)?
  private var texts: [String: Int] = [:]
  private var textList: [String] = []
  private var nextText = 0
  private var latestText: (text: String, number: Int)?
  private var place: Place?
  private var rowLine = 0
  /// The traits of the last example.
  private var traits = ExampleContext()
  /// The last example that was written completely, with the number of its parent: of following
  /// siblings, only the differences are written.
  private var sibling: (id: ExampleID, context: ExampleContext, parent: Int)?

  /// Whether what was written before is referred to.
  private let isSharing: Bool
  private let facts: [Fact]

  init(sharing isSharing: Bool = true, facts: [Fact] = Fact.allCases) {
    self.isSharing = isSharing
    self.facts = facts
  }

  /// How many texts are remembered at most.
  static let textLimit = 4096

  /// Makes the record of an event; the buffer has it then.
  mutating func encode(_ event: Event) {
    switch event {
    case .exampleStarted(let start): encode(start)
    case .exampleEnded(let end): encode(end)
    default:
      buffer.begin()
      put(event)
      buffer.end()
    }
  }

  private mutating func put(_ event: Event) {
    switch event {
    case .exampleStarted, .exampleEnded: break
    case .groupStarted(let group):
      begin(group.isOutline ? .outlineStarted : .groupStarted)
      put(group.id)
      put(group.place)
    case .groupEnded(let group):
      begin(.groupEnded)
      let number = put(group.id)
      buffer.put(byte: group.failed ? 1 : 0)
      buffer.put(seconds: group.duration)
      forget(group.id, number)
    case .issueRecorded(let record): encode(record)
    case .attachmentRecorded(let attachment): encode(attachment)
    case .hooksStarted(let hooks):
      begin(.hooksStarted)
      put(hooks.id)
      buffer.put(byte: hooks.phase.number)
      put(hooks.place)
    case .hooksEnded(let hooks):
      begin(.hooksEnded)
      put(hooks.id)
      buffer.put(byte: hooks.phase.number)
    case .exampleListed(let listed): encode(listed)
    case .runStarted(let start): encode(start)
    case .runEnded(let summary): encode(summary)
    }
  }

  /// Makes a record about what comes next.
  mutating func encode(_ moment: LogMoment) {
    buffer.begin()
    begin(.moment)
    buffer.put(signed: moment.time)
    buffer.put(count: moment.worker)
    buffer.end()
  }

  /// Writes a record about the output of the node that finishes next.
  mutating func encode(output: Range<Int>) {
    buffer.begin()
    begin(.output)
    buffer.put(count: output.lowerBound)
    buffer.put(count: output.count)
    buffer.end()
  }

  /// Makes a record about the end of the process.
  mutating func encode(_ end: ProcessEnd) {
    buffer.begin()
    begin(.processEnded)
    switch end.way {
    case .status(let code):
      buffer.put(byte: 0)
      buffer.put(signed: Int(code))
    case .signal(let number):
      buffer.put(byte: 1)
      buffer.put(signed: Int(number))
    }
    buffer.put(seconds: end.time)
    buffer.put(text: end.lastOutput)
    buffer.end()
  }

  private mutating func begin(_ kind: RecordKind) { buffer.put(byte: kind.rawValue) }
}

// MARK: - Ids and texts

extension EventEncoder {
  /// Puts an id, with the names that are not known yet; its number.
  @discardableResult
  private mutating func put(_ id: ExampleID) -> Int {
    if let known = known(id) {
      buffer.put(count: known + 1)
      return known
    }
    var new = [id]
    var ancestor = id.parent
    while let next = ancestor, known(next) == nil {
      new.append(next)
      ancestor = next.parent
    }
    buffer.put(count: 0)
    buffer.put(count: new.count)
    buffer.put(count: ancestor == nil ? 0 : known(ancestor!) ?? 0)
    var number = 0
    for id in new.reversed() {
      number = numbers.take()
      if isSharing { ids[id] = number }
      buffer.put(text: id.name)
    }
    return number
  }

  private mutating func known(_ id: ExampleID) -> Int? {
    if let latest, latest.id == id { return latest.number }
    if let latestParent, latestParent.id == id { return latestParent.number }
    return ids[id]
  }

  /// The id is not expected to come again, and its number is free.
  private mutating func forget(_ id: ExampleID, _ number: Int) {
    if number == 0 { return }
    if let sibling, sibling.parent == number { self.sibling = nil }
    if let latest, latest.number == number { self.latest = nil } else { ids[id] = nil }
    if let latestParent, latestParent.number == number { self.latestParent = nil }
    numbers.give(back: number)
  }

  /// Puts a text that may come again.
  private mutating func put(shared text: String) {
    guard isSharing else {
      buffer.put(byte: 0)
      return buffer.put(text: text)
    }
    if let latestText, latestText.text == text {
      return buffer.put(count: latestText.number + 1)
    }
    if let number = texts[text], textList[number].utf8.count == text.utf8.count {
      latestText = (text, number)
      return buffer.put(count: number + 1)
    }
    buffer.put(byte: 0)
    buffer.put(text: text)
    if nextText < textList.count {
      texts[textList[nextText]] = nil
      textList[nextText] = text
    } else {
      textList.append(text)
    }
    texts[text] = nextText
    latestText = (text, nextText)
    nextText = (nextText + 1) % Self.textLimit
  }

  private mutating func put(_ place: Place) {
    put(shared: place.path)
    buffer.put(signed: place.line)
    buffer.put(signed: place.column)
  }

  private mutating func put(_ texts: [String]) {
    buffer.put(count: texts.count)
    for text in texts { put(shared: text) }
  }

  private mutating func putTraits(of context: ExampleContext) {
    buffer.put(count: facts.count)
    for fact in facts { put(context.facts[fact]) }
    put(context.inclusions)
  }

  private mutating func put(_ inclusions: [InclusionFrame]) {
    buffer.put(count: inclusions.count)
    for frame in inclusions {
      put(shared: frame.name)
      put(frame.place)
    }
  }
}

// MARK: - Examples

extension EventEncoder {
  /// Makes the record of an example that begins.
  mutating func encode(_ start: ExampleStarted) {
    buffer.begin()
    begin(.exampleStarted)
    if let sibling, !start.isLeftOut, start.id.isSibling(of: sibling.id),
      start.context.isSibling(of: sibling.context), let row = start.context.row
    {
      put(row, as: start.id.name, in: sibling.parent)
    } else {
      putAll(start)
    }
    if let latest { ids[latest.id] = latest.number }
    // The one without names has its number for ever.
    latest = start.id.depth == 0 ? nil : (start.id, numbers.take())
    buffer.end()
  }

  private mutating func putAll(_ start: ExampleStarted) {
    let context = start.context
    let parent = start.id.parent
    encode(
      start.id.name, in: parent, hasNoName: start.id.depth == 0, place: context.place, context.row,
      context, isLeftOut: start.isLeftOut)
    if let parent, let number = known(parent) { sibling = (start.id, context, number) }
  }

  /// Writes the differences between a row and the one before it.
  private mutating func put(_ row: RowReference, as name: String, in parent: Int) {
    let bits = StartBits.samePlace | StartBits.sameTraits | bits(of: row, as: name)
    buffer.put(byte: bits)
    buffer.put(count: parent + 1)
    buffer.put(text: name)
    put(row, bits)
  }

  /// Makes the records of rows, the beginning and the end of each, and hands each on when the buffer has it.
  mutating func encode(_ rows: PassedRows, _ write: () -> Void) {
    if let latest { ids[latest.id] = latest.number }
    latest = nil
    let place = rows.context.place
    var parent: Int?
    for row in rows.rows {
      buffer.begin()
      begin(.exampleStarted)
      if let parent {
        put(row.reference, as: row.name, in: parent)
      } else {
        encode(
          row.name, in: rows.parent, hasNoName: false, place: place, row.reference, rows.context,
          isLeftOut: false)
        // The others have all of this in common with the first.
        parent = known(rows.parent)
      }
      buffer.end()
      write()
      let number = numbers.take()
      buffer.begin()
      begin(.examplePassed)
      buffer.put(count: number + 1)
      buffer.put(seconds: row.duration)
      buffer.end()
      write()
      numbers.give(back: number)
    }
  }

  private mutating func encode(_ listed: ExampleListed) {
    begin(.exampleListed)
    encode(
      listed.id.name, in: listed.id.parent, hasNoName: listed.id.depth == 0, place: listed.place,
      listed.row, nil, isLeftOut: false)
    putIfPresent(listed.skipReason)
  }

  /// Puts the id, of which the last name is new, and what is known about it, as far as it is not that of the
  /// example before.
  private mutating func encode(
    _ name: String, in parent: ExampleID?, hasNoName: Bool, place: Place?, _ row: RowReference?,
    _ context: ExampleContext?, isLeftOut: Bool
  ) {
    sibling = nil
    var bits = isLeftOut ? StartBits.isLeftOut : 0
    if hasNoName { bits |= StartBits.hasNoName }
    let isSamePlace = isSame(place)
    if isSamePlace { bits |= StartBits.samePlace }
    if let row { bits |= self.bits(of: row, as: name) }
    let hasSameTraits = context == nil || context!.sharesTraits(with: traits)
    if hasSameTraits { bits |= StartBits.sameTraits }
    buffer.put(byte: bits)
    if !hasNoName {
      put(parent: parent)
      buffer.put(text: name)
    }
    if !isSamePlace {
      self.place = place
      buffer.put(byte: place == nil ? 0 : 1)
      if let place { put(place) }
    }
    if let row { put(row, bits) }
    if let context, !hasSameTraits {
      traits = context
      putTraits(of: context)
    }
  }

  /// The flags of a row whose id ends with `name`.
  private mutating func bits(of row: RowReference, as name: String) -> UInt8 {
    var bits = StartBits.hasRow
    // Equal texts may have other bytes, and another number of them.
    if row.name == name, row.name.utf8.count == name.utf8.count { bits |= StartBits.rowHasNameOfID }
    if row.place != nil { bits |= StartBits.rowHasPlace }
    if row.values != nil { bits |= StartBits.rowHasValues }
    return bits
  }

  private mutating func put(_ row: RowReference, _ bits: UInt8) {
    if bits & StartBits.rowHasNameOfID == 0 { buffer.put(text: row.name) }
    if let place = row.place {
      put(shared: place.path)
      buffer.put(signed: place.line &- rowLine)
      buffer.put(signed: place.column)
      rowLine = place.line
    }
    if let values = row.values { buffer.put(text: values) }
  }

  /// Whether it is the place of the last example.
  private mutating func isSame(_ other: Place?) -> Bool {
    // Optionals are compared by a generic function, which is slow without optimization.
    guard let place, let other else { return place == nil && other == nil }
    return place.line == other.line && place.column == other.column && place.path == other.path
  }

  private mutating func put(parent: ExampleID?) {
    guard let parent else { return buffer.put(byte: 1) }
    if let latestParent, latestParent.id == parent {
      return buffer.put(count: latestParent.number + 1)
    }
    latestParent = (parent, put(parent))
  }

  /// Writes the record of a finished example.
  mutating func encode(_ end: ExampleEnded) {
    buffer.begin()
    let isPlain = if case .passed = end.outcome { end.attempts == 1 } else { false }
    begin(isPlain ? .examplePassed : .exampleEnded)
    let number = put(end.id)
    buffer.put(seconds: end.duration)
    if !isPlain {
      put(end.outcome)
      buffer.put(signed: end.attempts)
    }
    forget(end.id, number)
    buffer.end()
  }

  private mutating func put(_ outcome: Outcome) {
    func put(_ kind: OutcomeKind) { buffer.put(byte: kind.rawValue) }
    switch outcome {
    case .passed: put(.passed)
    case .flaky: put(.flaky)
    case .failed(let unexpected): put(unexpected ? .failedUnexpectedly : .failed)
    case .skipped(let reason):
      put(.skipped)
      self.put(shared: reason)
    case .pending(nil): put(.pending)
    case .pending(let reason?):
      put(.pendingWithReason)
      self.put(shared: reason)
    case .blocked(let group):
      put(.blocked)
      self.put(group)
    }
  }

  private mutating func putIfPresent(_ text: String?) {
    buffer.put(byte: text == nil ? 0 : 1)
    if let text { put(shared: text) }
  }
}

// MARK: - What is rare

extension EventEncoder {
  private mutating func encode(_ record: IssueRecorded) {
    let issue = record.issue
    let context = issue.context
    let hasTraits = !context.facts.isEmpty || !context.inclusions.isEmpty
    let bits: [(Bool, UInt64)] = [
      (record.id != nil, IssueBits.hasID), (issue.place != nil, IssueBits.hasPlace),
      (issue.isExpected, IssueBits.isExpected), (issue.isKnown, IssueBits.isKnown),
      (issue.isWarning, IssueBits.isWarning), (issue.isRetried, IssueBits.isRetried),
      (issue.checkpoint != nil, IssueBits.hasCheckpoint),
      (!issue.labels.isEmpty, IssueBits.hasLabels),
      (context.place != nil, IssueBits.hasContextPlace), (context.row != nil, IssueBits.hasRow),
      (hasTraits, IssueBits.hasTraits), (issue.cause == .timeLimit, IssueBits.isTimeLimit),
      (issue.cause == .endOfProcess, IssueBits.isEndOfProcess),
    ]
    begin(.issueRecorded)
    buffer.put(bits.reduce(0) { $1.0 ? $0 | $1.1 : $0 })
    if let id = record.id { put(id) }
    buffer.put(byte: issue.phase.number)
    buffer.put(text: issue.message)
    if let place = issue.place { put(place) }
    if let checkpoint = issue.checkpoint { buffer.put(text: checkpoint) }
    if !issue.labels.isEmpty {
      buffer.put(count: issue.labels.count)
      for label in issue.labels { buffer.put(text: label) }
    }
    if let place = context.place { put(place) }
    if let row = context.row {
      buffer.put(text: row.name)
      buffer.put(
        byte: (row.place == nil ? 0 : 1) | (row.values == nil ? 0 : 2)
          | (row.columns == nil ? 0 : 4))
      if let place = row.place { put(place) }
      if let values = row.values { buffer.put(text: values) }
      if let columns = row.columns { put(columns) }
    }
    if hasTraits { putTraits(of: context) }
  }

  private mutating func put(_ columns: [RowColumn]) {
    buffer.put(count: columns.count)
    for column in columns {
      buffer.put(text: column.name)
      buffer.put(text: column.value)
      buffer.put(byte: column.read == nil ? 0 : 1)
      if let read = column.read { buffer.put(text: read) }
    }
  }

  private mutating func encode(_ attachment: AttachmentRecorded) {
    begin(.attachmentRecorded)
    put(attachment.id)
    buffer.put(text: attachment.name)
    buffer.put(signed: attachment.size)
    buffer.put(byte: (attachment.path == nil ? 0 : 1) | (attachment.text == nil ? 0 : 2))
    if let path = attachment.path { buffer.put(text: path) }
    if let text = attachment.text { buffer.put(text: text) }
  }

  private mutating func encode(_ start: RunStarted) {
    begin(.runStarted)
    put(numbers: [
      start.version, start.specs, start.examples, start.notSelected, start.repetition,
      start.repetitions,
    ])
    buffer.put(start.seed)
    put(shared: start.order.rawValue)
    buffer.put(count: start.focused.count)
    for id in start.focused { put(id) }
  }

  private func put(numbers: [Int]) {
    buffer.put(count: numbers.count)
    for number in numbers { buffer.put(signed: number) }
  }

  private mutating func encode(_ summary: RunSummary) {
    begin(.runEnded)
    put(numbers: RunSummary.counts.map { summary[keyPath: $0] })
    buffer.put(seconds: summary.duration)
    buffer.put(summary.seed)
    put(shared: summary.order.rawValue)
    buffer.put(
      byte: (summary.isFocused ? 1 : 0) | (summary.isFocusRefused ? 2 : 0)
        | (summary.finished ? 4 : 0))
    putIfPresent(summary.nothingRan)
  }
}

extension Phase {
  /// The phases in the order of their numbers.
  static let all: [Phase] = [
    .planning, .beforeAll, .beforeEach, .body, .afterEach, .afterAll, .cleanup,
  ]

  /// The number of the phase in a log.
  var number: UInt8 {
    switch self {
    case .planning: 0
    case .beforeAll: 1
    case .beforeEach: 2
    case .body: 3
    case .afterEach: 4
    case .afterAll: 5
    case .cleanup: 6
    }
  }
}
