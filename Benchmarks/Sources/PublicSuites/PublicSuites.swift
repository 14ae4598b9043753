import Exemplar
import Foundation

// The cost of an outline over a public test suite, compared with a plain loop over the decoded files.
//
//     PublicSuites FOLDER [SUITE TIMES]
//
// The folder holds the repositories of the suites. Both ways run in turn, forty times, or for a minute, each as
// often as takes 10 ms or more: the system tells of work on another thread some milliseconds late. The best of
// these count, as time of the processor. A loop decodes with Foundation's decoder, as one writes it for such a
// file, and looks at the same values; an untyped loop does with dictionaries of Any. With a part of a
// suite's name, that suite alone runs so many times, for a profiler.

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
      var counts: Set<Int> = []
      var loop = Way { counts.insert(try suite.loop()) }
      var untyped = suite.untyped.map { body in Way { counts.insert(try body()) } }
      var outline = Way {
        let result = await Exemplar.run([describe(suite.name) { suite.node }], RunOptions())
        guard result.isSuccess else { throw Failed(suite: suite.name) }
        counts.insert(result.executed)
      }
      let end = ContinuousClock.now + .seconds(60)
      for turn in 0..<40 where turn < 3 || ContinuousClock.now < end {
        try await loop.measure()
        try await untyped?.measure()
        try await outline.measure()
      }
      guard counts.count == 1, let count = counts.first else { throw Failed(suite: suite.name) }
      print(
        "| \(suite.name) | \(count) | "
          + String(format: "%.2f | ", loop.best)
          + (untyped.map { String(format: "%.2f", $0.best) } ?? "–")
          + String(format: " | %.2f | %.2f |", outline.best, outline.best / loop.best))
    }
  }

  struct Failed: Error { var suite: String }
}

/// One way through a suite, and what it takes.
private struct Way {
  let body: nonisolated(nonsending) () async throws -> Void
  /// The least time of one walk, in milliseconds of the processor, on all threads.
  private(set) var best = Double.infinity

  init(_ body: nonisolated(nonsending) @escaping () async throws -> Void) { self.body = body }

  nonisolated(nonsending) mutating func measure() async throws {
    let start = clock()
    var (walks, time) = (0.0, 0.0)
    while time < 10 {
      try await body()
      walks += 1
      time = Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1000
    }
    best = min(best, time / walks)
  }
}

/// A suite, in both ways.
struct Suite {
  var name: String
  /// Looks at each case; how many there are.
  var loop: () throws -> Int
  var untyped: (() throws -> Int)?
  var node: SpecNode
}
