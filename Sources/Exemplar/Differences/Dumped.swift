import ExemplarCore

/// Returns the parts of a value as text, a line for each, to compare it with an expected text.
///
/// ```swift
/// expectGolden(dumped(["Emma": 8]))
/// ```
///
/// Unlike the text that `dump` prints, it is the same in each run: the elements of sets and dictionaries are sorted, and
/// objects have no numbers or addresses.
public func dumped(_ value: Any) -> String {
  var text = ""
  dump(value, label: "", indent: "", outer: [], into: &text)
  return text
}

/// - Parameter outer: The objects around the value, which may contain itself.
private func dump(
  _ value: Any, label: String, indent: String, outer: [ObjectIdentifier], into text: inout String
) {
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .optional, let wrapped = mirror.children.first?.value {
    return dump(wrapped, label: label, indent: indent, outer: outer, into: &text)
  }
  var outer = outer
  var isKnown = false
  if mirror.displayStyle == .class {
    let id = ObjectIdentifier(value as AnyObject)
    isKnown = outer.contains(id)
    outer.append(id)
  }
  let parts = sequence(first: mirror) { $0.superclassMirror }.reversed().flatMap {
    Array($0.children)
  }
  text += indent + label
  if isKnown || outer.count > 100 {
    text += "\(type(of: value)) (above)\n"
  } else if parts.isEmpty || value is any CustomStringConvertible && !isCollection(mirror) {
    text += leaf(value, mirror) + "\n"
  } else {
    text += "\(type(of: value))\n"
    let inner = indent + "  "
    var lines = parts.map { part in
      var (line, value) = ("", part.value)
      var label = part.label.map { $0.first == "." ? "" : "\($0): " } ?? ""
      let entry = Array(Mirror(reflecting: value).children)
      if mirror.displayStyle == .dictionary, entry.count == 2 {
        (label, value) = (dumped(entry[0].value).dropLast() + ": ", entry[1].value)
      }
      dump(value, label: label, indent: inner, outer: outer, into: &line)
      return line
    }
    if [.set, .dictionary].contains(mirror.displayStyle) { lines.sort() }
    text += lines.joined()
  }
}

private func isCollection(_ mirror: Mirror) -> Bool {
  [.collection, .set, .dictionary].contains(mirror.displayStyle)
}

/// A value without parts, or one whose type has a text for it.
private func leaf(_ value: Any, _ mirror: Mirror) -> String {
  if let text = value as? String { return text.debugDescription }
  if isCollection(mirror) { return "[]" }
  if mirror.displayStyle == .optional { return "nil" }
  return value is any CustomStringConvertible || mirror.displayStyle == .enum
    ? "\(value)" : "\(type(of: value))"
}
