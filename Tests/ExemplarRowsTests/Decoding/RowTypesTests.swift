import ExemplarRows
import Foundation
import Testing

/// Values of a row as the types people ask for.
struct RowTypesTests {
  private enum Genre: String, Decodable, CaseIterable { case novel, poetry, travel }
  private enum Stars: Int, Decodable, CaseIterable { case one = 1, two }
  private enum Cover: String, Decodable { case hard, soft }
  private enum Letter: String, Decodable, CaseIterable { case a, b, c, d, e, f, g, h, i }
  private struct ISBN: Decodable, Equatable {
    var digits: String
    init(from decoder: any Decoder) throws {
      digits = try decoder.singleValueContainer().decode(String.self)
    }
  }
  private struct Shelf: Decodable, Equatable {
    var room: String
    var places: [Int]
    var next: [Shelf]?
  }

  @Test func areReadByTheirKeys() async throws {
    let row = try await onlyRow(
      #"""
      [{"title": "Emma", "sold": true, "price": 8.5, "sizes": [1, 2], "empty": [], "none": null,
        "grid": [[1], []], "genre": "novel", "stars": 2, "isbn": "978", "isbns": ["1", "2"],
        "counts": {"a": 1, "b": 2}, "maybe": [1, null],
        "shelf": {"room": "A", "places": [4], "next": [{"room": "B", "places": []}]},
        "page": "https://books.example/emma?x=1", "cover": "aGk=",
        "id": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}]
      """#)
    #expect(try row.decode("title") == "Emma")
    #expect(try row.decode("sold") == true)
    #expect(try row.decode("price") == 8.5)
    #expect(try row.decode("price", as: Float.self) == 8.5)
    #expect(try row.decode("sizes") == [1, 2])
    #expect(try row.decode("sizes") == Set([1, 2]))
    #expect(try row.decode("empty", as: [String].self) == [])
    #expect(try row.decode("grid") == [[1], []])
    #expect(try row.decode("genre") == Genre.novel)
    #expect(try row.decode("stars") == Stars.two)
    #expect(try row.decode("isbn", as: ISBN.self).digits == "978")
    #expect(try row.decode("isbns", as: [ISBN].self).map(\.digits) == ["1", "2"])
    #expect(try row.decode("counts") == ["a": 1, "b": 2])
    #expect(try row.decode("maybe", as: [Int?].self) == [1, nil])
    #expect(
      try row.decode("shelf")
        == Shelf(room: "A", places: [4], next: [Shelf(room: "B", places: [], next: nil)]))
    #expect(try row.decode("page") == URL(string: "https://books.example/emma?x=1"))
    #expect(try row.decode("cover") == Data("hi".utf8))
    #expect(try row.decode("id") == UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
  }

  @Test func areOptionalOrHaveADefault() async throws {
    let row = try await onlyRow(#"{"Emma": {"price": 8, "none": null, "sold": "2024-02-29"}}"#)
    #expect(try row.decode("price", as: Int?.self) == 8)
    #expect(try row.decode("none", as: Int?.self) == nil)
    #expect(try row.decode("absent", as: Int?.self) == nil)
    #expect(try row.decode("none", as: Shelf?.self) == nil)
    #expect(try row.decode("sold", as: Date?.self) == Date(timeIntervalSince1970: 1_709_164_800))
    #expect(try row.decode("price", default: 1) == 8)
    #expect(try row.decode("absent", default: 1) == 1)
    #expect(try row.decode("none", as: Int?.self, default: 1) == nil)
    #expect(
      mistake { try row.decode("none", default: "x") }
        == "1:31 In “none” of row “Emma”, expected a text, found null.")
  }

  @Test func seeTheNameOfTheRowAsAColumn() async throws {
    let named = try await onlyRow(#"[{"price": 8, "name": "Emma"}]"#)
    #expect(try named.decode("name") == "Emma")
    let keyed = try await onlyRow(#"{"Emma": {"price": 8}}"#)
    #expect(try keyed.decode("name") == "Emma")
    #expect(keyed["name"] == RowValue(.string("Emma")))
    keyed.expectMistakes(
      (
        "name", Int.self,
        "1:2 In “name” of row “Emma”, expected a whole number, found the text “Emma”."
      ))
    let plain = try await onlyRow(#"{"Emma": 8}"#)
    #expect(try plain.decode("name") == "Emma")
    #expect(try plain.decode("value") == 8)
    let other = try await onlyRow(#"{"Emma": {"name": "Jane"}}"#)
    #expect(other.name == "Emma")
    #expect(try other.decode("name") == "Jane")
  }

  @Test func nameTheCasesOfAnEnumeration() async throws {
    let row = try await onlyRow(#"[{"genre": "novels", "stars": 3, "cover": "none"}]"#)
    let genre =
      "1:12 In “genre” of a row, expected “novel”, “poetry”, or “travel”, found the text “novels”."
    row.expectMistakes(
      ("genre", Genre.self, genre), ("genre", Genre?.self, genre),
      ("stars", Stars.self, "1:31 In “stars” of a row, expected 1 or 2, found the number 3."),
      (
        "cover", Cover.self,
        "1:43 In “cover” of a row, expected a raw value of Cover, found the text “none”."
      ),
      (
        "cover", Letter.self,
        "1:43 In “cover” of a row, expected a raw value of Letter, found the text “none”."
      ),
      ("stars", Genre.self, "1:31 In “stars” of a row, expected a text, found the number 3."))
  }
}
