import Exemplar

@Spec(.runGroup(2))
final class ShelfTests {
  private(set) var books: [String] = []

  func setUpTest() { books = ["Emma", "Dune"] }
  func tearDownTest() { books = [] }

  func setUpTestCase(named name: String) { checkpoint("begins \(name)") }
  func tearDownTestCase(named name: String) { checkpoint("ends \(name)") }

  func testHoldsTwoBooks() { #expect(books.count == 2) }

  func testBeginsWithEmma() throws {
    let first = try #require(books.first)
    #expect(first.hasPrefix("E"))
  }

  func testIsOnATablet_iPad() { #expect(books.count == 2) }
}
