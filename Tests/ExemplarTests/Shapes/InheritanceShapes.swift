import Exemplar
import Testing

// Classes inherit hooks, traits and examples; every member sees an instance of the subclass.

/// Abstract: it declares no example, so nothing of it runs by itself.
@Spec(.tags("shop")) class AnyShopShape {
  private(set) var log: [String] = []
  var name: String { "any" }

  required init() {}

  func note(_ entry: String) { log.append(entry) }

  @BeforeEach func open() { note("\(name) opens") }
  @BeforeEach func dust() { note("any dusts") }
  @AfterEach func close() { #expect(log.first == "\(name) opens") }
}

@Spec class BookshopShape: AnyShopShape {
  static let ledger = Ledger()

  override var name: String { "bookshop" }

  @BeforeAll class func hire() { ledger.note("\(self) hires") }

  /// A hook that is overridden runs once.
  @BeforeEach override func dust() { note("bookshop dusts") }

  @Example func opensFirst() {
    #expect(log.starts(with: ["\(name) opens", "bookshop dusts"]))
    #expect(Self.ledger.has("\(Self.self) hires"))
  }

  @Example func knowsItsName() { #expect(name == "bookshop") }
  @Example("sells books") func sells() {}
  @Example func sells(_ count: Int = 2) {}
}

@Spec("an antiquarian", .tags("old")) final class AntiquarianShape: BookshopShape {
  override var name: String { "antiquarian" }

  @BeforeEach func unlock() { note("antiquarian unlocks") }

  override func knowsItsName() { #expect(name == "antiquarian") }

  /// Under another name it is still the same example.
  @Example("sells old books") override func sells() {
    #expect(log == ["antiquarian opens", "bookshop dusts", "antiquarian unlocks"])
  }
}

/// Without `@Spec`: inherited members still see an instance of this class.
final class KioskShape: BookshopShape {
  override var name: String { "kiosk" }

  override func knowsItsName() { #expect(name == "kiosk") }

  @Example func isSmall() { #expect(log.first == "kiosk opens") }
}

final class StallShape: AnyShopShape {
  override var name: String { "stall" }
}

extension StallShape {
  @Example func isOutside() { #expect(log == ["stall opens", "any dusts"]) }
}
