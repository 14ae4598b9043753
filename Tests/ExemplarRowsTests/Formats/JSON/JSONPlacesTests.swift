import ExemplarRows
import Testing

/// Where rows are, however their file is laid out; and how far a file is read that breaks off.
struct JSONPlacesTests {
  @Test(arguments: [
    ("[{},{},  {}]", ["1:2", "1:5", "1:10"]),
    ("[\n{},\n\n  {}\n]", ["2:1", "4:3"]),
    ("[\r\n  {},\r\n\r\n  {}\r\n]", ["2:3", "4:3"]),
    ("[\r{},\r{}]", ["1:3", "1:7"]),
    ("[\n\t{},\t{}]", ["2:2", "2:6"]),
    ("\u{FEFF}[{},\n{}]", ["1:2", "2:1"]),
    ("[\n{\n},{\n\n},\n{}]", ["2:1", "3:3", "6:1"]),
    ("[{\"ö\": \"📚\"}, {}]", ["1:2", "1:18"]),
    ("[{\"a\": \"\\n\"}, {}]", ["1:2", "1:15"]),
    ("\n\n  [\n    {}\n  ]\n", ["4:5"]),
    ("{\"a\": {}, \"b\":\n{},\n  \"c\": 1}", ["1:2", "1:11", "3:3"]),
    ("{\r\n\"a\"\r\n:\r\n1}", ["2:1"]),
  ])
  func areThoseOfTheBeginningOfEachRow(text: String, places: [String]) async {
    #expect(await transcript(text).map { String($0.prefix { $0 != " " }) } == places)
  }

  @Test func nameTheFile() async throws {
    #expect(try await onlyRow("[\n  {}\n]").place.description == "books.json:2:3")
  }

  @Test(arguments: [
    (
      "[{\"a\": 1}, {\"a\": 2},\n {\"a\": }, {\"a\": 4}]",
      ["1:2 - {a: 1}", "1:12 - {a: 2}", "2:8 error: Malformed JSON: expected a value, found “}”."]
    ),
    (
      "[{\"a\": 1} {\"a\": 2}]",
      ["1:2 - {a: 1}", "1:11 error: Malformed JSON: expected “,” or “]” after a value, found “{”."]
    ),
    (
      "[{\"a\": 1},]",
      [
        "1:2 - {a: 1}",
        "1:11 error: Malformed JSON: expected a value, found “]”. Remove the comma before it.",
      ]
    ),
    (
      "[{\"a\": 1}",
      [
        "1:2 - {a: 1}",
        "1:10 error: Malformed JSON: expected “,” or “]” after a value, found the end of the file.",
      ]
    ),
    ("[,{}]", ["1:2 error: Malformed JSON: expected a value, found “,”."]),
    (
      "[{}}",
      ["1:2 - {}", "1:4 error: Malformed JSON: expected “,” or “]” after a value, found “}”."]
    ),
    (
      "{\"a\": 1,\n}",
      [
        "1:2 a {value: 1}",
        "2:1 error: Malformed JSON: expected a key in quotation marks, found “}”. "
          + "Remove the comma before it.",
      ]
    ),
    (
      "{\"a\": 1; \"b\": 2}",
      [
        "1:2 a {value: 1}",
        "1:8 error: Malformed JSON: expected “,” or “}” after a value, found “;”.",
      ]
    ),
    (
      "{\"a\": 1, \"b\" 2}",
      ["1:2 a {value: 1}", "1:14 error: Malformed JSON: expected “:” after the key, found “2”."]
    ),
    (
      "{\"a\": 1, 5}",
      [
        "1:2 a {value: 1}",
        "1:10 error: Malformed JSON: expected a key in quotation marks, found “5”.",
      ]
    ),
    (
      "[{\"a\": 1}, {\"a\": 1, \"a\": 2}, {\"a\"}]",
      [
        "1:2 - {a: 1}",
        "1:21 mistake: The key “a” appears twice in one object. The first one is on line 1.",
        "1:34 error: Malformed JSON: expected “:” after the key, found “}”.",
      ]
    ),
  ])
  func areReadUpToTheOneThatIsMalformed(text: String, expected: [String]) async {
    let lines = await transcript(text)
    #expect(lines == expected)
  }
}
