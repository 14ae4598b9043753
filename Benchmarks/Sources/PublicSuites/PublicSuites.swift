import Exemplar
import Foundation

// What an outline over a suite of the public costs, beside a plain loop over the decoded files.
//
//     PublicSuites FOLDER
//
// The folder holds the repositories of the suites. Each is read and run five times in both ways; the
// best times count. A loop decodes with Foundation and looks at the same values.

@main
enum PublicSuites {
  static func main() async throws {
    let folder = CommandLine.arguments.dropFirst().first ?? "."
    print("| Suite | Cases | Loop, ms | Outline, ms | Ratio |\n|-|-|-|-|-|")
    for suite in Suite.all(in: folder) {
      var (loop, outline) = (Duration.seconds(1_000_000), Duration.seconds(1_000_000))
      var counts: Set<Int> = []
      for _ in 0..<5 {
        loop = min(loop, try await ContinuousClock().measure { counts.insert(try suite.loop()) })
        outline = min(
          outline,
          try await ContinuousClock().measure {
            let spec = describe(suite.name) { suite.node }
            let result = await Exemplar.run([spec], RunOptions())
            guard result.isSuccess else { throw Failed(suite: suite.name) }
            counts.insert(result.executed)
          })
      }
      guard counts.count == 1, let count = counts.first else { throw Failed(suite: suite.name) }
      let (a, b) = (loop / .milliseconds(1), outline / .milliseconds(1))
      print(
        "| \(suite.name) | \(count) | "
          + String(format: "%.1f | %.1f | %.2f |", a, b, b / a))
    }
  }

  struct Failed: Error { var suite: String }
}

/// A suite, in both ways.
struct Suite {
  var name: String
  /// Looks at each case; how many there are.
  var loop: () throws -> Int
  var node: SpecNode
}
