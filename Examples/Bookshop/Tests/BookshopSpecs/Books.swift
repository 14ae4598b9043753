import Bookshop

/// A few books for the specs to sell.
extension Book {
  static let dune = Book(isbn: "0-441-17271-7", title: "Dune", cents: 999)
  static let maus = Book(isbn: "0-394-74723-2", title: "Maus", cents: 1600)
  static let watchmen = Book(isbn: "0-930289-23-4", title: "Watchmen", cents: 2500)

  private init(isbn: String, title: String, cents: Int) {
    guard let isbn = try? ISBN(isbn) else { preconditionFailure("\(isbn) is not an ISBN") }
    self.init(isbn: isbn, title: title, price: Price(cents, .eur))
  }
}
