import Exemplar
import ExemplarCore
import ExemplarRows
import Foundation
import Testing

/// Rows of values that the program has made.
@Suite struct RowsInCodeTests {
  enum Genre: String, RowValueConvertible { case novel, poem }
  enum Shelf: Int { case upper = 1, lower }
  struct Cart {}

  @Test func everyPlainTypeIsAValue() throws {
    let (text, letters): (String, Substring) = ("Emma", "Dune".dropLast())
    let nothing: Int? = nil
    let id = try #require(UUID(uuidString: "0F0E0D0C-0B0A-0908-0706-050403020100"))
    let day = Date(timeIntervalSince1970: 0)
    let url = try #require(URL(string: "https://example.com/emma"))
    let pairs: KeyValuePairs = ["z": 1, "a": 2]
    let values: [RowValue] = [
      RowValue(474), RowValue(Int8(-8)), RowValue(UInt64.max), RowValue(1.5), RowValue(Float(0.1)),
      RowValue(Decimal(string: "10.10")!), RowValue(true), RowValue(text), RowValue(letters),
      RowValue(Character("é")), RowValue(day), RowValue(Data([1, 2])), RowValue(url), RowValue(id),
      RowValue(nothing), RowValue(Int?.some(3)), RowValue([[1], []]), RowValue([1, 2, 3][1...]),
      RowValue(["z": [1], "a": [2], "a10": [], "a9": []]), RowValue(pairs), RowValue(Genre.poem),
      RowValue([Genre.novel]), RowValue(Shelf.lower), RowValue(["genre": Genre.poem]),
    ]
    expect(
      values.map { "\($0)" },
      equals: [
        "474", "-8", "18446744073709551615", "1.5", "0.1", "10.1", "true", "\"Emma\"", "\"Dun\"",
        "\"é\"", "1970-01-01T00:00:00Z", "2 bytes", "\"https://example.com/emma\"",
        "\"0F0E0D0C-0B0A-0908-0706-050403020100\"", "null", "3", "[[1], []]", "[2, 3]",
        "{a: [2], a9: [], a10: [], z: [1]}", "{z: 1, a: 2}", "\"poem\"", "[\"novel\"]", "2",
        "{genre: \"poem\"}",
      ])
  }

  private final class Till { var sum = 0 }

  @Test func aValueThatIsNoDataIsMadeForEachReader() async throws {
    let row = Row("a till", object: Till(), line: 7)
    let till = try row.object(as: Till.self)
    till.sum = 8
    try expect(row.object(as: Till.self).sum, equals: 0)
    let adding = Row(nil, object: { (sum: Int) in sum + 1 })
    try expect(adding.object(as: ((Int) -> Int).self)(8), equals: 9)
    // Through the operators on rows.
    var rows: [Row] = []
    let source = RowSource.sequence { [row] }.named { $0.name }.filter { $0.name == "a till" }
    let iterator = try await source.rows(for: DeclarationSite(module: "", place: Place(path: "")))
    while let row = try await iterator.next() { rows.append(try row.get()) }
    try expect(rows.map { try $0.object(as: Till.self).sum }, equals: [0])
    func mistake(_ body: () throws -> Void) -> String {
      do { try body(); return "" } catch let mistake as UsageError { return mistake.message } catch
      {
        return "\(error)"
      }
    }
    expect(
      mistake { _ = try row.object(as: Int.self) },
      equals: "The object of row “a till” is of type Till, not Int.")
    expect(
      mistake { _ = try Row("Emma", 8).object(as: Int.self) },
      equals: """
        Row “Emma” has no object. Create it with Row("a name", object: …), or read its values with decode.
        """)
    struct Broken: Error {}
    @Sendable func broken() throws -> Till { throw Broken() }
    #expect(throws: Broken.self) { try Row("a", object: try broken()).object(as: Till.self) }
  }

  @Test func valuesComeBackAsTheyWere() throws {
    let url = URL(fileURLWithPath: "/shop/emma.html")
    let row = Row(
      "Emma",
      [
        "infinity": RowValue(Double.infinity), "nan": RowValue(Double.nan),
        "small": RowValue(1e-300), "price": RowValue(Decimal(string: "10.10")!),
        "url": RowValue(url), "id": RowValue(UUID(uuid: noBytes)), "pages": "\(474) pages",
      ])
    try expect(row.decode("infinity", as: Double.self), equals: .infinity)
    #expect(try row.decode("nan", as: Double.self).isNaN)
    try expect(row.decode("small", as: Double.self), equals: 1e-300)
    try expect(row.decode("price", as: Decimal.self), equals: Decimal(string: "10.10"))
    try expect(row.decode("url", as: URL.self), equals: url)
    try expect(row.decode("id", as: UUID.self), equals: UUID(uuid: noBytes))
    try expect(row.decode("pages", as: String.self), equals: "474 pages")
  }

  @Test func dictionariesAreInNaturalOrder() async {
    let rows: [String: RowValue] = ["row 10": ["a": 1], "Row 9": ["a": 2], "b": 3]
    let expected = ["7:0 b {value: 3}", "7:0 Row 9 {a: 2}", "7:0 row 10 {a: 1}"]
    await expect(transcript(of: .rows(rows, line: 7)), equals: expected)
    await expect(transcript(of: .rows(of: rows, line: 7)), equals: expected)
    await expect(transcript(of: .rows(line: 7) { rows }), equals: expected)
  }

  /// The compiler must not take a literal for a dictionary.
  @Test func literalsKeepTheirOrder() async {
    let expected = ["7:0 red {c: 1}", "7:0 blue {c: 2}", "7:0 red {c: 3}"]
    let explicit = RowSource.rows(["red": ["c": 1], "blue": ["c": 2], "red": ["c": 3]], line: 7)
    let implicit: RowSource = .rows(["red": ["c": 1], "blue": ["c": 2], "red": ["c": 3]], line: 7)
    let (one, three) = (1, 3)
    let variables = RowSource.rows(
      ["red": ["c": RowValue(one)], "blue": ["c": 2], "red": ["c": RowValue(three)]], line: 7)
    for source in [explicit, implicit, variables] {
      await expect(transcript(of: source), equals: expected)
    }
  }

  @Test func sequencesKeepTheirOrder() async {
    let books = [("Emma", 474), ("Dune", 612), ("Emma", 8)]
    await expect(
      transcript(of: .rows(books.map { ($0.0, ["pages": RowValue($0.1)]) }, line: 7)),
      equals: [
        "7:0 Emma {pages: 474}", "7:0 Dune {pages: 612}", "7:0 Emma {pages: 8}",
      ])
    let expected = ["7:0 Emma {value: 474}", "7:0 Dune {value: 612}", "7:0 Emma {value: 8}"]
    await expect(transcript(of: .rows(of: books, line: 7)), equals: expected)
    await expect(
      transcript(of: .rows(of: zip(books.map(\.0), books.map(\.1)), line: 7)), equals: expected)
    let sorted = ["b": 1 as RowValue, "a": 2].sorted { $0.key > $1.key }
    await expect(
      transcript(of: .rows(sorted, line: 7)), equals: ["7:0 b {value: 1}", "7:0 a {value: 2}"])
    let rows = [Row("Emma", 474, line: 3), Row(nil, ["pages": 8], line: 4)]
    await expect(
      transcript(of: .rows(of: rows)), equals: ["3:0 Emma {value: 474}", "4:0 - {pages: 8}"])
    await expect(
      transcript(of: .rows(of: [1, 2], line: 7)), equals: ["7:0 - {value: 1}", "7:0 - {value: 2}"])
  }

  @Test func setsHaveAnOrderToo() async {
    for _ in 0..<10 {
      await expect(
        transcript(of: .rows(of: Set(["c", "a", "b"]), line: 7)),
        equals: [
          "7:0 - {value: \"a\"}", "7:0 - {value: \"b\"}", "7:0 - {value: \"c\"}",
        ])
    }
  }

  @Test func anythingThatIsPlainCanStandInARow() async {
    let rows: [AnyHashable: Any] = [
      "Emma": ["pages": 474, "sold": true, "tags": ["old", 7] as [Any]] as [String: Any],
      2: [Genre.novel, Shelf.upper] as [Any],
      "nothing": NSNull(), "optional": Optional<Int>.none as Any,
      "foundation": NSDictionary(
        dictionary: ["n": NSNumber(value: 2.5), "yes": NSNumber(value: true), "s": NSString("x")]),
      "keyed": [1: "a", 10: "b", 9: "c"],
      "cart": ["one": Cart()],
    ]
    await expect(
      transcript(of: .rows(of: rows, line: 7)),
      equals: [
        "7:0 2 {value: [\"novel\", 1]}",
        "7:0 cart mistake: A value of type Cart cannot be in a row. Give a number, a text or another "
          + "plain value, conform the type to RowValueConvertible, or return an array of "
          + "Row(\"a name\", object: …) and read it with Row.current.object(as:).",
        "7:0 Emma {pages: 474, sold: true, tags: [\"old\", 7]}",
        "7:0 foundation {n: 2.5, s: \"x\", yes: true}",
        "7:0 keyed {1: \"a\", 9: \"c\", 10: \"b\"}",
        "7:0 nothing {value: null}", "7:0 optional {value: null}",
      ])
  }

  @Test func jsonThatFoundationHasReadHasItsRows() async throws {
    let json = Data(#"{"Emma": {"pages": 474, "sold": true, "price": 1.5, "none": null}}"#.utf8)
    let object = try JSONSerialization.jsonObject(with: json) as? [String: Any]
    await expect(
      transcript(of: .rows(of: try #require(object), line: 7)),
      equals: [
        "7:0 Emma {none: null, pages: 474, price: 1.5, sold: true}"
      ])
  }

  @Test func itemsAndSuitesAreThoseOfAPropertyList() async {
    let rows: [String: Any] = [
      "ECTestItems": ["Emma": 474],
      "ECTestSuites": ["poems": ["Howl": 57], "none": [String: Int]()],
    ]
    await expect(
      transcript(of: .rows(of: rows, line: 7)),
      equals: [
        "7:0 Emma {value: 474}",
        "7:0 none/rows mistake: The suite “none” has no rows, so nothing was "
          + "checked.",
        "7:0 poems/Howl {value: 57}",
      ])
  }

  @Test func whatIsThrownEndsTheReading() async {
    struct Closed: Error {}
    await expect(
      transcript(of: .rows { () async throws -> [String: Int] in throw Closed() }),
      equals: [
        "error: Closed()"
      ])
  }
}

/// The identifier that is all zeros.
private let noBytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
