import Exemplar
import Foundation
import Synchronization

// The cost of an outline over a big file: peak memory and time.
//
//     StreamingRows csv 1000000                      runs all rows
//     StreamingRows jsonl 1000000 name 900000        runs the row of this number, asked for by name
//     StreamingRows shelves 1000000                  the same in 100,000 groups
//     StreamingRows jsonl 1000000 line 900000        the same, asked for by its line
//     StreamingRows jsonl 1000000 floor              decodes each line with JSONDecoder, and runs nothing
//
// The file is made first, by a process of its own, so that making it does not count.

/// A book in a row.
private struct Book: Decodable {
  var name: String
  var pages: Int
  var price: Double
  var sold: Bool
}

@main
enum StreamingRows {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let format = arguments.first.flatMap(BookFile.init(rawValue:)),
      let count = arguments.dropFirst().first.flatMap({ Int($0) }), count > 0
    else { fail("usage: StreamingRows csv|jsonl|shelves ROWS [name|line ROW]|[floor]") }
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("books-\(count).\(format.rawValue)")
    if arguments.last == "write" { return try format.write(count, to: url) }
    try writeApart(format, count, url)
    if arguments.last == "floor" { return try decodeAlone(url, format) }

    var options = RunOptions()
    if let row = arguments.dropFirst(3).first.flatMap({ Int($0) }) {
      switch arguments.dropFirst(2).first {
      case "name":
        options.selection.selectors = ["StreamingRows/Books/are priced/\(format.path(of: row))"]
      case "line":
        options.selection.selectors = ["\(url.lastPathComponent):\(format.line(of: row))"]
      default: fail("A row is asked for by its name or its line.")
      }
    }
    let reporter = try Exemplar.reporter("tree")
    let start = ContinuousClock.now
    let result = await Exemplar.run([books(in: url, format)], options) { reporter.report($0) }
    reporter.finish()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let usage = Usage.now
    print(
      "\(format.rawValue) \(arguments.dropFirst().joined(separator: " ")): \(result.executed) ran, "
        + "\(decoded.withLock { $0 }) decoded, "
        + String(
          format: "%.2f s, of work %.2f s, peak %.1f MB", seconds, usage.work, usage.peakMemory))
    if !result.isSuccess { exit(1) }
  }

  /// How many rows were decoded.
  private static let decoded = Mutex(0)

  private static func books(in url: URL, _ format: BookFile) -> SpecNode {
    describe("Books") {
      outline("are priced", from: format.source(url)) { (book: Book) in
        decoded.withLock { $0 += 1 }
        if book.price <= 0 || book.pages <= 0 { throw Unpriced() }
      }
    }
  }

  private struct Unpriced: Error {}

  /// The least that rows of JSON Lines can cost: the decoder of Foundation on every line, and the same look.
  private static func decodeAlone(_ url: URL, _ format: BookFile) throws {
    guard format == .jsonl else { fail("The floor is that of jsonl.") }
    let decoder = JSONDecoder()
    var count = 0
    for line in try Data(contentsOf: url).split(separator: UInt8(ascii: "\n")) {
      let book = try decoder.decode(Book.self, from: line)
      if book.price <= 0 || book.pages <= 0 { throw Unpriced() }
      count += 1
    }
    let usage = Usage.now
    print(
      "jsonl \(count) floor: \(count) decoded, "
        + String(format: "of work %.2f s, peak %.1f MB", usage.work, usage.peakMemory))
  }

  private static func writeApart(_ format: BookFile, _ count: Int, _ url: URL) throws {
    if FileManager.default.fileExists(atPath: url.path) { return }
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    writer.arguments = [format.rawValue, String(count), "write"]
    try writer.run()
    writer.waitUntilExit()
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(2)
  }
}
