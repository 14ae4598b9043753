import Exemplar
import Foundation
import Testing

private struct Division: Decodable, Sendable, Equatable {
  var dividend: Double
  var divisor: Double
  var quotient: Double
}

/// Rows as arguments of plain tests.
struct RowsTests {
  @Test(arguments: try Rows<Division>(.json("divisions")))
  private func divides(_ division: Division) {
    expect(division.dividend / division.divisor, equals: division.quotient)
  }

  @Test(arguments: try Rows<Division>(.json("divisions")).named)
  private func dividesByName(_ row: NamedRow<Division>) {
    expect(row.dividend, equals: row.value.dividend)
    expect(row.place.fileName, equals: "divisions.json")
    expect(row.testDescription, equals: row.name)
  }

  @Test(arguments: try Rows<Division>(.json("divisions").filter { $0.name != "by zero" }.prefix(1)))
  private func dividesTheFirst(_ division: Division) {
    expect(division, equals: Division(dividend: 6, divisor: 3, quotient: 2))
  }

  @Test(arguments: try await Rows<Int>(waitingFor: .sequence { await numbers() }))
  func waits(_ number: Int) { #expect([1, 2].contains(number)) }

  @Test func readsEveryFormatByName() throws {
    let expected = [
      Division(dividend: 6, divisor: 3, quotient: 2),
      Division(dividend: 1, divisor: 4, quotient: 0.25),
    ]
    try expect(Array(Rows<Division>(.json("divisions"))), equals: expected)
    try expect(Array(Rows<Division>(.jsonLines("divisions"))), equals: expected)
    try expect(Array(Rows<Division>(.csv("divisions"))), equals: expected)
    try expect(Array(Rows<Division>(.tsv("divisions"))), equals: expected)
    #if YAML
      try expect(Array(Rows<Division>(.yaml("divisions"))), equals: expected)
    #endif
  }

  @Test func namesRowsUniquely() throws {
    let rows = try Rows<Division>(.json("divisions"))
    expect(rows.named.map(\.name), equals: ["in full", "#2"])
    expect(rows.named.map(\.id), equals: rows.named.map(\.name))
    expect(rows.named.map(\.place.line), equals: [2, 3])
    // Swift Testing knows an argument again by its id, unless it can encode the value.
    let arguments: [any Identifiable] = rows.named
    expect(arguments.map { $0.id as? String }, equals: ["in full", "#2"])
    #expect(!(rows.named[0] is any Encodable))
  }

  @Test func tellsOfEveryRowThatIsWrong() throws {
    let source = RowSource.json(
      .text(
        """
        [{"name": "a", "value": "x"},
         {"name": "a", "value": 1},
         7,
         {"value": 1, "skip": "slow"},
         {"value": 2}, }
        """, path: "numbers.json"))
    #expect(
      message { try Rows<Int>(source) } == """
        numbers.json:1:25: In “value” of row “a”, expected a whole number, found the text “x”.
        numbers.json:2:2: Two rows are named “a”: the other one is at numbers.json:1:2.
        numbers.json:3:2: Expected an object as a row, found the number 7.
        numbers.json:4:23: “skip” of a row has no effect here, only in an outline. Leave it out, \
        filter the rows, or use .withoutMetadata on the source.
        numbers.json:5:16: Malformed JSON: expected a value, found “}”. Remove the comma before it.
        """)
  }

  @Test func listsNoMoreThanCanBeRead() {
    let text = "[" + Array(repeating: "true", count: 30).joined(separator: ",\n") + "]"
    let lines = message { try Rows<Int>(.json(.text(text, path: "numbers.json"))) }
      .split(separator: "\n")
    expect(lines.count, equals: 21)
    expect(lines.last, equals: "… and 10 more.")
  }

  @Test func refusesWhatGivesNoArguments() {
    let here = "\(#filePath):1: "
    expect(
      message { try Rows<Int>(.json(.text("[]", path: "numbers.json")), line: 1) },
      equals: here + "The row source has no rows, so nothing would be checked.")
    expect(
      message { try Rows<Int>(.sequence("numbers") { await numbers() }, line: 1) },
      equals: here + "The rows of “numbers” have to be waited for. Write "
        + "“try await Rows(waitingFor: …)”.")
    #expect(
      message { try Rows<Int>(.json("nothing"), line: 1) }
        .hasPrefix(here + "There is no file nothing.json."))
  }

  @Test func leavesMetadataAloneThatIsData() throws {
    struct Tagged: Decodable { var tags: [String] }
    let source = RowSource.json(.text("[{\"tags\": [\"a\"]}]", path: "tagged.json"))
    try expect(Rows<Tagged>(source).first?.tags, equals: ["a"])
    try expect(Rows<[String: [String]]>(source.withoutMetadata).first, equals: ["tags": ["a"]])
  }

  private func message<Value>(_ body: () throws -> Rows<Value>) -> String {
    do {
      _ = try body()
      return "nothing is wrong"
    } catch {
      return String(describing: error)
    }
  }
}

private func numbers() async -> [Row] { [Row("one", 1), Row("two", 2)] }
