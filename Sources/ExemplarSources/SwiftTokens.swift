// Sources: finds specs that nothing runs in the text of Swift files.
//
// A part of the tool without dependencies: swift-syntax parses Swift completely, but every user of
// the tool would have to build it. It does not depend on runs, and reports only certain findings.

/// A word or a mark of Swift, with its position. Comments are left out, and each string is one
/// token.
struct SwiftToken: Hashable {
  enum Kind { case word, mark, string, number }

  var kind: Kind
  var text: String
  /// The position of its first byte in the file.
  var offset: Int

  func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }
  func isWord(_ words: Set<String>) -> Bool { kind == .word && words.contains(text) }
}

/// Splits the text of a Swift file into tokens.
struct SwiftLexer {
  private let bytes: [UInt8]
  private var index = 0
  private(set) var tokens: [SwiftToken] = []

  static func tokens(of text: String) -> [SwiftToken] {
    var lexer = SwiftLexer(bytes: Array(text.utf8))
    lexer.read()
    return lexer.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var isAtEnd: Bool { index >= bytes.count }

  private func byte(_ offset: Int = 0) -> UInt8 {
    index + offset < bytes.count ? bytes[index + offset] : 0
  }

  private func has(_ character: Unicode.Scalar, at offset: Int = 0) -> Bool {
    byte(offset) == UInt8(ascii: character)
  }

  /// Whether a character is repeated `count` times.
  private func has(_ character: Unicode.Scalar, times count: Int, at offset: Int = 0) -> Bool {
    (0..<count).allSatisfy { has(character, at: offset + $0) }
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while !isAtEnd, condition(bytes[index]) { index += 1 }
  }

  private mutating func add(_ kind: SwiftToken.Kind, _ range: Range<Int>, at offset: Int? = nil) {
    let text = String(decoding: bytes[range], as: UTF8.self)
    tokens.append(SwiftToken(kind: kind, text: text, offset: offset ?? range.lowerBound))
  }

  /// Reads to the end, or to the parenthesis that closes an interpolation.
  private mutating func read(inInterpolation: Bool = false) {
    var depth = 0
    while !isAtEnd {
      // Most of a file is space and words.
      if byte() <= 0x20 {
        index += 1
      } else if isWordByte(byte()) || has("`") || has("#") && isWordByte(byte(1)) {
        readWord()
      } else if has("/"), has("/", at: 1) {
        skip { $0 != 0x0A }
      } else if has("/"), has("*", at: 1) {
        skipComment()
      } else if let hashes = stringStart {
        readString(hashes)
      } else if let hashes = regexStart {
        readRegex(hashes)
      } else {
        if inInterpolation {
          if has(")"), depth == 0 { return }
          depth += has("(") ? 1 : has(")") ? -1 : 0
        }
        let start = index
        index += has("-") && has(">", at: 1) ? 2 : 1
        add(.mark, start..<index)
      }
    }
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    // a to z, A to Z, 0 to 9, _, $, and what is not ASCII
    byte >= 0x61 && byte <= 0x7A || byte >= 0x41 && byte <= 0x5A || byte >= 0x30 && byte <= 0x39
      || byte == 0x5F || byte == 0x24 || byte >= 0x80
  }

  private mutating func readWord() {
    let start = index
    index += 1
    if bytes[start] == UInt8(ascii: "`") {
      skip { $0 != UInt8(ascii: "`") && $0 != 0x0A }
      add(.word, start + 1..<index, at: start)
      index += 1
    } else {
      skip(while: isWordByte)
      add((0x30...0x39).contains(bytes[start]) ? .number : .word, start..<index)
    }
  }

  /// Comments in comments count.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      let step = has("/") && has("*", at: 1) ? 1 : has("*") && has("/", at: 1) ? -1 : 0
      depth += step
      index += step == 0 ? 1 : 2
    } while depth > 0 && !isAtEnd
  }

  // MARK: Strings and regular expressions

  private var hashes: Int { bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count }

  /// The number of number signs before a string that begins here; `nil` if none begins.
  private var stringStart: Int? {
    guard has("\"") || has("#") else { return nil }
    let hashes = hashes
    return has("\"", at: hashes) ? hashes : nil
  }

  private mutating func readString(_ hashes: Int) {
    add(.string, index..<index)
    let quotes = has("\"", times: 3, at: hashes) ? 3 : 1
    index += hashes + quotes
    while !isAtEnd {
      if has("\\"), has("#", times: hashes, at: 1) {
        index += 1 + hashes
        if has("(") {
          index += 1
          read(inInterpolation: true)
        }
        index += 1
      } else if has("\"", times: quotes), has("#", times: hashes, at: quotes) {
        index += quotes + hashes
        return
      } else if quotes == 1, byte() == 0x0A {
        // The string is not closed. The compiler reports that.
        return
      } else {
        index += 1
      }
    }
  }

  /// The number of number signs before a regular expression that begins here; `nil` if none begins.
  private var regexStart: Int? {
    guard has("/") || has("#") else { return nil }
    let hashes = hashes
    guard has("/", at: hashes) else { return nil }
    if hashes > 0 { return hashes }
    // Without number signs, it is in a position where an operator is impossible, does not begin
    // with a space, and ends on its line.
    guard byte(1) > 0x20, !has("/", at: 1), isOperandExpected else { return nil }
    var offset = 1
    while index + offset < bytes.count, byte(offset) != 0x0A {
      if has("/", at: offset) { return 0 }
      offset += has("\\", at: offset) ? 2 : 1
    }
    return nil
  }

  private var isOperandExpected: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .mark: return !["}", ")", "]", ".", "?", "!"].contains(last.text)
    case .word:
      return ["return", "in", "try", "await", "case", "else", "throw"].contains(last.text)
    case .string, .number: return false
    }
  }

  private mutating func readRegex(_ hashes: Int) {
    add(.string, index..<index)
    index += hashes + 1
    while !isAtEnd {
      if has("\\") {
        index += 2
      } else if has("/"), has("#", times: hashes, at: 1) {
        index += 1 + hashes
        return
      } else if hashes == 0, byte() == 0x0A {
        return
      } else {
        index += 1
      }
    }
  }
}
