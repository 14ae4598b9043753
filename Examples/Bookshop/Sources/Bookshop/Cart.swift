/// The books that a customer is about to buy.
public struct Cart: Sendable, Hashable {
  /// One book with the number of copies.
  public struct Line: Sendable, Hashable {
    /// The book.
    public let book: Book
    /// How many copies of it are in the cart.
    public fileprivate(set) var quantity: Int
  }

  /// The most copies of one book that a cart takes.
  public static let limit = 99

  /// The currency of every price in the cart.
  public let currency: Currency

  /// The rules that may take something off; only the best one counts.
  public var discounts: [Discount]

  /// The books in the order in which they were first added.
  public private(set) var lines: [Line] = []

  /// Makes an empty cart.
  public init(currency: Currency = .eur, discounts: [Discount] = []) {
    self.currency = currency
    self.discounts = discounts
  }

  /// Whether the cart contains no books.
  public var isEmpty: Bool { lines.isEmpty }

  /// How many copies there are of all books together.
  public var count: Int { lines.reduce(0) { $0 + $1.quantity } }

  /// How many copies there are of one book.
  public func quantity(of book: Book) -> Int {
    lines.first { $0.book == book }?.quantity ?? 0
  }

  /// Puts copies of a book into the cart.
  public mutating func add(_ book: Book, quantity: Int = 1) throws(Cart.Problem) {
    guard book.price.currency == currency else { throw .wrongCurrency(book.price.currency) }
    let room = Self.limit - self.quantity(of: book)
    guard quantity >= 1, quantity <= room else { throw .badQuantity(quantity) }
    if let index = lines.firstIndex(where: { $0.book == book }) {
      lines[index].quantity += quantity
    } else {
      lines.append(Line(book: book, quantity: quantity))
    }
  }

  /// Takes copies of a book out of the cart, or all of them when no quantity is given.
  public mutating func remove(_ book: Book, quantity: Int? = nil) throws(Cart.Problem) {
    guard let index = lines.firstIndex(where: { $0.book == book }) else {
      throw .notInCart(book.title)
    }
    let quantity = quantity ?? lines[index].quantity
    guard (1...lines[index].quantity).contains(quantity) else { throw .badQuantity(quantity) }
    lines[index].quantity -= quantity
    if lines[index].quantity == 0 { lines.remove(at: index) }
  }

  /// The price of all copies before any discount.
  public var subtotal: Price {
    Price(copies.reduce(0, +), currency)
  }

  /// The amount that the best discount takes off.
  public var discount: Price {
    let copies = copies
    return Price(discounts.map { $0.amount(off: copies) }.max() ?? 0, currency)
  }

  /// The price after the best discount.
  public var total: Price {
    Price(subtotal.minorUnits - discount.minorUnits, currency)
  }

  private var copies: [Int] {
    lines.flatMap { Array(repeating: $0.book.price.minorUnits, count: $0.quantity) }
  }
}

extension Cart {
  /// A reason why a cart does not take a change.
  public enum Problem: Error, Hashable, CustomStringConvertible {
    /// The number of copies is below one, or more than the cart takes or has.
    case badQuantity(Int)
    /// The cart has no copy of the book with this title.
    case notInCart(String)
    /// The book is sold in this currency, the cart in another one.
    case wrongCurrency(Currency)

    /// The reason as a sentence for a reader.
    public var description: String {
      switch self {
      case .badQuantity(let quantity): "the quantity cannot be \(quantity)"
      case .notInCart(let title): "\(title) is not in the cart"
      case .wrongCurrency(let currency): "the cart does not take \(currency)"
      }
    }
  }
}
