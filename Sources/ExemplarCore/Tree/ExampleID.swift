/// The stable id of a node: its path of names, `Module/Spec/group/example/row`.
///
/// An id holds no line number, so it survives unrelated edits. Its ``text`` is what reports print and
/// what selections accept: path separators, control characters, quotes, backslashes and percent
/// signs inside a name are percent-escaped, so that the text can be pasted between quotes in any
/// shell and comes back unchanged.
public struct ExampleID: Sendable {
  /// The last name, and what leads to it; `nil` for a path without names.
  private let last: Step?

  private init(_ last: Step?) {
    self.last = last
  }

  /// A name in a path. An id is a chain of these, so that a child costs one, however deep it is,
  /// and its properties need not be parsed from a text again.
  private final class Step: Sendable {
    let name: String
    let parent: Step?
    /// The number of names up to this one.
    let depth: Int

    init(_ name: String, in parent: Step?) {
      self.name = name
      self.parent = parent
      depth = (parent?.depth ?? 0) + 1
    }
  }

  /// Makes an id from text that is already escaped.
  package init(text: String) {
    self.init(text.isEmpty ? [] : Self.split(text).map { Self.unescape(Substring($0)) })
  }

  /// Makes an id from the names on its path.
  package init(_ components: some Sequence<String>) {
    last = components.reduce(nil) { Step($1, in: $0) }
  }

  /// The id of a child of this node. Complexity: O(1).
  package func appending(_ name: String) -> ExampleID {
    ExampleID(Step(name, in: last))
  }

  /// The id of a node below this one, at `path`. Complexity: linear in the number of names of `path`.
  package func appending(_ path: ExampleID) -> ExampleID {
    path.last == nil
      ? self : path.parent.map { appending($0).appending(path.name) } ?? appending(path.name)
  }

  /// The names on the path. Complexity: linear in their number.
  public var components: [String] {
    var names: [String] = []
    names.reserveCapacity(depth)
    var step = last
    while let current = step {
      names.append(current.name)
      step = current.parent
    }
    names.reverse()
    return names
  }

  /// The escaped path. Complexity: linear in its length.
  public var text: String { Self.text(components[...]) }

  /// The names without the module, as a heading: `A stack › holding one element › pops it`.
  package var heading: String {
    let names = components
    return (names.count > 1 ? names.dropFirst() : names[...])
      .map(Self.printable).joined(separator: " › ")
  }

  /// The last name on the path; empty for a path without names. Complexity: O(1).
  public var name: String { last?.name ?? "" }

  /// The id of the node around this one; `nil` for a module. Complexity: O(1).
  public var parent: ExampleID? {
    guard let parent = last?.parent else { return nil }
    return ExampleID(parent)
  }

  /// The id of the spec that the node belongs to: its first two names, or the id itself if it has
  /// no more than those. Complexity: linear in the number of names.
  package var spec: ExampleID {
    var step = last
    while let current = step, current.depth > 2 { step = current.parent }
    return ExampleID(step)
  }

  /// Whether both come from one value for the node around them, as rows of an outline do. Where these are only
  /// equal, it may be `false`.
  package func isSibling(of other: ExampleID) -> Bool {
    guard let parent = last?.parent else { return false }
    return parent === other.last?.parent
  }

  /// The hash of the names on the path. Complexity: linear in their number.
  package var pathHash: PathHash { components.reduce(PathHash()) { $0.appending($1) } }

  /// The number of names on the path.
  package var depth: Int { last?.depth ?? 0 }

  /// The text after the module; empty for a module.
  var textInModule: String { Self.text(components.dropFirst()) }

  /// The text as `swift test` writes ids: `Shop.TillTests/testOpens`.
  package var dotted: String { "\(components.first ?? "").\(textInModule)" }

  /// The separator of names. It is searched for by bytes, not by characters: a name that begins
  /// with a combining mark or a joiner forms one character with the separator before it.
  private static let separator = UInt8(ascii: "/")

  /// The escaped names of a path that is written as text.
  static func split(_ text: String) -> [Substring.UTF8View] {
    text.utf8.split(separator: separator, omittingEmptySubsequences: false)
  }

  private static func text(_ names: ArraySlice<String>) -> String {
    var text = ""
    for (index, name) in names.enumerated() {
      if index > 0 { text += "/" }
      text += escape(name)
    }
    return text
  }

  /// Whether this id is `ancestor` or lies below it.
  package func isAtOrBelow(_ ancestor: ExampleID) -> Bool {
    var step = last
    while let current = step, current.depth > ancestor.depth { step = current.parent }
    return ExampleID(step) == ancestor
  }
}

extension ExampleID: Hashable {
  /// Whether the names on both paths are the same. Complexity: O(1) for the same node, else linear in
  /// the number of names.
  public static func == (a: ExampleID, b: ExampleID) -> Bool {
    var (step, other) = (a.last, b.last)
    if step === other { return true }
    guard a.depth == b.depth else { return false }
    while let current = step, let counterpart = other, current !== counterpart {
      if current.name != counterpart.name { return false }
      (step, other) = (current.parent, counterpart.parent)
    }
    return true
  }

  /// Complexity: linear in the number of names.
  public func hash(into hasher: inout Hasher) {
    var step = last
    while let current = step {
      hasher.combine(current.name)
      step = current.parent
    }
  }
}

extension ExampleID {
  /// Escapes one name for use in a path; an empty name becomes `%`, which no other name does.
  package static func escape(_ name: String) -> String {
    if name.isEmpty { return "%" }
    // Nearly every name is plain, and each row has one.
    if name.utf8.allSatisfy(isPlain) { return name }
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

  /// Whether a scalar does not show, or changes how others do.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: scalar != "\u{200D}"  // joins the parts of an emoji
    default: false
    }
  }

  /// A name as one line of output shows it: control characters escaped, all else as written.
  package static func printable(_ name: String) -> String {
    if name.isEmpty { return "\u{201C}\u{201D}" }
    if name.utf8.allSatisfy(isPlain) { return name }
    guard name.unicodeScalars.contains(where: isControl) else { return name }
    return name.unicodeScalars.map { isControl($0) ? $0.escaped(asASCII: true) : String($0) }
      .joined()
  }
}

extension ExampleID: CustomStringConvertible {
  public var description: String { text }
}

extension ExampleID: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(text: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
