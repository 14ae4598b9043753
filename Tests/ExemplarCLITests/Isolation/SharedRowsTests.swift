import ExemplarCore
import Foundation
import TestSupport
import Testing

/// A package with an outline that takes longer than everything else.
extension FixturePackageTests {
  @Test func rowsOfALongOutlineRunInSeveralProcesses() async throws {
    let fixture = Fixture.workers
    let folder = try temporaryFolder()
    for crashing in ["", "3,8,9", "1,2,24"] {
      let marks = try folder.subfolder("marks-\(crashing)")
      let events = folder.appendingPathComponent("events.jsonl").path
      let result = try await fixture.test(
        ["LongSpecs", "--jobs", "3", "--report", "json=\(events)"],
        environment: ["MARKS": marks.path, "CRASHING": crashing])
      var outcomes: [String: String] = [:]
      var groups: [String] = []
      for event in try [Event](linesAt: events) {
        switch event {
        case .exampleEnded(let end):
          #expect(outcomes.updateValue(end.outcome.word, forKey: end.id.name) == nil)
        case .groupStarted(let start): groups.append("(\(start.id.name)")
        case .groupEnded(let end): groups.append("\(end.id.name))")
        default: break
        }
      }
      let crashed = Set(crashing.split(separator: ",").map { "#\($0)" })
      var expected = ["is quick": "passed"]
      for row in 1...24 {
        expected["#\(row)"] = crashed.contains("#\(row)") ? "failed" : "passed"
      }
      #expect(outcomes == expected)
      #expect(groups == ["(long", "(sells", "sells)", "long)"])
      #expect(result.status == (crashing.isEmpty ? 0 : 1))
      // No row ran twice; two processes had met when the last one ended.
      let names = try FileManager.default.contentsOfDirectory(atPath: marks.path)
      let rows = names.map { $0.split(separator: " ") }
      #expect(Set(rows.map { $0[1] }).count == 24 && rows.count == 24)
      #expect(Set(rows.map { $0[0] }).count > 1)
    }
  }
}
