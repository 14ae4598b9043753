import Bookshop
import Exemplar
import Testing

@Spec let cartSpec = describe("A cart") {
  let cart = Given { Cart() }

  afterEach {
    #expect(cart().total.minorUnits <= cart().subtotal.minorUnits)
  }

  it("starts empty") {
    #expect(cart().isEmpty)
    #expect(cart().total == Price(0, .eur))
  }

  it("does not take another currency") {
    let foreign = Book(isbn: Book.dune.isbn, title: "Dune", price: Price(1099, .usd))
    #expect(throws: Cart.Problem.wrongCurrency(.usd)) { try cart.value.add(foreign) }
  }

  outline("takes copies of a book") { (copies: Int) in
    try cart.value.add(.dune, quantity: copies)
    #expect(cart().quantity(of: .dune) == copies)
    #expect(!cart().isEmpty)
  } rows: {
    row("one", 1)
    row("a few", 3)
    row("as many as fit", 99)
  }

  outline("refuses a quantity") { (copies: Int) in
    #expect(throws: Cart.Problem.badQuantity(copies)) {
      try cart.value.add(.dune, quantity: copies)
    }
    #expect(cart().isEmpty)
  } rows: {
    row("zero", 0)
    row("below zero", -1)
    row("too many", 100)
  }

  context("with two copies of Dune") {
    beforeEach { try cart.value.add(.dune, quantity: 2) }

    it("costs twice the price") {
      #expect(cart().subtotal == Price(1998, .eur))
    }

    it("counts another copy on the same line") {
      try cart.value.add(.dune)
      #expect(cart().lines.count == 1)
      #expect(cart().quantity(of: .dune) == 3)
    }

    it("does not take more copies than fit together") {
      #expect(throws: Cart.Problem.badQuantity(98)) { try cart.value.add(.dune, quantity: 98) }
      #expect(cart().quantity(of: .dune) == 2)
    }

    it("gives one copy back") {
      try cart.value.remove(.dune, quantity: 1)
      #expect(cart().quantity(of: .dune) == 1)
    }

    it("is empty after its last copy is removed") {
      try cart.value.remove(.dune)
      #expect(cart().isEmpty)
    }

    it("does not give back more than it has") {
      #expect(throws: Cart.Problem.badQuantity(3)) { try cart.value.remove(.dune, quantity: 3) }
    }

    it("does not give back a book that is not there") {
      #expect(throws: Cart.Problem.notInCart("Maus")) { try cart.value.remove(.maus) }
    }

    context("and one of Watchmen") {
      beforeEach { try cart.value.add(.watchmen) }

      it("keeps the order") {
        #expect(cart().lines.map(\.book.title) == ["Dune", "Watchmen"])
      }

      it("adds everything up") {
        #expect(cart().count == 3)
        #expect(cart().subtotal == Price(4498, .eur))
      }
    }
  }

  context("when three books cost as much as two") {
    beforeEach { cart.value.discounts = [.threeForTwo] }

    outline("gives every third copy away") { (copies: Int, cents: Int) in
      try cart.value.add(.maus, quantity: copies)
      #expect(cart().total == Price(cents, .eur))
    } rows: {
      row("two", 2, 3200)
      row("three", 3, 3200)
      row("five", 5, 6400)
      row("six", 6, 6400)
    }

    it("gives the cheapest of three books away") {
      try cart.value.add(.dune)
      try cart.value.add(.watchmen)
      try cart.value.add(.maus)
      #expect(cart().discount == Book.dune.price)
    }
  }

  context("with ten percent off from 50.00 EUR") {
    beforeEach { cart.value.discounts = [.percentOff(10, from: 5000)] }

    it("takes nothing off below") {
      try cart.value.add(.watchmen)
      #expect(cart().discount == Price(0, .eur))
    }

    it("takes ten percent off from there") {
      try cart.value.add(.watchmen, quantity: 2)
      #expect(cart().total == Price(4500, .eur))
    }

    it("takes off only the best of several discounts") {
      cart.value.discounts.append(.threeForTwo)
      try cart.value.add(.watchmen, quantity: 3)
      #expect(cart().discount == Price(2500, .eur))
    }
  }
}
