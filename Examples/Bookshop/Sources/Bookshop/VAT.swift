/// The value added tax on a price.
public struct VAT: Sendable, Hashable, CustomStringConvertible {
  /// The rate in basis points, where 700 means 7 %.
  public let basisPoints: Int

  /// The way a fraction of a cent is rounded, on every line of the bill.
  public let rounding: Rounding

  /// Makes a tax from a rate in basis points.
  public init(basisPoints: Int, rounding: Rounding = .halfUp) {
    self.basisPoints = basisPoints
    self.rounding = rounding
  }

  /// The tax that is due on a net price.
  public func tax(onNet net: Price) -> Price {
    net.share(basisPoints: basisPoints, rounding: rounding)
  }

  /// The net price with the tax added.
  public func gross(ofNet net: Price) -> Price {
    Price(net.minorUnits + tax(onNet: net).minorUnits, net.currency)
  }

  /// The tax that is contained in a gross price.
  public func tax(inGross gross: Price) -> Price {
    let contained = rounding.divide(gross.minorUnits * basisPoints, by: 10_000 + basisPoints)
    return Price(contained, gross.currency)
  }

  /// The rate as a percentage.
  public var description: String {
    let (whole, hundredths) = basisPoints.quotientAndRemainder(dividingBy: 100)
    if hundredths == 0 { return "\(whole) %" }
    if hundredths.isMultiple(of: 10) { return "\(whole).\(hundredths / 10) %" }
    return "\(whole).\(hundredths < 10 ? "0" : "")\(hundredths) %"
  }
}
