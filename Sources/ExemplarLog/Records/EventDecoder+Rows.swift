import ExemplarCore

// Rows that passed, read without an event for each.

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
    guard (try? cursor.byte()) == RecordKind.moment.rawValue else { return nil }
    return try? moment(&cursor)
  }

  static func moment(_ cursor: inout LogCursor) throws(LogCursor.Failure) -> LogMoment {
    LogMoment(time: try cursor.signed(), worker: try cursor.count())
  }

  /// Whether a record may be the beginning of such a row.
  static func mayBeRow(_ start: LogCursor) -> Bool {
    var cursor = start
    return bits(ofRow: &cursor) != nil
  }

  /// The bits with which such a row begins; `nil` if something else begins there.
  private static func bits(ofRow cursor: inout LogCursor) -> UInt8? {
    guard (try? cursor.byte()) == RecordKind.exampleStarted.rawValue,
      let bits = try? cursor.byte(), bits & asked == expected
    else { return nil }
    return bits
  }

  /// Reads the beginning and the end of a row that passed, and adds it to those before it.
  ///
  /// - Returns: Whether it is one, in the node of those before it. If not, or if something is wrong, nothing has been
  ///   read, and ``decode(_:)`` has to read it.
  mutating func decode(_ start: LogCursor, _ end: LogCursor, into rows: inout PassedRows?) -> Bool {
    guard let row = try? row(start, end),
      let parent = ids[row.parent], rows == nil || rows!.parent == parent
    else { return false }
    if rows == nil { rows = PassedRows(in: parent, context, []) }
    rows!.rows.append(row.row)
    rowLine = row.line
    // Its number is free again, as if it had been used.
    let number = numbers.take()
    if number == ids.count { ids.append(nil) }
    numbers.give(back: number)
    return true
  }

  /// `mutating`, although it changes nothing: without optimization, the decoder would be copied for it.
  private mutating func row(
    _ start: LogCursor, _ end: LogCursor
  ) throws(LogCursor.Failure) -> (row: PassedRows.Row, parent: Int, line: Int)? {
    var cursor = start
    guard let bits = Self.bits(ofRow: &cursor) else { return nil }
    let parent = try cursor.count() - 1
    guard ids.indices.contains(parent) else { return nil }
    let name = try cursor.text()
    let hasName = bits & StartBits.rowHasNameOfID == 0
    var reference = RowReference(name: hasName ? try cursor.text() : name)
    var line = rowLine
    if bits & StartBits.rowHasPlace != 0 {
      let text = try cursor.count() - 1
      // A text that is new would have to be kept.
      guard texts.indices.contains(text) else { return nil }
      line = try cursor.signed() &+ rowLine
      reference.place = Place(path: texts[text], line: line, column: try cursor.signed())
    }
    if bits & StartBits.rowHasValues != 0 { reference.values = try cursor.text() }
    cursor = end
    guard try cursor.byte() == RecordKind.examplePassed.rawValue,
      try cursor.count() == numbers.next + 1
    else { return nil }
    let duration = try cursor.seconds()
    return (PassedRows.Row(name, reference, duration: duration), parent, line)
  }
}
