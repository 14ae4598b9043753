import ExemplarCore

/// Reads what ``EventEncoder`` writes.
///
/// After an invalid record nothing more can be read: the records that follow may refer to the missing part.
struct EventDecoder {
  private var cursor = LogCursor()
  private var numbers = NumberPool(from: 1)
  private var ids: [ExampleID?] = [.nothing]
  private var texts: [String] = []
  private var nextText = 0
  /// The place and the traits of the last example.
  private var context = ExampleContext()
  private var rowLine = 0
  /// The number of the id that was read first in the record.
  private var subject = -1

  enum Record {
    case event(Event)
    case processEnded(ProcessEnd)
    case step(ExampleStep, thread: Int)
    case moment(LogMoment)
    case section(String, String)
    case authorStep(String)
  }

  /// The kind of a record, which is not read for that.
  static func kind(of content: LogCursor) -> RecordKind? {
    var cursor = content
    return RecordKind(rawValue: cursor.byte())
  }

  /// Reads the content of a record; `nil` if it is invalid.
  mutating func decode(_ content: LogCursor) -> Record? {
    cursor = content
    subject = -1
    guard let kind = RecordKind(rawValue: cursor.byte()) else { return nil }
    let record = record(of: kind)
    return cursor.failure == nil ? record : nil
  }

  private mutating func record(of kind: RecordKind) -> Record {
    switch kind {
    case .exampleStarted:
      var start = ExampleStarted(.nothing, context)
      beginning(&start, isListed: false)
      return .event(.exampleStarted(start))
    case .examplePassed:
      let end = ExampleEnded(id: id(), outcome: .passed, duration: cursor.seconds())
      forgetSubject()
      return .event(.exampleEnded(end))
    case .moment: return .moment(Self.moment(&cursor))
    case .section: return .section(cursor.text(), cursor.text())
    case .step: return step()
    case .processEnded:
      let isSignal = cursor.byte() != 0
      let code = Int32(exactly: cursor.signed())
      if code == nil { cursor.fail() }
      let time = cursor.seconds()
      return .processEnded(
        ProcessEnd(
          isSignal ? .signal(code ?? 0) : .status(code ?? 0), lastOutput: cursor.text(), time: time)
      )
    default:
      var event = kind.blank!
      fields(of: &event)
      return .event(event)
    }
  }
}

// MARK: - Ids and texts

extension EventDecoder {
  private mutating func step() -> Record {
    let reference = cursor.count()
    if reference == 0 { return .authorStep(cursor.text()) }
    var step = ExampleStep(id: id(numbered: reference - 1), phase: .body, attempt: 1)
    let (bits, phase) = (cursor.byte(), Int(cursor.byte()))
    if Phase.all.indices.contains(phase) { step.phase = Phase.all[phase] } else { cursor.fail() }
    step.isRetryable = bits & StepBits.isRetryable != 0
    step.attempt = cursor.count()
    let (limit, thread) = (cursor.count(), cursor.count())
    step.timeLimit = limit > 0 ? .milliseconds(limit) : nil
    if bits & StepBits.hasDelay != 0 { step.delay = Double(cursor.signed()) / 1e9 }
    if bits & StepBits.hasCheckpoint != 0 { step.checkpoint = cursor.text() }
    return .step(step, thread: thread)
  }

  private mutating func id() -> ExampleID {
    let reference = cursor.count()
    var number = reference - 1
    var id: ExampleID
    if reference > 0 {
      id = self.id(numbered: number)
    } else {
      var count = cursor.count()
      id = self.id(numbered: cursor.count())
      if count == 0 { cursor.fail() }
      while count > 0, cursor.failure == nil {
        id = id.appending(cursor.text())
        number = register(id)
        count -= 1
      }
    }
    if subject < 0 { subject = number }
    return id
  }

  private mutating func id(numbered number: Int) -> ExampleID {
    if ids.indices.contains(number), let id = ids[number] { return id }
    cursor.fail()
    return .nothing
  }

  private mutating func register(_ id: ExampleID) -> Int {
    let number = numbers.take()
    if number < ids.count { ids[number] = id } else { ids.append(id) }
    return number
  }

  private mutating func forgetSubject() {
    guard subject > 0, cursor.failure == nil else { return }
    ids[subject] = nil
    numbers.give(back: subject)
  }

  private mutating func shared() -> String {
    let reference = cursor.count()
    if reference > 0 {
      if texts.indices.contains(reference - 1) { return texts[reference - 1] }
      cursor.fail()
      return ""
    }
    let text = cursor.text()
    if nextText < texts.count { texts[nextText] = text } else { texts.append(text) }
    nextText = (nextText + 1) % EventEncoder.textLimit
    return text
  }

  private mutating func place() -> Place {
    Place(path: shared(), line: cursor.signed(), column: cursor.signed())
  }
}

// MARK: - Fields

extension EventDecoder: EventCoder {
  mutating func choice(_ key: StaticString, _ number: inout UInt8, of names: [String]) {
    number = cursor.byte()
    guard number >= names.count else { return }
    cursor.fail()
    number = 0
  }

  mutating func number(_ key: StaticString, _ number: inout Int) { number = cursor.signed() }

  mutating func numbers(_ keys: [StaticString], _ numbers: inout [Int]) {
    let count = cursor.elements()
    for index in numbers.indices where index >= count { numbers[index] = 0 }
    for index in 0..<count {
      let number = cursor.signed()
      // The writer may know numbers that this version does not.
      if index < numbers.count { numbers[index] = number }
    }
  }

  mutating func seed(_ key: StaticString, _ seed: inout UInt64) { seed = cursor.number() }

  mutating func seconds(_ key: StaticString, _ seconds: inout Double) {
    seconds = cursor.seconds()
  }

  mutating func text(_ key: StaticString, _ text: inout String, recurs: Bool) {
    text = recurs ? shared() : cursor.text()
  }

  mutating func id(_ key: StaticString, _ id: inout ExampleID) { id = self.id() }

  mutating func place(_ key: StaticString?, _ place: inout Place) { place = self.place() }

  mutating func facts(_ facts: inout Facts) {
    for index in 0..<cursor.elements() {
      let texts = (0..<cursor.elements()).map { _ in shared() }
      // The writer may know facts that this version does not.
      if let fact = Fact(rawValue: index) { facts[fact] = texts }
    }
  }

  mutating func list<Element>(
    _ key: StaticString, _ list: inout [Element], of blank: Element,
    _ element: (inout Self, inout Element) -> Void
  ) {
    list = []
    for _ in 0..<cursor.elements() where cursor.failure == nil {
      list.append(blank)
      element(&self, &list[list.count - 1])
    }
  }

  mutating func object(_ key: StaticString, _ fields: (inout Self) -> Void) { fields(&self) }

  mutating func bits(_ bits: [Bool]) -> [Bool] {
    let number = cursor.number()
    return bits.indices.map { number >> UInt64($0) & 1 != 0 }
  }

  mutating func forget(_ id: ExampleID) { forgetSubject() }

  /// The last name of the id is new; ``context`` has what is known about the example before.
  mutating func beginning(_ start: inout ExampleStarted, isListed: Bool) {
    let bits = cursor.byte()
    var id = ExampleID.nothing
    if bits & StartBits.hasNoName == 0 { id = self.id().appending(cursor.text()) }
    if bits & StartBits.samePlace == 0 { context.place = cursor.byte() == 0 ? nil : place() }
    let row = bits & StartBits.hasRow == 0 ? nil : self.row(bits, of: id)
    if bits & StartBits.sameTraits == 0 {
      var (facts, inclusions) = (Facts(), [InclusionFrame]())
      self.facts(&facts)
      self.inclusions(&inclusions)
      context = ExampleContext(at: context.place, row: nil, facts, inclusions)
    }
    if isListed {
      if context.place == nil { cursor.fail() }
    } else if bits & StartBits.hasNoName == 0 {
      _ = register(id)
    }
    start.id = id
    start.context = row.map { context.with($0) } ?? context
    start.isLeftOut = bits & StartBits.isLeftOut != 0
  }

  private mutating func row(_ bits: UInt8, of id: ExampleID) -> RowReference {
    var row = RowReference(
      name: bits & StartBits.rowHasNameOfID != 0 ? id.name : cursor.text())
    if bits & StartBits.rowHasPlace != 0 {
      let path = shared()
      rowLine = cursor.signed() &+ rowLine
      row.place = Place(path: path, line: rowLine, column: cursor.signed())
    }
    if bits & StartBits.rowHasValues != 0 { row.values = cursor.text() }
    return row
  }
}

// MARK: - Rows that passed, read without an event for each

extension EventDecoder {
  /// The most frequent kind of row: only its name, lines and values are new.
  private static let (asked, expected) = (
    StartBits.isLeftOut | StartBits.hasNoName | StartBits.samePlace | StartBits.hasRow
      | StartBits.sameTraits,
    StartBits.samePlace | StartBits.hasRow | StartBits.sameTraits
  )

  /// The time that a record contains; `nil` for other records.
  static func moment(_ content: LogCursor) -> LogMoment? {
    var cursor = content
    guard cursor.byte() == RecordKind.moment.rawValue else { return nil }
    let moment = moment(&cursor)
    return cursor.failure == nil ? moment : nil
  }

  private static func moment(_ cursor: inout LogCursor) -> LogMoment {
    LogMoment(
      time: cursor.signed(), worker: cursor.count(), thread: cursor.count(),
      output: cursor.signed())
  }

  /// Whether a record is a step of the row with this number: if it has ended, the step matters no more.
  static func isStep(_ content: LogCursor, ofRow reference: Int) -> Bool {
    var cursor = content
    return cursor.byte() == RecordKind.step.rawValue && cursor.count() == reference
  }

  /// The bits with which such a row begins; `nil` if something else begins there.
  private static func bits(ofRow cursor: inout LogCursor) -> UInt8? {
    guard cursor.byte() == RecordKind.exampleStarted.rawValue else { return nil }
    let bits = cursor.byte()
    return cursor.failure == nil && bits & asked == expected ? bits : nil
  }

  /// Reads the beginning of a row and then its end, and adds it to those before it if it passed.
  ///
  /// - Parameter end: Returns the next record that is no step of the row, given its number; the content of the
  ///   first may then be invalid.
  /// - Returns: Whether it is such a row, in the node of those before it. If not, or if something is wrong, nothing has
  ///   been read, and ``decode(_:)`` has to read it.
  mutating func decode(
    _ start: LogCursor, into rows: inout PassedRows?, end: (Int) -> LogCursor?
  ) -> Bool {
    var cursor = start
    guard let bits = Self.bits(ofRow: &cursor) else { return false }
    let parent = cursor.count() - 1
    guard ids.indices.contains(parent), let id = ids[parent], rows == nil || rows!.parent == id
    else { return false }
    let name = cursor.text()
    let hasName = bits & StartBits.rowHasNameOfID == 0
    var reference = RowReference(name: hasName ? cursor.text() : name)
    var line = rowLine
    if bits & StartBits.rowHasPlace != 0 {
      let text = cursor.count() - 1
      // A text that is new would have to be kept.
      guard texts.indices.contains(text) else { return false }
      line = cursor.signed() &+ rowLine
      reference.place = Place(path: texts[text], line: line, column: cursor.signed())
    }
    if bits & StartBits.rowHasValues != 0 { reference.values = cursor.text() }
    guard cursor.failure == nil, var ending = end(numbers.next + 1),
      ending.byte() == RecordKind.examplePassed.rawValue, ending.count() == numbers.next + 1
    else { return false }
    let duration = ending.seconds()
    guard ending.failure == nil else { return false }
    if rows == nil { rows = PassedRows(in: id, context, []) }
    rows!.rows.append(PassedRows.Row(name, reference, duration: duration))
    rowLine = line
    // Its number is free again, as if it had been used.
    let number = numbers.take()
    if number == ids.count { ids.append(nil) }
    numbers.give(back: number)
    return true
  }
}
