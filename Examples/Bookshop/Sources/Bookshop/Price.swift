/// An amount of money, counted in the smallest unit of its currency.
public struct Price: Sendable, Hashable, CustomStringConvertible {
  /// The amount in the smallest unit, such as cents.
  public let minorUnits: Int

  /// The currency of the amount.
  public let currency: Currency

  /// Makes a price from an amount in the smallest unit, such as cents.
  public init(_ minorUnits: Int, _ currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  /// The sum of two prices in the same currency.
  public static func + (left: Price, right: Price) throws(Price.Problem) -> Price {
    try left.requireSameCurrency(as: right)
    return Price(left.minorUnits + right.minorUnits, left.currency)
  }

  /// The difference of two prices in the same currency.
  public static func - (left: Price, right: Price) throws(Price.Problem) -> Price {
    try left.requireSameCurrency(as: right)
    return Price(left.minorUnits - right.minorUnits, left.currency)
  }

  /// The price of several copies.
  public static func * (price: Price, count: Int) -> Price {
    Price(price.minorUnits * count, price.currency)
  }

  /// The part of the price that a rate in basis points stands for, where 700 means 7 %.
  public func share(basisPoints: Int, rounding: Rounding = .halfUp) -> Price {
    Price(rounding.divide(minorUnits * basisPoints, by: 10_000), currency)
  }

  /// The amount with its decimal point, followed by the currency code.
  public var description: String {
    let sign = minorUnits < 0 ? "-" : ""
    let digits = String(minorUnits.magnitude)
    let fractionDigits = currency.fractionDigits
    guard fractionDigits > 0 else { return "\(sign)\(digits) \(currency)" }
    let zeros = String(repeating: "0", count: max(0, fractionDigits + 1 - digits.count))
    let padded = zeros + digits
    return "\(sign)\(padded.dropLast(fractionDigits)).\(padded.suffix(fractionDigits)) \(currency)"
  }

  private func requireSameCurrency(as other: Price) throws(Price.Problem) {
    guard currency == other.currency else {
      throw .differentCurrencies(currency, other.currency)
    }
  }
}

extension Price {
  /// A reason why two prices cannot be put together.
  public enum Problem: Error, Hashable, CustomStringConvertible {
    /// The prices are in these two currencies.
    case differentCurrencies(Currency, Currency)

    /// The reason as a sentence for a reader.
    public var description: String {
      switch self {
      case .differentCurrencies(let left, let right): "\(left) and \(right) cannot be mixed"
      }
    }
  }
}
