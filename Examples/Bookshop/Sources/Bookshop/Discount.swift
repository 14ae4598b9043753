/// A rule that takes something off the subtotal of a cart.
public enum Discount: Sendable, Hashable {
  /// Of every three copies, counted from the dearest, the third is free.
  case threeForTwo
  /// A percentage off a subtotal that reaches a threshold, given in the smallest unit.
  case percentOff(Int, from: Int)

  /// The amount that the rule takes off, given the price of every single copy in the smallest unit.
  public func amount(off prices: [Int]) -> Int {
    switch self {
    case .threeForTwo:
      return prices.sorted(by: >).enumerated().reduce(0) { sum, copy in
        copy.offset % 3 == 2 ? sum + copy.element : sum
      }
    case .percentOff(let percent, let threshold):
      let subtotal = prices.reduce(0, +)
      guard subtotal >= threshold else { return 0 }
      return Rounding.halfUp.divide(subtotal * percent, by: 100)
    }
  }
}
