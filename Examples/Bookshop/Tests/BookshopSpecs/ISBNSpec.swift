import Bookshop
import Exemplar
import Testing

/// One row of isbns.json: what was typed, and what should come of it.
struct TypedNumber: Decodable, Sendable {
  let text: String
  let valid: Bool
  let isbn13: String?
  let problem: String?
}

@Spec("An ISBN")
struct ISBNSpec {
  // One value for the whole row: its properties are the columns.
  @Example("is read as a customer types it", from: .json("isbns"))
  func reads(_ typed: TypedNumber) throws {
    if typed.valid {
      try expect(ISBN(typed.text).isbn13, equals: typed.isbn13)
    } else {
      let problem = #expect(throws: ISBN.Problem.self) { try ISBN(typed.text) }
      #expect(problem?.description == typed.problem)
    }
  }

  // One parameter for each column: the columns are found by name.
  @Example("has an old and a new form", from: .json("conversions"))
  func converts(isbn10: String, isbn13: String) throws {
    try expect(ISBN(isbn10).isbn13, equals: isbn13)
    try expect(ISBN(isbn13).isbn10, equals: isbn10)
  }

  // A file of plain values: the row is a name and a value.
  @Example("ends with a check digit", from: .json("check-digits"))
  func endsWithCheckDigit(name: String, value: Int) throws {
    try expect(ISBN(name).checkDigit, equals: value)
  }

  @Example("has no old form when it starts with 979")
  func hasNoOldForm() throws {
    try expect(ISBN("979-10-90636-07-1").isbn10, equals: nil)
  }

  @Example("is the same in both forms")
  func isTheSameInBothForms() throws {
    try expect(ISBN("0-441-17271-7"), equals: ISBN("978-0-441-17271-9"))
  }

  @Example(
    "says what is wrong",
    rows: {
      row("too short", "0-441", ISBN.Problem.wrongLength(4))
      row("a letter", "0-441-1727l-7", ISBN.Problem.wrongCharacter("l"))
      row("an x after 13 digits", "978-1-4516-4853-x", ISBN.Problem.wrongCharacter("x"))
      row("not a book", "4006381333931", ISBN.Problem.wrongPrefix("400"))
      row("a typing error", "0-441-17271-8", ISBN.Problem.wrongCheckDigit(expected: "7"))
    })
  func saysWhatIsWrong(text: String, problem: ISBN.Problem) {
    #expect(throws: problem) { try ISBN(text) }
  }
}
