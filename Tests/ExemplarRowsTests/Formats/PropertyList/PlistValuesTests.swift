import Exemplar
import ExemplarCore
import Foundation
import Testing

@testable import ExemplarRows

/// The values of property lists, as rows decode them, from XML and from binary alike.
struct PlistValuesTests {
  private struct Book: Decodable, Equatable {
    var title: String
    var pages: Int
    var price: Double
    var sold: Bool
    var printed: Date
    var cover: Data
    var tags: [String]
    var shelf: [String: Int]
  }

  private let emma: [String: Any] = [
    "title": "Emma", "pages": 474, "price": 9.5, "sold": true,
    "printed": Date(timeIntervalSince1970: 1_709_210_000), "cover": Data([1, 2, 255]),
    "tags": ["novel", "Österreich 📚"], "shelf": ["row": -3],
  ]

  private func rows(
    of list: Any, as format: PropertyListSerialization.PropertyListFormat
  ) async throws -> [Row] {
    let folder = try TemporaryFolder()
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: format, options: 0)
    try folder.write([UInt8](data), to: "books.plist")
    return try await RowSource.plist("books").readRows(for: folder.site)
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func areWhatFoundationHasWritten(format: PropertyListSerialization.PropertyListFormat)
    async throws
  {
    let rows = try await rows(of: ["Emma": emma], as: format)
    let expected = Book(
      title: "Emma", pages: 474, price: 9.5, sold: true,
      printed: Date(timeIntervalSince1970: 1_709_210_000), cover: Data([1, 2, 255]),
      tags: ["novel", "Österreich 📚"], shelf: ["row": -3])
    try expect(rows.map { try $0.decode(as: Book.self) }, equals: [expected])
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func keepEveryNumber(format: PropertyListSerialization.PropertyListFormat) async throws {
    let whole: [Int] = [0, 1, -1, 127, 128, 255, 256, 65_535, 65_536, .max, .min]
    let other: [Double] = [0.1, -2.5, 1e300, .leastNonzeroMagnitude, .pi]
    let rows = try await rows(of: ["whole": whole, "other": other], as: format)
    let named = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })
    try expect(named["whole"]?.decode(as: [Int].self), equals: whole)
    try expect(named["other"]?.decode(as: [Double].self), equals: other)
  }

  @Test func ofManyElementsAreReadFromBinary() async throws {
    let many = Dictionary(uniqueKeysWithValues: (0..<1000).map { ("row\($0)", $0) })
    let rows = try await rows(of: many, as: .binary)
    #expect(rows.map(\.name) == (0..<1000).map { "row\($0)" })
    try expect(rows.map { try $0.decode(as: Int.self) }, equals: Array(0..<1000))
  }

  @Test func areNoNumberOrEndlessWhereThatIsWritten() async throws {
    let list = try PropertyList.value(
      of: Data("<array><real>nan</real><real>-Infinity</real><real>1e999</real></array>".utf8),
      path: "books.plist")
    func decode<Value: Decodable>(_ index: Int, _ type: Value.Type) throws -> Value {
      var fields = RowFields()
      _ = fields.add(try #require(list.array)[index], for: "price")
      let row = Row(name: "Emma", fields: fields, place: Place(path: "books.plist"))
      return try row.decode("price", as: type)
    }
    #expect(try decode(0, Double.self).isNaN)
    try expect(decode(1, Float.self), equals: -.infinity)
    expect(
      mistake { try decode(0, Int.self) },
      equals:
        "1:8 In “price” of row “Emma”, expected a whole number from \(Int.min) to \(Int.max), "
        + "found the number nan.")
    expect(
      mistake { try decode(2, Double.self) },
      equals: "1:46 In “price” of row “Emma”, expected a number that Double can hold, "
        + "found the number 1e999.")
  }

  @Test func haveTheirPlaces() async throws {
    let list = try PropertyList.value(
      of: Data("<dict>\n<key>a</key>\n  <array>\n<true/> <dict/></array></dict>".utf8),
      path: "books.plist")
    #expect(
      list.isIdentical(
        to: RowValue(
          .object(
            fields(
              [
                "a": RowValue(
                  .array([
                    RowValue(.bool(true), line: 4, column: 1),
                    RowValue(.object(RowFields()), line: 4, column: 9),
                  ]), line: 3, column: 3)
              ])), line: 1, column: 1)))
  }

  @Test func areRefusedAsAWholeForAnyMistake() {
    func problem(_ text: String) -> String? {
      mistake { try PropertyList.value(of: Data(text.utf8), path: "books.plist") }
    }
    expect(
      problem("<dict><key>a</key><true/><key>a</key><false/></dict>"),
      equals: "1:26 The key “a” appears twice in one dictionary. The first one is on line 1.")
    expect(
      problem("<dict><key>a</key><true/>"),
      equals: "1:26 Malformed property list: expected <key> or </dict>, found the end of the file. "
        + "<dict> on line 1 is not closed.")
    expect(
      problem("<array><integer>x</integer></array>"),
      equals: "1:8 “x” is not an integer, such as 42.")
  }

  private func fields(_ values: KeyValuePairs<String, RowValue>) -> RowFields {
    var fields = RowFields()
    for (key, value) in values { _ = fields.add(value, for: key) }
    return fields
  }
}
