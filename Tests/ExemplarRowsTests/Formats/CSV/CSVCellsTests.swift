import Exemplar
import ExemplarCore
import ExemplarRows
import Foundation
import Testing

/// The types of the cells of a CSV file.
struct CSVCellsTests {
  private enum Format: String, Decodable, CaseIterable { case hardcover, paperback }
  private enum Size: Decodable, CaseIterable { case small, large }

  private struct Everything: Decodable {
    var name: String
    var int: Int
    var double: Double
    var decimal: Decimal
    var bool: Bool
    var date: Date
    var url: URL
    var uuid: UUID
    var data: Data
    var format: Format
    var size: Size
    var note: String?
    var stock: Int?
  }

  private static let columns =
    "name,int,double,decimal,bool,date,url,uuid,data,format,size,note,stock"
  private static let id = "8C2F1B0E-6A3D-4E5F-9B7A-1C2D3E4F5A6B"

  private func row(_ text: String) async throws -> Row {
    try await RowSource.csv(.text(text, path: "books.csv")).firstRow()
  }

  @Test func becomeWhatIsAskedFor() async throws {
    let row = try await row(
      """
      \(Self.columns)
      Emma,-12,8.50,0.10,yes,2024-02-29T12:30:00Z,https://example.com/emma?x=1,\(Self.id),SGk=,paperback,large,,
      """)
    let book = try row.decode(as: Everything.self)
    expect(book.name, equals: "Emma")
    expect(book.int, equals: -12)
    expect(book.double, equals: 8.5)
    expect(book.decimal, equals: Decimal(string: "0.1"))
    #expect(book.bool)
    expect(book.date, equals: Date(timeIntervalSince1970: 1_709_209_800))
    expect(book.url, equals: URL(string: "https://example.com/emma?x=1"))
    expect(book.uuid, equals: UUID(uuidString: Self.id))
    expect(book.data, equals: Data("Hi".utf8))
    expect(book.format, equals: .paperback)
    expect(book.size, equals: .large)
    #expect(book.note == nil)
    #expect(book.stock == nil)
  }

  @Test func mayHaveSpaceAroundNumbersAndTruthValues() async throws {
    let row = try await row("a,b,c\n +7 , 1e3 , No \n")
    try expect(row.decode("a", as: Int.self), equals: 7)
    try expect(row.decode("b", as: Double.self), equals: 1000)
    try expect(row.decode("c", as: Bool.self), equals: false)
    try expect(row.decode("c", as: String.self), equals: " No ")
  }

  @Test func areInfiniteOrNoNumberAsInYAML() async throws {
    let row = try await row("a,b,c,d,e\n.inf,-.INF, +.Inf,.NaN,nan\n")
    #expect(try row.decode("a", as: Double.self) == .infinity && row["a"]?.number == .infinity)
    #expect(try row.decode("b", as: Float.self) == -.infinity && row["b"]?.number == -.infinity)
    try expect(row.decode("c", as: Double?.self), equals: .infinity)
    #expect(try row.decode("d", as: Double.self).isNaN && row["d"]?.number?.isNaN == true)
    try expect(row.decode("d", as: String.self), equals: ".NaN")
    #expect(try row.decode("e", as: String.self) == "nan" && row["e"]?.number == nil)
  }

  @Test func areNilOrEmptyTextWhereTheyAreEmpty() async throws {
    let row = try await row("a,b\n,\"\"\n")
    #expect(try row.decode("a", as: Int?.self) == nil)
    #expect(try row.decode("b", as: String?.self) == nil)
    try expect(row.decode("a", as: String.self), equals: "")
    expect(
      mistake { try row.decode("a", as: Int.self) },
      equals: "2:1 In “a” of a row, expected a whole number, found the text “”.")
  }

  /// Each cell is in the column of its type in `Everything`, and is wrong for it.
  @Test(arguments: [
    ("int", "twelve", "a whole number"),
    ("int", "8.5", "a whole number from \(Int.min) to \(Int.max)"),
    ("int", "9223372036854775808", "a whole number from \(Int.min) to \(Int.max)"),
    ("int", "1 000", "a whole number"),
    ("double", "\"8,5\"", "a number"),
    ("double", "nan", "a number (infinity is written .inf, and what is not a number .nan)"),
    ("double", "-Infinity", "a number (infinity is written .inf, and what is not a number .nan)"),
    ("int", "nan", "a whole number"),
    ("int", ".inf", "a whole number from \(Int.min) to \(Int.max)"),
    ("decimal", ".nan", "a number that Decimal can hold exactly"),
    ("double", "1e999", "a number that Double can hold"),
    ("decimal", "1.2.3", "a number"),
    ("bool", "maybe", "true or false (or yes, no, 1, 0)"),
    ("date", "29.02.2024", "a date as ISO 8601 text, such as 2024-02-29T12:30:00Z"),
    ("date", "2023-02-29", "a date as ISO 8601 text, such as 2024-02-29T12:30:00Z"),
    ("url", "http://[", "a URL"),
    ("uuid", "8C2F1B0E", "a UUID"),
    ("data", "###", "base64 text"),
    ("format", "scroll", "“hardcover” or “paperback”"),
    ("size", "huge", "“small” or “large”"),
    ("stock", "many", "a whole number"),
  ])
  func tellWhatIsWrongAndWhere(column: String, cell: String, expected: String) async throws {
    let good = [
      "name": "Emma", "int": "1", "double": "1", "decimal": "1", "bool": "1", "date": "2024-02-29",
      "url": "a", "uuid": Self.id, "data": "SGk=", "format": "hardcover", "size": "small",
    ]
    let columns = Self.columns.split(separator: ",").map(String.init)
    let cells = columns.map { $0 == column ? cell : good[$0] ?? "" }
    let row = try await row("\(Self.columns)\n\n\(cells.joined(separator: ","))\n")
    let before = cells.prefix { $0 != cell }.joined(separator: ",")
    let found = cell.replacing("\"", with: "")
    expect(
      mistake { try row.decode(as: Everything.self) },
      equals: "3:\(before.utf8.count + 2) In “\(column)” of row “Emma”, expected \(expected), "
        + "found the text “\(found)”.")
    do {
      _ = try row.decode(as: Everything.self)
    } catch let mistake as UsageError {
      expect(mistake.place?.path, equals: "books.csv")
    }
  }

  @Test func standWhereTheyBeginAlsoAfterNewLines() async throws {
    let row = try await row("a,b\n\"one\ntwo\",x\n")
    expect(
      mistake { try row.decode("b", as: Int.self) },
      equals: "3:6 In “b” of a row, expected a whole number, found the text “x”.")
  }

  @Test(
    arguments: [
      (";", "a;b\n\"x;y\";1,5\n"), ("|", "a|b\n\"x|y\"|1,5\n"), (" ", "a b\n\"x y\" 1,5\n"),
    ] as [(Character, String)])
  func standBetweenOtherSeparators(separator: Character, text: String) async throws {
    let lines = await transcript(of: .csv(.text(text, path: "books.csv"), separator: separator))
    expect(lines, equals: ["2:1 - {a: \"x\(separator)y\", b: \"1,5\"}"])
  }

  @Test(arguments: ["\"", "\n", "\r", "\r\n", "é", "📚", "\0"] as [Character])
  func cannotStandBetweenSomeSeparators(separator: Character) async throws {
    let lines = await transcript(of: .csv(.text("a\n1\n", path: "books.csv"), separator: separator))
    expect(
      lines,
      equals: [
        "0:0 error: The separator \(String(separator).debugDescription) cannot separate cells; "
          + "expected one ASCII character other than a quotation mark or a new line."
      ])
  }

  @Test(arguments: ["#", "//", "-- ", "é", "/* "])
  func mayFollowComments(mark: String) async throws {
    let text = "\(mark)books\na,b\n\(mark) \"x\n1,\(mark)2\n\(mark)"
    let lines = await transcript(of: .csv(.text(text, path: "books.csv"), comments: mark))
    expect(lines, equals: ["4:1 - {a: \"1\", b: \"\(mark)2\"}"])
  }

  @Test(arguments: ["", "\"", "\"x", "a\n", "\r\n", ",", ",x"])
  func cannotFollowSomeComments(mark: String) async throws {
    let lines = await transcript(of: .csv(.text("a\n1\n", path: "books.csv"), comments: mark))
    let problem =
      mark.first == ","
      ? "begins with the separator. Change one of them."
      : "cannot begin a line; expected a text that does not begin with a quotation mark and holds no new line."
    expect(lines, equals: ["0:0 error: The mark of comments \(mark.debugDescription) \(problem)"])
  }

  @Test func nameTheirRowWhereThatIsRequired() async throws {
    let text = "name,pages\nEmma,474\n,612\n"
    let lines = await transcript(of: .csv(.text(text, path: "books.csv"), named: .required))
    expect(
      lines,
      equals: [
        "2:1 Emma {name: \"Emma\", pages: \"474\"}",
        "3:1 mistake: The row has no name; expected a text in the column “name”.",
      ])
  }
}
