import Exemplar
import Foundation

// The cost of a report: `ReportCost junit 100000`.
//
// The events of a run are kept, and reported again and again, so that nothing but the report is measured.

@main
enum ReportCost {
  static func main() async throws {
    guard CommandLine.arguments.count == 3, let rows = Int(CommandLine.arguments[2]) else {
      return print("usage: ReportCost FORMAT ROWS")
    }
    let events = await events(rows: rows)
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("report-cost").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let memory = peakOfMemory
    var best = Double.infinity
    for _ in 0..<5 {
      let reporter = try Exemplar.reporter("\(CommandLine.arguments[1])=\(path)")
      let begin = secondsOfWork
      events.forEach(reporter.report)
      reporter.finish()
      best = min(best, secondsOfWork - begin)
    }
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    print(
      CommandLine.arguments[1], rows, "rows:", String(format: "%.2f", best * 1e6 / Double(rows)),
      "µs and", size / rows, "bytes a row,", (peakOfMemory - memory) / 1024, "MB more memory")
  }

  /// The events of a run of one outline.
  private static func events(rows: Int) async -> [RunEvent] {
    let collected = Collected()
    let text = "name,price\n" + (0..<rows).map { "price \($0),\($0)\n" }.joined()
    let spec = describe("Prices") {
      outline("are round", from: .csv(.text(text, path: "prices.csv"))) { (row: Price) in
        #expect(row.price >= 0)
      }
    }
    let result = await Exemplar.run([spec]) { collected.events.append($0) }
    precondition(result.isSuccess, "The rows have to pass.")
    return collected.events
  }

  private struct Price: Decodable {
    var price: Int
  }

  private final class Collected: @unchecked Sendable {
    var events: [RunEvent] = []
  }

  /// The processor time of this process, in seconds.
  private static var secondsOfWork: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The peak of the memory, in kilobytes.
  private static var peakOfMemory: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #endif
    return usage.ru_maxrss
  }
}
