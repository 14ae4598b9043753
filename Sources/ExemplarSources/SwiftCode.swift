// Sources: finds specs that nothing runs, and the locations of tests of XCTest, in the text of Swift files.
//
// A part of the tool without dependencies: swift-syntax parses Swift completely, but every user of
// the tool would have to build it. It does not depend on runs, and reports only certain findings.

/// The words and marks of a Swift file without its comments and texts, and the braces around each.
struct SwiftCode {
  struct Token {
    var text: Substring
    /// The position of its first byte in the file.
    var offset: Int
    /// The position after its last byte; after the whole text, for the quotation mark of one.
    var end: Int
    /// The opening brace around it; `nil` at the top of the file.
    var scope: Int?

    var isWord: Bool { text.utf8.first?.isWordPart == true }
  }

  let file: SourceFile
  private(set) var tokens: [Token] = []
  /// For each opening parenthesis, bracket or brace the one that closes it, and the other way round.
  private(set) var partners: [Int: Int] = [:]
  /// The braces around the members of types and extensions, and the indices of the names of these.
  private(set) var types: [Int?: Int] = [:]

  private static let typeWords: Set<Substring> = [
    "struct", "class", "enum", "actor", "extension", "protocol",
  ]

  init(_ file: SourceFile) {
    self.file = file
    var open: [Int] = []
    var pending: Int?
    for (text, offset, end) in CodeScanner.tokens(of: file.text) {
      let token = tokens.count
      tokens.append(
        Token(
          text: text, offset: offset, end: end, scope: open.last { tokens[$0].text == "{" }))
      switch text {
      case "(", "[": open.append(token)
      case "{":
        open.append(token)
        types[token] = pending
        pending = nil
      case ")", "]", "}":
        if let start = open.popLast() { (partners[start], partners[token]) = (token, start) }
      default: break
      }
      if open.isEmpty || self[open[open.count - 1]] == "{", declaresType(before: token) {
        pending = token
      }
    }
  }

  /// The text of a token; empty beyond the ends.
  subscript(index: Int) -> Substring { tokens.indices.contains(index) ? tokens[index].text : "" }

  /// Whether the token before the one at an index begins a type, whose name is at the index.
  private func declaresType(before index: Int) -> Bool {
    Self.typeWords.contains(self[index - 1]) && tokens[index].isWord
      && !["func", "var", "let", "subscript", "init"].contains(self[index])
      && ![".", ":"].contains(self[index - 2])
  }

  /// Whether the word at an index is the name that a `let` or `var` declares.
  func isDeclared(at index: Int) -> Bool { ["let", "var"].contains(self[index - 1]) }

  // MARK: Attributes

  /// Whether one of the modifiers directly before a keyword, and after the attributes, makes a declaration private.
  func isPrivate(_ keyword: Int) -> Bool {
    let modifiers = (0..<keyword).reversed().prefix { Self.modifiers.contains(self[$0]) }
    return modifiers.contains { ["private", "fileprivate"].contains(self[$0]) }
  }

  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private", "open", "static", "class", "final",
    "nonisolated", "override", "lazy", "weak", "unowned", "mutating", "isolated", "indirect",
    "distributed", "required", "convenience", "dynamic", "unsafe", "borrowing", "consuming",
  ]

  /// The attributes of the declaration whose keyword is at an index, without the modules before
  /// them.
  func attributes(before index: Int) -> [Substring] {
    var attributes: [Substring] = []
    var last = index - 1
    while last >= 0 {
      let name = self[last] == ")" ? (partners[last] ?? 0) - 1 : last
      var start = name - 1
      while self[start] == "." { start -= 2 }
      if self[start] == "@" {
        attributes.append(self[name])
        last = start - 1
      } else if Self.modifiers.contains(self[name]) {
        last = name - 1
      } else {
        break
      }
    }
    return attributes
  }
}

/// Splits a Swift file into words and marks, without its comments.
///
/// Of a string or a regular expression, there is a quotation mark, which the code in its interpolations follows.
private struct CodeScanner {
  private let bytes: [UInt8]
  private var index = 0
  private var tokens: [(text: Substring, offset: Int, end: Int)] = []

  static func tokens(of text: String) -> [(text: Substring, offset: Int, end: Int)] {
    var scanner = CodeScanner(bytes: Array(text.utf8))
    scanner.scan(isInterpolation: false)
    return scanner.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func has(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  /// Adds the next bytes as a token.
  private mutating func take(_ count: Int = 1) {
    if index + count <= bytes.count {
      let text = String(decoding: bytes[index..<index + count], as: UTF8.self)
      tokens.append((text[...], index, index + count))
    }
    index += count
  }

  /// Scans to the end, or to the parenthesis that closes an interpolation.
  private mutating func scan(isInterpolation: Bool) {
    var depth = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch Unicode.Scalar(byte) {
      case "/" where has("//"): index = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
      case "/" where has("/*"): skipComment()
      case "#", "\"", "/":
        let hashes = String(repeating: "#", count: bytes[index...].prefix { $0 == 0x23 }.count)
        if has(hashes + "\"") {
          scanText(has(hashes + "\"\"\"") ? "\"\"\"" : "\"", hashes)
        } else if has(hashes + "/"), !hashes.isEmpty || isRegex {
          scanText("/", hashes)
        } else {
          take()
        }
      case "`":
        // The name of a raw identifier may have spaces.
        let name = bytes[(index + 1)...].prefix { $0 != 0x60 && $0 != 0x0A }
        if !name.isEmpty {
          let text = String(decoding: name, as: UTF8.self)[...]
          tokens.append((text, index, name.endIndex + 1))
        }
        index = name.endIndex + 1
      case ")" where isInterpolation && depth == 0: return
      case _ where byte <= 0x20: index += 1
      case let mark:
        depth += mark == "(" ? 1 : mark == ")" ? -1 : 0
        take(max(1, bytes[index...].prefix { $0.isWordPart }.count))
      }
    }
  }

  /// Comments in comments count.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      let step = has("/*") ? 1 : has("*/") ? -1 : 0
      depth += step
      index += step == 0 ? 1 : 2
    } while depth > 0 && index < bytes.count
  }

  /// Passes over a string or a regular expression. One without an end on its line is reported by the compiler.
  private mutating func scanText(_ mark: String, _ hashes: String) {
    let token = tokens.count
    tokens.append(("\"", index, index))
    defer { tokens[token].end = index }
    index += hashes.utf8.count + mark.utf8.count
    let (escape, end) = (mark == "/" ? "\\" : "\\" + hashes, mark + hashes)
    let isOnOneLine = mark == "\"" || mark == "/" && hashes.isEmpty
    while index < bytes.count {
      switch bytes[index] {
      case 0x5C where has(escape):
        index += escape.utf8.count
        guard has("("), mark != "/" else {
          index += 1
          continue
        }
        take()
        scan(isInterpolation: true)
        take()
      case 0x22 where has(end), 0x2F where has(end):
        index += end.utf8.count
        return
      case 0x0A where isOnOneLine: return
      default: index += 1
      }
    }
  }

  /// Whether a regular expression without number signs begins here: where no operator can be, without a space at
  /// its beginning, and with an end on its line.
  private var isRegex: Bool {
    let rest = bytes[index...].dropFirst().prefix { $0 != 0x0A }
    guard rest.first.map({ $0 > 0x20 }) == true, rest.contains(0x2F) else { return false }
    guard let last = tokens.last?.text else { return true }
    return last.utf8.first?.isWordPart == true
      ? ["return", "in", "try", "await", "case", "else", "throw"].contains(last)
      : !"})].?!\"".contains(last)
  }
}

extension UInt8 {
  /// Whether the byte is a letter, a digit, `_`, `$`, or not ASCII.
  fileprivate var isWordPart: Bool {
    switch self {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x5F, 0x24, 0x80...: true
    default: false
    }
  }
}
