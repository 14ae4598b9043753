import Exemplar
import ExemplarCore
import Foundation
import Testing

@testable import ExemplarRows

/// Files that are written while they are read.
struct ChangingFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A change of a file.
  enum Change: CaseIterable, CustomTestStringConvertible {
    case cut, grow, rewrite, replace, remove

    var testDescription: String { "\(self)" }

    func apply(to path: String) throws {
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      switch self {
      case .cut: try file.truncate(atOffset: try file.seekToEnd() - 7)
      case .grow:
        try file.seekToEnd()
        try file.write(contentsOf: Data("x\n".utf8))
      case .rewrite:
        try file.write(contentsOf: Data("x".utf8))
        // The same size, and a time that is not the same on any file system.
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: 10)], ofItemAtPath: path)
      case .replace:
        let content = try Data(contentsOf: URL(fileURLWithPath: path))
        try content.write(to: URL(fileURLWithPath: path), options: .atomic)
      case .remove: try FileManager.default.removeItem(atPath: path)
      }
    }

    func message(from size: Int) -> String {
      switch self {
      case .cut: "had \(size) bytes when reading began and has \(size - 7) bytes now"
      case .grow: "had \(size) bytes when reading began and has \(size + 2) bytes now"
      case .rewrite: "was written meanwhile"
      case .replace: "was replaced meanwhile"
      case .remove: "was removed meanwhile"
      }
    }
  }

  @Test(arguments: ["csv", "jsonl"], Change.allCases)
  func endWithAMistake(format: String, change: Change) async throws {
    let rows = (1...40_000).map {
      format == "csv" ? "book \($0),8\n" : "{\"name\": \"book \($0)\"}\n"
    }
    let text = (format == "csv" ? "name,price\n" : "") + rows.joined()
    let name = "books.\(format)"
    try folder.write(text, to: name)
    let path = folder.path + "/" + name
    let source: RowSource = format == "csv" ? .csv("books") : .jsonLines("books")
    let iterator = try await source.rows(for: folder.site)
    for _ in 1...3 { #expect(try await iterator.next() != nil) }
    try change.apply(to: path)
    var count = 3
    let mistake = await #expect(throws: UsageError.self) {
      while try await iterator.next() != nil { count += 1 }
    }
    #expect(count <= 40_001)
    expect(
      mistake?.message,
      equals: """
        \(name) changed while it was read: it \(change.message(from: text.utf8.count)). Rows may be \
        cut, missing or of two versions; run again when nothing writes it.
        """)
    expect(mistake?.place?.path, equals: path)
    // The end is final.
    #expect(try await iterator.next() == nil)
  }

  @Test(arguments: ["books.csv", "books.jsonl"])
  func aFileThatNobodyWritesIsReadToItsEnd(name: String) async throws {
    try folder.write("{\"name\": \"Emma\"}\n", to: "books.jsonl")
    try folder.write("name\nEmma\n", to: "books.csv")
    let source: RowSource = name.hasSuffix("csv") ? .csv("books") : .jsonLines("books")
    await expect(transcript(of: source, for: folder.site).count, equals: 1)
  }

  /// A file of 2 GB that takes no space, read in the memory of its first chunk.
  @Test(arguments: [[0x00], [0x5B, 0x00], Array("[{\"name\": \"Emma\"},".utf8)] as [[UInt8]])
  func endAtTheFirstNUL(start: [UInt8]) async throws {
    try folder.write(start, to: "books.json")
    let url = URL(fileURLWithPath: folder.path + "/books.json")
    let file = try FileHandle(forUpdating: url)
    try file.truncate(atOffset: 2 << 30)
    try file.close()
    try expect(
      ByteReader(url, path: url.path).readRest(ofText: true).count, equals: ByteReader.chunkSize)
    let lines = await transcript(of: .json("books"), for: folder.site)
    expect(
      lines,
      equals: (start.count == 1
        ? ["1:1 error: Malformed JSON: expected a value, found a control character (code 0)."]
        : start.count == 2
          ? [
            "1:1 error: The file is not UTF-8 but looks like UTF-16 or UTF-32. Save it as UTF-8."
          ]
          : [
            "1:2 Emma {name: \"Emma\"}",
            "1:19 error: Malformed JSON: expected a value, found a control character (code 0).",
          ]))
  }

  @Test(arguments: [
    ("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("a\r\nb\r\n", 2), ("a\rb\r", 2), ("\n\n", 2),
    ("a\r\n\rb", 3),
  ])
  func theirLinesAreCounted(text: String, count: Int) throws {
    try folder.write(text, to: "books.csv")
    let url = URL(fileURLWithPath: folder.path + "/books.csv")
    expect(RowFile.lineCount(of: url), equals: count)
    #expect(RowFile.lineCount(of: url.appendingPathExtension("gone")) == nil)
  }
}
