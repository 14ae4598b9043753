import ExemplarCore

/// Writes values into a JSON text, or into lines of it, and leaves every other byte as it is.
struct JSONWriter {
  private let bytes: [UInt8]
  private let lines: LineTable
  private var scanner: JSONScanner
  /// Whether each row is a line.
  private let isLines: Bool
  private let newLine: String

  init(_ bytes: [UInt8], path: String, isLines: Bool) throws {
    (self.bytes, self.isLines) = (bytes, isLines)
    scanner = try JSONScanner(bytes, path: path)
    let start = scanner.index
    lines = bytes.withUnsafeBufferPointer { LineTable($0, from: start) }
    let end = bytes.firstIndex(of: 0x0A) ?? 0
    newLine = end > 0 && bytes[end - 1] == 0x0D ? "\r\n" : "\n"
  }

  /// The edit that writes a value. Throws ``UsageError`` if there is no room for it at its place.
  mutating func edit(_ value: ReviewedValue) throws -> ByteEdit {
    guard let start = lines.byte(at: value.place), start < bytes.count else {
      throw UsageError("The file has no such line or column.", at: value.place)
    }
    scanner.position = (start, Int32(clamping: value.place.line), start - value.place.column + 1)
    if value.site == .row { return try adding(value) }
    _ = try scanner.value()
    return edit(start..<scanner.index, value)
  }

  /// The edit that adds a member to an object, after the others and written as they are.
  private mutating func adding(_ value: ReviewedValue) throws -> ByteEdit {
    let start = scanner.position
    if scanner.peek() == UInt8(ascii: "\"") {
      // The place of a row that a key names is that of the key.
      _ = try scanner.string()
      if !scanner.consume(":") { scanner.position = start }
    }
    guard scanner.peek() == UInt8(ascii: "{") else {
      throw UsageError(
        "The row is not an object, so it has no room for a key \(value.name.quoted). Write it as an "
          + "object.", at: value.place)
    }
    let open = scanner.index
    scanner.advance()
    var gap = scanner.index
    if scanner.consume("}") {
      return edit(open..<scanner.index, after: "{\(value.name.asJSON): ", value, before: "}")
    }
    var (separator, colon, count, end) = ("", "", 0, scanner.index)
    repeat {
      if count > 0 { gap = scanner.index }
      _ = scanner.peek()
      let (keyStart, place) = (scanner.index, scanner.place)
      let key = try scanner.string()
      if key.isSpelled(as: value.name) {
        throw UsageError("The row has the key \(key.quoted) already.", at: place)
      }
      let keyEnd = scanner.index
      try scanner.expect(":", "after the key")
      _ = scanner.peek()
      (separator, colon) = (text(gap..<keyStart), text(keyEnd..<scanner.index))
      _ = try scanner.value()
      (end, count) = (scanner.index, count + 1)
    } while scanner.consume(",")
    try scanner.expect("}", "or \u{201C},\u{201D} after a value")
    // The space before the only member may be missing.
    if count == 1, separator.isEmpty, colon.hasSuffix(" ") { separator = " " }
    return edit(end..<end, after: ",\(separator)\(value.name.asJSON)\(colon)", value)
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private func edit(
    _ range: Range<Int>, after prefix: String = "", _ value: ReviewedValue,
    before suffix: String = ""
  ) -> ByteEdit {
    let json = value.form == .json ? layout(value.new, at: range.lowerBound) : value.new.asJSON
    return ByteEdit(range, in: bytes, new: Array((prefix + json + suffix).utf8))
  }

  /// A JSON text, indented as the line of a byte is. It has no new lines in its strings.
  private func layout(_ json: String, at byte: Int) -> String {
    let parts = json.split(whereSeparator: \.isNewline)
    if isLines { return parts.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ") }
    let lineStart = byte - Int(lines.position(of: byte).column) + 1
    let space = bytes[lineStart..<byte].prefix { $0 == 0x20 || $0 == 0x09 }
    let indentation = text(space.indices)
    return parts.joined(separator: newLine + indentation)
  }
}
