import ExemplarRows
import Testing

/// The three shapes of a file of rows, and what is none of them.
struct JSONShapesTests {
  @Test func readsAnArrayOfObjects() async {
    let lines = await transcript(
      """
      [
        {"name": "Emma", "price": 8},
        {"price": 9.5, "name": "Persuasion"},
        {"price": 10}
      ]
      """)
    #expect(
      lines == [
        "2:3 Emma {name: \"Emma\", price: 8}",
        "3:3 Persuasion {price: 9.5, name: \"Persuasion\"}",
        "4:3 - {price: 10}",
      ])
  }

  @Test func readsAnObjectOfObjects() async {
    let lines = await transcript(
      """
      {
        "Emma": {"price": 8, "tags": ["novel"]},
        "": {},
        "Persuasion": {"name": "other"}
      }
      """)
    #expect(
      lines == [
        "2:3 Emma {price: 8, tags: [\"novel\"]}",
        "3:3 - {}",
        "4:3 Persuasion {name: \"other\"}",
      ])
  }

  @Test func readsAnObjectOfPlainValues() async {
    let lines = await transcript(
      #"{"one": 1, "two": "2", "three": [3], "four": null, "five": true}"#)
    #expect(
      lines == [
        "1:2 one {value: 1}",
        "1:12 two {value: \"2\"}",
        "1:24 three {value: [3]}",
        "1:38 four {value: null}",
        "1:52 five {value: true}",
      ])
  }

  @Test func mixesObjectsAndPlainValuesInAnObject() async {
    let lines = await transcript(#"{"one": {"price": 1}, "two": 2}"#)
    #expect(lines == ["1:2 one {price: 1}", "1:23 two {value: 2}"])
  }

  @Test(arguments: ["[]", "{}", " [ ] ", "\n{\n}\n"])
  func readsAFileWithoutRows(text: String) async {
    let lines = await transcript(text)
    #expect(lines == [])
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

  @Test func failsOnlyTheElementsThatAreNoObjects() async {
    let lines = await transcript("[{\"a\": 1}, 2, [], null,\n \"x\", {\"a\": 3}]")
    #expect(
      lines == [
        "1:2 - {a: 1}",
        "1:12 mistake: Expected an object as a row, found the number 2.",
        "1:15 mistake: Expected an object as a row, found an array. To read arrays as rows, name "
          + "their columns: columns: “title”, …",
        "1:19 mistake: Expected an object as a row, found null.",
        "2:2 mistake: Expected an object as a row, found the text “x”.",
        "2:7 - {a: 3}",
      ])
  }

  @Test func failsOnlyTheRowsWithAKeyThatStandsTwice() async {
    let lines = await transcript(
      """
      [
        {"name": "Emma", "price": 8,
         "price": 9, "price": 10},
        {"name": "Persuasion", "shelf": [{"row": 1, "row": 1}]},
        {"name": "Sanditon"}
      ]
      """)
    #expect(
      lines == [
        "3:4 mistake: The key “price” appears twice in one object. The first one is on line 2.",
        "4:47 mistake: The key “row” appears twice in one object. The first one is on line 4.",
        "5:3 Sanditon {name: \"Sanditon\"}",
      ])
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
}
