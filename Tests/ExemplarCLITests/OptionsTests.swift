import Exemplar
import Foundation
import Testing

extension PackageTests {
  @Test func optionsReachTheWorker() async throws {
    let fixture = try Self.package()

    for (arguments, status, counts) in [
      (["--order", "defined"], 1, "4 examples: 2 passed, 1 failed, 1 skipped "),
      (["--tag", "fast,small", "--tag", "!odd"], 0, "2 examples: 1 passed, 1 skipped "),
      (["--filter", "/(opens|closes)$"], 0, "2 examples: 2 passed "),
      (["jams", "--retries", "2"], 0, "1 example: 1 flaky "),
      (
        ["--order", "defined", "--fail-fast"], 1, "4 examples: 1 failed, 1 skipped, 2 not reached "
      ),
      (["jams", "--until-failure"], 1, "1 example: 1 failed "),
    ] {
      let result = try await fixture.test(arguments)
      #expect(result.status == status && result.counts == counts, "\(arguments): \(result.output)")
    }

    let repeated = try await fixture.test(["opens", "--repeat", "3"])
    expect(repeated.status, equals: 0)
    expect(repeated.output.ranges(of: "1 example: 1 passed").count, equals: 3)

    try await fixture.test(["oppens"]).expect(
      4, prints: "Nothing matches “oppens”. Did you mean:", "OptionSpecs/The till/opens")

    let listed = try await fixture.test(["--list", "--order", "defined"])
    expect(listed.status, equals: 0)
    expect(
      listed.output.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "/" } },
      equals: ["OptionSpecs", "OptionSpecs", "OptionSpecs", "OptionSpecs", "4 examples"])
  }

  @Test func aQuietRunPrintsItsLastLine() async throws {
    let fixture = try Self.package()
    let count = #/PASSED · 2 examples: 2 passed · [0-9.]+ m?s · seed 7\n/#
    for arguments in [["--quiet"], ["--quiet", "--in-process"], ["--quiet", "--repeat", "1"]] {
      let passed = try await fixture.test(["opens", "closes", "--seed", "7"] + arguments)
      #expect(passed.status == 0 && passed.errors == "", "\(passed.errors)")
      #expect(passed.output.wholeMatch(of: count) != nil, "\(passed.output)")
    }
    let repeated = try await fixture.test(["opens", "--quiet", "--repeat", "3"])
    expect(repeated.output, equals: "PASSED · 3 repetitions: all passed\n")

    let failed = try await fixture.test(["--quiet", "--seed", "7", "--slowest", "1"])
    let lines = failed.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(failed.status == 1 && failed.errors == "")
    expect(lines.first, equals: "failed: OptionSpecs/The till/jams", "\(failed.output)")
    #expect(failed.output.contains("\n    at "))
    #expect(failed.output.contains("'OptionSpecs/The till/jams' -- "))
    #expect(failed.output.contains("\nslow: "))
    expect(
      lines.suffix(2).first?.hasPrefix(
        "FAILED (status 1) · 4 examples: 2 passed, 1 failed, 1 skipped · "), equals: true)

    let reported = try await fixture.exemplar("report", ["--quiet"])
    expect(reported.output, equals: failed.output.replacing(#/slow: .*\n/#, with: ""))
    for command in ["test", "report"] {
      try await fixture.exemplar(command, ["--quiet", "--verbose"]).expect(
        2,
        errors:
          "--quiet prints only failures and --verbose prints every example. Leave one of them out.")
    }
  }

  /// The ids have more text than the system allows in one variable.
  @Test func manySelectorsReachTheWorker() async throws {
    let fixture = try Self.package()
    let name = String(repeating: "example", count: 20)
    let ids = (0..<1_000).map { "OptionSpecs/The till/\(name) \($0)" }
    #expect(ids.joined(separator: "\n").utf8.count > 128 << 10)

    try await fixture.test(ids, environment: ["MANY": "1100"]).expect(
      0, prints: "1000 examples: 1000 passed")

    try await fixture.test(
      ids + ["OptionSpecs/The till/\(name) x"], environment: ["MANY": "1100"]
    ).expect(4, prints: "Nothing matches “OptionSpecs/The till/\(name) x”.")
  }

  private static func package() throws -> Fixture {
    try .shared(named: "Option", files: ["TillSpec.swift": till])
  }

  private static let till = """
    import Exemplar
    import Foundation
    import Testing

    @Spec let till = describe("The till") {
      for number in 0..<(Int(ProcessInfo.processInfo.environment["MANY"] ?? "") ?? 0) {
        it("\\(String(repeating: "example", count: 20)) \\(number)") {}
      }
      it("jams", .tags("odd", "fast")) { #expect(attempts.next() > 1) }
      it("opens", .tags("fast")) {}
      it("closes") {}
      xit("sings", .tags("small")) {}
    }

    /// Counts the attempts in this process.
    let attempts = Attempts()
    final class Attempts: @unchecked Sendable {
      private let lock = NSLock()
      private var count = 0
      func next() -> Int { lock.withLock { count += 1; return count } }
    }
    """
}

extension FixturePackageTests {
  @Test func aFocusIsRefusedOnCI() async throws {
    let fixture = Fixture.workers
    try await fixture.test(["FocusSpecs"]).expect(
      0, prints: "Focused: The till › opens", "Something is focused: the rest did not run.")
    try await fixture.test(["FocusSpecs"], environment: ["CI": "true"]).expect(3)
    try await fixture.test(["FocusSpecs", "--allow-focus"], environment: ["CI": "true"]).expect(0)
    try await fixture.swiftTesting(environment: ["CI": "true", "EXEMPLAR_SELECT": "FocusSpecs"])
      .expectFailure()
  }
}
