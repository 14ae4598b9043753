// Sources: finds specs that nothing runs in the text of Swift files.
//
// A part of the tool without dependencies: swift-syntax parses Swift completely, but every user of
// the tool would have to build it. It does not depend on runs, and reports only certain findings.

/// A word or a mark of Swift, with its location. Comments are left out, and each string is one
/// token.
struct SwiftToken: Hashable {
  enum Kind { case word, mark, string, number }

  var kind: Kind
  var text: String
  var line: Int
  var column: Int

  func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }
  func isWord(_ words: Set<String>) -> Bool { kind == .word && words.contains(text) }
}

/// Takes the text of a Swift file apart.
struct SwiftLexer {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var lineStart = 0
  private(set) var tokens: [SwiftToken] = []

  static func tokens(of text: String) -> [SwiftToken] {
    var lexer = SwiftLexer(bytes: Array(text.utf8))
    lexer.read(until: nil)
    return lexer.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var isAtEnd: Bool { index >= bytes.count }

  private func byte(_ offset: Int = 0) -> UInt8 {
    index + offset < bytes.count ? bytes[index + offset] : 0
  }

  private mutating func advance() {
    if isAtEnd { return }
    if bytes[index] == 0x0A {
      line += 1
      lineStart = index + 1
    }
    index += 1
  }

  private mutating func advance(_ count: Int) {
    var left = count
    while left > 0 {
      advance()
      left -= 1
    }
  }

  private mutating func skipLine() {
    let count = bytes.count
    while index < count, bytes[index] != 0x0A { index += 1 }
  }

  private mutating func add(_ kind: SwiftToken.Kind, from start: Int, line: Int, column: Int) {
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    tokens.append(SwiftToken(kind: kind, text: text, line: line, column: column))
  }

  /// Reads to the end, or behind the parenthesis that closes an interpolation.
  private mutating func read(until close: UInt8?) {
    var depth = 0
    while !isAtEnd {
      let first = bytes[index]
      // Most of a file is space and words.
      if first == 0x20 {
        index += 1
      } else if isWordByte(first) {
        readWord()
      } else if first <= 0x20 {
        advance()
      } else if first == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "/") {
        skipLine()
      } else if first == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        skipComment()
      } else if let hashes = stringStart(first) {
        readString(hashes)
      } else if let hashes = regexStart(first) {
        readRegex(hashes)
      } else if first == UInt8(ascii: "`") || first == UInt8(ascii: "#") && isWordByte(byte(1)) {
        readWord()
      } else {
        let mark = byte()
        if let close {
          if mark == UInt8(ascii: "(") { depth += 1 }
          if mark == close {
            if depth == 0 { return }
            depth -= 1
          }
        }
        let (start, line, column) = (index, line, index - lineStart + 1)
        let isArrow = mark == UInt8(ascii: "-") && byte(1) == UInt8(ascii: ">")
        advance(isArrow ? 2 : 1)
        add(.mark, from: start, line: line, column: column)
      }
    }
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

  private func isWordByte(_ byte: UInt8) -> Bool {
    // a to z, A to Z, 0 to 9, _, $, and what is not ASCII
    byte >= 0x61 && byte <= 0x7A || byte >= 0x41 && byte <= 0x5A || byte >= 0x30 && byte <= 0x39
      || byte == 0x5F || byte == 0x24 || byte >= 0x80
  }

  private mutating func readWord() {
    let (line, column) = (line, index - lineStart + 1)
    let isQuoted = byte() == UInt8(ascii: "`")
    let isNumber = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte())
    advance(isQuoted || byte() == UInt8(ascii: "#") ? 1 : 0)
    let start =
      isQuoted ? index : index - (index > 0 && bytes[index - 1] == UInt8(ascii: "#") ? 1 : 0)
    if isQuoted {
      while !isAtEnd, byte() != UInt8(ascii: "`"), byte() != 0x0A { advance() }
    } else {
      let count = bytes.count
      while index < count, isWordByte(bytes[index]) { index += 1 }
    }
    add(isNumber ? .number : .word, from: start, line: line, column: column)
    if isQuoted { advance() }
  }

  /// Comments in comments count.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        advance(2)
      } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        advance(2)
      } else {
        advance()
      }
    } while depth > 0 && !isAtEnd
  }

  // MARK: Strings

  /// The number of number signs before a string that begins here; `nil` if none begins.
  private func stringStart(_ first: UInt8) -> Int? {
    guard first == UInt8(ascii: "\"") || first == UInt8(ascii: "#") else { return nil }
    var hashes = 0
    while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    return byte(hashes) == UInt8(ascii: "\"") ? hashes : nil
  }

  private func hasHashes(_ count: Int, at offset: Int) -> Bool {
    (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: "#") }
  }

  private mutating func readString(_ hashes: Int) {
    tokens.append(
      SwiftToken(kind: .string, text: "", line: line, column: index - lineStart + 1))
    advance(hashes)
    let quotes = isQuote(3) ? 3 : 1
    advance(quotes)
    while !isAtEnd {
      if byte() == UInt8(ascii: "\\"), hasHashes(hashes, at: 1) {
        advance(1 + hashes)
        if byte() == UInt8(ascii: "(") {
          advance()
          read(until: UInt8(ascii: ")"))
        }
        advance()
      } else if isQuote(quotes), hasHashes(hashes, at: quotes) {
        advance(quotes + hashes)
        return
      } else if quotes == 1, byte() == 0x0A {
        // The string is not closed. The compiler reports that.
        return
      } else {
        advance()
      }
    }
  }

  private func isQuote(_ count: Int) -> Bool {
    (0..<count).allSatisfy { byte($0) == UInt8(ascii: "\"") }
  }

  // MARK: Regular expressions

  /// The number of number signs before a regular expression that begins here; `nil` if none begins.
  private func regexStart(_ first: UInt8) -> Int? {
    guard first == UInt8(ascii: "/") || first == UInt8(ascii: "#") else { return nil }
    var hashes = 0
    while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    guard byte(hashes) == UInt8(ascii: "/") else { return nil }
    if hashes > 0 { return hashes }
    // Without number signs, it is in a position where an operator is impossible, does not begin
    // with a space, and ends on its line.
    guard !isSpace(byte(1)), byte(1) != UInt8(ascii: "/"), isOperandExpected else { return nil }
    var offset = 1
    while index + offset < bytes.count, byte(offset) != 0x0A {
      if byte(offset) == UInt8(ascii: "/") { return 0 }
      offset += byte(offset) == UInt8(ascii: "\\") ? 2 : 1
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
    tokens.append(
      SwiftToken(kind: .string, text: "", line: line, column: index - lineStart + 1))
    advance(hashes + 1)
    while !isAtEnd {
      if byte() == UInt8(ascii: "\\") {
        advance(2)
      } else if byte() == UInt8(ascii: "/"), hasHashes(hashes, at: 1) {
        return advance(1 + hashes)
      } else if hashes == 0, byte() == 0x0A {
        return
      } else {
        advance()
      }
    }
  }
}
