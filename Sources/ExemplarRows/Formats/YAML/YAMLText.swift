#if YAML
  /// Ways to write a value as YAML.
  enum YAMLText {
    /// In a line.
    case line(String)
    /// In lines of their own, after a header in the line of the key.
    case block(header: String, lines: [String])

    // MARK: Lines

    /// A value on one line.
    ///
    /// - Parameters:
    ///   - isFlow: Whether it is in a collection in braces or brackets.
    ///   - isQuoted: Whether all texts are in quotation marks.
    static func line(_ value: RowValue, isFlow: Bool, isQuoted: Bool) -> String {
      switch value.content {
      case .string(let text):
        return isQuoted || look(of: text) != .text || !canBePlain(text, isFlow: isFlow)
          ? quoted(text) : text
      case .array(let values):
        let elements = values.map { line($0, isFlow: true, isQuoted: isQuoted) }
        return "[" + elements.joined(separator: ", ") + "]"
      case .object(let fields):
        let members = zip(fields.keys, fields.values).map { key, value in
          line(RowValue(.string(key)), isFlow: true, isQuoted: isQuoted) + ": "
            + line(value, isFlow: true, isQuoted: isQuoted)
        }
        return "{" + members.joined(separator: ", ") + "}"
      default: return value.json
      }
    }

    /// The lines of an array or an object; `nil` if it is empty, or another value.
    static func lines(_ value: RowValue) -> [String]? {
      switch value.content {
      case .array(let values) where !values.isEmpty:
        return values.flatMap { value in
          let lines = Self.lines(value) ?? [line(value, isFlow: false, isQuoted: false)]
          return ["- " + lines[0]] + lines.dropFirst().map { "  " + $0 }
        }
      case .object(let fields) where !fields.keys.isEmpty:
        return zip(fields.keys, fields.values).flatMap { key, value in
          let key = line(RowValue(.string(key)), isFlow: false, isQuoted: false) + ":"
          guard let lines = Self.lines(value) else {
            return [key + " " + line(value, isFlow: false, isQuoted: false)]
          }
          return [key] + lines.map { "  " + $0 }
        }
      default: return nil
      }
    }

    // MARK: Texts

    /// The ways to write a text, the one that is most like the old value first.
    ///
    /// - Parameters:
    ///   - style: The first byte of the old value.
    ///   - old: The old value if it is plain.
    ///   - block: The indentation of lines of their own and of the collection around them; `nil` if there can be none.
    ///   - width: The length of the lines of a folded text.
    static func ways(
      _ text: String, like style: UInt8?, old: String?, isFlow: Bool,
      block: (indentation: Int, outer: Int, hasDigit: Bool)?, width: Int
    ) -> [YAMLText] {
      func blocks(_ isFolded: Bool) -> [YAMLText] {
        block.flatMap { lines(of: text, $0, foldedTo: isFolded ? width : nil) }.map { [$0] } ?? []
      }
      let hasLines = text.utf8.contains(0x0A)
      switch style.map({ Unicode.Scalar($0) }) {
      case "|"?: return blocks(false) + [.line(quoted(text))]
      case ">"?: return blocks(true) + blocks(false) + [.line(quoted(text))]
      case "\""?: return [.line(quoted(text))]
      case "'"?:
        if canBeWritten(text), !hasLines {
          let inner = text.unicodeScalars.reduce(into: "") {
            $0.unicodeScalars.append(contentsOf: $1 == "'" ? ["'", "'"] : [$1])
          }
          return [.line("'" + inner + "'"), .line(quoted(text))]
        }
      default:
        // Readers take the new text for what they take the old one for.
        let look = Self.look(of: text)
        let isPlain = look == .text || look != .nothing && old.map { Self.look(of: $0) } == look
        if isPlain, canBePlain(text, isFlow: isFlow) { return [.line(text), .line(quoted(text))] }
      }
      return (hasLines ? blocks(false) : []) + [.line(quoted(text))]
    }

    /// The kind of value that at least one reader of YAML sees in a plain scalar.
    enum Look { case text, word, number, nothing }

    static func look(of text: String) -> Look {
      let lower = text.lowercased()
      if ["", "~", "null"].contains(lower) { return .nothing }
      if ["y", "n", "yes", "no", "on", "off", "true", "false", "<<", "="].contains(lower) {
        return .word
      }
      let digits = lower.utf8.drop { "+-.".utf8.contains($0) }
      if lower.hasSuffix(".inf") || lower.hasSuffix(".nan") { return .number }
      let isNumber =
        digits.first.map { (0x30...0x39).contains($0) } == true
        && digits.allSatisfy { "0123456789abcdefoxtz_+-.: \t".utf8.contains($0) }
      return isNumber ? .number : .text
    }

    private static func canBePlain(_ text: String, isFlow: Bool) -> Bool {
      let bytes = Array(text.utf8)
      guard let first = bytes.first, let last = bytes.last, canBeWritten(text),
        !bytes.contains(where: { $0 == 0x0A || $0 == 0x09 }), first != 0x20, last != 0x20,
        last != UInt8(ascii: ":"), !"?:,[]{}#&*!|>'\"%@`".utf8.contains(first),
        first != UInt8(ascii: "-") || bytes.count > 1 && bytes[1] > 0x2D,
        !isFlow || !bytes.contains(where: { ",[]{}:?".utf8.contains($0) })
      else { return false }
      return !zip(bytes, bytes.dropFirst()).contains { a, b in
        a == UInt8(ascii: ":") && b == 0x20 || a == 0x20 && b == UInt8(ascii: "#")
      }
    }

    /// Whether a text has only characters that YAML has without escapes, or new lines or tabs.
    private static func canBeWritten(_ text: String) -> Bool {
      text.unicodeScalars.allSatisfy {
        ($0.value >= 0x20 || $0 == "\n" || $0 == "\t") && !isEscaped($0)
      }
    }

    /// Whether only JSON has a character without an escape.
    private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
      default: false
      }
    }

    private static func quoted(_ text: String) -> String {
      var quoted = ""
      for scalar in text.asJSON.unicodeScalars {
        if isEscaped(scalar) {
          let code = String(scalar.value, radix: 16)
          quoted += "\\u" + String(repeating: "0", count: 4 - code.count) + code
        } else {
          quoted.unicodeScalars.append(scalar)
        }
      }
      return quoted
    }

    /// A text in lines of its own; `nil` if it cannot be written so.
    private static func lines(
      of text: String, _ block: (indentation: Int, outer: Int, hasDigit: Bool), foldedTo width: Int?
    ) -> YAMLText? {
      var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0) }
      guard canBeWritten(text), let first = lines.first(where: { !$0.isEmpty }) else { return nil }
      let ends = lines.reversed().prefix { $0.isEmpty }.count
      if ends > 0 { lines.removeLast() }
      let digit = block.indentation - max(0, block.outer)
      let needsDigit = block.hasDigit || first.utf8.first == 0x20
      if needsDigit, !(1...9).contains(digit) { return nil }
      let header =
        (width == nil ? "|" : ">") + (needsDigit ? "\(digit)" : "")
        + (ends == 0 ? "-" : ends == 1 ? "" : "+")
      if let width { lines = folded(lines, to: width) }
      let space = String(repeating: " ", count: block.indentation)
      return .block(header: header, lines: lines.map { $0.isEmpty ? "" : space + $0 })
    }

    /// The lines that are read as some lines when they are folded.
    private static func folded(_ lines: [String], to width: Int) -> [String] {
      func isFolded(_ line: String) -> Bool {
        line.utf8.first.map { $0 != 0x20 && $0 != 0x09 } == true
      }
      var (result, previous) = ([String](), "")
      for line in lines {
        // Of two lines that would be joined, the empty line between them is the new line.
        if isFolded(line), isFolded(previous) { result.append("") }
        if !line.isEmpty { previous = line }
        result += isFolded(line) ? wrapped(line, to: width) : [line]
      }
      return result
    }

    /// The words of a line, in lines that are not longer than `width` if they have a space.
    private static func wrapped(_ line: String, to width: Int) -> [String] {
      var (lines, current) = ([String](), [UInt8]())
      let words = line.utf8.split(separator: 0x20, omittingEmptySubsequences: false)
      for (index, word) in words.enumerated() {
        // Two spaces stay in one line.
        let mayBreak =
          index > 0 && !word.isEmpty && !words[index - 1].isEmpty
          && word.first != 0x09 && words[index - 1].last != 0x09
        if mayBreak, current.count + 1 + word.count > width {
          lines.append(String(decoding: current, as: UTF8.self))
          current = Array(word)
        } else {
          current += (index > 0 ? [0x20] : []) + Array(word)
        }
      }
      return lines + [String(decoding: current, as: UTF8.self)]
    }
  }
#endif
