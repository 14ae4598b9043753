import Foundation
import Testing

extension PackageTests {
  @Test func noEndOfTheProcessLooksGreen() async throws {
    let fixture = try Fixture.temporary(files: [
      "ExitSpec.swift": """
      import Exemplar
      import Foundation
      import Testing

      @Spec let leaves = describe("Leaves") { it("exits") { exit(0) } }
      @Spec let later = describe("Later") {
        it("crashes at the end") { atexit { fatalError("too late") } }
      }
      @Spec let fails = describe("Fails") { it("fails") { #expect(Bool(false)) } }
      @Spec let fine = describe("Fine") { it("passes") {} }
      @Spec let prints = describe("Prints") {
        it("much") { print(String(repeating: "x", count: 3_000_000)) }
      }
      """
    ])
    defer { fixture.remove() }
    let folder = URL(fileURLWithPath: fixture.path)

    let left = try await fixture.test(["Leaves"])
    #expect(left.status == 1)
    #expect(left.output.contains("✘ exits"))
    #expect(try await fixture.swiftTest(environment: ["EXEMPLAR_SELECT": "Leaves"]).status != 0)

    let late = try await fixture.test(["Later"])
    #expect(late.status == 5)
    #expect(late.output.contains("after its examples had finished"))
    #expect(late.output.contains("too late"))

    let events = folder.appendingPathComponent("events.jsonl").path
    let hosted = try await fixture.swiftTest(environment: [
      "EXEMPLAR_SELECT": "Fails", "EXEMPLAR_EVENTS": events,
    ])
    #expect(hosted.status != 0)
    #expect(hosted.output.contains("1 example: 1 failed"))
    #expect(try String(contentsOfFile: events, encoding: .utf8).contains("\"failed\":1"))

    let full = try await fixture.test(["Fine", "--report", "json=/dev/full"])
    #expect(full.status == 1)
    #expect(full.errors.contains("/dev/full"))

    let much = try await fixture.test(["Prints"])
    #expect(much.status == 0)
    #expect(much.output.count > 3_000_000)

    let misspelled = try await fixture.swiftTest(environment: ["EXEMPLAR_LIST": "maybe"])
    #expect(misspelled.status != 0)
    #expect(misspelled.output.contains("EXEMPLAR_LIST must be 1 or 0; found “maybe”."))
  }
}
