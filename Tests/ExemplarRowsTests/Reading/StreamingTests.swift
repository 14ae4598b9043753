import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarRows

/// Files that are read piece by piece.
@Suite(.apart) struct StreamingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func url(_ name: String) -> URL {
    URL(fileURLWithPath: folder.path).appendingPathComponent(name)
  }

  /// The rows of a file of the corpus that is read in chunks of some bytes.
  @Test(arguments: CorpusFile.all.filter { ["csv", "jsonl"].contains($0.format) }, [1, 2, 3, 7])
  func giveTheSameRowsInChunksOfAnySize(file: CorpusFile, size: Int) async throws {
    guard let content = try? Data(contentsOf: file.url) else { return }
    let path = file.url.path
    let separator: Character = file.url.pathExtension == "tsv" ? "\t" : ","
    func source(_ reader: @escaping @Sendable () throws -> ByteReader) -> RowSource {
      RowSource("chunks") { _ in
        file.format == "csv"
          ? try CSVHeader.rows(
            of: reader(), CSVForm(separator: separator), RowShape(), for: file.site)
          : try RowFormat.jsonLines(of: reader(), RowShape())
      }
    }
    let whole = await transcript(of: source { ByteReader([UInt8](content), path: path) })
    let pieces = await transcript(
      of: source { try ByteReader(file.url, path: path, chunkSize: size) })
    expect(pieces, equals: whole)
  }

  @Test(arguments: ["csv", "jsonl"])
  func takeALargeRow(format: String) async throws {
    let lengths = try await onItsOwnThread { try Self.lengths(format) }
    expect(lengths, equals: [Self.large, 1])
  }

  /// 50 MB if slow tests run, and 2 MB otherwise.
  private static let large = (runsSlowTests ? 50 : 2) << 20

  /// The lengths of the texts of two rows, the first of which is large.
  private static func lengths(_ format: String) throws -> [Int?] {
    let folder = try TemporaryFolder()
    let long = String(repeating: "x", count: large)
    let text =
      format == "csv"
      ? "name,blurb\nEmma,\"\(long)\"\nDune,y\n"
      : "{\"name\":\"Emma\",\"blurb\":\"\(long)\"}\n{\"name\":\"Dune\",\"blurb\":\"y\"}\n"
    try folder.write(text, to: "books.\(format)")
    let source: RowSource = format == "csv" ? .csv("books") : .jsonLines("books")
    let rows = try source.opening(folder.site)()
    var lengths: [Int?] = []
    while case .success(let row)? = try rows.nextNow() {
      lengths.append(row["blurb"]?.text?.utf8.count)
    }
    return lengths
  }

  /// Reads a file of which no row may be longer than 1 MB.
  private func bounded(_ name: String) -> RowSource {
    let url = url(name)
    return RowSource(name) { site in
      let reader = try ByteReader(url, path: url.path, longestRow: 1 << 20)
      return name.hasSuffix("csv")
        ? try CSVHeader.rows(of: reader, CSVForm(), RowShape(), for: site)
        : try RowFormat.jsonLines(of: reader, RowShape())
    }
  }

  @Test func refuseARowThatIsTooLong() async throws {
    expect(ByteReader.longestRow, equals: 64 << 20)
    let long = String(repeating: "x", count: (1 << 20) + 1)
    try folder.write("{\"a\": 1}\n\(long)\n{\"a\": 3}\n\(long)", to: "books.jsonl")
    let lines = await transcript(of: bounded("books.jsonl"))
    let problem = "mistake: The line is longer than 1 MB, which is too long for a row."
    expect(lines, equals: ["1:1 - {a: 1}", "2:1 \(problem)", "3:1 - {a: 3}", "4:1 \(problem)"])

    try folder.write("a\n1\n\(long)\n", to: "row.csv")
    let row = await transcript(of: bounded("row.csv"))
    expect(
      row,
      equals: ["2:1 - {a: \"1\"}", "3:1 error: The row is longer than 1 MB, which is too long."])

    try folder.write("a,b\n1,2\n3,\"\(long)\n\(long)", to: "cell.csv")
    let cell = await transcript(of: bounded("cell.csv"))
    expect(
      cell,
      equals: [
        "2:1 - {a: \"1\", b: \"2\"}",
        "3:3 error: The cell in quotation marks that begins here is longer than 1 MB, "
          + "which is too long. Is it closed?",
      ])
  }

  @Test(arguments: ["csv", "jsonl"])
  func refuseNestingAndNumbersBeyondAllBounds(format: String) async throws {
    let deep = String(repeating: "[", count: 100_000)
    let digits = String(repeating: "9", count: 100_000)
    try folder.write("a\n\(deep)\n\(digits)\n", to: "books.csv")
    try folder.write("{\"a\":\(deep)\n{\"a\":\(digits)}\n", to: "books.jsonl")
    let source: RowSource = format == "csv" ? .csv("books") : .jsonLines("books")
    let rows = try await source.rows(for: folder.site)
    if format == "csv" {
      try await expect(rows.row()["a"]?.text, equals: deep)
    } else {
      guard case .failure(let invalid) = try await rows.next() else {
        throw UsageError("There is no mistake.")
      }
      expect(invalid.mistake.message, equals: "The JSON is nested more than 128 levels deep.")
      expect(invalid.mistake.place?.column, equals: 133)
    }
    let row = try await rows.row()
    expect(
      ExemplarRowsTests.mistake { try row.decode("a", as: Int.self) },
      equals: "\(format == "csv" ? "3:1" : "2:6") In “a” of a row, expected a whole number from "
        + "\(Int.min) to \(Int.max), found the \(format == "csv" ? "text “" : "number ")"
        + String(repeating: "9", count: 39) + "…" + (format == "csv" ? "”." : "."))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd")))
  func closeTheirFileAtItsEndAndWhenDropped() async throws {
    // Of a file that is read at once, the end is known with the first row.
    let titles = (0..<20_000).map { "The collected works, volume \($0)\n" }
    try folder.write("name\n" + titles.joined(), to: "books.csv")
    let source = RowSource.csv("books")
    var iterator: RowCursor<RowResult>? = try await source.rows(for: folder.site)
    _ = try await iterator?.next()
    expect(openFiles(), equals: 1)
    iterator = nil
    expect(openFiles(), equals: 0)
    let whole = try await source.rows(for: folder.site)
    while try await whole.next() != nil {}
    expect(openFiles(), equals: 0)
  }

  /// How often this process has a file of the folder open.
  private func openFiles() -> Int {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return files.count {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      return target?.hasPrefix(folder.path + "/") == true
    }
  }

  @Test(arguments: [
    (["focus"], true), (["focus", "skip"], true), (["skip"], false), ([], false),
    (["Emma"], true), (["Sanditon"], true), (["Sanditon\n\n"], false), (["a,focus"], true),
    (["name"], true), (["aame"], false),
  ])
  func tellWhichWordsTheyMention(words: [String], expected: Bool) async throws {
    try folder.write("nname,a,focus\nEmma,1,\nSanditon\n", to: "books.csv")
    try expect(ByteReader(url("books.csv"), path: "").mentions(anyOf: words), equals: expected)
    for size in 1...9 {
      let reader = try ByteReader(url("books.csv"), path: "books.csv", chunkSize: size)
      try expect(reader.mentions(anyOf: words), equals: expected, "chunks of \(size)")
    }
  }
}
