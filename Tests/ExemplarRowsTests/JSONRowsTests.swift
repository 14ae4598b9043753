import ExemplarCore
import ExemplarRows
import Testing

struct JSONRowsTests {
  @Test func knowsTheLineOfEachRow() async throws {
    let source = RowSource.json(
      text: "[\n  {\"name\": \"a\"},\n\n  {\"name\": \"b\"}\n]", path: "rows.json")
    let rows = try await source.rows(for: RowSite(module: "M", place: Place(path: "x.swift")))
    var places: [Place] = []
    while case .row(let row) = try await rows.next() { places.append(row.place) }
    #expect(places.map(\.description) == ["rows.json:2:3", "rows.json:4:3"])
  }
}
