import ExemplarCore

/// Names rows after their values: `eur, 10, true`.
///
/// Rows of different positions have different names, whatever their values say: the texts of each
/// source are made different from each other, and nothing in them looks like what joins them.
struct RowNames {
  private static let longest = 60
  private let texts: [[String]]

  /// `texts` are the values as people read them, for each source. Equal ones of a source are
  /// numbered, unless that is left to who asks for names.
  init(_ texts: [[String]], numbering isNumbering: Bool = true) {
    let separated = texts.count { $0.contains { $0.contains(", ") } }
    self.texts = texts.map { texts in
      // One source with commas cannot be mistaken; several together can.
      let plain = separated > 1 ? texts.map(Self.withoutCommas) : texts
      return isNumbering ? Self.numbered(plain) : plain
    }
  }

  /// The name of the row of these positions.
  func name(_ positions: [Int]) -> String {
    zip(texts, positions).map { $0[$1] }.joined(separator: ", ")
  }

  private static func withoutCommas(_ text: String) -> String {
    text.split(separator: ", ", omittingEmptySubsequences: false).joined(separator: "; ")
  }

  /// Equal texts numbered: `Emma`, `Emma (2)`.
  static func numbered(_ texts: [String]) -> [String] {
    var names = UniqueNames<Void>(reserving: texts)
    return texts.map { names.claim($0) }
  }

  /// A value as a part of a name: on one line and short.
  static func text(of value: some Any) -> String {
    var text: String
    if let optional = value as? any AnyOptional {
      text = optional.textOfWrapped ?? "nil"
    } else {
      text = String(describing: value)
    }
    text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    if text.isEmpty || text.allSatisfy(\.isWhitespace) { text = "\"\(text)\"" }
    return text.count <= longest ? text : text.prefix(longest - 1) + "…"
  }
}

/// An optional, whatever it wraps.
private protocol AnyOptional {
  var textOfWrapped: String? { get }
}

extension Optional: AnyOptional {
  var textOfWrapped: String? { map { RowNames.text(of: $0) } }
}
