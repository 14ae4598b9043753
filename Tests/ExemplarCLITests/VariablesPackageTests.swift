import Exemplar
import Foundation
import TestSupport
import Testing

/// Time zones and environment variables of examples, in each way to run them.
extension FixturePackageTests {
  /// Foundation, the C library and children have the time zone of the example, side by side with others and isolated.
  @Test func examplesHaveTheirTimeZones() async throws {
    let fixture = Fixture.workers
    let home = ["TZ": "Europe/Rome"]
    for arguments in [["--jobs", "1"], ["--jobs", "3"], ["--in-process", "--jobs", "4"]] {
      let result = try await fixture.test(["EnvironmentSpecs"] + arguments, environment: home)
      result.expect(0, counts: "10 examples: 9 passed, 1 skipped ")
    }
    let direct = try await fixture.swiftTesting(
      environment: home.merging(["EXEMPLAR_SELECT": "EnvironmentSpecs"]) { $1 })
    expect(direct.status, equals: 0, "\(direct.everything)")
  }

  @Test func aCrashLeavesNoTimeZoneBehind() async throws {
    let result = try await Fixture.workers.test(
      ["EnvironmentSpecs/Cities", "EnvironmentSpecs/Nowhere", "--jobs", "1", "--order", "defined"],
      environment: ["TZ": "Europe/Rome", "ENVIRONMENT_WAY": "crashes"])
    result.expect(1, prints: "It crashes.")
    expect(result.counts?.contains("1 failed"), equals: true, "\(result.output)")
  }

  @Test func anUnknownTimeZoneFailsAtItsLine() async throws {
    let result = try await Fixture.workers.test(
      ["EnvironmentSpecs/Nowhere"],
      environment: ["TZ": "Europe/Rome", "ENVIRONMENT_WAY": "unknown"])
    result.expect(
      1, prints: "There is no time zone “Asia/Tokio”. Did you mean “Asia/Tokyo” or “Asia/Tomsk”?",
      "EnvironmentSpecs.swift:76")
  }
}
