import Exemplar
import Foundation
import TestSupport
import Testing

extension FixturePackageTests {
  /// One suite of specs, four hosts, equal outcomes; the table in the documentation shows them.
  @Test func everyHostGivesTheSameOutcomes() async throws {
    let folder = try temporaryFolder()
    let (all, hooks) = try await runs(of: "Conformance", without: "Focus|Too late", in: folder)
    let (focused, _) = try await runs(of: "Conformance/Focus", in: folder)
    let tables = [all, focused].map { $0[.tool]?.lines ?? [:] }
    #expect(tables[0].count > 75 && tables[1].count > 1)
    for host in ConformanceHost.allCases {
      for (runs, table) in zip([all, focused], tables) {
        let lines = runs[host]?.lines ?? [:]
        for id in Set(lines.keys).union(table.keys).sorted() {
          expect(lines[id], equals: table[id], "\(id) in \(host.rawValue)")
        }
      }
      expect(hooks[host], equals: hooks[.tool], "hooks in \(host.rawValue)")
    }
    try expectTable(of: [all, focused])
  }

  /// The failure is shown by each library of tests, and by the status.
  @Test func aSkipAfterAFailureFailsInEveryHost() async throws {
    let folder = try temporaryFolder()
    for host in ConformanceHost.allCases {
      let result = try await host.run([
        "EXEMPLAR_SELECT": "Conformance/Outcomes/fails, then skips itself",
        "EXEMPLAR_EVENTS": folder.appendingPathComponent("events.jsonl").path,
      ])
      expect(result.status, equals: 1, "\(host.rawValue)")
      let message =
        "The next attempt was skipped, which does not make up for this failure: no camera"
      #expect(result.everything.contains(message), "\(host.rawValue)")
    }
  }

  /// Runs specs in every host: what became of the examples, and what their hooks printed.
  private func runs(
    of selector: String, without group: String? = nil, in folder: URL
  ) async throws -> ([ConformanceHost: Outcomes], [ConformanceHost: [String]]) {
    var outcomes: [ConformanceHost: Outcomes] = [:]
    var marks: [ConformanceHost: [String]] = [:]
    for host in ConformanceHost.allCases {
      let path = folder.appendingPathComponent("\(host).jsonl").path
      var options = ["EXEMPLAR_ORDER": "defined", "EXEMPLAR_JOBS": "1", "EXEMPLAR_EVENTS": path]
      options["EXEMPLAR_SELECT"] = selector
      if let group { options["EXEMPLAR_FILTER"] = "^(?!Conformance/(\(group)))" }
      marks[host] = try await host.run(options).marks
      outcomes[host] = try Outcomes(atPath: host == .xctest ? path.xctest : path)
    }
    return (outcomes, marks)
  }

  private func expectTable(of runs: [[ConformanceHost: Outcomes]]) throws {
    let page = Tool.repository.appendingPathComponent(
      "Sources/Exemplar/Exemplar.docc/OutcomesInEveryHost.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let hosts = ConformanceHost.allCases
    var rows = [
      "| Example | " + hosts.map(\.rawValue).joined(separator: " | ") + " |",
      "|-|" + hosts.map { _ in "-|" }.joined(),
    ]
    for run in runs {
      for id in run[.tool]?.ids ?? [] {
        let name = id.replacing("Conformance/", with: "")
        let outcomes = hosts.map { host in
          String((run[host]?.lines[id] ?? "missing").prefix { $0 != ";" && $0 != ":" })
        }
        rows.append("| \(name) | \(outcomes.joined(separator: " | ")) |")
      }
    }
    let table = rows.joined(separator: "\n") + "\n"
    if updatesGolden {
      let start = text.range(of: "| Example |")?.lowerBound ?? text.endIndex
      let rest = text[start...].range(of: "\n\n").map { String(text[$0.lowerBound...]) } ?? "\n"
      try (text[..<start] + table.dropLast() + rest)
        .write(to: page, atomically: true, encoding: .utf8)
    } else {
      #expect(text.contains(table), "the table in OutcomesInEveryHost.md is not true any more")
    }
  }
}

/// The hosts, by the names that the table gives them.
enum ConformanceHost: String, CaseIterable {
  case swiftTesting = "Swift Testing"
  case xctest = "XCTest"
  case program = "Program"
  case tool = "Tool"

  /// Runs the specs that the options select.
  func run(_ options: [String: String]) async throws -> Tool.Result {
    switch self {
    case .swiftTesting:
      return try await EveryHost.swiftTesting(environment: options)
    case .xctest:
      return try await EveryHost.xctest(
        "ConformanceTests.ConformanceInXCTest",
        environment: options.merging(["IN_XCTEST": "Conformance"]) { $1 })
    case .program: return try await EveryHost.ownProgram([], environment: options)
    case .tool:
      var arguments = ["--order", "defined", "--jobs", "1"]
      arguments += ["--report", "json=\(options["EXEMPLAR_EVENTS"] ?? "")"]
      if let filter = options["EXEMPLAR_FILTER"] { arguments += ["--filter", filter] }
      return try await Fixture.everyHost.test(
        ["--specs"] + arguments + [options["EXEMPLAR_SELECT"] ?? ""])
    }
  }
}

extension String {
  /// The path that the XCTest host makes of a path for events.
  fileprivate var xctest: String {
    replacing(".jsonl", with: "-xctest-ConformanceTests.ConformanceInXCTest.jsonl")
  }
}
