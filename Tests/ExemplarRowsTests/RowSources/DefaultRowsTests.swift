import Exemplar
import ExemplarCore
import ExemplarRows
import Foundation
import Testing

/// The file that a source without a name finds.
struct DefaultRowsTests {
  private static let texts = [
    ("plist", "<plist><dict><key>plist</key><integer>1</integer></dict></plist>"),
    ("testsuite/folder/a.txt", "1"), ("json", "{\"json\": 1}"), ("csv", "name,a\ncsv,1\n"),
    ("tsv", "name\ta\ntsv\t1\n"), ("jsonl", "{\"name\": \"jsonl\"}\n"),
    ("ndjson", "{\"name\": \"ndjson\"}\n"),
  ]

  @Test func isTheFirstOfTheFormats() async throws {
    let folder = try TemporaryFolder()
    var found: [String] = []
    for (ending, text) in Self.texts.reversed() {
      try folder.write(text, to: "Shop.\(ending)")
      let rows = try await RowSource.named(after: "Shop").rows(for: folder.site)
      guard case .success(let row) = try await rows.next() else { continue }
      let others = rows.warnings.first?.message.split(separator: "\n").dropFirst().dropLast() ?? []
      found.append("\(row.name ?? "-"): \(others.count) others")
    }
    expect(
      found,
      equals: [
        "ndjson: 0 others", "jsonl: 1 others", "tsv: 2 others", "csv: 3 others", "json: 4 others",
        "folder: 5 others", "plist: 6 others",
      ])
  }

  @Test func warnsOfThoseThatAreNotRead() async throws {
    let folder = try TemporaryFolder()
    try folder.write("[]", to: "Shop.json")
    try folder.write("name\n", to: "Shop.csv")
    let rows = try await RowSource.named(after: "Shop").rows(for: folder.site)
    expect(
      rows.warnings,
      equals: [
        UsageError(
          """
          The rows are those of Shop.json. These are not read, though they have the name as well:
            \(folder.path)/Shop.csv
          Remove them, or name the source of the outline.
          """, at: folder.site.place)
      ])
  }

  @Test func warnsThroughCombinationsToo() async throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"a\": 1}", to: "Shop.json")
    try folder.write("name\n", to: "Shop.csv")
    let source = RowSource.named(after: "Shop")
    let code = RowSource.rows(["x": ["b": 1], "y": ["b": 2]])
    let missing = RowSource.json("nowhere")
    func warnings(_ source: RowSource) async throws -> [String] {
      try await source.rows(for: folder.site).warnings.map { String($0.message.prefix(30)) }
    }
    let warning = "The rows are those of Shop.jso"
    try await expect(warnings(source.filter { _ in true }), equals: [warning])
    try await expect(warnings(source.keys(.snakeCase).map { $0 }.prefix(1)), equals: [warning])
    try await expect(warnings(.product(code, source)), equals: [warning])
    try await expect(warnings(.joined([code, source, missing])), equals: [warning])
    try await expect(warnings(.joined([code, missing])), equals: [])
    let product = await transcript(of: .product(code, source), for: folder.site)
    expect(
      product.map { $0.drop { $0 != " " } },
      equals: [" x, a {b: 1, value: 1}", " y, a {b: 2, value: 1}"])
    let joined = await transcript(of: .joined([code, source, missing]), for: folder.site)
    #expect(joined.count == 4 && joined[2] == "1:2 a {value: 1}")
    #expect(joined[3].hasPrefix("7:3 error: There is no file nowhere.json."))
  }

  @Test func isNamedAsTheTypeOrTheFile() async throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"a\": 1}", to: "Books.json")
    try folder.write("{\"b\": 1}", to: "Shop.json")
    var site = folder.site
    await expect(transcript(of: .default, for: site), equals: ["1:2 a {value: 1}"])
    site.type = "Shop"
    await expect(transcript(of: .default, for: site), equals: ["1:2 b {value: 1}"])
  }

  @Test func isNamedWhereItIsInASubfolder() async throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"a\": 1}", to: "Data/Shop.yaml")
    let found = await transcript(of: .named(after: "Shop"), for: folder.site)
    let named = await transcript(of: .json("Shop.yaml"), for: folder.site)
    #expect(found.count == 1 && named.count == 1)
    for line in found + named {
      #expect(line.contains(" It is in a subfolder: Data/Shop.yaml. Looked in:"))
    }
  }
}
