import Exemplar
import Foundation
import TestSupport
import Testing

/// Files of many rows, of which one is asked for.
@Suite(.apart) struct LongFileTests {
  /// A row that counts how often one like it is decoded.
  private struct Book: Decodable, SendableMetatype {
    @TaskLocal static var decoded = Counter()
    var pages: Int

    private enum CodingKeys: CodingKey { case pages }
    init(from decoder: any Decoder) throws {
      Self.decoded.next()
      pages = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .pages)
    }
  }

  private static let count = 10_000

  /// A file with a row on each line, the last of which cannot even be read.
  private func write(_ ending: String, to folder: TemporaryFolder) throws -> RowSource {
    var text = ending == "csv" ? "name,pages\n" : ""
    for row in 1...Self.count {
      text += ending == "csv" ? "book \(row),\(row)\n" : #"{"name":"book \#(row)","pages":\#(row)}"#
      if ending != "csv" { text += "\n" }
    }
    text += ending == "csv" ? "one,too,many\n" : "{\n"
    let url = try folder.write(text, to: "books.\(ending)")
    return ending == "csv" ? .csv(.url(url)) : .jsonLines(.url(url))
  }

  @Test(
    "a row far down a file is selected by its name or its line; the others are not decoded, and do not run",
    arguments: ["csv", "jsonl"])
  func oneRow(ending: String) async throws {
    let folder = try TemporaryFolder()
    let source = try write(ending, to: folder)
    let line = ending == "csv" ? 9001 : 9000
    for selector in [
      "Acceptance/A shop/sells/book 9000", "book 9000", "*/book 9000", "books.\(ending):\(line)",
    ] {
      let decoded = Counter()
      let trace = await Book.$decoded.withValue(decoded) {
        await traced("A shop", options: .selecting(selector)) {
          beforeAll { log("set up") }
          beforeEach { log("open") }
          outline("sells", from: source) { (book: Book) in log("\(book.pages)") }
          it("is there") { log("is there") }
        }
      }
      expect(
        trace.description,
        equals: """
          A shop
            set up
            sells › open · 9000 → book 9000: passed
          1 executed
          """, "\(selector)")
      expect(decoded.value, equals: 1, "\(selector)")
    }
  }
}
