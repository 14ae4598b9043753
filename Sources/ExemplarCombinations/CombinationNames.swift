import ExemplarCore

/// Names rows after their values: `eur, 10, true`.
///
/// Different rows have different names: equal texts of a source are numbered, and a text cannot be
/// mistaken for several.
struct CombinationNames {
  private static let longest = 60
  private let texts: [[String]]

  /// - Parameters:
  ///   - texts: The values of each source as text.
  ///   - isNumbering: Whether to number equal texts of a source: `Emma`, `Emma (2)`.
  init(_ texts: [[String]], numbering isNumbering: Bool = true) {
    // Commas are ambiguous only if several sources have some.
    let isAmbiguous = texts.count { $0.contains { $0.contains(", ") } } > 1
    self.texts = texts.map { texts in
      let texts = isAmbiguous ? texts.map { $0.replacing(", ", with: "; ") } : texts
      var names = UniqueNames<Void>(reserving: texts)
      return isNumbering ? texts.map { names.claim($0) } : texts
    }
  }

  func name(_ positions: [Int]) -> String {
    zip(texts, positions).map { $0[$1] }.joined(separator: ", ")
  }

  /// A value as a part of a name: one line of at most 60 characters.
  static func text(of value: some Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional, let wrapped = mirror.children.first {
      return text(of: wrapped.value)
    }
    var text = String(describing: value).split(whereSeparator: \.isNewline).joined(separator: " ")
    if text.allSatisfy(\.isWhitespace) { text = "\"\(text)\"" }
    return text.count <= longest ? text : text.prefix(longest - 1) + "…"
  }
}
