import ExemplarCore
import ExemplarReports
import Foundation
import Testing

/// A package with an outline that takes longer than everything else.
extension PackageTests {
  @Test func rowsOfALongOutlineRunInSeveralProcesses() async throws {
    let fixture = try Fixture.temporary(named: "Long", files: ["LongSpec.swift": Self.long])
    defer { fixture.remove() }
    try await withTemporaryFolder { folder in
      for crashing in ["", "3,8,9", "1,2,24"] {
        let marks = folder.appendingPathComponent("marks-\(crashing)")
        try FileManager.default.createDirectory(at: marks, withIntermediateDirectories: true)
        let events = folder.appendingPathComponent("events.jsonl").path
        let result = try await fixture.test(
          ["--jobs", "3", "--report", "json=\(events)"],
          environment: ["MARKS": marks.path, "CRASHING": crashing])
        var outcomes: [String: String] = [:]
        var groups: [String] = []
        for line in try String(contentsOfFile: events, encoding: .utf8).split(separator: "\n") {
          switch try JSONDecoder().decode(Event.self, from: Data(line.utf8)) {
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

  private static let long = """
    import Exemplar
    import Foundation
    import Testing

    let variables = ProcessInfo.processInfo.environment
    let crashing = Set(variables["CRASHING"]!.split(separator: ",").compactMap { Int($0) })

    /// Notes which process runs a row, and waits for another one, which gets rows sooner or later.
    func meet(_ row: Int) throws {
      let folder = variables["MARKS"]!
      try "".write(toFile: "\\(folder)/\\(getpid()) \\(row)", atomically: false, encoding: .utf8)
      for _ in 0..<6000 {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        if Set(names.map { $0.split(separator: " ")[0] }).count > 1 { return }
        usleep(10_000)
      }
    }

    @Spec let long = describe("long", .parallel) {
      it("is quick") {}
      outline("sells", over: 1...24) { (row: Int) in
        try meet(row)
        if crashing.contains(row) { abort() }
      }
    }
    """
}
