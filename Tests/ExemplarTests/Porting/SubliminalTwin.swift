import Exemplar
import Testing

@Spec(.runGroup(2))
final class ShelfTests {
  private(set) var books: [String] = []

  func setUpTest() { books = ["Emma", "Dune"] }
  func tearDownTest() { books = [] }

  func setUpTestCase(named name: String) { checkpoint("begins \(name)") }
  func tearDownTestCase(named name: String) { checkpoint("ends \(name)") }

  func testHoldsBooks() { #expect(books.count == 2) }

  func testKnowsTheFirst() throws {
    let first = try #require(books.first)
    #expect(first == "Emma")
  }

  func testIsOnATablet_iPad() { #expect(books.count == 2) }
}
