import ExemplarCombinations
import ExemplarCore
import Foundation

// Rows of values whose types are known only when the program runs, such as a `[String: Any]`: they are
// read as a property list that was written in code.

extension NSDictionary: UnorderedCollection {}
extension NSSet: UnorderedCollection {}

extension RowNode {
  /// The rows of a sequence: pairs of a name and values, or values.
  init(rows elements: [Any], isOrdered: Bool) {
    let (entries, nodes) = Self.nodes(of: elements, isOrdered, isKeyed: true) { RowNode(row: $0) }
    self.init(content: nodes.isEmpty && !entries.isEmpty ? .object(entries) : .array(nodes))
  }

  /// The values of a sequence: an object if they are pairs of a key and a value, else an array.
  private init(values: some Sequence) {
    let isKeyed = values is any Keyed
    let (entries, nodes) = Self.nodes(
      of: values.map { $0 as Any }, Self.isOrdered(values), isKeyed: isKeyed
    ) { RowNode(any: $0) }
    self.init(content: isKeyed ? .object(entries) : .array(nodes))
  }

  /// The pairs of a key and a value, if these may be some, and the other values.
  private static func nodes(
    of elements: [Any], _ isOrdered: Bool, isKeyed: Bool, _ node: (Any) -> RowNode
  ) -> (entries: [RowNode], nodes: [RowNode]) {
    var (entries, nodes): ([RowNode], [RowNode]) = ([], [])
    for element in elements {
      if isKeyed, let (key, value) = pair(element) {
        entries.append(RowNode(any: value).under(text(key)))
      } else {
        nodes.append(node(element))
      }
    }
    if !isOrdered {
      entries.sort { $0.name.naturallyPrecedes($1.name) }
      nodes.sort { $0.text.naturallyPrecedes($1.text) }
    }
    return (entries, nodes)
  }

  /// By which values without an order are sorted.
  private var text: String { (try? value().description) ?? "" }

  /// Whether a sequence gives its elements in the same order each time.
  static func isOrdered(_ rows: some Sequence) -> Bool { !(rows is any UnorderedCollection) }

  /// A row that has no name but the one among its values.
  private init(row: Any) {
    self.init(any: row)
    switch content {
    case .value, .array: content = .object([under("value")])
    case .object, .wrong: break
    }
  }

  /// A value of any type. Only a value that cannot be in a row is wrong.
  init(any value: Any) {
    switch value {
    case let value as RowValue: self.init(value, in: "")
    case let value as any RowValueConvertible: self.init(value.rowValue, in: "")
    case is NSNull: self.init(content: .value(.null))
    case let value as NSNumber: self.init(value.rowValue, in: "")
    case let value as NSString: self.init(content: .value(.string("\(value)")))
    case let value as NSDate: self.init(content: .value(.date(value as Date)))
    case let value as NSData: self.init(content: .value(.data(value as Data)))
    case let value as any RawRepresentable: self.init(any: value.rawValue)
    case let value as any Sequence: self.init(values: value)
    default:
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .optional {
        if let wrapped = mirror.children.first?.value {
          self.init(any: wrapped)
        } else {
          self.init(content: .value(.null))
        }
      } else {
        self.init(
          content: .wrong(
            UsageError(
              "A value of type \(type(of: value)) cannot be in a row. Give a number, a text or "
                + "another plain value, conform the type to RowValueConvertible, or return an array of "
                + "Row(\"a name\", object: …) and read it with Row.current.object(as:).")))
      }
    }
  }

  /// The name and the values, if the element is a pair of something like a text and something else.
  private static func pair(_ element: Any) -> (Any, Any)? {
    let mirror = Mirror(reflecting: element)
    guard mirror.displayStyle == .tuple, mirror.children.count == 2,
      let first = mirror.children.first?.value, let last = mirror.children.dropFirst().first?.value
    else { return nil }
    return (first, last)
  }

  private static func text(_ key: Any) -> String {
    switch RowNode(any: key).content {
    case .value(.string(let text)), .value(.number(let text)): text
    default: "\(key)"
    }
  }
}

/// A sequence whose elements are keys with their values.
private protocol Keyed {}
extension Dictionary: Keyed {}
extension KeyValuePairs: Keyed {}
extension NSDictionary: Keyed {}

extension NSNumber {
  fileprivate var rowValue: RowValue {
    // The only numbers of this kind are truth values.
    String(cString: objCType) == "c" ? boolValue.rowValue : RowValue(.number("\(self)"))
  }
}
