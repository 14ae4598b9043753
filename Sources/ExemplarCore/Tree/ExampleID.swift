/// The stable id of a node: its path of names, `Module/Spec/group/example/row`.
///
/// An id holds no line number, so it survives unrelated edits. Its text is what reports print and
/// what selections accept: path separators, control characters, quotes, backslashes and percent
/// signs inside a name are percent-escaped, so that the text can be pasted between quotes in any
/// shell and comes back unchanged.
public struct ExampleID: Sendable, Hashable {
  /// The escaped path.
  public let text: String

  /// Makes an id from text that is already escaped.
  public init(text: String) {
    self.text = text
  }

  /// Makes an id from the names on its path.
  public init(_ components: some Sequence<String>) {
    text = components.map(Self.escape).joined(separator: "/")
  }

  /// The id of a child of this node.
  public func appending(_ name: String) -> ExampleID {
    ExampleID(text: text.isEmpty ? Self.escape(name) : text + "/" + Self.escape(name))
  }

  /// The id of a node below this one, at `path`.
  public func appending(_ path: ExampleID) -> ExampleID {
    text.isEmpty ? path : ExampleID(text: text + "/" + path.text)
  }

  /// The names on the path, unescaped. Complexity: linear in the length of the text.
  public var components: [String] {
    split.map { Self.unescape(Substring($0)) }
  }

  /// The names without the module, as a heading: `A stack › holding one element › pops it`.
  public var heading: String {
    let names = components
    return (names.count > 1 ? names.dropFirst() : names[...])
      .map(Self.printable).joined(separator: " › ")
  }

  /// The last name on the path.
  public var name: String {
    split.last.map { Self.unescape(Substring($0)) } ?? ""
  }

  /// The id of the node around this one; `nil` for a module.
  public var parent: ExampleID? {
    text.utf8.lastIndex(of: Self.separator).map { ExampleID(text: String(text[..<$0])) }
  }

  /// The id of the spec that the node belongs to: its first two names, or the id itself if it has
  /// no more than those.
  public var spec: ExampleID {
    guard let module = text.utf8.firstIndex(of: Self.separator) else { return self }
    let names = text.utf8[text.utf8.index(after: module)...]
    return names.firstIndex(of: Self.separator).map { ExampleID(text: String(text[..<$0])) } ?? self
  }

  /// The text after the module; empty for a module.
  var textInModule: Substring {
    Substring(text.utf8.drop { $0 != Self.separator }.dropFirst())
  }

  /// What stands between names. It is looked for by bytes, not by characters: a name that begins
  /// with a combining mark or a joiner makes one character with the separator before it.
  private static let separator = UInt8(ascii: "/")

  /// The escaped names.
  private var split: [Substring.UTF8View] { Self.split(text) }

  /// The escaped names of a path that is written as text.
  static func split(_ text: String) -> [Substring.UTF8View] {
    text.utf8.split(separator: separator, omittingEmptySubsequences: false)
  }

  /// Whether this id is `ancestor` or lies below it.
  public func isAtOrBelow(_ ancestor: ExampleID) -> Bool {
    let (mine, theirs) = (text.utf8, ancestor.text.utf8)
    guard mine.starts(with: theirs) else { return false }
    return mine.count == theirs.count || mine.dropFirst(theirs.count).first == Self.separator
  }
}

extension ExampleID {
  /// Escapes one name for use in a path; an empty name becomes `%`, which no other name does.
  static func escape(_ name: String) -> String {
    if name.isEmpty { return "%" }
    // Nearly every name is plain, and each row has one.
    if name.utf8.allSatisfy(isPlain) { return name }
    guard name.unicodeScalars.contains(where: needsEscape) else { return name }
    var result = ""
    for scalar in name.unicodeScalars {
      guard needsEscape(scalar) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for byte in String(scalar).utf8 {
        let digits = String(byte, radix: 16, uppercase: true)
        result += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }

  /// Reverses ``escape(_:)``; text that is not a valid escape is kept as it is.
  static func unescape(_ text: Substring) -> String {
    if text == "%" { return "" }
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(Substring(rest.prefix(2)), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a byte stands for a character of ASCII that needs no escape.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x20, 0x28...0x2E, 0x5F: true
    default: false
    }
  }

  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "/", "\\", "\"", "'", "`", "%": true
    default: isControl(scalar)
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: scalar != "\u{200D}"  // joins the parts of an emoji
    default: false
    }
  }

  /// A name as one line of output shows it: control characters escaped, all else as written.
  public static func printable(_ name: String) -> String {
    if name.isEmpty { return "\u{201C}\u{201D}" }
    guard name.unicodeScalars.contains(where: isControl) else { return name }
    return name.unicodeScalars.map { isControl($0) ? $0.escaped(asASCII: false) : String($0) }
      .joined()
  }
}

extension ExampleID: CustomStringConvertible {
  public var description: String { text }
}

extension ExampleID: Codable {
  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
