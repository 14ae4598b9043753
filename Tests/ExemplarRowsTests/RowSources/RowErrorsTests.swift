import ExemplarRows
import Foundation
import Testing

/// What a row says where a value is not what was asked for, and where that value stands.
struct RowErrorsTests {
  private struct Place: Decodable { var row: Int }
  private struct Shelf: Decodable {
    var room: String
    var places: [Place]
  }

  private func row() async throws -> Row {
    try await onlyRow(
      """
      {"Emma": {
        "title": "Emma", "price": 8.5, "none": null, "sizes": [1, "2"],
        "shelf": {"room": "A", "places": [{"row": 1}, {"row": "x"}]},
        "other": {"rooom": "A", "places": []},
        "third": {"room": "A", "places": [{}]}
      }}
      """)
  }

  @Test func tellWhatWasExpectedAndFound() async throws {
    let row = try await row()
    func expect(
      _ key: String, at place: String, found: String,
      _ expectations: (type: any Decodable.Type, expected: String)...,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      for (type, expected) in expectations {
        let message =
          "\(place) In “\(key)” of row “Emma”, expected \(expected), found \(found)."
        row.expectMistakes((key, type, message), sourceLocation: sourceLocation)
      }
    }
    expect(
      "title", at: "2:12", found: "the text “Emma”", (Int8.self, "a whole number"),
      (Int8?.self, "a whole number"), (Double.self, "a number"), (Decimal.self, "a number"),
      (Bool.self, "true or false"), ([String].self, "an array"), (Shelf.self, "an object"),
      (UUID.self, "a UUID"))
    expect(
      "price", at: "2:29", found: "the number 8.5",
      (Int8.self, "a whole number from -128 to 127"), (String.self, "a text"),
      (URL.self, "a URL"), (Data.self, "base64 text"))
    expect(
      "none", at: "2:42", found: "null", (Int8.self, "a whole number"),
      (Bool.self, "true or false"), ([Int].self, "an array"), (Shelf.self, "an object"))
    expect("sizes", at: "2:57", found: "an array", (String.self, "a text"))
    expect("shelf", at: "3:12", found: "an object", ([Int].self, "an array"))
  }

  @Test(arguments: [
    ("\"\"", "a URL", "the text “”"), ("\"http://[\"", "a URL", "the text “http://[”"),
  ])
  func refuseWhatIsNoURL(text: String, expected: String, found: String) async throws {
    let row = try await onlyRow("[{\"page\": \(text)}]")
    row.expectMistakes(
      ("page", URL.self, "1:11 In “page” of a row, expected \(expected), found \(found)."))
  }

  @Test func leadToTheInnerValue() async throws {
    let row = try await row()
    row.expectMistakes(
      (
        "sizes", [Int8].self,
        "2:61 In “sizes[1]” of row “Emma”, expected a whole number, found the text “2”."
      ),
      (
        "shelf", Shelf.self,
        "3:57 In “shelf.places[1].row” of row “Emma”, expected a whole number, found the text “x”."
      ),
      (
        "other", Shelf.self,
        "4:12 In “other” of row “Emma”, there is no “room”; it has “rooom”, “places”. "
          + "Did you mean “rooom”?"
      ),
      (
        "third", Shelf.self,
        "5:37 In “third.places[0]” of row “Emma”, there is no “row”; it has no keys."
      ))
  }

  @Test func suggestTheKeyThatMayBeMeant() async throws {
    try await row().expectMistakes(
      (
        "titel", String.self,
        "1:2 Row “Emma” has no “titel”; it has “title”, “price”, “none”, “sizes”, “shelf”, "
          + "“other”, “third”. Did you mean “title”?"
      ))
    try await onlyRow("[ {\"title\": 1}]").expectMistakes(
      ("price", Int.self, "1:3 A row has no “price”; it has “title”."))
    try await onlyRow("[{}]").expectMistakes(
      ("price", Int.self, "1:2 A row has no “price”; it has no keys."))
  }

  @Test func sayThatARowIsAGroupOfRows() async throws {
    func hint(_ path: String) -> String {
      " It is in “\(path)”, whose elements are the rows if each: ends in \"\(path)\"."
    }
    for (text, message) in [
      (
        #"[{"title": 1, "tests": [{}, {"price": 2}]}]"#,
        "1:2 A row has no “price”; it has “title”, “tests”." + hint("tests")
      ),
      (
        #"[{"none": [], "shelves": [{"books": [{"price": 2}, {}]}]}]"#,
        "1:2 A row has no “price”; it has “none”, “shelves”." + hint("shelves.books")
      ),
      // A whole value of a file is a row under its key.
      (
        #"{"tests": [{"price": 2}]}"#,
        "1:2 Row “tests” has no “price”; it has “value”." + hint("tests")
      ),
      // What is near is more likely to be meant, and what has a dot is written otherwise.
      (
        #"[{"pricee": 1, "tests": [{"price": 2}]}]"#,
        "1:2 A row has no “price”; it has “pricee”, “tests”. Did you mean “pricee”?"
      ),
      (#"[{"a.b": [{"price": 2}]}]"#, "1:2 A row has no “price”; it has “a.b”."),
    ] { try await onlyRow(text).expectMistakes(("price", Int.self, message)) }
  }

  @Test func keepTheWordsOfTypesThatRefuseAValueThemselves() async throws {
    struct Even: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard try container.decode(Int.self).isMultiple(of: 2) else {
          throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "The number is odd.")
        }
      }
    }
    struct Triple: Decodable {
      init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        for _ in 0..<3 { _ = try values.decode(Int.self) }
      }
    }
    let row = try await onlyRow("[{\"a\": [2, 3]}]")
    row.expectMistakes(
      ("a", [Even].self, "1:12 In “a[1]” of a row, The number is odd."),
      (
        "a", Triple.self,
        "1:8 In “a[2]” of a row, expected a value, found the end of the array."
      ))
  }
}
