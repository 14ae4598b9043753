/// A book on the shelf.
public struct Book: Sendable, Hashable, CustomStringConvertible {
  /// The number that identifies this edition.
  public let isbn: ISBN

  /// The title on the cover.
  public let title: String

  /// The price of one copy, including VAT.
  public let price: Price

  /// Makes a book from its number, title and price.
  public init(isbn: ISBN, title: String, price: Price) {
    self.isbn = isbn
    self.title = title
    self.price = price
  }

  /// The title and the price.
  public var description: String { "\(title), \(price)" }
}
