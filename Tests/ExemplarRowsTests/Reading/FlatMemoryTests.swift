#if os(Linux)
  import ExemplarCore
  import Foundation
  import TestSupport
  import Testing

  @testable import ExemplarRows

  /// Rows in groups are read one by one, however many of both there are.
  ///
  /// It measures the memory of the process, in which nothing else may run: `EXEMPLAR_MEMORY_TESTS=1` asks for
  /// it, together with `--filter FlatMemoryTests`.
  @Suite(
    .serialized,
    .enabled(
      if: ProcessInfo.processInfo.environment["EXEMPLAR_MEMORY_TESTS"] == "1",
      "EXEMPLAR_MEMORY_TESTS=1 runs it"))
  struct FlatMemoryTests {
    @Test(arguments: [RowSourceForm.jsonLines, .csv])
    func aMillionRowsTakeNoMoreThanTheFirstOnes(form: RowSourceForm) async throws {
      let growth = try await onItsOwnThread { try Self.growth(form, rows: 1_000_000) }
      // Of a group, of which there are 100,000, the hash of the name is kept: some 20 bytes.
      #expect(growth < (form == .csv ? 2 << 20 : 6 << 20), "\(growth) bytes")
    }

    enum RowSourceForm { case csv, jsonLines }

    /// How many bytes more are in use when nearly all rows have been read than after the first tenth.
    private static func growth(_ form: RowSourceForm, rows count: Int) throws -> Int {
      let folder = try TemporaryFolder()
      let source: RowSource
      switch form {
      case .csv:
        var text = "name,price\n"
        for number in 1...count { text += "book \(number),\(number % 90)\n" }
        try folder.write(text, to: "books.csv")
        source = .csv("books")
      case .jsonLines:
        var text = ""
        for shelf in 1...count / 10 {
          let books = (1...10).map { "{\"name\": \"book \($0)\", \"price\": \(shelf % 90)}" }
          text += "{\"name\": \"shelf \(shelf)\", \"books\": [\(books.joined(separator: ","))]}\n"
        }
        try folder.write(text, to: "books.jsonl")
        source = .jsonLines("books", each: "books")
      }
      let rows = try source.opening(folder.site)()
      var seen = 0
      var early = 0
      while case .success? = try rows.nextNow() {
        seen += 1
        if seen == count / 10 { early = try resident() }
        if seen == count - 1 { return try resident() - early }
      }
      throw UsageError("There were only \(seen) rows.")
    }

    /// How many bytes of memory the process has.
    private static func resident() throws -> Int {
      let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      return (Int(text.split(separator: " ")[1]) ?? 0) * 4096
    }
  }
#endif
