/// A currency that the shop takes, named by its ISO 4217 code.
public enum Currency: String, Sendable, Hashable, Codable, CaseIterable, CustomStringConvertible {
  /// The Swiss franc.
  case chf = "CHF"
  /// The euro.
  case eur = "EUR"
  /// The pound sterling.
  case gbp = "GBP"
  /// The Japanese yen, which has no smaller unit.
  case jpy = "JPY"
  /// The Kuwaiti dinar, which has a thousand fils.
  case kwd = "KWD"
  /// The United States dollar.
  case usd = "USD"

  /// The number of digits after the decimal point.
  public var fractionDigits: Int {
    switch self {
    case .jpy: 0
    case .kwd: 3
    case .chf, .eur, .gbp, .usd: 2
    }
  }

  /// The ISO 4217 code.
  public var description: String { rawValue }
}
