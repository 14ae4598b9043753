import ExemplarCore
import Foundation

extension JSONScanner {
  mutating func value() throws -> RowValue {
    guard let byte = peek() else { throw unexpected("a value") }
    let (line, column) = (line, column)
    let content: RowValue.Content =
      switch byte {
      case UInt8(ascii: "{"): .object(try object())
      case UInt8(ascii: "["): .array(try array())
      case UInt8(ascii: "\""): .string(try string())
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number(try number())
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
        try word()
      default: throw unexpected("a value")
      }
    return RowValue(content, line: line, column: column)
  }

  /// Enters an array or an object, which who calls this leaves by `depth`.
  mutating func enter() throws {
    depth += 1
    if depth > RowValue.maximumDepth {
      throw UsageError(
        "The JSON is nested more than \(RowValue.maximumDepth) levels deep.", at: place)
    }
  }

  /// Returns the recorded error of a duplicate key, and forgets it.
  mutating func popDuplicate() -> UsageError? {
    defer { duplicate = nil }
    return duplicate
  }

  /// Reads an object. Where a key that appears twice is refused, it is noted, and the rest is read
  /// all the same.
  mutating func object() throws -> RowFields {
    try enter()
    defer { depth -= 1 }
    try expect("{", "to begin an object")
    if consume("}") { return RowFields() }
    let form = text.form(at: depth)
    var values: [RowValue] = []
    values.reserveCapacity(form.keys.count)
    // Most objects have the keys of the one before, for which no text has to be made.
    repeat {
      guard values.count < form.keys.count, skipKey(form.keys[values.count]) else {
        let fields = try object(RowFields(values, FieldKeys(form.keys.prefix(values.count))))
        text.setForm(fields.table, at: depth)
        return fields
      }
      values.append(try value())
    } while consume(",")
    try expect("}", "or \u{201C},\u{201D} after a value")
    if values.count == form.keys.count { return RowFields(values, form) }
    return RowFields(values, FieldKeys(form.keys.prefix(values.count)))
  }

  /// Reads the rest of an object, the next of which is a key.
  private mutating func object(_ first: RowFields) throws -> RowFields {
    var fields = first
    repeat {
      let (key, place) = try key()
      let value = try value()
      if !fields.add(value, for: key, duplicateKeys) {
        let line = fields[key].map { Int($0.line) }
        duplicate = duplicate ?? .duplicate(key: key, in: "one object", line: line, at: place)
      }
    } while consume(",")
    try expect("}", "or \u{201C},\u{201D} after a value")
    return fields
  }

  /// Moves on past a key and the colon after it, if the key is written just so; whether it was.
  private mutating func skipKey(_ key: String) -> Bool {
    guard peek() == UInt8(ascii: "\"") else { return false }
    let start = position
    var key = key
    let length = key.withUTF8 { key -> Int? in
      guard let other = key.baseAddress, count - index > key.count + 1,
        memcmp(base + index + 1, other, key.count) == 0,
        base[index + 1 + key.count] == UInt8(ascii: "\"")
      else { return nil }
      return key.count
    }
    guard let length else { return false }
    index += length + 2
    if consume(":") { return true }
    position = start
    return false
  }

  /// Reads a key and the colon after it.
  mutating func key() throws -> (key: String, place: Place) {
    guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in quotation marks") }
    let place = place
    let key = try string()
    try expect(":", "after the key")
    return (key, place)
  }

  private mutating func array() throws -> [RowValue] {
    try enter()
    defer { depth -= 1 }
    var values: [RowValue] = []
    try expect("[", "to begin an array")
    if consume("]") { return values }
    repeat {
      values.append(try value())
    } while consume(",")
    try expect("]", "or \u{201C},\u{201D} after a value")
    return values
  }

  /// Reads a word as a whole, so that messages show `True` and `NaN` as people wrote them.
  private mutating func word() throws -> RowValue.Content {
    var end = index
    while end < count, (0x61...0x7A).contains(base[end] | 0x20) { end += 1 }
    let word = ascii(index..<end)
    let content: RowValue.Content
    switch word {
    case "true": content = .bool(true)
    case "false": content = .bool(false)
    case "null": content = .null
    default:
      throw malformed(
        "expected a value, found \u{201C}\(word.shortened(to: 40))\u{201D}", at: index,
        hint: Self.hint(for: word))
    }
    index = end
    return content
  }

  private func isDigit(_ index: Int) -> Bool {
    index < count && base[index] &- 0x30 < 10
  }

  private mutating func digits() throws {
    guard isDigit(index) else { throw unexpected("a digit") }
    while isDigit(index) { index += 1 }
  }

  /// Whether the next byte is one of two, or the one.
  private func isNext(_ byte: UInt8, or other: UInt8? = nil) -> Bool {
    index < count && (base[index] == byte || base[index] == other)
  }

  private mutating func number() throws -> String {
    let start = index
    if base[index] == UInt8(ascii: "-") { index += 1 }
    if isNext(UInt8(ascii: "0")) {
      index += 1
      if isDigit(index) { throw unexpected("no digit after a leading zero") }
    } else {
      try digits()
    }
    if isNext(UInt8(ascii: ".")) {
      index += 1
      try digits()
    }
    if isNext(UInt8(ascii: "e"), or: UInt8(ascii: "E")) {
      index += 1
      if isNext(UInt8(ascii: "+"), or: UInt8(ascii: "-")) { index += 1 }
      try digits()
    }
    return ascii(start..<index)
  }
}

extension RowValue {
  /// The value of a whole JSON text, in which everything knows its line.
  ///
  /// Throws ``UsageError`` for the first thing that is wrong with it.
  ///
  /// - Parameter path: The name of the text in messages.
  package static func json(_ text: Data, path: String) throws -> RowValue {
    var scanner = try JSONScanner([UInt8](text), path: path)
    defer { withExtendedLifetime(scanner.text) {} }
    if scanner.peek() == nil {
      throw UsageError(
        "The file is empty; expected keys and values.", at: Place(path: path, line: 1, column: 1))
    }
    let value = try scanner.value()
    if let duplicate = scanner.popDuplicate() { throw duplicate }
    if scanner.peek() != nil { throw scanner.unexpected("the end of the file") }
    return value
  }

  /// The word for the kind of the value, for messages of others.
  package var wordForKind: String { kind }
}
