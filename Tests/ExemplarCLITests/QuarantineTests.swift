import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

/// Quarantined examples in the tool and under `swift test`.
extension FixturePackageTests {
  @Test func failuresInQuarantineAreReportedApart() async throws {
    let fixture = Fixture.workers
    let folder = try temporaryFolder()
    let names = ["junit", "tap", "json", "ctrf", "html", "swift-testing"]
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: path(name), encoding: .utf8)
    }
    func run(_ way: String, _ arguments: [String] = []) async throws -> Tool.Result {
      try await fixture.test(
        ["QuarantineSpecs", "--timeout", "4s", "--grace", "1s", "--jobs", "2"] + arguments,
        environment: ["WAY": way, "EXEMPLAR_SHOW_OUTPUT": "failed"])
    }
    let reports = names.flatMap { ["--report", "\($0)=\(path($0))"] }
    let result = try await run("ends", reports)
    result.expect(
      0, counts: "9 examples: 1 passed, 6 quarantined, 2 skipped, 6 known issues ",
      prints: "\nQuarantined\n", "It did not end within 4 s", "was ended by signal 6")
    #expect(!result.output.contains("\nFailures\n"))
    #expect(!result.output.contains("Run what failed again"))
    #expect(try text("junit").contains("failures=\"0\" errors=\"0\""))
    #expect(
      try text("junit").matches(of: #/<skipped message="quarantined for SHOP-12 until/#).count
        == 6)
    try expect(
      text("tap").matches(of: #/not ok .*# TODO quarantined for SHOP-12/#).count, equals: 6)
    #expect(try text("ctrf").contains(#""failed":0,"skipped":2,"pending":0,"other":6"#))
    #expect(try text("json").contains(#""quarantined":6"#))
    try expect(text("html").matches(of: #/,"quarantined",/#).count, equals: 6)
    #expect(try text("swift-testing").contains("passWithKnownIssue"))
    #expect(try !text("swift-testing").contains(#""isFailure":true"#))

    // Nothing is left to run again, and the stored run shows the same.
    try await expect(run("ends", ["--only-failures"]).status, equals: 4)
    let shown = try await fixture.exemplar("report")
    #expect(shown.status == 4 || shown.output.contains("6 quarantined"))

    // The failure of a hook around them is not theirs.
    for way in ["set-up fails", "set-up crashes"] {
      let broken = try await run(way)
      expect(broken.status, equals: 1)
      expect(
        broken.counts?.contains("1 blocked, 1 group failure"), equals: true, "\(broken.output)")
    }

    for count in 1...5 {
      let mended = try await run("mended")
      expect(mended.status, equals: 0)
      let named = mended.output.components(
        separatedBy: "passed in the last 5 runs: remove the quarantine of\n"
      ).dropFirst().joined()
      #expect(named.contains("  The queue › is short\n") == (count == 5))
    }
  }
}

extension FixturePackageTests {
  @Test func swiftTestShowsKnownIssues() async throws {
    let result = try await BuildFolder.use {
      try await Fixture.workers.swiftTest(environment: [
        "EXEMPLAR_SELECT": "QuarantineSpecs", "WAY": "",
      ])
    }
    expect(result.status, equals: 0)
    let counts = "9 examples: 1 passed, 3 quarantined, 5 skipped, 3 known issues "
    expect(result.counts, equals: counts, "\(result.output)")
    #expect(result.output.contains("recorded a known issue"))
    #expect(result.output.contains(#/passed after .* with \d known issues/#))
    #expect(!result.output.contains("recorded an issue"))
  }
}
