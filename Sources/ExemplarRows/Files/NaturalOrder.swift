extension String {
  /// Whether the text comes before `other` in the order in which people expect names: numbers in
  /// them count as numbers, and case matters only between names that are otherwise equal.
  ///
  /// The order is the same on every machine, unlike that of Foundation, which depends on the locale.
  func naturallyPrecedes(_ other: String) -> Bool {
    NaturalKey(self).precedes(NaturalKey(other))
  }
}

/// A text with its sort key, which takes longer to compute than to compare.
struct NaturalKey {
  let text: String
  /// The text without case, as UTF-8, whose bytes sort as its characters do.
  private let bytes: [UInt8]

  init(_ text: String) {
    self.text = text
    bytes = Array(text.lowercased().utf8)
  }

  func precedes(_ other: NaturalKey) -> Bool {
    var (index, otherIndex) = (0, 0)
    while index < bytes.count, otherIndex < other.bytes.count {
      let (a, b) = (bytes[index], other.bytes[otherIndex])
      if a.isDigit, b.isDigit {
        let number = bytes.number(at: &index)
        let otherNumber = other.bytes.number(at: &otherIndex)
        if number.elementsEqual(otherNumber) { continue }
        return number.count == otherNumber.count
          ? number.lexicographicallyPrecedes(otherNumber) : number.count < otherNumber.count
      }
      // Numbers come where their digits would.
      if a != b { return a < b }
      index += 1
      otherIndex += 1
    }
    let (isOver, isOtherOver) = (index == bytes.count, otherIndex == other.bytes.count)
    return isOver && isOtherOver ? text < other.text : isOver
  }
}

extension [UInt8] {
  /// Passes over the number at an index; its digits without leading zeros.
  fileprivate func number(at index: inout Int) -> ArraySlice<UInt8> {
    let digits = self[index...].prefix { $0.isDigit }
    index = digits.endIndex
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self &- 0x30 < 10 }
}
