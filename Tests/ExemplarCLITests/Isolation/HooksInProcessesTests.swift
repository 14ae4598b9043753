import Foundation
import Testing

/// Hooks that specs share: each process runs them around the specs that it runs.
extension FixturePackageTests {
  @Test func eachProcessRunsTheHooksOfItsSpecs() async throws {
    let fixture = Fixture.workers
    for jobs in ["1", "2"] {
      let result = try await fixture.test(["HookSpecs", "--jobs", jobs])
      #expect(result.status == 0)
      #expect(result.counts?.hasPrefix("6 examples: 6 passed") == true)
      var steps: [String: [String]] = [:]
      for mark in result.marks {
        let words = mark.split(separator: " ").map(String.init)
        steps[words[0], default: []].append(words[1])
      }
      #expect(steps.count == Int(jobs))
      for steps in steps.values {
        #expect(steps.first == "S" && steps.last == "T")
        #expect(steps.count { $0 == "S" } == 1 && steps.count { $0 == "T" } == 1)
        let (login, logout) = (steps.firstIndex(of: "login"), steps.firstIndex(of: "logout"))
        #expect((login == nil) == !steps.contains("second"))
        if let login, let logout {
          #expect(steps[login...logout].dropFirst().dropLast().allSatisfy { $0 == "second" })
          #expect(!steps[..<login].contains("second"))
        }
      }
    }

    let crash = try await fixture.test(["HookSpecs", "--jobs", "2"], environment: ["CRASHES": "1"])
    crash.expect(1, prints: "LoggedIn")
    #expect(crash.counts?.hasPrefix("6 examples: 4 passed, 2 blocked, 1 group failure") == true)

    // Both processes run and end the hooks; reports show one group, with the failures of both.
    let report = try temporaryFolder().path + "/report.xml"
    let failing = try await fixture.test(
      ["HookSpecs", "--jobs", "2", "--report", "junit=\(report)"], environment: ["FAILS": "1"])
    #expect(failing.counts?.hasPrefix("6 examples: 6 passed, 1 group failure") == true)
    let suites = try String(contentsOfFile: report, encoding: .utf8)
      .matches(of: #/<testsuite name="[^"]*started"[\s\S]*?<\/testsuite>/#).map(\.output)
    #expect(suites.count == 1)
    #expect(suites.first?.matches(of: #/in afterAll/#).count == 2, "\(suites)")

    // One that ends the process when nothing is left to run is known, and is run again with its specs.
    let store = try temporaryFolder()
    for (scope, count) in [("S", 6), ("LoggedIn", 2)] {
      let end = try await fixture.test(
        ["HookSpecs", "--jobs", "1", "--store", store.path], environment: ["CRASHES_AFTER": scope])
      end.expect(1, prints: "(in afterAll)")
      #expect(end.counts?.hasPrefix("6 examples: 6 passed, 1 group failure") == true)
      let again = try await fixture.test(["HookSpecs", "--only-failures", "--store", store.path])
      #expect(again.status == 0)
      #expect(
        again.counts?.hasPrefix("\(count) examples: \(count) passed") == true,
        "\(scope): \(end.output)\(again.output)")
    }
  }
}
