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
    let title = { (expected: String) in
      "2:12 In “title” of row “Emma”, expected \(expected), found the text “Emma”."
    }
    let whole = "a whole number"
    #expect(mistake { try row.decode("title", as: Int8.self) } == title(whole))
    #expect(mistake { try row.decode("title", as: Int8?.self) } == title(whole))
    #expect(mistake { try row.decode("title", as: Double.self) } == title("a number"))
    #expect(mistake { try row.decode("title", as: Decimal.self) } == title("a number"))
    #expect(mistake { try row.decode("title", as: Bool.self) } == title("true or false"))
    #expect(mistake { try row.decode("title", as: [String].self) } == title("an array"))
    #expect(mistake { try row.decode("title", as: Shelf.self) } == title("an object"))
    #expect(mistake { try row.decode("title", as: UUID.self) } == title("a UUID"))

    let price = { (expected: String) in
      "2:29 In “price” of row “Emma”, expected \(expected), found the number 8.5."
    }
    #expect(
      mistake { try row.decode("price", as: Int8.self) } == price("a whole number from -128 to 127")
    )
    #expect(mistake { try row.decode("price", as: String.self) } == price("a text"))
    #expect(mistake { try row.decode("price", as: URL.self) } == price("a URL"))
    #expect(mistake { try row.decode("price", as: Data.self) } == price("base64 text"))

    let none = { (expected: String) in
      "2:42 In “none” of row “Emma”, expected \(expected), found null."
    }
    #expect(mistake { try row.decode("none", as: Int8.self) } == none(whole))
    #expect(mistake { try row.decode("none", as: Bool.self) } == none("true or false"))
    #expect(mistake { try row.decode("none", as: [Int].self) } == none("an array"))
    #expect(mistake { try row.decode("none", as: Shelf.self) } == none("an object"))
    #expect(
      mistake { try row.decode("sizes", as: String.self) }
        == "2:57 In “sizes” of row “Emma”, expected a text, found an array.")
    #expect(
      mistake { try row.decode("shelf", as: [Int].self) }
        == "3:12 In “shelf” of row “Emma”, expected an array, found an object.")
  }

  @Test(arguments: [
    ("\"\"", "a URL", "the text “”"), ("\"http://[\"", "a URL", "the text “http://[”"),
  ])
  func refuseWhatIsNoURL(text: String, expected: String, found: String) async throws {
    let row = try await onlyRow("[{\"page\": \(text)}]")
    #expect(
      mistake { try row.decode("page", as: URL.self) }
        == "1:11 In “page” of a row, expected \(expected), found \(found).")
  }

  @Test func leadToTheInnerValue() async throws {
    let row = try await row()
    #expect(
      mistake { try row.decode("sizes", as: [Int8].self) }
        == "2:61 In “sizes[1]” of row “Emma”, expected a whole number, "
        + "found the text “2”.")
    #expect(
      mistake { try row.decode("shelf", as: Shelf.self) }
        == "3:57 In “shelf.places[1].row” of row “Emma”, expected a whole number, "
        + "found the text “x”.")
    #expect(
      mistake { try row.decode("other", as: Shelf.self) }
        == "4:12 In “other” of row “Emma”, there is no “room”; it has “rooom”, “places”. "
        + "Did you mean “rooom”?")
    #expect(
      mistake { try row.decode("third", as: Shelf.self) }
        == "5:37 In “third.places[0]” of row “Emma”, there is no “row”; it has no keys.")
  }

  @Test func suggestTheKeyThatMayBeMeant() async throws {
    let row = try await row()
    #expect(
      mistake { try row.decode("titel", as: String.self) }
        == "1:2 Row “Emma” has no “titel”; it has “title”, “price”, “none”, “sizes”, “shelf”, "
        + "“other”, “third”. Did you mean “title”?")
    let unnamed = try await onlyRow("[ {\"title\": 1}]")
    #expect(
      mistake { try unnamed.decode("price", as: Int.self) }
        == "1:3 A row has no “price”; it has “title”.")
    let empty = try await onlyRow("[{}]")
    #expect(
      mistake { try empty.decode("price", as: Int.self) }
        == "1:2 A row has no “price”; it has no keys.")
  }

  @Test func sayThatARowIsAGroupOfRows() async throws {
    func hint(_ path: String) -> String {
      " It is in “\(path)”, whose elements are the rows if each: ends in \"\(path)\"."
    }
    let one = try await onlyRow(#"[{"title": 1, "tests": [{}, {"price": 2}]}]"#)
    #expect(
      mistake { try one.decode("price", as: Int.self) }
        == "1:2 A row has no “price”; it has “title”, “tests”." + hint("tests"))
    let deep = try await onlyRow(#"[{"none": [], "shelves": [{"books": [{"price": 2}, {}]}]}]"#)
    #expect(
      mistake { try deep.decode("price", as: Int.self) }
        == "1:2 A row has no “price”; it has “none”, “shelves”." + hint("shelves.books"))
    // A whole value of a file is a row under its key.
    let whole = try await onlyRow(#"{"tests": [{"price": 2}]}"#)
    #expect(
      mistake { try whole.decode("price", as: Int.self) }
        == "1:2 Row “tests” has no “price”; it has “value”." + hint("tests"))
    // What is near is more likely to be meant, and what has a dot is written otherwise.
    let near = try await onlyRow(#"[{"pricee": 1, "tests": [{"price": 2}]}]"#)
    #expect(
      mistake { try near.decode("price", as: Int.self) }?.hasSuffix("Did you mean “pricee”?")
        == true)
    let dotted = try await onlyRow(#"[{"a.b": [{"price": 2}]}]"#)
    #expect(
      mistake { try dotted.decode("price", as: Int.self) }
        == "1:2 A row has no “price”; it has “a.b”.")
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
    #expect(
      mistake { try row.decode("a", as: [Even].self) }
        == "1:12 In “a[1]” of a row, The number is odd.")
    #expect(
      mistake { try row.decode("a", as: Triple.self) }
        == "1:8 In “a[2]” of a row, expected a value, found the end of the array.")
  }
}
