import ExemplarCore
import Testing

@testable import ExemplarRows

/// Whether keys such as `focus` are metadata, by the format of the rows.
struct MetadataOfFormatsTests {
  private let folder: TemporaryFolder
  private let plist =
    "<plist><dict><key>Emma</key><dict><key>focus</key><true/><key>skip</key><string>x</string></dict></dict></plist>"

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(plist, to: "books.plist")
    try folder.write(plist, to: "Shop.plist")
    try folder.write("lent", to: "pages.testsuite/a page/skip.txt")
    try folder.write("true", to: "pages.testsuite/a page/focus.txt")
    try folder.write(#"{"Emma": {"focus": true, "skip": "x"}}"#, to: "Shelf.json")
  }

  private func metadata(of source: RowSource) async throws -> (count: Int, marks: Bool) {
    let outline = source.outline(for: folder.site) { _ in }
    let cursor = try await outline.open()
    var count = 0
    while let row = try await cursor.next() { count += row.traits.count }
    return (count, await outline.hasMarks())
  }

  @Test func thatOlderFrameworksHadIsData() async throws {
    let sources: [RowSource] = [
      .plist("books"), .testSuite("pages"), .named(after: "Shop"), .named(after: "Shelf"),
    ]
    for source in sources {
      #expect(try await metadata(of: source) == (0, false), "\(source.name)")
      #expect(try await metadata(of: source.withMetadata) == (2, true), "\(source.name)")
      #expect(try await metadata(of: source.filter { _ in true }) == (0, false))
      #expect(try await metadata(of: source.withMetadata.filter { _ in true }) == (2, true))
      #expect(try await metadata(of: source.filter { _ in true }.withMetadata) == (2, true))
    }
    let row = try await RowSource.plist("books").firstRow(for: folder.site)
    #expect(try row.decode("focus", as: Bool.self) && row["skip"]?.text == "x")
  }

  @Test func thatOtherFormatsHaveIsMetadata() async throws {
    #expect(try await metadata(of: .json("Shelf")) == (2, true))
    #expect(try await metadata(of: RowSource.json("Shelf").withoutMetadata) == (0, false))
    // Of a combination, all keys are data if those of one source are.
    #expect(try await metadata(of: .joined([.json("Shelf"), .plist("books")])) == (0, false))
  }
}
