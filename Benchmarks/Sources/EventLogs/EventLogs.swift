import Exemplar
import ExemplarCore
import ExemplarLog
import Foundation

// The cost of writing and reading the events of passing rows, as a log and as JSON Lines.
//
//     EventLogs 100000
//
// The program creates the events first, so that it measures only writing and reading. Then it runs an outline of as many
// rows without a reporter, and with a log. Work is processor time, the least of three tries.

@main
enum EventLogs {
  static func main() async throws {
    guard let count = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }), count > 0 else {
      FileHandle.standardError.write(Data("usage: EventLogs ROWS\n".utf8))
      exit(1)
    }
    let folder = FileManager.default.temporaryDirectory
    let log = folder.appendingPathComponent("rows-\(count).exlog").path
    let lines = folder.appendingPathComponent("rows-\(count).jsonl").path
    defer { for path in [log, lines] { try? FileManager.default.removeItem(atPath: path) } }
    let events = events(count)

    print("| \(count) rows | Work, µs a row | Bytes a row |\n|-|-|-|")
    try await show("log, written", count, log) {
      let writer = try EventLogWriter(path: log)
      for event in events { writer.report(event) }
      writer.finish()
    }
    try await show("log, read", count) {
      var read = 0
      for _ in try EventLog(path: log) { read += 1 }
      guard read == events.count else { fatalError("\(read) of \(events.count) events came back") }
    }
    try await show("JSON Lines, written", count, lines) {
      let reporter = try Exemplar.reporter("json=\(lines)")
      for event in events { reporter.report(event) }
      reporter.finish()
    }
    try await show("outline, run", count) { await run(count) { _ in } }
    try await show("outline, run with a log", count, log) {
      let writer = try EventLogWriter(path: log)
      await run(count) { writer.report($0) }
      writer.finish()
    }
  }

  /// The events of rows of a file.
  private static func events(_ count: Int) -> [RunEvent] {
    let context = ExampleContext(at: Place(path: "/shop/ShelfSpec.swift", line: 7, column: 3))
    return (0..<count).flatMap { row -> [RunEvent] in
      let id = ExampleID(["ShopSpecs", "A shelf", "holds", "row \(row)"])
      var context = context
      context.row = RowReference(
        name: id.name, place: Place(path: "/shop/books.csv", line: row + 2))
      let duration = 1e-6 + Double(row % 1_000) / 3e9
      return [
        .exampleStarted(ExampleStarted(id, context)),
        .exampleEnded(ExampleEnded(id: id, outcome: .passed, duration: duration)),
      ]
    }
  }

  private static func run(
    _ count: Int, _ handler: @escaping @Sendable (RunEvent) -> Void
  ) async {
    let shelf = describe("A shelf") { outline("holds", over: 0..<count) { row in _ = row } }
    guard await Exemplar.run([shelf], RunOptions(), handler).passed == count else {
      fatalError("Not all rows passed.")
    }
  }

  /// Prints a line of the table: the least work of three tries, and the size of the file.
  private static func show(
    _ name: String, _ count: Int, _ path: String? = nil, _ work: @Sendable () async throws -> Void
  ) async throws {
    var least = Double.infinity
    for _ in 1...3 {
      let start = clock()
      try await work()
      least = min(least, Double(clock() - start) / Double(CLOCKS_PER_SEC))
    }
    let size = try path.flatMap {
      try FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int
    }
    let bytes = size.map { String(format: "%.1f", Double($0) / Double(count)) } ?? ""
    print("| \(name) | \(String(format: "%.2f", least / Double(count) * 1e6)) | \(bytes) |")
  }
}
