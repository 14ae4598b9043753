import ExemplarRows
import Testing

/// Shapes, keys, names and nesting of rows, as far as the corpus does not have them.
struct JSONRowsTests {
  @Test func mixesObjectsAndPlainValuesInAnObject() async {
    let lines = await transcript(#"{"one": {"price": 1}, "two": 2}"#)
    #expect(lines == ["1:2 one {price: 1}", "1:23 two {value: 2}"])
  }

  @Test(arguments: [
    ("1", "the number 1"),
    ("\"Emma\"", "the text “Emma”"),
    ("true", "true"),
    ("null", "null"),
    (
      "\"\(String(repeating: "ab", count: 40))\"",
      "the text “abababababababababababababababababababa…”"
    ),
  ])
  func refusesARootOfAnotherKind(text: String, found: String) async {
    let lines = await transcript("\n \(text)")
    #expect(lines == ["2:2 error: Expected an array or an object of rows, found \(found)."])
  }

  @Test func knowsTheNameOfTheRowWithAKeyThatStandsTwice() async {
    let lines = await transcript(
      #"{"Emma": {"a": 1, "\u0061": 2}, "Ida": [{"b": 1, "b": 2}], "c": 3}"#)
    #expect(
      lines == [
        "1:19 Emma mistake: The key “a” appears twice in one object. The first one is on line 1.",
        "1:50 Ida mistake: The key “b” appears twice in one object. The first one is on line 1.",
        "1:60 c {value: 3}",
      ])
  }

  @Test func leavesRowsOfOneNameToTheRun() async {
    let lines = await transcript("{\"Emma\": 1, \"Emma\": 2}")
    #expect(lines == ["1:2 Emma {value: 1}", "1:13 Emma {value: 2}"])
  }

  private let books = """
    [
      {"name": "Emma", "a": 1},
      {"a": 2},
      {"name": null}, {"name": 5},
      {"name": ["x"]},
      {"Name": "Sanditon"},
      {"name": ""}
    ]
    """

  @Test func requiresNames() async {
    let lines = await transcript(books, named: .required)
    #expect(
      lines == [
        "2:3 Emma {name: \"Emma\", a: 1}",
        "3:3 mistake: The row has no name; expected a text under “name”.",
        "4:12 mistake: The name of a row must be text, found null.",
        "4:28 mistake: The name of a row must be text, found the number 5.",
        "5:12 mistake: The name of a row must be text, found an array.",
        "6:3 mistake: The row has no name; expected a text under “name”.",
        "7:3 mistake: The row has no name; expected a text under “name”.",
      ])
  }

  @Test(arguments: [RowNaming.optional, .required])
  func takesTheKeysOfAnObjectForNames(naming: RowNaming) async {
    let lines = await transcript("{\"Emma\": {\"name\": 5}, \"two\": 2}", named: naming)
    #expect(lines == ["1:2 Emma {name: 5}", "1:23 two {value: 2}"])
  }

  @Test func objectsMayHaveOtherKeysThanTheOneBefore() async {
    #expect(
      await transcript(
        """
        [{"title": "Emma", "price": 8}, {"title": "Persuasion", "price": 9},
         {"title": "Emma", "pages": 400}, {"title": "Ulysses"}, {"price": 9, "title": "Persuasion"},
         {"title": "Emma", "price": 8, "pages": 400}, {}, {"title": "Emma", "price": 8}]
        """) == [
          "1:2 - {title: \"Emma\", price: 8}", "1:33 - {title: \"Persuasion\", price: 9}",
          "2:2 - {title: \"Emma\", pages: 400}", "2:35 - {title: \"Ulysses\"}",
          "2:57 - {price: 9, title: \"Persuasion\"}",
          "3:2 - {title: \"Emma\", price: 8, pages: 400}", "3:47 - {}",
          "3:51 - {title: \"Emma\", price: 8}",
        ])
  }

  @Test func aKeyThatStandsTwiceIsSeenWhereverItStands() async {
    let before = "[{\"title\": \"Emma\", \"price\": 8},\n"
    for wrong in [
      "{\"title\": \"Emma\", \"title\": 8}", "{\"title\": \"Emma\", \"price\": 8, \"price\": 9}",
      "{\"title\": \"Emma\", \"price\": 8, \"\\u0074itle\": 9}",
    ] {
      let lines = await transcript(before + wrong + "]")
      #expect(lines.last?.contains("appears twice in one object") == true, "\(lines)")
    }
  }

  @Test func aKeyIsWhatStandsBetweenItsQuotationMarks() async {
    let before = "[{\"a\\\"b\": 1, \"c\": 2},\n"
    #expect(
      await transcript(before + "{\"a\"b\": 1}]").last
        == "2:5 error: Malformed JSON: expected “:” after the key, found “b”.")
    #expect(
      await transcript(before + "{\"a\\\"b\": 1, \"c\" : 3}]").last
        == #"2:1 - {"a\"b": 1, c: 3}"#)
    #expect(
      await transcript("[{\"c\": 1},\n{\"c\" 1}]").last
        == "2:6 error: Malformed JSON: expected “:” after the key, found “1”.")
    #expect(await transcript("[{\"key\": 1},\n{\"ke").last?.hasPrefix("2:5 error") == true)
  }

  @Test(arguments: [
    ("[", "[", "1:130"),
    ("[", "{\"a\":", "1:642"),
    ("{\"Emma\":", "[", "1:137"),
    ("[{\"a\":", "[", "1:134"),
  ])
  func refusesDeepNesting(start: String, level: String, place: String) async {
    let lines = await transcript(start + String(repeating: level, count: 100_000))
    #expect(lines == ["\(place) error: The JSON is nested more than 128 levels deep."])
  }

  @Test func readsTheDeepestNestingThatIsAllowed() async throws {
    let text = String(repeating: "[", count: 127) + String(repeating: "]", count: 127)
    let lines = await transcript("[{\"v\":\(text)}]")
    #expect(lines == ["1:2 - {v: \(text)}"])
  }

  @Test func countsLevelsAndNotValues() async throws {
    let values = Array(repeating: "[[]]", count: 1000).joined(separator: ", ")
    let lines = await transcript("[{\"v\": [\(values)]}]")
    #expect(lines == ["1:2 - {v: [\(values)]}"])
  }
}
