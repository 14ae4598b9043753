// Sources: finds specs that nothing runs in the text of Swift files.
//
// A part of the tool without dependencies: swift-syntax parses Swift completely, but every user of
// the tool would have to build it. It does not depend on runs, and reports only certain findings.

/// The words and marks of a Swift file without its comments and texts, and the braces around each.
struct SwiftCode {
  struct Token {
    var text: Substring
    /// The position of its first byte in the file.
    var offset: Int
    /// The opening brace around it; `nil` at the top of the file.
    var scope: Int?

    var isWord: Bool { text.utf8.first?.isWordPart == true }
  }

  let file: SourceFile
  private(set) var tokens: [Token] = []
  /// For each opening parenthesis, bracket or brace the one that closes it, and the other way round.
  private(set) var partners: [Int: Int] = [:]
  /// The braces around the members of a type or of an extension.
  private(set) var typeBraces: Set<Int?> = []

  private static let typeWords: Set<Substring> = [
    "struct", "class", "enum", "actor", "extension", "protocol",
  ]

  init(_ file: SourceFile) {
    self.file = file
    let code = CodeScanner.code(of: file.text)
    var open: [Int] = []
    var isTypePending = false
    let bytes = code.utf8
    var (index, offset) = (bytes.startIndex, 0)
    while index < bytes.endIndex {
      let first = bytes[index]
      var end = bytes.index(after: index)
      while first.isWordPart, end < bytes.endIndex, bytes[end].isWordPart {
        bytes.formIndex(after: &end)
      }
      // The name of a raw identifier may have spaces.
      if first == 0x60 { end = bytes[end...].firstIndex { $0 == 0x60 || $0 == 0x0A } ?? end }
      let text = code[first == 0x60 ? bytes.index(after: index)..<end : index..<end]
      if first > 0x20, !text.isEmpty {
        tokens.append(
          Token(text: text, offset: offset, scope: open.last { tokens[$0].text == "{" }))
        let token = tokens.count - 1
        switch text {
        case "(", "[": open.append(token)
        case "{":
          open.append(token)
          if isTypePending { typeBraces.insert(token) }
          isTypePending = false
        case ")", "]", "}":
          if let start = open.popLast() { (partners[start], partners[token]) = (token, start) }
        default: break
        }
        if open.isEmpty || self[open[open.count - 1]] == "{", declaresType(before: token) {
          isTypePending = true
        }
      }
      if first == 0x60, end < bytes.endIndex { bytes.formIndex(after: &end) }
      offset += bytes.distance(from: index, to: end)
      index = end
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

/// Replaces the comments, strings and regular expressions of a Swift file with spaces.
///
/// The code in interpolations stays. Each string and regular expression leaves a quotation mark at its beginning.
private struct CodeScanner {
  private let bytes: [UInt8]
  private var code: [UInt8]
  private var index = 0

  static func code(of text: String) -> String {
    var scanner = CodeScanner(bytes: Array(text.utf8))
    scanner.scan(isInterpolation: false)
    return String(decoding: scanner.code, as: UTF8.self)
  }

  private init(bytes: [UInt8]) { (self.bytes, code) = (bytes, bytes) }

  private func has(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  private mutating func blank(_ count: Int = 1) {
    let end = min(index + count, bytes.count)
    while index < end {
      if bytes[index] != 0x0A { code[index] = 0x20 }
      index += 1
    }
  }

  /// Scans to the end, or to the parenthesis that closes an interpolation.
  private mutating func scan(isInterpolation: Bool) {
    var depth = 0
    while index < bytes.count {
      switch Unicode.Scalar(bytes[index]) {
      case "/" where has("//"): while index < bytes.count, bytes[index] != 0x0A { blank() }
      case "/" where has("/*"): blankComment()
      case "#", "\"", "/":
        let hashes = String(repeating: "#", count: bytes[index...].prefix { $0 == 0x23 }.count)
        if has(hashes + "\"") {
          blankText(has(hashes + "\"\"\"") ? "\"\"\"" : "\"", hashes)
        } else if has(hashes + "/"), !hashes.isEmpty || isRegex {
          blankText("/", hashes)
        } else {
          index += 1
        }
      case "`":
        index = bytes[(index + 1)...].firstIndex { $0 == 0x60 || $0 == 0x0A } ?? index
        index += 1
      case ")" where isInterpolation && depth == 0: return
      case let mark:
        depth += mark == "(" ? 1 : mark == ")" ? -1 : 0
        index += 1
      }
    }
  }

  /// Comments in comments count.
  private mutating func blankComment() {
    var depth = 0
    repeat {
      let step = has("/*") ? 1 : has("*/") ? -1 : 0
      depth += step
      blank(step == 0 ? 1 : 2)
    } while depth > 0 && index < bytes.count
  }

  /// Blanks a string or a regular expression. One without an end on its line is reported by the compiler.
  private mutating func blankText(_ mark: String, _ hashes: String) {
    let start = index
    blank(hashes.utf8.count + mark.utf8.count)
    code[start] = 0x22
    let (escape, end) = (mark == "/" ? "\\" : "\\" + hashes, mark + hashes)
    let isOnOneLine = mark == "\"" || mark == "/" && hashes.isEmpty
    while index < bytes.count {
      switch bytes[index] {
      case 0x5C where has(escape):
        blank(escape.utf8.count)
        if has("("), mark != "/" {
          index += 1
          scan(isInterpolation: true)
          index += 1
        } else {
          blank()
        }
      case 0x22 where has(end), 0x2F where has(end): return blank(end.utf8.count)
      case 0x0A where isOnOneLine: return
      default: blank()
      }
    }
  }

  /// Whether a regular expression without number signs begins here: where no operator can be, without a space at
  /// its beginning, and with an end on its line.
  private var isRegex: Bool {
    let rest = bytes[index...].dropFirst().prefix { $0 != 0x0A }
    guard rest.first.map({ $0 > 0x20 }) == true, rest.contains(0x2F) else { return false }
    let before = code[..<index].reversed().drop { $0 <= 0x20 }
    let word = String(
      decoding: before.prefix { $0.isWordPart }.reversed(), as: UTF8.self)
    if !word.isEmpty {
      return ["return", "in", "try", "await", "case", "else", "throw"].contains(word)
    }
    return before.first.map { !"})].?!\"".utf8.contains($0) } ?? true
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
