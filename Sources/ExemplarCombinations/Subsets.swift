/// Walks over the subsets of `0..<count` that have `size` elements, in ascending order.
struct Subsets {
  /// The elements of the current subset, ascending.
  private(set) var elements: [Int]
  private let count: Int

  /// Begins at the first subset; `nil` if there is none.
  init?(of count: Int, taking size: Int) {
    guard size >= 0, size <= count else { return nil }
    elements = Array(0..<size)
    self.count = count
  }

  /// Goes on to the next subset; `false` after the last one.
  mutating func advance() -> Bool {
    var index = elements.count - 1
    while index >= 0, elements[index] == count - elements.count + index { index -= 1 }
    guard index >= 0 else { return false }
    elements[index] += 1
    while index + 1 < elements.count {
      elements[index + 1] = elements[index] + 1
      index += 1
    }
    return true
  }

  /// How many subsets there are; `nil` if that is more than a number can hold.
  static func number(of count: Int, taking size: Int) -> Int? {
    guard size >= 0, size <= count else { return 0 }
    var result = 1
    for index in 0..<size {
      let (product, overflow) = result.multipliedReportingOverflow(by: count - index)
      if overflow { return nil }
      result = product / (index + 1)
    }
    return result
  }
}
