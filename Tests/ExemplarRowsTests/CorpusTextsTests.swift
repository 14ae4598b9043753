import Exemplar
import ExemplarRows
import Foundation
import TestSupport
import Testing

/// Short texts of a format, each with its rows: what RFC 8259 and RFC 4180 accept and refuse, and what is said of it.
struct CorpusTextsTests {
  /// A text of `Corpus/FORMAT-texts.jsonl`, and the transcript of its rows.
  struct Text: Codable, Sendable, CustomTestStringConvertible {
    var about: String
    var rows: [String]
    var text: String
    var testDescription: String { "\(about): \(text.debugDescription)" }

    static func file(_ format: String) -> URL {
      URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Corpus/\(format)-texts.jsonl")
    }

    static func all(_ format: String) throws -> [Text] {
      try String(contentsOf: file(format), encoding: .utf8).split(separator: "\n").map {
        try JSONDecoder().decode(Text.self, from: Data($0.utf8))
      }
    }

    func transcript(_ format: String) async -> [String] {
      let text = RowInput.text(text, path: "books.\(format)")
      return await ExemplarRowsTests.transcript(of: format == "csv" ? .csv(text) : .json(text))
    }
  }

  @Test(arguments: try Text.all("json"))
  func inJSONHasTheRowsOfTheTable(text: Text) async {
    await expect(text.transcript("json"), equals: text.rows)
  }

  @Test(arguments: try Text.all("csv"))
  func inCSVHasTheRowsOfTheTable(text: Text) async {
    await expect(text.transcript("csv"), equals: text.rows)
  }

  @Test(.enabled(if: updatesGolden, "EXEMPLAR_UPDATE_GOLDEN=1 writes the tables anew"))
  func writesTheTables() async throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for format in ["json", "csv"] {
      var lines = ""
      for var text in try Text.all(format) {
        text.rows = await text.transcript(format)
        lines += String(decoding: try encoder.encode(text), as: UTF8.self) + "\n"
      }
      try lines.write(to: Text.file(format), atomically: true, encoding: .utf8)
    }
  }
}
