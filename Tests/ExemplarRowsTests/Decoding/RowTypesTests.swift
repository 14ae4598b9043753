import Exemplar
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
    try expect(row.decode("title"), equals: "Emma")
    try expect(row.decode("sold"), equals: true)
    try expect(row.decode("price"), equals: 8.5)
    try expect(row.decode("price", as: Float.self), equals: 8.5)
    try expect(row.decode("sizes"), equals: [1, 2])
    try expect(row.decode("sizes"), equals: Set([1, 2]))
    try expect(row.decode("empty", as: [String].self), equals: [])
    try expect(row.decode("grid"), equals: [[1], []])
    try expect(row.decode("genre"), equals: Genre.novel)
    try expect(row.decode("stars"), equals: Stars.two)
    try expect(row.decode("isbn", as: ISBN.self).digits, equals: "978")
    try expect(row.decode("isbns", as: [ISBN].self).map(\.digits), equals: ["1", "2"])
    try expect(row.decode("counts"), equals: ["a": 1, "b": 2])
    try expect(row.decode("maybe", as: [Int?].self), equals: [1, nil])
    try expect(
      row.decode("shelf"),
      equals: Shelf(room: "A", places: [4], next: [Shelf(room: "B", places: [], next: nil)]))
    try expect(row.decode("page"), equals: URL(string: "https://books.example/emma?x=1"))
    try expect(row.decode("cover"), equals: Data("hi".utf8))
    try expect(row.decode("id"), equals: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
  }

  @Test func areOptionalOrHaveADefault() async throws {
    let row = try await onlyRow(#"{"Emma": {"price": 8, "none": null, "sold": "2024-02-29"}}"#)
    try expect(row.decode("price", as: Int?.self), equals: 8)
    #expect(try row.decode("none", as: Int?.self) == nil)
    #expect(try row.decode("absent", as: Int?.self) == nil)
    #expect(try row.decode("none", as: Shelf?.self) == nil)
    try expect(
      row.decode("sold", as: Date?.self), equals: Date(timeIntervalSince1970: 1_709_164_800))
    try expect(row.decode("price", default: 1), equals: 8)
    try expect(row.decode("absent", default: 1), equals: 1)
    #expect(try row.decode("none", as: Int?.self, default: 1) == nil)
    expect(
      mistake { try row.decode("none", default: "x") },
      equals: "1:31 In “none” of row “Emma”, expected a text, found null.")
  }

  @Test func seeTheNameOfTheRowAsAColumn() async throws {
    let named = try await onlyRow(#"[{"price": 8, "name": "Emma"}]"#)
    try expect(named.decode("name"), equals: "Emma")
    let keyed = try await onlyRow(#"{"Emma": {"price": 8}}"#)
    try expect(keyed.decode("name"), equals: "Emma")
    expect(keyed["name"], equals: RowValue(.string("Emma")))
    keyed.expectMistakes(
      (
        "name", Int.self,
        "1:2 In “name” of row “Emma”, expected a whole number, found the text “Emma”."
      ))
    let plain = try await onlyRow(#"{"Emma": 8}"#)
    try expect(plain.decode("name"), equals: "Emma")
    try expect(plain.decode("value"), equals: 8)
    let other = try await onlyRow(#"{"Emma": {"name": "Jane"}}"#)
    expect(other.name, equals: "Emma")
    try expect(other.decode("name"), equals: "Jane")
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
