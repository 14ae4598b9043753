import Exemplar
import Till

@Spec("The till") struct TillSpec {
  @Example("gives a discount", from: .csv("pieces"))
  func gives(pieces: Int, discount: Int) { expect(Till.discount(pieces: pieces), equals: discount) }

  @Example("adds") func adds() { expect(Till.sum([1, 2]), equals: 3) }

  @Example("has a reduced rate") func reduced() { expect(Till.rates[0], equals: 7) }
  @Example("has two rates") func rates() { expect(Till.rates.count, equals: 2) }
  @Example("has a standard rate") func standard() { expect(Till.rates[1] > 0, equals: true) }

  @Example("makes a reduced rate") func makesReduced() { expect(Till.madeRates[0], equals: 7) }
  @Example("makes two rates") func makesRates() { expect(Till.madeRates.count, equals: 2) }
  @Example("makes a standard rate") func makesStandard() {
    expect(Till.madeRates[1] > 0, equals: true)
  }

  @Example("draws lots") func draws() { expect(Till.draw(), equals: true) }

  @Example(
    "squares",
    rows: {
      row("one", 1, 1)
      row("two", 2, 4)
      row("three", 3, 9)
    })
  func squares(number: Int, square: Int) { expect(Till.square(number), equals: square) }

  @Example("is quarantined", .quarantined("SHOP-12", until: "2099-01-01"))
  func quarantined() { expect(Till.discount(pieces: 10), equals: 10) }

  @Example("breaks without a mutant") func breaks() { expect(Till.discount(pieces: 1), equals: 1) }
}

@Spec let visitSpec = describe("A visit", .ordered) {
  it("begins") { hasBegun = true }
  it("costs a fee") {
    expect(hasBegun, equals: true)
    expect(Till.fee(3), equals: 3)
  }
}

@Spec let priceSpec = describe("Prices") {
  outline("are positive") { (price: Int) in
    expect(price > 0, equals: true)
  } rows: {
    for price in Till.prices() { row("price \(price)", price) }
  }

  describe("while the shop is open") {
    beforeAll { isOpen = Till.open() }
    it("are shown") { expect(isOpen, equals: true) }
  }
}

nonisolated(unsafe) private var isOpen = false
nonisolated(unsafe) private var hasBegun = false
