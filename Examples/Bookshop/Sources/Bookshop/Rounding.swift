/// The way a fraction of the smallest unit becomes a whole one.
public enum Rounding: String, Sendable, Hashable, Codable, CaseIterable {
  /// A half goes away from zero, as at the till.
  case halfUp
  /// A half goes to the even neighbor, as in bookkeeping.
  case halfEven

  /// The quotient of two whole numbers, rounded to a whole number; the divisor must be positive.
  public func divide(_ dividend: Int, by divisor: Int) -> Int {
    precondition(divisor > 0, "the divisor must be positive")
    let (quotient, remainder) = dividend.magnitude.quotientAndRemainder(
      dividingBy: divisor.magnitude)
    let twice = remainder * 2
    let goesUp =
      twice > divisor.magnitude
      || twice == divisor.magnitude && (self == .halfUp || !quotient.isMultiple(of: 2))
    return dividend.signum() * (Int(quotient) + (goesUp ? 1 : 0))
  }
}
