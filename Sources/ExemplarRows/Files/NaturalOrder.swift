extension String {
  /// Whether the text comes before `other` in the order in which people expect names: numbers in
  /// them count as numbers, and case matters only between names that are otherwise equal.
  ///
  /// The order is the same on every machine, unlike that of Foundation, which depends on the locale.
  func naturallyPrecedes(_ other: String) -> Bool {
    NaturalKey(self).precedes(NaturalKey(other))
  }

  /// The text as letters without case and whole numbers.
  fileprivate var naturalParts: [NaturalPart] {
    var parts: [NaturalPart] = []
    var rest = lowercased().unicodeScalars[...]
    while let first = rest.first {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      if digits.isEmpty {
        parts.append(.letter(first))
        rest.removeFirst()
      } else {
        parts.append(.number(String(digits.drop { $0 == "0" })))
        rest = rest[digits.endIndex...]
      }
    }
    return parts
  }
}

/// A text with what it is sorted by, which takes longer to find than to compare.
struct NaturalKey {
  let text: String
  private let parts: [NaturalPart]

  init(_ text: String) {
    self.text = text
    parts = text.naturalParts
  }

  func precedes(_ other: NaturalKey) -> Bool {
    for (a, b) in zip(parts, other.parts) where a != b { return a.precedes(b) }
    return parts.count == other.parts.count ? text < other.text : parts.count < other.parts.count
  }
}

private enum NaturalPart: Equatable {
  /// Digits without leading zeros, of any length.
  case number(String)
  case letter(Unicode.Scalar)

  /// Numbers come where their digits would.
  func precedes(_ other: NaturalPart) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)): (a.count, a) < (b.count, b)
    case (.letter(let a), .letter(let b)): a < b
    case (.number, .letter(let b)): "0" <= b
    case (.letter(let a), .number): a < "0"
    }
  }
}
