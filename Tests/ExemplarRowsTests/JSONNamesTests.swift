import ExemplarRows
import Testing

/// The names of rows in an array, where they must be there and where they need not.
struct JSONNamesTests {
  private let text = """
    [
      {"name": "Emma", "a": 1},
      {"a": 2},
      {"name": null}, {"name": 5},
      {"name": ["x"]},
      {"Name": "Sanditon"},
      {"name": ""}
    ]
    """

  @Test func mayBeMissingWhereTheyAreOptional() async {
    let lines = await transcript(text, named: .optional)
    #expect(
      lines == [
        "2:3 Emma {name: \"Emma\", a: 1}",
        "3:3 - {a: 2}",
        "4:12 mistake: The name of a row must be text, found null.",
        "4:28 mistake: The name of a row must be text, found the number 5.",
        "5:12 mistake: The name of a row must be text, found an array.",
        "6:3 - {Name: \"Sanditon\"}",
        "7:3 - {name: \"\"}",
      ])
  }

  @Test func mustBeThereWhereTheyAreRequired() async {
    let lines = await transcript(text, named: .required)
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
  func areTheKeysOfAnObject(naming: RowNaming) async {
    let lines = await transcript("{\"Emma\": {\"name\": 5}, \"two\": 2}", named: naming)
    #expect(lines == ["1:2 Emma {name: 5}", "1:23 two {value: 2}"])
  }
}
