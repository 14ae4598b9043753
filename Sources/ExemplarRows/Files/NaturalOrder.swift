extension String {
  /// Whether the text comes before `other` in the order in which people expect names: numbers in
  /// them count as numbers, and case matters only between names that are otherwise equal.
  ///
  /// The order is the same on every machine, unlike that of Foundation, which depends on the locale.
  func naturallyPrecedes(_ other: String) -> Bool {
    NaturalKey(self).precedes(NaturalKey(other))
  }
}

/// A text with what it is sorted by, which takes longer to find than to compare.
struct NaturalKey {
  let text: String
  /// The text without case, as UTF-8, whose bytes sort as its characters do.
  private let bytes: [UInt8]

  init(_ text: String) {
    self.text = text
    bytes = Array(text.lowercased().utf8)
  }

  func precedes(_ other: NaturalKey) -> Bool {
    var (rest, otherRest) = (bytes[...], other.bytes[...])
    while let a = rest.first, let b = otherRest.first {
      if a.isDigit, b.isDigit {
        let (number, otherNumber) = (rest.removeNumber(), otherRest.removeNumber())
        if number.elementsEqual(otherNumber) { continue }
        return number.count == otherNumber.count
          ? number.lexicographicallyPrecedes(otherNumber) : number.count < otherNumber.count
      }
      // Numbers come where their digits would.
      if a != b { return a < b }
      rest.removeFirst()
      otherRest.removeFirst()
    }
    return rest.isEmpty && otherRest.isEmpty ? text < other.text : rest.isEmpty
  }
}

extension ArraySlice<UInt8> {
  /// Removes the number that the bytes begin with; its digits without leading zeros.
  fileprivate mutating func removeNumber() -> ArraySlice<UInt8> {
    let digits = prefix { $0.isDigit }
    self = self[digits.endIndex...]
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self &- 0x30 < 10 }
}
