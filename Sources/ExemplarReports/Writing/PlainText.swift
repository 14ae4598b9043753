import ExemplarCore
import Foundation

/// Makes text for people safe to print: neither a terminal nor GitHub obeys text from the author, from data or from
/// the system.
///
/// Control characters are escaped, except for tabs and the ends of lines. In a job of GitHub Actions, no line is
/// a command. A value takes the text of one stream, in any number of parts.
package struct PlainText: Sendable {
  /// Whether lines could be commands of GitHub.
  private let guardsCommands: Bool
  /// Whether the line so far contains only text that GitHub ignores at its beginning.
  private var isAtStart = true
  /// The last two bytes.
  private var last: (UInt8, UInt8) = (0, 0)

  /// - Parameter isOnGitHub: Whether a job of GitHub Actions reads the text.
  package init(isOnGitHub: Bool = PlainText.isOnGitHub) {
    guardsCommands = isOnGitHub
  }

  /// The mark that becomes the character that begins a style. No other text contains it.
  static let styleMark = "\u{1B}\(UInt64.random(in: .min ... .max))."

  /// Whether this process is part of a job of GitHub Actions.
  package static let isOnGitHub = isOnGitHub(ProcessInfo.processInfo.environment)

  static func isOnGitHub(_ environment: [String: String]) -> Bool {
    environment["GITHUB_ACTIONS"]?.isEmpty == false
  }

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
  /// signs before a bracket.
  package mutating func bytes(ofOutput output: [UInt8]) -> [UInt8] {
    guard guardsCommands else { return output }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(output.count)
    for byte in output {
      let isSecondColon = isAtStart && byte == UInt8(ascii: ":") && last.1 == byte
      let (hash, bracket) = (UInt8(ascii: "#"), UInt8(ascii: "["))
      if isSecondColon || (byte == bracket && last == (hash, hash)) {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
      if byte == 0x0A || byte == 0x0D {
        isAtStart = true
      } else if byte != UInt8(ascii: ":") || isSecondColon {
        // Some white space is not ASCII.
        isAtStart = isAtStart && (byte <= 0x20 || byte >= 0x80)
      }
      last = (last.1, byte)
    }
    return bytes
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
