import Exemplar
import ExemplarCore
import ExemplarRows
import Testing

/// A source is opened as often as is asked for, and becomes an outline.
struct RowSourceTests {
  @Test func givesEqualRowsEachTimeItIsOpened() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "[{\"name\": \"Emma\", \"tags\": [1, {\"a\": null}]},\n {}, {}]", to: "books.json")
    let source = RowSource.json("books")
    let first = try await source.readRows(for: folder.site)
    expect(first.count, equals: 3)
    let second = try await source.readRows(for: folder.site)
    expect(second, equals: first)
    #expect(second.elementsEqual(first) { $0.isIdentical(to: $1) })
  }

  @Test func givesTheRowsOfTheFileAsItIsNow() async throws {
    let folder = try TemporaryFolder()
    let source = RowSource.json("books")
    try folder.write("{\"Emma\": 8}", to: "books.json")
    let before = await transcript(of: source, for: folder.site)
    try folder.write("{\"Emma\": 9, \"Sanditon\": 10}", to: "books.json")
    let after = await transcript(of: source, for: folder.site)
    expect(before, equals: ["1:2 Emma {value: 8}"])
    expect(after, equals: ["1:2 Emma {value: 9}", "1:13 Sanditon {value: 10}"])
  }

  @Test func readsOnInTheFileAsItWasWhenOpened() async throws {
    let folder = try TemporaryFolder()
    try folder.write("[{\"a\": 1}, {\"a\": 2}]", to: "books.json")
    let rows = try await RowSource.json("books").rows(for: folder.site)
    _ = try await rows.next()
    try folder.write("[]", to: "books.json")
    let second = try await rows.row()
    try expect(second.decode("a"), equals: 2)
    #expect(try await rows.isOver())
  }

  @Test func keepsIteratorsApart() async throws {
    let source = RowSource.json(.text("{\"a\": 1, \"b\": 2}", path: "books.json"))
    let site = anySite
    let (one, two) = (try await source.rows(for: site), try await source.rows(for: site))
    _ = try await one.next()
    _ = try await one.next()
    #expect(try await one.isOver())
    #expect(try await !two.isOver())
  }

  @Test func becomesAnOutlineWithAnExamplePerRow() async throws {
    let source = RowSource.json(
      .text("[{\"name\": \"Emma\", \"price\": 8}, 5, {\"price\": \"x\"}, }", path: "books.json"))
    let outline = source.outline(for: anySite) { _ = try $0.decode("price", as: Double.self) }
    let cursor = try await outline.open()
    var lines: [String] = []
    do {
      while let example = try await cursor.next() {
        let place = example.place?.description ?? ""
        lines.append("\(place) \(example.name ?? "-"): \(example.values() ?? "no values")")
        do { try await example.body() } catch { lines.append("  failed: \(error)") }
      }
    } catch {
      lines.append("ended: \(error)")
    }
    expect(
      lines,
      equals: [
        "books.json:1:2 Emma: price: 8",
        "books.json:1:32 -: no values",
        "  failed: Expected an object as a row, found the number 5.",
        "books.json:1:35 -: price: \"x\"",
        "  failed: In “price” of a row, expected a number, found the text “x”.",
        "ended: Malformed JSON: expected a value, found “}”. Remove the comma before it.",
      ])
  }
}
