import ExemplarCore
import Foundation

/// Makes text for people safe to print: neither a terminal nor the log of a CI service obeys text from the author, from
/// data or from the system.
///
/// Control characters are escaped, except for tabs and the ends of lines. In a job of GitHub Actions, Azure Pipelines
/// or TeamCity, no line is a command. A value takes the text of one stream, in any number of parts.
package struct PlainText: Sendable {
  /// Whether a service reads the text that obeys commands in it.
  private let guardsCommands: Bool
  /// Whether the line so far contains only text that GitHub ignores at its beginning.
  private var isAtStart = true
  /// The last bytes, as many as a command may have before its bracket.
  private var last: [UInt8] = []

  /// - Parameter guardsCommands: Whether a service reads the text that obeys commands in it.
  package init(guardsCommands: Bool = PlainText.hasReaderOfCommands) {
    self.guardsCommands = guardsCommands
  }

  /// The mark that becomes the character that begins a style. No other text contains it.
  static let styleMark = "\u{1B}\(UInt64.random(in: .min ... .max))."

  /// Whether this process is part of a job whose log may contain commands.
  package static let hasReaderOfCommands = hasReaderOfCommands(
    ProcessInfo.processInfo.environment)

  /// The same with other variables: those of GitHub Actions, Azure Pipelines and TeamCity.
  static func hasReaderOfCommands(_ environment: [String: String]) -> Bool {
    ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"].contains {
      environment[$0]?.isEmpty == false
    }
  }

  /// The text before the bracket of a command anywhere in a line, by service.
  private static let marks = ["##", "##vso", "##teamcity"].map { Array($0.utf8) }

  /// Returns text with its styles, and everything else escaped.
  package mutating func bytes(of text: String) -> [UInt8] {
    var escaped = ReportText()
    escaped.append(plain: text)
    return bytes(ofOutput: escaped.bytes)
  }

  /// Returns the same as a string.
  package mutating func string(of text: String) -> String {
    String(decoding: bytes(of: text), as: UTF8.self)
  }

  /// Returns text that begins a line, escaped.
  package static func string(of text: String) -> String {
    var plain = PlainText()
    return plain.string(of: text)
  }

  /// Returns the output of a process, unchanged except for commands.
  ///
  /// To GitHub, a line is a command if it begins with two colons, after any white space, or if it contains two number
  /// signs before a bracket. The other services have words between these.
  package mutating func bytes(ofOutput output: [UInt8]) -> [UInt8] {
    guard guardsCommands else { return output }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(output.count)
    let text = last + output
    for index in last.count..<text.count {
      let byte = text[index]
      let isSecondColon =
        isAtStart && byte == UInt8(ascii: ":") && index > 0 && text[index - 1] == byte
      if isSecondColon || (byte == UInt8(ascii: "[") && Self.endsInMark(text[..<index])) {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
      follow(byte, isSecondColon: isSecondColon)
    }
    last = text.suffix(Self.marks.map(\.count).max()!)
    return bytes
  }

  /// Notes bytes that were printed to the same stream without a change.
  package mutating func follow(_ bytes: some Sequence<UInt8>) {
    guard guardsCommands else { return }
    for byte in bytes { follow(byte, isSecondColon: false) }
    last = []
  }

  private mutating func follow(_ byte: UInt8, isSecondColon: Bool) {
    if byte == 0x0A || byte == 0x0D {
      isAtStart = true
    } else if byte != UInt8(ascii: ":") || isSecondColon {
      // Some white space is not ASCII.
      isAtStart = isAtStart && (byte <= 0x20 || byte >= 0x80)
    }
  }

  private static func endsInMark(_ text: ArraySlice<UInt8>) -> Bool {
    marks.contains { text.suffix($0.count).elementsEqual($0) }
  }
}

extension ReportText {
  /// Appends text for people: control characters are escaped, except for tabs, the ends of lines, and styles.
  mutating func append(plain text: String) {
    var text = text
    text.withUTF8 { utf8 in
      guard let base = utf8.baseAddress else { return }
      var (start, index) = (0, 0)
      while index < utf8.count {
        guard let (scalar, length) = Self.control(in: utf8, at: index), scalar != "\n",
          scalar != "\t"
        else {
          index += 1
          continue
        }
        bytes.append(contentsOf: UnsafeBufferPointer(start: base + start, count: index - start))
        if utf8[index...].starts(with: PlainText.styleMark.utf8) {
          append(UInt8(0x1B))
          index += PlainText.styleMark.utf8.count
        } else if utf8[index...].starts(with: "\r\n".utf8) {
          // A part of the end of a line.
          index += 1
        } else {
          self += scalar.escaped(asASCII: true)
          index += length
        }
        start = index
      }
      bytes.append(contentsOf: UnsafeBufferPointer(start: base + start, count: index - start))
    }
  }

  /// The scalar at an index and its number of bytes, if it is a control character. Looking at bytes is fast
  /// without optimization too, and few bytes can begin one.
  static func control(
    in utf8: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (Unicode.Scalar, length: Int)? {
    let byte = utf8[index]
    if byte < 0x7F { return byte < 0x20 ? (Unicode.Scalar(byte), 1) : nil }
    let length: Int
    switch byte {
    case 0x7F: return ("\u{7F}", 1)
    case 0xC2, 0xD8, 0xDB, 0xDC: length = 2
    case 0xE0, 0xE1, 0xE2, 0xEF: length = 3
    case 0xF0, 0xF3: length = 4
    default: return nil
    }
    let value = utf8[(index + 1)..<(index + length)].reduce(UInt32(byte & (0x7F >> length))) {
      $0 << 6 | UInt32($1 & 0x3F)
    }
    guard let scalar = Unicode.Scalar(value), ExampleID.isControl(scalar) else { return nil }
    return (scalar, length)
  }
}
