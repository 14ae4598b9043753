import Bookshop
import Exemplar
import Testing

@Spec("A price")
struct PriceSpec {
  let price = Price(1234, .eur)

  @Example func keepsItsCents() {
    #expect(price.minorUnits == 1234)
    #expect(price.currency == .eur)
  }

  @Example func addsUp() throws {
    try expect(price + Price(66, .eur), equals: Price(1300, .eur))
  }

  @Example func canBeTakenOff() throws {
    try expect(price - Price(1300, .eur), equals: Price(-66, .eur))
  }

  @Example("does not mix currencies")
  func doesNotMixCurrencies() {
    #expect(throws: Price.Problem.differentCurrencies(.eur, .usd)) {
      try price + Price(100, .usd)
    }
    #expect(throws: Price.Problem.differentCurrencies(.eur, .usd)) {
      try price - Price(100, .usd)
    }
  }

  @Example(
    "is multiplied by a count",
    rows: {
      row("none", 0, 0)
      row("one", 1, 1234)
      row("ten", 10, 12340)
    })
  func isMultiplied(count: Int, cents: Int) {
    #expect(price * count == Price(cents, .eur))
  }

  @Example(
    "is written with its currency",
    rows: {
      row("euros and cents", Price(1234, .eur), "12.34 EUR")
      row("only cents", Price(5, .usd), "0.05 USD")
      row("nothing", Price(0, .gbp), "0.00 GBP")
      row("a refund", Price(-5, .chf), "-0.05 CHF")
      row("no smaller unit", Price(1500, .jpy), "1500 JPY")
      row("a thousand smaller units", Price(1234, .kwd), "1.234 KWD")
    })
  func isWritten(price: Price, text: String) {
    #expect(price.description == text)
  }
}
