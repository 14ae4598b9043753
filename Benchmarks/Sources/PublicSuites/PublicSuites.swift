import Exemplar
import Foundation

// What an outline over a suite of the public costs, beside a plain loop over the decoded files.
//
//     PublicSuites FOLDER [SUITE TIMES]
//
// The folder holds the repositories of the suites. Each is read and run five times in both ways; the
// best times count, as time of the processor. A loop decodes with Foundation's decoder, as one writes it
// for such a file, and looks at the same values; an untyped loop does with dictionaries of Any. With a part of
// a suite's name, that suite alone runs so many times, for a profiler.

@main
enum PublicSuites {
  static func main() async throws {
    let arguments = CommandLine.arguments
    let folder = arguments.dropFirst().first ?? "."
    if arguments.count > 3, let times = Int(arguments[3]) {
      for suite in Suite.all(in: folder) where suite.name.contains(arguments[2]) {
        for _ in 0..<times {
          _ = await Exemplar.run([describe(suite.name) { suite.node }], RunOptions())
        }
      }
      return
    }
    print("| Suite | Cases | Loop, ms | Untyped loop, ms | Outline, ms | Ratio |\n|-|-|-|-|-|-|")
    for suite in Suite.all(in: folder) {
      var (loop, untyped, outline) = (Double.infinity, Double.infinity, Double.infinity)
      var counts: Set<Int> = []
      for _ in 0..<5 {
        var start = clock()
        counts.insert(try suite.loop())
        loop = min(loop, milliseconds(since: start))
        if let body = suite.untyped {
          start = clock()
          counts.insert(try body())
          untyped = min(untyped, milliseconds(since: start))
        }
        start = clock()
        let result = await Exemplar.run([describe(suite.name) { suite.node }], RunOptions())
        outline = min(outline, milliseconds(since: start))
        guard result.isSuccess else { throw Failed(suite: suite.name) }
        counts.insert(result.executed)
      }
      guard counts.count == 1, let count = counts.first else { throw Failed(suite: suite.name) }
      print(
        "| \(suite.name) | \(count) | "
          + String(format: "%.1f | ", loop)
          + (untyped.isFinite ? String(format: "%.1f", untyped) : "–")
          + String(format: " | %.1f | %.2f |", outline, outline / loop))
    }
  }

  /// How long the processor worked since then, on all threads.
  private static func milliseconds(since start: clock_t) -> Double {
    Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1000
  }

  struct Failed: Error { var suite: String }
}

/// A suite, in both ways.
struct Suite {
  var name: String
  /// Looks at each case; how many there are.
  var loop: () throws -> Int
  var untyped: (() throws -> Int)?
  var node: SpecNode
}
