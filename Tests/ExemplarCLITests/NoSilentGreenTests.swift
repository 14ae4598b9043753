import Exemplar
import Foundation
import TestSupport
import Testing

extension FixturePackageTests {
  @Test func noEndOfTheProcessLooksGreen() async throws {
    let fixture = Fixture.workers
    let folder = try TemporaryFolder()

    try await fixture.test(["ExitSpecs/Leaves"]).expect(1, prints: "✘ exits")
    try await BuildFolder.use {
      try await fixture.swiftTest(environment: ["EXEMPLAR_SELECT": "ExitSpecs/Leaves"])
        .expectFailure()
    }

    try await fixture.test(["ExitSpecs/Later"]).expect(
      5, prints: "after its examples had finished", "too late")

    let events = folder.path + "/events.jsonl"
    try await fixture.swiftTesting(environment: [
      "EXEMPLAR_SELECT": "ExitSpecs/Fails", "EXEMPLAR_EVENTS": events,
    ]).expectFailure(prints: "1 example: 1 failed")
    #expect(try String(contentsOfFile: events, encoding: .utf8).contains("\"failed\":1"))

    try await fixture.test(["ExitSpecs/Fine", "--report", "json=/dev/full"]).expect(
      1, errors: "/dev/full")

    let much = try await fixture.test(["ExitSpecs/Prints"])
    expect(much.status, equals: 0)
    #expect(much.output.count > 3_000_000)

    let misspelled = try await fixture.swiftTesting(environment: ["EXEMPLAR_LIST": "maybe"])
    #expect(misspelled.status != 0)
    #expect(misspelled.everything.contains("EXEMPLAR_LIST must be 1 or 0; found “maybe”."))
  }
}
