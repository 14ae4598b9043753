import ExemplarCore

/// Reads what ``EventEncoder`` writes.
struct EventDecoder {
  /// The version of the log; see ``LogHead/version``.
  let version: UInt32
  var numbers = Numbers(from: 1)
  var ids: [ExampleID?] = [ExampleID([String]())]
  var texts: [String] = []
  private var nextText = 0
  /// The place and the traits of the last example.
  var context = ExampleContext()
  var rowLine = 0

  init(version: UInt32 = LogHead.version) {
    self.version = version
  }

  /// The content of a record.
  enum Record {
    case event(Event)
    case processEnded(ProcessEnd)
    case output(Range<Int>)
    case moment(LogMoment)
  }

  /// Reads the content of a record. After an error nothing more can be read: what follows may refer to
  /// what is missing.
  mutating func decode(_ content: LogCursor) throws(LogCursor.Failure) -> Record {
    var cursor = content
    guard let kind = RecordKind(rawValue: try cursor.byte()) else { throw .damaged }
    return try record(of: kind, &cursor)
  }

  private mutating func record(
    of kind: RecordKind, _ cursor: inout LogCursor
  ) throws(LogCursor.Failure) -> Record {
    switch kind {
    case .exampleStarted: .event(.exampleStarted(try exampleStarted(&cursor)))
    case .examplePassed, .exampleEnded:
      .event(.exampleEnded(try exampleEnded(isPlain: kind == .examplePassed, &cursor)))
    case .groupStarted, .outlineStarted:
      .event(
        .groupStarted(
          GroupStarted(
            id: try id(&cursor).id, place: try place(&cursor), isOutline: kind == .outlineStarted)))
    case .groupEnded: .event(.groupEnded(try groupEnded(&cursor)))
    case .issueRecorded: .event(.issueRecorded(try issueRecorded(&cursor)))
    case .attachmentRecorded: .event(.attachmentRecorded(try attachmentRecorded(&cursor)))
    case .hooksStarted:
      .event(
        .hooksStarted(
          HooksStarted(
            id: try id(&cursor).id, phase: try phase(&cursor), place: try place(&cursor))))
    case .hooksEnded:
      .event(.hooksEnded(HooksEnded(id: try id(&cursor).id, phase: try phase(&cursor))))
    case .exampleListed: .event(.exampleListed(try exampleListed(&cursor)))
    case .runStarted: .event(.runStarted(try runStarted(&cursor)))
    case .runEnded: .event(.runEnded(try runEnded(&cursor)))
    case .processEnded: .processEnded(try processEnded(&cursor))
    case .output: .output(try output(&cursor))
    case .moment:
      .moment(try Self.moment(&cursor))
    }
  }
}

extension EventDecoder {
  private func output(_ cursor: inout LogCursor) throws(LogCursor.Failure) -> Range<Int> {
    let start = try cursor.count()
    let (end, isTooLarge) = start.addingReportingOverflow(try cursor.count())
    if isTooLarge { throw .damaged }
    return start..<end
  }
}

// MARK: - Ids and texts

extension EventDecoder {
  private mutating func id(
    _ cursor: inout LogCursor
  ) throws(LogCursor.Failure) -> (id: ExampleID, number: Int) {
    let reference = try cursor.count()
    if reference > 0 { return (try id(numbered: reference - 1), reference - 1) }
    var count = try cursor.count()
    var id = try id(numbered: try cursor.count())
    var number = 0
    if count == 0 { throw .damaged }
    while count > 0 {
      id = id.appending(try cursor.text())
      number = register(id)
      count -= 1
    }
    return (id, number)
  }

  private func id(numbered number: Int) throws(LogCursor.Failure) -> ExampleID {
    guard number < ids.count, let id = ids[number] else { throw .damaged }
    return id
  }

  private mutating func register(_ id: ExampleID) -> Int {
    let number = numbers.take()
    if number < ids.count { ids[number] = id } else { ids.append(id) }
    return number
  }

  private mutating func forget(_ number: Int) {
    if number == 0 { return }
    ids[number] = nil
    numbers.give(back: number)
  }

  private mutating func shared(_ cursor: inout LogCursor) throws(LogCursor.Failure) -> String {
    let reference = try cursor.count()
    if reference > 0 {
      guard reference <= texts.count else { throw .damaged }
      return texts[reference - 1]
    }
    let text = try cursor.text()
    if nextText < texts.count { texts[nextText] = text } else { texts.append(text) }
    nextText = (nextText + 1) % EventEncoder.textLimit
    return text
  }

  private mutating func place(_ cursor: inout LogCursor) throws(LogCursor.Failure) -> Place {
    Place(path: try shared(&cursor), line: try cursor.signed(), column: try cursor.signed())
  }

  private func phase(_ cursor: inout LogCursor) throws(LogCursor.Failure) -> Phase {
    let number = Int(try cursor.byte())
    guard Phase.all.indices.contains(number) else { throw .damaged }
    return Phase.all[number]
  }

  private mutating func sharedTexts(
    _ cursor: inout LogCursor
  ) throws(LogCursor.Failure) -> [String] {
    var texts: [String] = []
    for _ in 0..<(try cursor.count()) { texts.append(try shared(&cursor)) }
    return texts
  }

  /// A context with the traits that come next.
  private mutating func traits(
    at place: Place?, row: RowReference?, _ cursor: inout LogCursor
  ) throws(LogCursor.Failure) -> ExampleContext {
    var facts = Facts()
    for index in 0..<(version < LogHead.firstVersionWithCounts ? 2 : try cursor.count()) {
      let texts = try sharedTexts(&cursor)
      // The writer may know facts that this version does not.
      if let fact = Fact(rawValue: index) { facts[fact] = texts }
    }
    var inclusions: [InclusionFrame] = []
    for _ in 0..<(try cursor.count()) {
      inclusions.append(InclusionFrame(try shared(&cursor), at: try self.place(&cursor)))
    }
    return ExampleContext(at: place, row: row, facts, inclusions)
  }
}

// MARK: - Examples

extension EventDecoder {
  private mutating func exampleStarted(
    _ cursor: inout LogCursor
  ) throws(LogCursor.Failure) -> ExampleStarted {
    let (id, row, bits) = try beginning(&cursor)
    if bits & StartBits.hasNoName == 0 { _ = register(id) }
    return ExampleStarted(
      id, row.map { context.with($0) } ?? context, isLeftOut: bits & StartBits.isLeftOut != 0)
  }

  private mutating func exampleListed(
    _ cursor: inout LogCursor
  ) throws(LogCursor.Failure) -> ExampleListed {
    let (id, row, _) = try beginning(&cursor)
    guard let place = context.place else { throw .damaged }
    return ExampleListed(id: id, place: place, row: row, skipReason: try optional(&cursor))
  }

  /// The id, of which the last name is new, and what is known about it; ``context`` has the rest.
  private mutating func beginning(
    _ cursor: inout LogCursor
  ) throws(LogCursor.Failure) -> (id: ExampleID, row: RowReference?, bits: UInt8) {
    let bits = try cursor.byte()
    var id = ids[0]!
    if bits & StartBits.hasNoName == 0 {
      id = try self.id(&cursor).id.appending(try cursor.text())
    }
    if bits & StartBits.samePlace == 0 {
      context.place = try cursor.byte() == 0 ? nil : try place(&cursor)
    }
    var row: RowReference?
    if bits & StartBits.hasRow != 0 {
      var new = RowReference(
        name: bits & StartBits.rowHasNameOfID != 0 ? id.name : try cursor.text())
      if bits & StartBits.rowHasPlace != 0 {
        let path = try shared(&cursor)
        rowLine = try cursor.signed() &+ rowLine
        new.place = Place(path: path, line: rowLine, column: try cursor.signed())
      }
      if bits & StartBits.rowHasValues != 0 { new.values = try cursor.text() }
      row = new
    }
    if bits & StartBits.sameTraits == 0 {
      context = try traits(at: context.place, row: nil, &cursor)
    }
    return (id, row, bits)
  }

  private mutating func exampleEnded(
    isPlain: Bool, _ cursor: inout LogCursor
  ) throws(LogCursor.Failure) -> ExampleEnded {
    let (id, number) = try id(&cursor)
    var end = ExampleEnded(id: id, outcome: .passed, duration: try cursor.seconds())
    if !isPlain {
      end.outcome = try outcome(&cursor)
      end.attempts = try cursor.signed()
    }
    forget(number)
    return end
  }

  private mutating func outcome(
    _ cursor: inout LogCursor
  ) throws(LogCursor.Failure) -> Outcome {
    guard let kind = OutcomeKind(rawValue: try cursor.byte()) else { throw .damaged }
    return switch kind {
    case .passed: .passed
    case .flaky: .flaky
    case .failed: .failed(unexpected: false)
    case .failedUnexpectedly: .failed(unexpected: true)
    case .skipped: .skipped(reason: try shared(&cursor))
    case .pending: .pending(reason: nil)
    case .pendingWithReason: .pending(reason: try shared(&cursor))
    case .blocked: .blocked(by: try id(&cursor).id)
    }
  }

  private mutating func optional(
    _ cursor: inout LogCursor
  ) throws(LogCursor.Failure) -> String? {
    try cursor.byte() == 0 ? nil : try shared(&cursor)
  }
}

// MARK: - What is rare

extension EventDecoder {
  private mutating func groupEnded(
    _ cursor: inout LogCursor
  ) throws(LogCursor.Failure) -> GroupEnded {
    let (id, number) = try id(&cursor)
    let failed = try cursor.byte() != 0
    let end = GroupEnded(id: id, duration: try cursor.seconds(), failed: failed)
    forget(number)
    return end
  }

  private mutating func issueRecorded(
    _ cursor: inout LogCursor
  ) throws(LogCursor.Failure) -> IssueRecorded {
    let bits = try cursor.number()
    let id = bits & IssueBits.hasID != 0 ? try id(&cursor).id : nil
    let phase = try phase(&cursor)
    var issue = Issue(try cursor.text(), phase: phase)
    if bits & IssueBits.hasPlace != 0 { issue.place = try place(&cursor) }
    issue.isExpected = bits & IssueBits.isExpected != 0
    issue.isKnown = bits & IssueBits.isKnown != 0
    issue.isWarning = bits & IssueBits.isWarning != 0
    issue.isRetried = bits & IssueBits.isRetried != 0
    if bits & IssueBits.hasCheckpoint != 0 { issue.checkpoint = try cursor.text() }
    if bits & IssueBits.hasLabels != 0 {
      for _ in 0..<(try cursor.count()) { issue.labels.append(try cursor.text()) }
    }
    if bits & IssueBits.isTimeLimit != 0 { issue.cause = .timeLimit }
    if bits & IssueBits.isEndOfProcess != 0 { issue.cause = .endOfProcess }
    let place = bits & IssueBits.hasContextPlace != 0 ? try place(&cursor) : nil
    let row = bits & IssueBits.hasRow != 0 ? try row(&cursor) : nil
    issue.context =
      bits & IssueBits.hasTraits != 0
      ? try traits(at: place, row: row, &cursor) : ExampleContext(at: place, row: row)
    return IssueRecorded(id: id, issue: issue)
  }

  private mutating func row(
    _ cursor: inout LogCursor
  ) throws(LogCursor.Failure) -> RowReference {
    let name = try cursor.text()
    let bits = try cursor.byte()
    let place = bits & 1 != 0 ? try place(&cursor) : nil
    var row = RowReference(name: name, place: place)
    if bits & 2 != 0 { row.values = try cursor.text() }
    if bits & 4 != 0 { row.columns = try columns(&cursor) }
    return row
  }

  private func columns(_ cursor: inout LogCursor) throws(LogCursor.Failure) -> [RowColumn] {
    var columns: [RowColumn] = []
    for _ in 0..<(try cursor.count()) {
      var column = RowColumn(try cursor.text(), try cursor.text())
      if try cursor.byte() != 0 { column.read = try cursor.text() }
      columns.append(column)
    }
    return columns
  }

  private mutating func attachmentRecorded(
    _ cursor: inout LogCursor
  ) throws(LogCursor.Failure) -> AttachmentRecorded {
    let id = try id(&cursor).id
    let name = try cursor.text()
    let size = try cursor.signed()
    let bits = try cursor.byte()
    let path = bits & 1 != 0 ? try cursor.text() : nil
    return AttachmentRecorded(
      id: id, name: name, size: size, path: path, text: bits & 2 != 0 ? try cursor.text() : nil)
  }

  private mutating func runStarted(
    _ cursor: inout LogCursor
  ) throws(LogCursor.Failure) -> RunStarted {
    let numbers = try numbers(6, &cursor)
    var start = RunStarted(
      seed: try cursor.number(), order: try order(&cursor), specs: numbers[1],
      examples: numbers[2], repetition: numbers[4], repetitions: numbers[5],
      notSelected: numbers[3])
    start.version = numbers[0]
    for _ in 0..<(try cursor.count()) { start.focused.append(try id(&cursor).id) }
    return start
  }

  /// Reads numbers, at least `count`: those that the writer does not know are zero.
  ///
  /// - Parameter count: How many there are in logs that do not contain their number.
  private func numbers(
    _ count: Int, _ cursor: inout LogCursor
  ) throws(LogCursor.Failure) -> [Int] {
    var numbers: [Int] = []
    for _ in 0..<(version < LogHead.firstVersionWithCounts ? count : try cursor.count()) {
      numbers.append(try cursor.signed())
    }
    return numbers + Array(repeating: 0, count: max(0, count - numbers.count))
  }

  private mutating func runEnded(
    _ cursor: inout LogCursor
  ) throws(LogCursor.Failure) -> RunSummary {
    var summary = RunSummary(seed: 0)
    for (count, number) in zip(RunSummary.counts, try numbers(13, &cursor)) {
      summary[keyPath: count] = number
    }
    summary.duration = try cursor.seconds()
    summary.seed = try cursor.number()
    summary.order = try order(&cursor)
    let bits = try cursor.byte()
    summary.isFocused = bits & 1 != 0
    summary.isFocusRefused = bits & 2 != 0
    summary.finished = bits & 4 != 0
    summary.nothingRan = try optional(&cursor)
    return summary
  }

  private mutating func order(_ cursor: inout LogCursor) throws(LogCursor.Failure) -> Order {
    guard let order = Order(rawValue: try shared(&cursor)) else { throw .damaged }
    return order
  }

  private func processEnded(
    _ cursor: inout LogCursor
  ) throws(LogCursor.Failure) -> ProcessEnd {
    let kind = try cursor.byte()
    guard let code = Int32(exactly: try cursor.signed()) else { throw .damaged }
    let way: ProcessEnd.Way = kind == 0 ? .status(code) : .signal(code)
    let time = try cursor.seconds()
    return ProcessEnd(way, lastOutput: try cursor.text(), time: time)
  }
}
