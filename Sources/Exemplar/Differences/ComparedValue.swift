import ExemplarReports
import ExemplarRows
import Testing

/// A value that was compared: the value itself, or its texts and its parts, which is all that Swift Testing keeps.
final class ComparedValue {
  /// The name it has in the value around it.
  let label: String?
  /// The value itself, if it is there.
  let subject: Any?
  /// Whether an object holds it, directly or not. Objects often differ only in some of their parts.
  let isInObject: Bool
  /// The value for readers; a text is in quotation marks.
  private(set) lazy var text = subject.map(Self.text) ?? ""
  /// The name of its type, with those of its module.
  private(set) lazy var type = subject.map { String(reflecting: Swift.type(of: $0)) } ?? ""
  private(set) lazy var isCollection =
    [.collection, .set, .dictionary].contains(mirror?.displayStyle)
  /// Whether there are more parts than these.
  private(set) lazy var isTruncated = (mirror?.children.count ?? 0) > Self.partLimit
  private(set) lazy var parts = mirror.map(parts(of:)) ?? []
  private lazy var mirror = subject.map(Mirror.init(reflecting:))

  private static let partLimit = 10_000

  init(_ subject: Any, label: String? = nil, isInObject: Bool = false) {
    (self.subject, self.label, self.isInObject) = (subject, label, isInObject)
  }

  private init(label: String?) { (subject, self.label, isInObject) = (nil, label, false) }

  /// The value in it, if it is optional.
  var wrapped: ComparedValue? {
    if let mirror, mirror.displayStyle != .optional { return nil }
    return parts.count == 1 && parts[0].label == "some" ? parts[0] : nil
  }

  /// The object that it is, if it is one.
  var object: ObjectIdentifier? {
    guard let subject, Swift.type(of: subject) is AnyObject.Type else { return nil }
    return ObjectIdentifier(subject as AnyObject)
  }

  private func parts(of mirror: Mirror) -> [ComparedValue] {
    let mirrors = sequence(first: mirror) { $0.superclassMirror }.reversed()
    return mirrors.lazy.flatMap(\.children).prefix(Self.partLimit).map {
      ComparedValue($0.value, label: $0.label, isInObject: isInObject || object != nil)
    }
  }

  /// The description of a value, unless it would take long to make.
  private static func text(of subject: Any) -> String {
    if let text = subject as? String { return "\"\(text)\"" }
    // It is short by itself.
    if subject is RowValue { return String(describing: subject) }
    var rest = 10_000
    let type = Swift.type(of: subject)
    return isSmall(subject, &rest) ? String(describingForTest: subject) : "a large \(type)"
  }

  private static func isSmall(_ subject: Any, _ rest: inout Int, depth: Int = 0) -> Bool {
    rest -= 1 + ((subject as? String)?.utf8.count ?? 0) / 10
    // Descriptions of objects do not contain their parts, unless an author writes them.
    let mirror = Mirror(reflecting: subject)
    if mirror.displayStyle == .class { return rest >= 0 }
    return rest >= 0 && depth < 50
      && mirror.children.allSatisfy { isSmall($0.value, &rest, depth: depth + 1) }
  }

  /// The text that it is, if it is one.
  var string: String? {
    if let text = subject as? String ?? (subject as? Substring).map(String.init) { return text }
    // The text of a value in a row is the only part of that.
    if type == Self.rowValue, parts.count == 1, parts[0].type == "Swift.String" {
      return parts[0].string
    }
    guard type == "Swift.String" || type == "Swift.Substring", text.utf8.count >= 2 else {
      return nil
    }
    return String(text.dropFirst().dropLast())
  }

  /// The value on one line, shortened.
  var shown: String {
    let characters = text.shortenedPart.map { character in
      character.isNewline
        ? character.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() : "\(character)"
    }
    return characters.joined()
  }

  /// The texts of values on a line each, with the parts of those that look alike.
  static func distinctTexts(_ values: [ComparedValue]) -> [String] {
    let texts = values.map(\.shown)
    let counts = Dictionary(texts.map { ($0.appearance, 1) }, uniquingKeysWith: +)
    return zip(values, texts).map { counts[$1.appearance]! > 1 ? $0.detail : $1 }
  }

  private var detail: String {
    let parts = parts.prefix(10).map { "\($0.label.map { "\($0): " } ?? "")\($0.text)" }
    if parts.isEmpty || string != nil { return shown.escapingNonASCII }
    return "\(shown) (\(parts.joined(separator: ", ")))".shortenedPart
  }

  private static let rowValue = String(reflecting: RowValue.self)
  private static let rowFields = String(reflecting: RowFields.self)

  /// Whether it is equal to another value; `nil` if only their parts can show it.
  func equality(with other: ComparedValue) -> Bool? {
    guard let subject, let otherSubject = other.subject else { return isAlike(other) }
    if let object, object == other.object { return true }
    // The `==` of the object around them might not use that of this one, which could be endless.
    if isInObject, object != nil { return nil }
    if let subject = subject as? any Equatable { return subject.isEqual(to: otherSubject) }
    return parts.isEmpty && other.parts.isEmpty ? type == other.type && text == other.text : nil
  }

  /// Whether both are equal, as far as their texts and parts show. Numbers in rows are equal by value.
  private func isAlike(_ other: ComparedValue) -> Bool {
    if text == other.text, parts.count == other.parts.count,
      zip(parts, other.parts).allSatisfy({ $0.label == $1.label && $0.isAlike($1) })
    {
      return type == other.type
    }
    return type == Self.rowValue && other.type == type && parts.isEmpty && other.parts.isEmpty
      && RowValue(.number(text)) == RowValue(.number(other.text))
  }

  /// The changes from this collection to another one of its type; `nil` if it is not one.
  func changes(to other: ComparedValue) -> CollectionChanges? {
    if let subject = subject as? any ComparedCollection, let other = other.subject,
      let changes = subject.changes(to: other, isInObject: isInObject)
    {
      return changes
    }
    // Swift Testing keeps the first elements and a note.
    let isStart = subject == nil && isTruncated && other.isTruncated && text == other.text
    if !isStart, isTruncated || other.isTruncated { return nil }
    let (a, b) = (parts.dropLast(isStart ? 1 : 0), other.parts.dropLast(isStart ? 1 : 0))
    if hasFields, other.hasFields {
      let name = { (value: ComparedValue) in ".\(value.label ?? "")" }
      return .entries(Self.entries(a.map { (name($0), $0) }, b.map { (name($0), $0) }))
    }
    guard type == Self.rowValue ? text.hasPrefix("[") && other.text.hasPrefix("[") : isCollection
    else { return nil }
    let isSame = { (a: ComparedValue, b: ComparedValue) in a.equality(with: b) == true }
    let kind = type.prefix { $0 != "<" }
    if kind == "Swift.Dictionary", (a + b).allSatisfy({ $0.parts.count == 2 }) {
      let sides = [a, b].map { side in
        zip(Self.distinctTexts(side.map { $0.parts[0] }), side).map { ("[\($0)]", $1.parts[1]) }
      }
      return .entries(Self.entries(sides[0], sides[1]))
    }
    if kind == "Swift.Dictionary" || kind == "Swift.Set" {
      return .members(
        a.filter { a in !b.contains { isSame(a, $0) } },
        b.filter { b in !a.contains { isSame($0, b) } })
    }
    return .elements(
      ComparedElements(counts: (a.count, b.count), left: { a[$0] }, right: { b[$0] }) {
        isSame(a[$0], b[$1])
      })
  }

  private static func entries(
    _ left: [(String, ComparedValue)], _ right: [(String, ComparedValue)]
  ) -> [(step: String, left: ComparedValue?, right: ComparedValue?)] {
    let sides = [left, right].map { Dictionary($0) { first, _ in first } }
    return Set(sides[0].keys).union(sides[1].keys).map { ($0, sides[0][$0], sides[1][$0]) }
  }

  private var hasFields: Bool {
    type == Self.rowFields || type == Self.rowValue && text.hasPrefix("{")
  }
}

/// Both sides of `==` in an expectation that failed, with their source code.
struct ComparedValues {
  var left: (code: String, value: ComparedValue)
  var right: (code: String, value: ComparedValue)
}

// Swift Testing gives only its own tools access to the values of an expectation. They are read by
// reflection; if their form changes, there is no difference to show, and the message is alone.

extension ComparedValues {
  /// The values of an expectation whose operator is `==`; `nil` for another, and if its comment explains it.
  init?(_ expectation: Expectation) {
    guard let expression = Mirror(reflecting: expectation).part("evaluatedExpression"),
      let kind = Mirror(reflecting: expression).part("kind"),
      let operation = Mirror(reflecting: kind).part("binaryOperation").map(
        Mirror.init(reflecting:)),
      operation.part("operator") as? String == "==",
      let left = operation.part("lhs").flatMap(Self.side),
      let right = operation.part("rhs").flatMap(Self.side),
      left.value.type != String(reflecting: ExplainedValue.self)
    else { return nil }
    (self.left, self.right) = (left, right)
  }

  private static func side(_ expression: Any) -> (code: String, value: ComparedValue)? {
    let mirror = Mirror(reflecting: expression)
    guard let value = mirror.part("runtimeValue").flatMap(ComparedValue.init(captured:)) else {
      return nil
    }
    let kind = mirror.part("kind").map(Mirror.init(reflecting:))?.children.first
    let code =
      kind?.value as? String
      ?? kind.flatMap { Mirror(reflecting: $0.value).part("sourceCode") as? String }
    return (code ?? value.text, value)
  }
}

extension ComparedValue {
  fileprivate convenience init?(captured value: Any) {
    let mirror = Mirror(reflecting: value)
    guard let text = mirror.part("description") as? String,
      let isCollection = mirror.part("isCollection") as? Bool
    else { return nil }
    self.init(label: mirror.part("label") as? String)
    self.text = text
    self.isCollection = isCollection
    type = mirror.part("typeInfo").map { String(reflecting: $0) } ?? ""
    isTruncated = mirror.part("isTruncated") as? Bool ?? false
    let values = mirror.part("children").map { Mirror(reflecting: $0).children.map(\.value) } ?? []
    let parts = values.compactMap(ComparedValue.init(captured:))
    if parts.count < values.count { isTruncated = true }
    // Addresses differ always.
    self.parts = parts.filter { !$0.type.hasPrefix("Swift.Unsafe") }
  }
}

extension Mirror {
  /// The part of a name, unwrapped if it is optional.
  fileprivate func part(_ name: String) -> Any? {
    guard let value = children.first(where: { $0.label == name })?.value else { return nil }
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : value
  }
}

/// A value that differs from another one, as Swift Testing should show it. It would describe large values for seconds.
struct ExplainedValue: Equatable, CustomTestStringConvertible, CustomReflectable {
  let text: String

  static func == (left: Self, right: Self) -> Bool { false }
  var testDescription: String { text }
  var customMirror: Mirror { Mirror(self, children: []) }

  /// Whether two values fit into the line of an expectation.
  static func areShort(_ left: String, _ right: String) -> Bool {
    left.utf8.count + right.utf8.count < 120 && !(left + right).contains(where: \.isNewline)
  }
}
