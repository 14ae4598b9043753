import Exemplar
import Testing

// The code that the page on rows shows.

struct Price: Decodable, Sendable {
  var title: String
  var net: Double
  var gross: Double?
}

enum Currency: CaseIterable { case eur, usd }

private struct Catalog: Sendable {
  func titles() async throws -> [String] { ["Emma", "Dune"] }
}

@Spec struct PriceSpec {
  @Example(from: .csv("prices"))
  func addsTax(title: String, net: Double, gross: Double?) { #expect((gross ?? net) >= net) }

  @Example(from: .csv("prices"))
  func isNoGift(_ price: Price) { #expect(price.net > 0) }

  @Example(from: .csv("prices").filter { $0["gross"]?.number != nil })
  func isTaxed(_ row: Row) throws {
    #expect(try row.decode("gross", as: Double.self) > 0)
    #expect(row["title"]?.text != nil)
  }
}

@Spec let shipping = describe("Shipping") {
  outline("costs") { (weight: Double, currency: Currency, cents: Int?) in
    #expect(weight > 0 || cents == nil)
  } rows: {
    row("a novel", 0.4, .eur, 2 * 145)
    row("an atlas", 2.5, .usd, 1190)
    row("a gift card", 0, .eur, nil, traits: .skipped("sent by mail"))
    for copies in 2...4 {
      row("\(copies) novels", 0.4 * Double(copies), .eur, 145 * (copies + 1))
    }
  }
}

// swift-format-ignore
@Spec struct ShippingSpec {
  @Example("costs", rows: {
    row("a novel", 0.4, Currency.eur)
    row("an atlas", 2.5, .usd)
  })
  func costs(weight: Double, currency: Currency) { #expect(weight > 0) }
}

private let catalog = Catalog()
private let books = [Price(title: "Emma", net: 8)]

@Spec let register = describe("A register") {
  outline("takes", over: Currency.self) { currency in _ = currency }
  outline("prices", over: books, named: \.title) { book in #expect(book.net > 0) }
  outline("finds", over: { try await catalog.titles() }) { title in #expect(!title.isEmpty) }

  let copies = RowSource.rows(["one": ["copies": 1], "many": ["copies": 90]])
  outline("counts", from: .product(.csv("prices"), copies)) { (row: Row) in
    let net = try row.decode("net", as: Double.self)
    #expect(try net * row.decode("copies") > 0)
  }
}

@Spec let listed = describe("A listed book") {
  let cents: [String: RowValue] = ["Emma": 990, "Dune": 1490]
  outline("has a price", from: .rows(cents)) { (row: Row) in
    try #expect(row.decode("value", as: Int.self) > 0)
  }
  outline("has a title", from: .rows(books.map { ($0.title, ["net": RowValue($0.net)]) })) {
    (row: Row) in #expect(row["net"] != nil)
  }
  outline("is in the catalog", from: .rows { try await catalog.titles() }) { (row: Row) in
    #expect(row["value"]?.text != nil)
  }
}

struct PlainPriceTests {
  @Test(arguments: try Rows<Price>(.csv("prices")))
  func isNoGift(_ price: Price) { #expect(price.net > 0) }

  @Test(arguments: try Rows<Price>(.csv("prices")).named)
  func isListed(_ row: NamedRow<Price>) { #expect(row.net > 0, "\(row.place)") }

  static let gift = RowSource.rows(["gift": ["title": "Card", "net": 1]])

  @Test(arguments: try Rows<Price>(.joined([.csv("prices"), gift])))
  func isSold(_ price: Price) { #expect(price.net > 0) }
}
