/// A string literal in Swift code: its form, and the text that it stands for.
struct SwiftLiteral {
  private let hashes: String
  private let isMultiline: Bool
  /// The space before each line of one with several lines.
  private let indentation: String
  /// The text; `nil` if code computes a part of it.
  let text: String?

  /// A new literal with one line, or several.
  init(isMultiline: Bool, indentation: String) {
    (hashes, self.isMultiline, self.indentation, text) = ("", isMultiline, indentation, "")
  }

  /// Reads a literal; `nil` if the code is not one.
  ///
  /// It is read by bytes, as the compiler does: a mark may combine with a quotation mark before it.
  init?(_ code: ArraySlice<UInt8>) {
    let number = code.prefix { $0 == UInt8(ascii: "#") }.count
    hashes = String(repeating: "#", count: number)
    let quotes = code.dropFirst(number).starts(with: Array("\"\"\"".utf8)) ? 3 : 1
    isMultiline = quotes == 3
    let mark = Array(String(repeating: "\"", count: quotes).utf8)
    guard code.count >= 2 * (number + quotes), code.dropFirst(number).starts(with: mark),
      code.suffix(number + quotes).starts(with: mark)
    else { return nil }
    let inside = code.dropFirst(number + quotes).dropLast(number + quotes)
    guard isMultiline else {
      (indentation, text) = ("", Self.meaning(of: inside, hashes))
      return
    }
    // Swift reads each end of a line as a line feed.
    let lines = inside.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { $0.last == 0x0D ? $0.dropLast() : $0 }
    guard lines.count > 1, let indent = lines.last else { return nil }
    indentation = String(decoding: indent, as: UTF8.self)
    let content = lines.dropFirst().dropLast()
      .map { $0.starts(with: indent) ? $0.dropFirst(indent.count) : [] }
    text = Self.meaning(of: ArraySlice(content.joined(separator: [0x0A])), hashes)
  }

  private static func meaning(of code: ArraySlice<UInt8>, _ hashes: String) -> String? {
    let escape = Array(("\\" + hashes).utf8)
    var (text, rest) = ([UInt8](), code)
    while let found = rest.firstRange(of: escape) {
      text += rest[..<found.lowerBound]
      rest = rest[found.upperBound...]
      guard let mark = rest.popFirst() else { return nil }
      switch Unicode.Scalar(mark) {
      case "n": text.append(0x0A)
      case "r": text.append(0x0D)
      case "t": text.append(0x09)
      case "0": text.append(0)
      case "\\", "\"", "'": text.append(mark)
      // The line continues.
      case "\n": break
      case "u":
        let digits = rest.dropFirst().prefix { $0 != UInt8(ascii: "}") }
        guard let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
          let scalar = Unicode.Scalar(code)
        else { return nil }
        text += Array(String(scalar).utf8)
        rest = rest.dropFirst(digits.count + 2)
      default: return nil
      }
    }
    return String(decoding: text + rest, as: UTF8.self)
  }

  /// The code of a literal of the same form, which has several lines if the text does.
  func code(for new: String, newLine: String, _ outer: String) -> String {
    let isLong = isMultiline || new.unicodeScalars.contains("\n")
    // A raw literal of one line that begins with two quotation marks would begin one of several lines.
    var hashes = isLong || !(new + "\"").utf8.starts(with: "\"\"".utf8) ? hashes : ""
    if !hashes.isEmpty {
      while ["\"", "\\"].contains(where: { new.utf8.firstRange(of: ($0 + hashes).utf8) != nil }) {
        hashes += "#"
      }
    }
    var code = ""
    for scalar in new.unicodeScalars {
      switch scalar {
      case "\n": code += "\n"
      case "\r": code += "\\\(hashes)r"
      case "\t": code += isLong ? "\t" : "\\\(hashes)t"
      case "\\" where hashes.isEmpty: code += "\\\\"
      case "\"" where hashes.isEmpty && (!isLong || code.utf8.suffix(2).elementsEqual("\"\"".utf8)):
        code += "\\\""
      // Marks of direction would show the code behind them in another order.
      case ..<" ", "\u{7F}", "\u{85}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}":
        code += "\\\(hashes)u{\(String(scalar.value, radix: 16))}"
      default: code.unicodeScalars.append(scalar)
      }
    }
    if !isLong { return "\(hashes)\"\(code)\"\(hashes)" }
    let indent = isMultiline ? indentation : outer
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : indent + $0 }
    return ([hashes + "\"\"\""] + lines + [indent + "\"\"\"" + hashes]).joined(separator: newLine)
  }
}

/// Finds literals of calls in a Swift file, and writes others in their place.
package struct SwiftLiterals {
  private let code: SwiftCode
  private let bytes: [UInt8]
  private let lineStarts: [Int]

  package struct Problem: Error {
    package let message: String
  }

  package init(_ text: String) {
    code = SwiftCode(SourceFile(path: "", text: text))
    let bytes = Array(text.utf8)
    lineStarts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    self.bytes = bytes
  }

  /// The bytes to replace, and their replacement, for a new value in the closure of a call that has a name as its
  /// parameter, and nothing but a literal in it; without a name, in the last argument before `traits:`.
  ///
  /// - Parameter old: The value that the literal must have; `nil` if there is none.
  package func edit(
    line: Int, column: Int, closure name: String, old: String?, new: String
  ) -> Result<(range: Range<Int>, code: String), Problem> {
    do throws(Problem) {
      guard lineStarts.indices.contains(line - 1),
        let call = call(at: lineStarts[line - 1] + column - 1)
      else { throw Problem(message: "There is no call here whose literal could be changed.") }
      return .success(try edit(call, name, old, new))
    } catch { return .failure(error) }
  }

  /// The opening parenthesis of the call whose name begins at a byte, or contains it.
  private func call(at byte: Int) -> Int? {
    let next = code.tokens.firstSorted { $0.offset > byte }
    let start = next > 0 && code.tokens[next - 1].end > byte ? next - 1 : next
    return code.tokens.indices[start...].prefix(6).first {
      code[$0] == "(" && code.partners[$0] != nil
    }
  }

  private func edit(
    _ open: Int, _ name: String, _ old: String?, _ new: String
  ) throws(Problem) -> (range: Range<Int>, code: String) {
    guard let close = code.partners[open] else {
      throw Problem(message: "The call is not complete.")
    }
    // The place of a call that a macro, or a function for its caller, makes is that of another call.
    let isOwn = name.isEmpty || code[open - 1] == "expectInline"
    let foreign = Problem(
      message:
        "The call here is not expectInline(…) itself. Write a closure with the value where the macro, or the function, makes "
        + "the call.")
    guard isOwn || old != nil else { throw foreign }
    let line = lineStarts.firstSorted { $0 > code.tokens[open].offset } - 1
    let lineStart = lineStarts[line]
    let outer = space(from: lineStart)
    let unit = lineStarts.lazy.map(space).first { !$0.isEmpty } ?? "  "
    let isLong = new.unicodeScalars.contains("\n")
    let fresh = SwiftLiteral(isMultiline: isLong, indentation: outer + unit)
      .code(for: new, newLine: newLine, outer + unit)
    let arguments = self.arguments(open, close)
    var argument = arguments.last { label($0) != "traits" } ?? close..<close
    if !name.isEmpty {
      let labeled = arguments.first { label($0).map { $0 == name } == true }.map {
        $0.lowerBound + 2
      }
      let brace = code[close + 1] == "{" ? close + 1 : labeled ?? close
      guard code[brace] == "{", let end = code.partners[brace] else {
        guard old == nil else {
          throw Problem(message: "The call has no closure with the expected value.")
        }
        let end = code.tokens[close].end
        return (
          end..<end,
          isLong ? " {\(newLine)\(outer)\(unit)\(fresh)\(newLine)\(outer)}" : " { \(fresh) }"
        )
      }
      argument = brace + 1..<end
    } else if label(argument) != nil {
      argument = argument.lowerBound + 2..<argument.upperBound
    }
    if old == nil, argument.count == 1, code[argument.lowerBound] == "nil" {
      let token = code.tokens[argument.lowerBound]
      return (token.offset..<token.end, fresh)
    }
    guard argument.count == 1, code[argument.lowerBound] == "\"" else {
      throw isOwn
        ? Problem(
          message:
            "The expected value is computed here. Write it as one literal without an interpolation."
        )
        : foreign
    }
    let token = code.tokens[argument.lowerBound]
    let range = token.offset..<token.end
    let literal = SwiftLiteral(bytes[range])
    guard let literal, let text = literal.text,
      old.map({ text.utf8.elementsEqual($0.utf8) }) == true
    else {
      throw Problem(
        message: "The literal is not the one that the run has compared. Run the example again.")
    }
    let result = literal.code(for: new, newLine: newLine, outer + unit)
    guard
      SwiftLiteral(Array(result.utf8)[...])?.text.map({ $0.utf8.elementsEqual(new.utf8) }) == true
    else {
      throw Problem(message: "The new value cannot be written as a literal here.")
    }
    return (range, result)
  }

  /// The tokens of each argument between two parentheses.
  private func arguments(_ open: Int, _ close: Int) -> [Range<Int>] {
    var (all, start, index) = ([Range<Int>](), open + 1, open + 1)
    while index <= close {
      if index == close || code[index] == "," {
        if start < index { all.append(start..<index) }
        start = index + 1
      }
      let isGroup = ["(", "[", "{"].contains(code[index])
      index = (isGroup ? code.partners[index] ?? index : index) + 1
    }
    return all
  }

  private func label(_ argument: Range<Int>) -> Substring? {
    argument.count > 2 && code[argument.lowerBound + 1] == ":" && code[argument.lowerBound] != "\""
      ? code[argument.lowerBound] : nil
  }

  private func space(from start: Int) -> String {
    String(decoding: bytes[start...].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
  }

  private var newLine: String {
    lineStarts.count > 1 && lineStarts[1] > 1 && bytes[lineStarts[1] - 2] == 0x0D ? "\r\n" : "\n"
  }
}

extension Array {
  /// The index of the first element that fulfills a condition, which all elements after it fulfill too.
  fileprivate func firstSorted(where condition: (Element) -> Bool) -> Int {
    var range = indices
    while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
      range = condition(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}
