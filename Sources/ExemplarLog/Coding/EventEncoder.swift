import ExemplarCore

// Records: events as bytes, and back.

/// Adds events to a buffer, as records.
///
/// Functions that run for each event are `mutating` even if they change nothing: without
/// optimization, the encoder would be copied for each call.
struct EventEncoder {
  let buffer = LogBuffer()
  private var numbers = NumberPool(from: 1)
  /// The numbers of ids that may come again. That without names is always there.
  private var ids: [ExampleID: Int] = [.nothing: 0]
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

  /// Adds the record of an event.
  mutating func encode(_ event: Event) {
    switch event {
    case .exampleStarted(let start): return encode(start)
    case .exampleEnded(let end): return encode(end)
    default: break
    }
    var event = event
    buffer.begin()
    buffer.put(byte: RecordKind(event).rawValue)
    fields(of: &event)
    buffer.end()
  }

  /// Adds a record about the events that come next.
  mutating func encode(_ moment: LogMoment) {
    record(.moment) {
      $0.put(signed: moment.time)
      $0.put(count: moment.worker)
      $0.put(count: moment.thread)
      $0.put(signed: moment.output)
    }
  }

  /// Adds a record about a step.
  ///
  /// - Returns: Whether its example, or its group, is running; otherwise there is no record.
  mutating func encode(_ step: ExampleStep, thread: Int) -> Bool {
    guard let number = known(step.id) else { return false }
    let limit = step.timeLimit.map { Int(min($0.bounded.seconds * 1000, 4e9).rounded(.up)) } ?? 0
    var bits = step.isRetryable ? StepBits.isRetryable : 0
    if step.delay != nil { bits |= StepBits.hasDelay }
    if step.checkpoint != nil { bits |= StepBits.hasCheckpoint }
    record(.step) {
      $0.put(count: number + 1)
      $0.put(byte: bits)
      $0.put(byte: step.phase.number)
      $0.put(count: step.attempt)
      $0.put(count: limit)
      $0.put(count: thread)
      if let delay = step.delay { $0.put(signed: Int(delay * 1e9)) }
      if let text = step.checkpoint { $0.put(text: text.cutForLog) }
    }
    return true
  }

  /// Adds a record about the author's code that runs outside of examples.
  mutating func encode(authorStep title: String) {
    record(.step) {
      $0.put(count: 0)
      $0.put(text: title.cutForLog)
    }
  }

  mutating func encode(section name: String, _ text: String) {
    record(.section) {
      $0.put(text: name)
      $0.put(text: text)
    }
  }

  mutating func encode(_ end: ProcessEnd) {
    record(.processEnded) {
      let (isSignal, number): (UInt8, Int32) =
        switch end.way {
        case .status(let code): (0, code)
        case .signal(let number): (1, number)
        }
      $0.put(byte: isSignal)
      $0.put(signed: Int(number))
      $0.put(seconds: end.time)
      $0.put(text: end.lastOutput)
    }
  }

  private mutating func record(_ kind: RecordKind, _ content: (LogBuffer) -> Void) {
    buffer.begin()
    buffer.put(byte: kind.rawValue)
    content(buffer)
    buffer.end()
  }
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
    put(shared: MovedPackage.built(place.path))
    buffer.put(signed: place.line)
    buffer.put(signed: place.column)
  }
}

// MARK: - Examples

extension EventEncoder {
  mutating func encode(_ start: ExampleStarted) {
    buffer.begin()
    buffer.put(byte: RecordKind.exampleStarted.rawValue)
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
    var start = start
    beginning(&start, isListed: false)
    if let parent = start.id.parent, let number = known(parent) {
      sibling = (start.id, start.context, number)
    }
  }

  /// Writes the differences between a row and the one before it.
  private mutating func put(_ row: RowReference, as name: String, in parent: Int) {
    let bits = StartBits.samePlace | StartBits.sameTraits | bits(of: row, as: name)
    buffer.put(byte: bits)
    buffer.put(count: parent + 1)
    buffer.put(text: name)
    put(row, bits)
  }

  /// Adds the records of rows, the beginning and the end of each.
  mutating func encode(_ rows: PassedRows) {
    if let latest { ids[latest.id] = latest.number }
    latest = nil
    var parent: Int?
    for row in rows.rows {
      buffer.begin()
      buffer.put(byte: RecordKind.exampleStarted.rawValue)
      if let parent {
        put(row.reference, as: row.name, in: parent)
      } else {
        var start = ExampleStarted(
          rows.parent.appending(row.name), rows.context.with(row.reference))
        beginning(&start, isListed: false)
        // The others have all but the row in common with the first.
        parent = known(rows.parent)
      }
      buffer.end()
      let number = numbers.take()
      buffer.begin()
      buffer.put(byte: RecordKind.examplePassed.rawValue)
      buffer.put(count: number + 1)
      buffer.put(seconds: row.duration)
      buffer.end()
      numbers.give(back: number)
    }
  }

  /// Puts the id, whose last name is new, and the facts that differ from those of the example before.
  mutating func beginning(_ start: inout ExampleStarted, isListed: Bool) {
    sibling = nil
    let (name, context) = (start.id.name, start.context)
    let (hasNoName, place, row) = (start.id.depth == 0, context.place, context.row)
    let (isSamePlace, hasSameTraits) = (
      isSame(place), isListed || context.sharesTraits(with: traits)
    )
    var bits = start.isLeftOut ? StartBits.isLeftOut : 0
    if hasNoName { bits |= StartBits.hasNoName }
    if isSamePlace { bits |= StartBits.samePlace }
    if let row { bits |= self.bits(of: row, as: name) }
    if hasSameTraits { bits |= StartBits.sameTraits }
    buffer.put(byte: bits)
    if !hasNoName {
      put(parent: start.id.parent)
      buffer.put(text: name)
    }
    if !isSamePlace {
      self.place = place
      buffer.put(byte: place == nil ? 0 : 1)
      if let place { put(place) }
    }
    if let row { put(row, bits) }
    if hasSameTraits { return }
    traits = context
    put(context.facts)
    var inclusions = context.inclusions
    self.inclusions(&inclusions)
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
      put(shared: MovedPackage.built(place.path))
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

  mutating func encode(_ end: ExampleEnded) {
    buffer.begin()
    if case .passed = end.outcome, end.attempts == 1, end.confirmed.isEmpty {
      buffer.put(byte: RecordKind.examplePassed.rawValue)
      let number = put(end.id)
      buffer.put(seconds: end.duration)
      forget(end.id, number)
    } else {
      buffer.put(byte: RecordKind.exampleEnded.rawValue)
      var event = Event.exampleEnded(end)
      fields(of: &event)
    }
    buffer.end()
  }
}

// MARK: - Fields

extension EventEncoder: EventCoder {
  mutating func choice(_ key: StaticString, _ number: inout UInt8, of names: [String]) {
    buffer.put(byte: number)
  }

  mutating func number(_ key: StaticString, _ number: inout Int) { buffer.put(signed: number) }

  mutating func numbers(_ keys: [StaticString], _ numbers: inout [Int]) {
    buffer.put(count: numbers.count)
    for number in numbers { buffer.put(signed: number) }
  }

  mutating func seed(_ key: StaticString, _ seed: inout UInt64) { buffer.put(seed) }

  mutating func seconds(_ key: StaticString, _ seconds: inout Double) {
    buffer.put(seconds: seconds)
  }

  mutating func text(_ key: StaticString, _ text: inout String, recurs: Bool) {
    if recurs { put(shared: text) } else { buffer.put(text: text) }
  }

  mutating func id(_ key: StaticString, _ id: inout ExampleID) { put(id) }

  mutating func place(_ key: StaticString?, _ place: inout Place) { put(place) }

  mutating func facts(_ facts: inout Facts) { put(facts) }

  private mutating func put(_ known: Facts) {
    buffer.put(count: facts.count)
    for fact in facts {
      let texts = known[fact]
      buffer.put(count: texts.count)
      for text in texts { put(shared: text) }
    }
  }

  mutating func list<Element>(
    _ key: StaticString, _ list: inout [Element], of blank: Element,
    _ element: (inout Self, inout Element) -> Void
  ) {
    buffer.put(count: list.count)
    for index in list.indices { element(&self, &list[index]) }
  }

  mutating func object(_ key: StaticString, _ fields: (inout Self) -> Void) { fields(&self) }

  mutating func bits(_ bits: [Bool]) -> [Bool] {
    buffer.put(bits.reversed().reduce(0 as UInt64) { $0 << 1 | ($1 ? 1 : 0) })
    return bits
  }

  mutating func forget(_ id: ExampleID) { forget(id, known(id) ?? 0) }
}

extension String {
  /// The text, or its beginning: code that passes many checkpoints must not make a log long.
  fileprivate var cutForLog: String {
    if utf8.count <= 208 { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: 208)
    // A character is not cut in two.
    while UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
    return self[..<end] + "\u{2026}"
  }
}
