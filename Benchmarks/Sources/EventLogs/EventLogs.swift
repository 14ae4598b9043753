import Exemplar
import Foundation

// The cost of writing and reading the events of passing rows, as a log and as JSON Lines.
//
//     EventLogs 100000
//
// The program collects the events of a run first, so that it measures only writing and reading. Then it runs an outline of
// as many rows without a reporter, and with a log. Work is processor time, the least of three tries.

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
    let events = await events(count)

    print("| \(count) rows | Work, µs a row | Bytes a row |\n|-|-|-|")
    try await show("log, written", count, log) {
      let reporter = try Exemplar.reporter("log=\(log)")
      for event in events { reporter.report(event) }
      reporter.finish()
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
      let reporter = try Exemplar.reporter("log=\(log)")
      await run(count) { reporter.report($0) }
      reporter.finish()
    }
  }

  /// The events of a run.
  private static func events(_ count: Int) async -> [RunEvent] {
    let collected = Collected()
    await run(count) { collected.events.append($0) }
    return collected.events
  }

  private final class Collected: @unchecked Sendable {
    var events: [RunEvent] = []
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
