import ExemplarCore
import Foundation
import TestSupport
import Testing

/// Runs in which one example of twenty ends its process, at random: each is reported exactly once.
///
/// `EXEMPLAR_SOAK=1` runs 10,000 examples five times; else it is 2,000, once.
extension FixturePackageTests {
  @Test func whateverCrashesEachExampleIsToldOnce() async throws {
    let fixture = Fixture.workers
    let isLarge = soaks
    for run in 1...(isLarge ? 5 : 1) {
      let seed = UInt64.random(in: 1...UInt64.max)
      let start = ContinuousClock.now
      try await soak(fixture, booksOnShelf: isLarge ? 2_500 : 500, seed: seed)
      if isLarge { print("run \(run), seed \(seed): \(ContinuousClock.now - start)") }
    }
  }

  private func soak(_ fixture: Fixture, booksOnShelf count: Int, seed: UInt64) async throws {
    let folder = try temporaryFolder()
    var generator = SeededGenerator(seed: seed)
    let all = Self.shelves * count
    let doomed = Set((0..<all).shuffled(using: &generator).prefix(all / 20))
    let list = try folder.write(doomed.map(String.init).joined(separator: "\n"), to: "doomed")
    let path = folder.appendingPathComponent("events.jsonl").path
    try await fixture.test(
      ["SoakSpecs", "--jobs", "2", "--report", "json=\(path)"],
      environment: [
        "DOOMED": list.path, "COUNT": "\(count)", "EXEMPLAR_SHOW_OUTPUT": "failed",
        "SWIFT_BACKTRACE": "enable=no",
      ]
    ).expect(1)
    var outcomes: [String: Outcome] = [:]
    var twice: [String] = []
    for event in try [Event](linesAt: path) {
      switch event {
      case .exampleEnded(let end):
        if outcomes.updateValue(end.outcome, forKey: end.id.heading) != nil {
          twice.append(end.id.heading)
        }
      case .runEnded(let summary):
        #expect(summary.finished && summary.notReached == 0)
        #expect(summary.failed == doomed.count && summary.passed == all - doomed.count)
        #expect(summary.runFailures == 0 && summary.groupFailures == 0)
      default: break
      }
    }
    #expect(twice == [], "seed \(seed)")
    #expect(outcomes.count == all, "seed \(seed)")
    let wrong = (0..<all).filter { book in
      let (shelf, number) = (book / count, book % count)
      let name =
        "shelf \(shelf) › " + (shelf % 2 == 0 ? "book \(number)" : "holds › #\(number + 1)")
      return outcomes[name] != (doomed.contains(book) ? .failed(unexpected: true) : .passed)
    }
    #expect(wrong == [], "seed \(seed)")
  }

  private static let shelves = 4
}
