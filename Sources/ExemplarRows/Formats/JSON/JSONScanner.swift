import ExemplarCore

/// Reads JSON text as RFC 8259 defines it, and knows the line and the column of everything.
///
/// Foundation's decoder cannot tell where a value stands, which is what a person with a wrong row
/// needs to know first.
struct JSONScanner {
  let bytes: [UInt8]
  let path: String
  private(set) var index = 0
  private(set) var line: Int32 = 1
  private var lineStart = 0
  private var depth = 0
  /// The end of the text in messages.
  private let end: String
  /// The first key that stands twice in an object, since this was last taken away.
  private(set) var duplicate: AuthoringMistake?

  init(_ bytes: [UInt8], path: String) throws {
    self.bytes = bytes
    self.path = path
    end = "the end of the file"
    switch TextEncoding(ofTextThatBeginsWith: bytes) {
    case .utf8(let mark):
      index = mark
      lineStart = mark
    case .other: throw TextEncoding.mistake(in: path)
    }
  }

  /// Reads a single line of a file; `line` is its number.
  init(line bytes: [UInt8], _ line: Int, path: String) {
    self.bytes = bytes
    self.path = path
    self.line = Int32(clamping: line)
    end = "the end of the line"
  }

  /// Where something begins or ends in the text.
  struct Position {
    var index: Int
    var line: Int32
    var lineStart: Int
  }

  /// Where the scanner is.
  var position: Position {
    get { Position(index: index, line: line, lineStart: lineStart) }
    set { (index, line, lineStart) = (newValue.index, newValue.line, newValue.lineStart) }
  }

  var column: Int32 { Int32(index - lineStart + 1) }

  var place: Place { place(at: index) }

  /// The place of a byte of the current line.
  func place(at index: Int) -> Place {
    Place(path: path, line: Int(line), column: index - lineStart + 1)
  }

  var isAtEnd: Bool { index >= bytes.count }

  /// The byte that is next, after white space.
  mutating func peek() -> UInt8? {
    skipSpace()
    return isAtEnd ? nil : bytes[index]
  }

  /// Moves on by one byte, which must not be a new line.
  mutating func advance() { index += 1 }

  /// Moves on to a quotation mark, a backslash or a control character, or to the end.
  mutating func skipPlainText() {
    // Strings are most of a text: their bytes are looked at without a check of each index.
    index = bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return index }
      var index = index
      while index < bytes.count, base[index] != 0x22, base[index] != 0x5C, base[index] >= 0x20 {
        index += 1
      }
      return index
    }
  }

  /// Consumes the next byte if it is `byte`; whether it was.
  mutating func consume(_ byte: Character) -> Bool {
    guard peek() == byte.asciiValue else { return false }
    index += 1
    return true
  }

  /// Consumes `byte`, or throws what was expected and found.
  mutating func expect(_ byte: Character, _ purpose: String) throws {
    if !consume(byte) { throw unexpected("\u{201C}\(byte)\u{201D} \(purpose)") }
  }

  private mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0D: index += 1
      case 0x0A:
        index += 1
        line += 1
        lineStart = index
      default: return
      }
    }
  }

  /// The mistake that something else stands here than was expected.
  func unexpected(_ expected: String) -> AuthoringMistake {
    malformed("expected \(expected), found \(found)", at: index, hint: hint(expected))
  }

  /// The mistake that the text is no JSON, at a byte of the current line.
  func malformed(_ problem: String, at index: Int, hint: String? = nil) -> AuthoringMistake {
    let hint = hint.map { " \($0)" } ?? ""
    return AuthoringMistake("Malformed JSON: \(problem).\(hint)", at: place(at: index))
  }

  /// What to do about what stands at the current place, where it is an often made mistake.
  private func hint(_ expected: String) -> String? {
    guard index < bytes.count else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      let before = bytes[..<index].last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      return before == UInt8(ascii: ",") ? "Remove the comma before it." : nil
    case UInt8(ascii: "/"): return "JSON has no comments."
    default:
      let others = ["'", "\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}"]
      guard expected == "a value" || expected == "a key in quotation marks",
        others.contains(where: { bytes[index...].starts(with: $0.utf8) })
      else { return nil }
      return "Texts and keys go in double quotation marks."
    }
  }

  /// What to write in the place of a word that other languages have.
  private static func hint(for word: String) -> String? {
    switch word.lowercased() {
    case "true": "Write true."
    case "false": "Write false."
    case "null", "nil", "none", "undefined": "Write null."
    case "nan", "infinity", "inf": "JSON has finite numbers only."
    default: nil
    }
  }

  /// What stands at the current place, for messages.
  private var found: String {
    guard index < bytes.count else { return end }
    let byte = bytes[index]
    switch byte {
    case 0x0A, 0x0D: return "a new line"
    case 0x09: return "a tab"
    case ..<0x20, 0x7F: return "a control character (code \(byte))"
    default: break
    }
    let rest = bytes[index..<min(index + 4, bytes.count)]
    let text = String(decoding: rest, as: UTF8.self)
    guard let first = text.first, let scalar = first.unicodeScalars.first else { return "nothing" }
    if scalar == "\u{FFFD}", !rest.starts(with: "\u{FFFD}".utf8) {
      return "a byte that is not UTF-8 (code \(byte))"
    }
    // A space that is none for JSON looks like one that is.
    switch scalar.properties.generalCategory {
    case .spaceSeparator where byte != 0x20, .lineSeparator, .paragraphSeparator, .format:
      return "an invisible character (U+\(String(scalar.value, radix: 16, uppercase: true)))"
    default: return "\u{201C}\(first)\u{201D}"
    }
  }
}

// MARK: - Values

extension JSONScanner {
  /// Reads one value.
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

  private mutating func nested<Result>(
    _ body: (inout JSONScanner) throws -> Result
  ) throws -> Result {
    depth += 1
    defer { depth -= 1 }
    if depth > RowValue.maximumDepth {
      throw AuthoringMistake(
        "The JSON is nested more than \(RowValue.maximumDepth) levels deep.", at: place)
    }
    return try body(&self)
  }

  /// What was noted of keys that stand twice, which is forgotten then.
  mutating func popDuplicate() -> AuthoringMistake? {
    defer { duplicate = nil }
    return duplicate
  }

  /// Reads an object. A key that stands twice is noted, and the rest is read all the same.
  mutating func object() throws -> RowFields {
    try nested { scanner in
      var fields = RowFields()
      try scanner.expect("{", "to begin an object")
      if scanner.consume("}") { return fields }
      repeat {
        let (key, place) = try scanner.key()
        let value = try scanner.value()
        if !fields.add(value, for: key) {
          let first = fields[key].map { " The first one is on line \($0.line)." } ?? ""
          scanner.duplicate =
            scanner.duplicate
            ?? AuthoringMistake(
              "The key \u{201C}\(key.shortened(to: 60))\u{201D} appears twice in one object."
                + first,
              at: place)
        }
      } while scanner.consume(",")
      try scanner.expect("}", "or \u{201C},\u{201D} after a value")
      return fields
    }
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
    try nested { scanner in
      var values: [RowValue] = []
      try scanner.expect("[", "to begin an array")
      if scanner.consume("]") { return values }
      repeat {
        values.append(try scanner.value())
      } while scanner.consume(",")
      try scanner.expect("]", "or \u{201C},\u{201D} after a value")
      return values
    }
  }

  /// Reads a word as a whole, so that messages show `True` and `NaN` as people wrote them.
  private mutating func word() throws -> RowValue.Content {
    let letters = bytes[index...].prefix {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
    }
    let text = String(decoding: letters, as: UTF8.self)
    let content: RowValue.Content
    switch text {
    case "true": content = .bool(true)
    case "false": content = .bool(false)
    case "null": content = .null
    default:
      throw malformed(
        "expected a value, found \u{201C}\(text.shortened(to: 40))\u{201D}", at: index,
        hint: Self.hint(for: text))
    }
    index = letters.endIndex
    return content
  }

  private func isDigit(_ index: Int) -> Bool {
    index < bytes.count && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
  }

  private mutating func digits() throws {
    guard isDigit(index) else { throw unexpected("a digit") }
    while isDigit(index) { index += 1 }
  }

  private mutating func number() throws -> String {
    let start = index
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    if index < bytes.count, bytes[index] == UInt8(ascii: "0") {
      index += 1
      if isDigit(index) { throw unexpected("no digit after a leading zero") }
    } else {
      try digits()
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      try digits()
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[index]) {
        index += 1
      }
      try digits()
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }
}
