import Foundation
import Testing

extension PackageTests {
  @Test func optionsReachTheWorker() async throws {
    let fixture = try Fixture.temporary(files: ["TillSpec.swift": Self.till])
    defer { fixture.remove() }

    for (arguments, status, counts) in [
      (["--order", "defined"], 1, "4 examples: 2 passed, 1 failed, 1 skipped "),
      (["--tag", "fast,small", "--tag", "!odd"], 0, "2 examples: 1 passed, 1 skipped "),
      (["--filter", "/(opens|closes)$"], 0, "2 examples: 2 passed "),
      (["jams", "--retries", "2"], 0, "1 example: 1 flaky "),
      (
        ["--order", "defined", "--fail-fast"], 1,
        "4 examples: 1 failed, 1 skipped, 2 not reached "
      ),
      (["jams", "--until-failure"], 1, "1 example: 1 failed "),
    ] {
      let result = try await fixture.test(arguments)
      #expect(result.status == status && result.counts == counts, "\(arguments): \(result.output)")
    }

    let repeated = try await fixture.test(["opens", "--repeat", "3"])
    #expect(repeated.status == 0)
    #expect(repeated.output.ranges(of: "1 example: 1 passed").count == 3)

    let nothing = try await fixture.test(["oppens"])
    #expect(nothing.status == 4)
    #expect(nothing.output.contains("Nothing matches “oppens”. Did you mean:"))
    #expect(nothing.output.contains("CornerSpecs/The till/opens"))

    let listed = try await fixture.test(["--list", "--order", "defined"])
    #expect(listed.status == 0)
    #expect(
      listed.output.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "/" } }
        == ["CornerSpecs", "CornerSpecs", "CornerSpecs", "CornerSpecs", "4 examples"])
  }

  @Test func aQuietRunPrintsItsLastLine() async throws {
    let fixture = try Fixture.temporary(files: ["TillSpec.swift": Self.till])
    defer { fixture.remove() }
    let count = #/2 examples: 2 passed · [0-9.]+ m?s · seed 7\n/#
    for arguments in [["--quiet"], ["--quiet", "--in-process"], ["--quiet", "--repeat", "1"]] {
      let passed = try await fixture.test(["opens", "closes", "--seed", "7"] + arguments)
      #expect(passed.status == 0 && passed.errors == "", "\(passed.errors)")
      #expect(passed.output.wholeMatch(of: count) != nil, "\(passed.output)")
    }
    let repeated = try await fixture.test(["opens", "--quiet", "--repeat", "3"])
    #expect(repeated.output == "3 repetitions: all passed\n")

    let failed = try await fixture.test(["--quiet", "--seed", "7", "--slowest", "1"])
    let lines = failed.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(failed.status == 1 && failed.errors == "")
    #expect(lines.first == "failed: CornerSpecs/The till/jams", "\(failed.output)")
    #expect(failed.output.contains("\n    at "))
    #expect(failed.output.contains("'CornerSpecs/The till/jams' -- "))
    #expect(failed.output.contains("\nslow: "))
    #expect(
      lines.suffix(2).first?.hasPrefix("4 examples: 2 passed, 1 failed, 1 skipped · ") == true)

    let reported = try await fixture.exemplar("report", ["--quiet"])
    #expect(reported.output == failed.output.replacing(#/slow: .*\n/#, with: ""))
    for command in ["test", "report"] {
      let both = try await fixture.exemplar(command, ["--quiet", "--verbose"])
      #expect(both.status == 2, "\(both.status)")
      #expect(
        both.errors.contains(
          "--quiet prints only failures and --verbose prints every example. Leave one of them out.")
      )
    }
  }

  /// The ids have more text than the system allows in one variable.
  @Test func manySelectorsReachTheWorker() async throws {
    let fixture = try Fixture.temporary(files: [
      "ManySpec.swift": """
      import Exemplar
      import Testing

      @Spec let many = describe("Many") {
        for number in 0..<1_100 { it("\\(String(repeating: "example", count: 20)) \\(number)") {} }
      }
      """
    ])
    defer { fixture.remove() }
    let name = String(repeating: "example", count: 20)
    let ids = (0..<1_000).map { "CornerSpecs/Many/\(name) \($0)" }
    #expect(ids.joined(separator: "\n").utf8.count > 128 << 10)

    let asked = try await fixture.test(ids)
    #expect(asked.status == 0, "\(asked.output)\(asked.errors)")
    #expect(asked.output.contains("1000 examples: 1000 passed"))

    let stale = try await fixture.test(ids + ["CornerSpecs/Many/\(name) x"])
    #expect(stale.status == 4)
    #expect(stale.output.contains("Nothing matches “CornerSpecs/Many/\(name) x”."))
  }

  @Test func aFocusIsRefusedOnCI() async throws {
    let fixture = Fixture.workers
    let local = try await fixture.test(["FocusSpecs"])
    #expect(local.status == 0)
    #expect(local.output.contains("Focused: The till › opens"))
    #expect(local.output.contains("Something is focused: the rest did not run."))
    let refused = try await fixture.test(["FocusSpecs"], environment: ["CI": "true"])
    #expect(refused.status == 3)
    let allowed = try await fixture.test(
      ["FocusSpecs", "--allow-focus"], environment: ["CI": "true"])
    #expect(allowed.status == 0)
    let hosted = try await fixture.swiftTesting(
      environment: ["CI": "true", "EXEMPLAR_SELECT": "FocusSpecs"])
    #expect(hosted.status != 0)
  }

  private static let till = """
    import Exemplar
    import Testing

    @Spec let till = describe("The till") {
      it("jams", .tags("odd", "fast")) { #expect(attempts.next() > 1) }
      it("opens", .tags("fast")) {}
      it("closes") {}
      xit("sings", .tags("small")) {}
    }

    import Foundation

    /// Counts the attempts in this process.
    let attempts = Attempts()
    final class Attempts: @unchecked Sendable {
      private let lock = NSLock()
      private var count = 0
      func next() -> Int { lock.withLock { count += 1; return count } }
    }
    """
}
