// Values as data, whatever their places and the order of their keys.

extension RowValue {
  /// The value as JSON with sorted keys, on one line or with a line for each element.
  package func sortedJSON(indent: String? = nil) -> String {
    let inner = indent.map { $0 + "  " }
    func list(_ open: String, _ elements: [String], _ close: String) -> String {
      guard let indent, let inner, !elements.isEmpty else {
        return open + elements.joined(separator: ",") + close
      }
      return open + "\n" + elements.map { inner + $0 }.joined(separator: ",\n") + "\n" + indent
        + close
    }
    switch content {
    case .array(let values): return list("[", values.map { $0.sortedJSON(indent: inner) }, "]")
    case .object(let fields):
      let sorted = zip(fields.keys, fields.values).sorted {
        $0.0.unicodeScalars.lexicographicallyPrecedes($1.0.unicodeScalars)
      }
      let separator = indent == nil ? ":" : ": "
      return list(
        "{", sorted.map { RowValue(.string($0)).json + separator + $1.sortedJSON(indent: inner) },
        "}")
    default: return json
    }
  }

  /// Whether both are the same data: numbers by their values, texts by their code units, objects in any order.
  package func isSameData(as other: RowValue) -> Bool {
    switch (content, other.content) {
    case (.array(let a), .array(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isSameData(as: $1) }
    case (.object(let a), .object(let b)):
      a.keys.count == b.keys.count
        && zip(a.keys, a.values).allSatisfy { key, value in
          b[key].map { value.isSameData(as: $0) } ?? false
        }
    case (.array, _), (.object, _), (_, .array), (_, .object): false
    // As YAML has plain scalars.
    case (.untyped(let text), .number): RowValue(.number(text.untypedNumber ?? text)) == other
    case (.untyped(let text), .bool(let truth)): Bool(untyped: text) == truth
    default: text == nil ? self == other : other.text.map { text!.isSpelled(as: $0) } ?? false
    }
  }
}
