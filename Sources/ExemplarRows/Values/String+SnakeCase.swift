extension String {
  /// `unit_price` as `unitPrice`.
  var withoutSnakes: String {
    let start = prefix { $0 == "_" }
    let end = self[start.endIndex...].reversed().prefix { $0 == "_" }.count
    let words = dropFirst(start.count).dropLast(end).split(separator: "_")
    guard words.count > 1, let first = words.first else { return self }
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
    return start + first.lowercased() + rest.joined() + String(repeating: "_", count: end)
  }
}
