import Exemplar
import Testing

@testable import ExemplarRows

/// Rows that may decide what runs are read before anything does. Others are not: a file may be big.
struct RowMarksTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func mayHaveMarks(
    _ source: RowSource, _ file: String, _ text: String
  ) async throws -> Bool {
    try folder.write(text, to: file)
    return await source.mayHaveMarks(for: folder.site)
  }

  @Test(arguments: [
    ("name,skip\nEmma,yes\n", true),
    ("name,note\nEmma,skip\n", false),
    ("name,note\nEmma,\"focus, skip, tags\"\n", false),
    ("\u{FEFF}\"tags\",note\nEmma,\n", true),
    ("name,skipped\nEmma,skip\n", false),
  ])
  func standInTheFirstRowOfATable(text: String, expected: Bool) async throws {
    try await expect(mayHaveMarks(.csv("books"), "books.csv", text), equals: expected)
  }

  @Test(arguments: [
    ("[{\"name\": \"Emma\", \"skip\" \n : true}]", true),
    ("[{\"name\": \"Emma\", \"note\": \"skip\"}]", false),
    ("[{\"name\": \"skip\", \"tags\": [\"slow\"]}]", true),
    ("[{\"name\": \"Emma\", \"note\": \"the word \\\"skip\\\"\"}]", false),
    ("[{\"name\": \"Emma\", \"\\u0073kip\": true}]", true),
    ("[{\"name\": \"Emma\", \"note\": \"\\u0041\"}]", false),
  ])
  func areKeysInJSON(text: String, expected: Bool) async throws {
    try await expect(mayHaveMarks(.json("books"), "books.json", text), equals: expected)
  }

  @Test func areSeenAtTheEndOfAPieceOfTheFile() async throws {
    let filling = String(repeating: "x", count: ByteReader.chunkSize - 30)
    for length in 0...24 {
      let text =
        "{\"note\": \"\(filling)\(String(repeating: "y", count: length))\", \"skip\": true}\n"
      #expect(try await mayHaveMarks(.jsonLines("books"), "books.jsonl", text), "\(length)")
    }
  }

  @Test func areColumnsThatCodeNames() async throws {
    #expect(
      try await mayHaveMarks(.csv("books", columns: "title", "skip"), "books.csv", "Emma,yes"))
    #expect(try await !mayHaveMarks(.csv("books", columns: "title", "note"), "books.csv", "x,skip"))
    #expect(
      try await mayHaveMarks(.json("b", columns: "title", "skip"), "b.json", "[[\"x\", true]]"))
    #expect(
      try await mayHaveMarks(
        .lines("b.txt", matching: /(?<title>\w+) (?<skip>\w+)/), "b.txt", "x yes")
    )
    #expect(try await !mayHaveMarks(.lines("b.txt", matching: /(?<title>\w+)/), "b.txt", "skip"))
    #expect(
      try await mayHaveMarks(.lines("b.txt", widths: ["title": 4, "skip": 3]), "b.txt", "Emma"))
    #expect(try await !mayHaveMarks(.lines("b.txt"), "b.txt", "skip"))
    #expect(try await mayHaveMarks(.matches("b.txt", of: /(?<tags>\w+)/), "b.txt", "slow"))
  }
}
