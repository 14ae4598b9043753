// The bookshop that the snippets of the documentation speak of. No target builds it: the test of the
// snippets makes a module of it, so that a snippet can have a `shelf` of its own.

import Exemplar
import Foundation

/// What `…` stands for in a snippet: something that was left out.
@_disfavoredOverload
public func elided<Value>() -> Value { fatalError() }

/// What `…` stands for as a statement.
public func elided() {}

public enum Currency: CaseIterable, Sendable { case eur, usd, yen }

public struct Price: Decodable, Comparable, Sendable {
  public var title = ""
  public var net = 0.0
  public init(_ cents: Int, _ currency: Currency) {}
  public func rounded(to currency: Currency) -> Price { self }
  public static func < (a: Price, b: Price) -> Bool { a.net < b.net }
}

public struct Book: Sendable {
  public static let maus = Book()
  public var title = ""
  public var price = 0
  public var net = 0.0
}

public enum Discount: Sendable { case threeForTwo }

public struct Cart {
  public var discounts: [Discount] = []
  public init() {}
  public var isEmpty: Bool { true }
  public var total: Price { Price(0, .eur) }
  public mutating func add(_ book: Book, quantity: Int) throws {}
}

public struct ISBN {
  public init(_ text: String) throws {}
  public var isbn10: String { "" }
  public var isbn13: String { "" }
}

public struct Shelf: Sendable {
  public var books: [Book] = []
  public var isFull = false
  public var isLoaded = false
  public init(capacity: Int = 0) {}
  public var count: Int { books.count }
  public mutating func add(_ title: String) {}
  public func reload() {}
}

public struct Catalog: Sendable {
  public static func open(at url: URL) async throws -> Catalog { Catalog() }
  public func contains(_ title: String) async -> Bool { true }
  public func titles() async throws -> [String] { [] }
  public func close() async {}
}

public struct Loan: Sendable { public var title = "" }

public struct Library: Sendable {
  public func lend(_ title: String) async throws -> Loan { Loan() }
  public func take(back loan: Loan) async throws {}
}

public final class Ship {
  public var speed = 0
  public init(_ name: String = "") {}
  public func accelerate() { speed += 1 }
  public func docks() -> Bool { true }
}

public struct Parcel {
  public init(_ quantity: Int, isGift: Bool) {}
  public func price(in currency: Currency) -> Int { 1 }
}

public struct Shop {
  public static func open() async throws -> Shop { Shop() }
}

#if !canImport(Darwin)
  /// The driver of user interfaces that XCTest has on Apple platforms.
  @MainActor public struct XCUIApplication {
    public struct Elements { public subscript(_ name: String) -> Element { Element() } }
    public struct Element { public var exists: Bool { true } }
    public var buttons: Elements { Elements() }
    public init() {}
    public func launch() {}
  }
#endif

public struct Camera {
  public static var `default`: Camera? { nil }
  public func reads(_ title: String) -> Bool { true }
}

public struct Division: Decodable, Sendable {}

public struct Ledger: Sendable {
  public init() {}
  public func note(_ text: String) {}
  public func has(_ text: String) -> Bool { true }
}

extension Int {
  public func addingVAT(_ percent: Int) -> Int { self }
}

public func aCollection<Values: Collection & SendableMetatype>(
  _: Values.Type
) -> SharedExamples<Values> {
  SharedExamples("a collection") { values in
    it("counts its values") { _ = values().count }
  }
}

public let aCountable = SharedExamples("a countable") { (books: Given<[String]>) in
  it("counts") { _ = books().count }
}

public let aCruiser = SharedExamples("a cruiser") { (ship: Given<Ship>) in
  it("moves") { _ = ship().speed }
}

public let ship = Given { Ship() }
public let speed = Given { 0 }
public let url = URL(fileURLWithPath: "/")
public let library = Library()
public let catalog = Catalog()
public let shelf = Shelf()
public let books = [Book.maus]
public let prices = [Price(0, .eur)]
public let currencies = Currency.allCases
public let quantities = [1, 10, 1000]
public let gifts = [true, false]
public let countries = ["DE", "JP"]
public let cartSpec = describe("A cart") { pending("starts empty") }
public let tillSpec = describe("A till") { pending("counts") }
public let options = RunOptions()
public func sell() {}
public func render(_ markdown: String) -> String { markdown }
public let receipt = "12.50 €"
