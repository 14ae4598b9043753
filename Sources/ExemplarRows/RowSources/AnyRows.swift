import ExemplarCore
import Foundation

// Rows of values whose types are known only when the program runs, such as a `[String: Any]`: they are
// read as a property list that was written in code.

/// Something without an order, which rows must have, the same one each time.
private protocol Unordered {}
extension Dictionary: Unordered {}
extension Set: Unordered {}
extension NSDictionary: Unordered {}
extension NSSet: Unordered {}

extension PlistNode {
  /// The rows of a sequence: pairs of a name and values, or values.
  init(rows elements: [Any], isOrdered: Bool) {
    var entries: [PlistNode] = []
    var nodes: [PlistNode] = []
    for element in elements {
      if let (name, value) = Self.pair(element) {
        entries.append(PlistNode(any: value).under(Self.text(name)))
      } else {
        nodes.append(PlistNode(row: element))
      }
    }
    if !isOrdered {
      entries.sort { $0.name.naturallyPrecedes($1.name) }
      nodes.sort { $0.text.naturallyPrecedes($1.text) }
    }
    self.init(content: nodes.isEmpty && !entries.isEmpty ? .dictionary(entries) : .array(nodes))
  }

  /// By which values without an order are sorted.
  private var text: String { (try? value(path: "").description) ?? "" }

  /// Whether a sequence gives its elements in the same order each time.
  static func isOrdered(_ rows: some Sequence) -> Bool { !(rows is any Unordered) }

  /// A row that has no name but the one among its values.
  private init(row: Any) {
    self.init(any: row)
    switch content {
    case .plain, .array: content = .dictionary([under("value")])
    case .dictionary, .wrong: break
    }
  }

  /// A value of any type. Only a value that cannot be in a row is wrong.
  init(any value: Any) {
    switch value {
    case let value as RowValue: self.init(value)
    case let value as any RowValueConvertible: self.init(value.rowValue)
    case is NSNull: self.init(content: .plain(.null))
    case let value as NSNumber: self.init(value.rowValue)
    case let value as NSString: self.init(content: .plain(.string("\(value)")))
    case let value as NSDate: self.init(content: .plain(.date(value as Date)))
    case let value as NSData: self.init(content: .plain(.data(value as Data)))
    case let value as any RawRepresentable: self.init(any: value.rawValue)
    case let value as any Sequence: self.init(values: value)
    default:
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .optional {
        if let wrapped = mirror.children.first?.value {
          self.init(any: wrapped)
        } else {
          self.init(content: .plain(.null))
        }
      } else {
        self.init(
          content: .wrong(
            AuthoringMistake(
              "A value of type \(type(of: value)) cannot be in a row. Give a number, a text or "
                + "another plain value, or conform the type to RowValueConvertible.")))
      }
    }
  }

  /// The values of a sequence: an object if they are pairs of a key and a value, else an array.
  private init(values: some Sequence) {
    let isOrdered = Self.isOrdered(values)
    let isKeyed = values is any Keyed
    var entries: [PlistNode] = []
    var nodes: [PlistNode] = []
    for element in values {
      if isKeyed, let (key, value) = Self.pair(element) {
        entries.append(PlistNode(any: value).under(Self.text(key)))
      } else {
        nodes.append(PlistNode(any: element))
      }
    }
    if !isOrdered {
      entries.sort { $0.name.naturallyPrecedes($1.name) }
      nodes.sort { $0.text.naturallyPrecedes($1.text) }
    }
    self.init(content: isKeyed ? .dictionary(entries) : .array(nodes))
  }

  /// The name and the values, if the element is a pair of something like a text and something else.
  private static func pair(_ element: Any) -> (Any, Any)? {
    let mirror = Mirror(reflecting: element)
    guard mirror.displayStyle == .tuple, mirror.children.count == 2,
      let first = mirror.children.first?.value, let last = mirror.children.dropFirst().first?.value
    else { return nil }
    return (first, last)
  }

  /// The text of a key.
  private static func text(_ key: Any) -> String {
    switch PlistNode(any: key).content {
    case .plain(.string(let text)), .plain(.number(let text)): text
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
