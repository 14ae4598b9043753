import ExemplarCore
import Foundation
import TestSupport
import Testing

/// Every way in which an example may end, or not end, in every way in which a run may be done: what happens is what
/// the model says, and is told once.
extension FixturePackageTests {
  @Test func whatHappensIsWhatTheModelSays() async throws {
    let fixture = Fixture.workers
    var told: [Scenario.Way: [[String: String]]] = [:]
    for way in Scenario.Way.allCases {
      for jobs in soaks ? [1, 2, 8] : [2] {
        let repetitions = try await outcomes(of: fixture, way, jobs: jobs)
        told[way] = told[way] ?? repetitions
        #expect(repetitions.count == (way == .repetition ? 2 : 1))
        let known = Set(Scenario.all.map(\.name))
        for repetition in repetitions { #expect(known.isSuperset(of: repetition.keys)) }
        for scenario in Scenario.all {
          let outcome = repetitions.map { $0[scenario.name] ?? "–" }
          if way == .failFast {
            // Side by side, more may begin before it is known that enough has failed.
            #expect(
              outcome == ["–"] || outcome == scenario.outcome(.plain),
              "\(scenario.name), \(way), \(jobs) workers")
          } else {
            #expect(outcome == scenario.outcome(way), "\(scenario.name), \(way), \(jobs) workers")
          }
        }
        if way == .failFast {
          let failures = repetitions[0].values.count { $0.hasPrefix("✘") }
          #expect(jobs == 1 ? failures == 1 : (1...jobs).contains(failures))
        }
      }
    }
    let table = Scenario.table { scenario, way in
      told[way, default: []].map { $0[scenario.name] ?? "–" }
    }
    try expect(table, inPage: "WhenSomethingFails.md")
  }

  /// The reports of each example and each failed group, in each repetition.
  private func outcomes(
    of fixture: Fixture, _ way: Scenario.Way, jobs: Int
  ) async throws -> [[String: String]] {
    let folder = try temporaryFolder()
    let path = folder.appendingPathComponent("events.jsonl").path
    try await fixture.test(
      way.arguments + [
        "ScenarioSpecs", "--jobs", "\(jobs)", "--order", "defined", "--timeout", "6s", "--grace",
        "1s", "--report", "json=\(path)",
      ],
      environment: [
        "COUNTS": folder.path, "EXEMPLAR_SHOW_OUTPUT": "failed", "SWIFT_BACKTRACE": "enable=no",
      ]
    ).expect(1)
    let repetitions = try outcomes(atPath: path, way)
    // The log contains the same outcomes.
    let later = folder.appendingPathComponent("later.jsonl").path
    try await fixture.exemplar("report", ["--report", "json=\(later)"]).expect(1)
    #expect(try outcomes(atPath: later, way) == repetitions)
    return repetitions
  }

  /// The outcomes that a file of events holds.
  private func outcomes(atPath path: String, _ way: Scenario.Way) throws -> [[String: String]] {
    var repetitions: [[String: String]] = []
    var begun: Set<ExampleID> = []
    for event in try [Event](linesAt: path) {
      switch event {
      case .runStarted:
        repetitions.append([:])
        begun = []
      case .exampleStarted(let start): #expect(begun.insert(start.id).inserted)
      case .exampleEnded(let end):
        #expect(begun.contains(end.id))
        let last = repetitions.count - 1
        #expect(repetitions[last].updateValue(end.mark, forKey: end.id.heading) == nil)
      case .groupEnded(let end) where end.failed:
        repetitions[repetitions.count - 1][end.id.heading] = "✘!"
      case .runEnded(let summary):
        #expect(summary.finished || way == .failFast)
        #expect((summary.notReached == 0) == (way != .failFast))
        let outcomes = repetitions[repetitions.count - 1].values
        #expect(summary.groupFailures + summary.failed == outcomes.count { $0.hasPrefix("✘") })
        #expect(summary.passed + summary.flaky == outcomes.count { $0.hasPrefix("✔") })
      default: break
      }
    }
    return repetitions
  }

  /// Compares a table with the one between two marks of a page for users.
  private func expect(_ table: String, inPage name: String) throws {
    let page = Tool.repository.appendingPathComponent("Sources/Exemplar/Exemplar.docc/\(name)")
    let text = try String(contentsOf: page, encoding: .utf8)
    let (begin, end) = ("<!-- table -->\n", "<!-- end of the table -->")
    let from = try #require(text.range(of: begin)).upperBound
    let to = try #require(text.range(of: end)).lowerBound
    if updatesGolden {
      try (text[..<from] + table + text[to...]).write(to: page, atomically: true, encoding: .utf8)
    } else {
      #expect(String(text[from..<to]) == table)
    }
  }
}

extension ExampleEnded {
  /// How it ended, in a mark, with the attempts if there were several.
  fileprivate var mark: String {
    let mark =
      switch outcome {
      case .passed, .flaky: "✔"
      case .failed(let unexpected): unexpected ? "✘!" : "✘"
      case .skipped: "↷"
      case .quarantined: "Q"
      case .pending: "…"
      case .blocked: "⊘"
      }
    return mark + (attempts == 2 ? " 2nd" : attempts == 3 ? " 3rd" : attempts > 3 ? "?" : "")
  }
}
