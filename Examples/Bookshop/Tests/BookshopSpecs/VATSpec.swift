import Bookshop
import Exemplar
import Testing

@Spec("The value added tax")
struct VATSpec {
  @Example("is added to a net price", from: .json("vat"))
  func isAdded(net: Int, rate: Int, rounding: Rounding, vat: Int, gross: Int) {
    let tax = VAT(basisPoints: rate, rounding: rounding)
    let net = Price(net, .eur)
    #expect(tax.tax(onNet: net) == Price(vat, .eur))
    #expect(tax.gross(ofNet: net) == Price(gross, .eur))
  }

  @Example(
    "is found in a gross price",
    rows: {
      row("at 7 %", 700, 1070, 70)
      row("at 19 %", 1900, 2379, 380)
      row("without tax", 0, 899, 0)
    })
  func isFound(rate: Int, gross: Int, vat: Int) {
    #expect(VAT(basisPoints: rate).tax(inGross: Price(gross, .eur)) == Price(vat, .eur))
  }

  @Example(
    "is written as a percentage",
    rows: {
      row("whole", 700, "7 %")
      row("a tenth", 550, "5.5 %")
      row("hundredths", 2105, "21.05 %")
    })
  func isWritten(rate: Int, text: String) {
    #expect(VAT(basisPoints: rate).description == text)
  }
}
