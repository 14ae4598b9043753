import Exemplar
import Foundation
import Testing

private let way = ProcessInfo.processInfo.environment["WAY"] ?? ""

/// Failures in quarantine, and one that passes by now; `WAY` adds what only the tool survives.
@Spec let queue = describe("The queue", .quarantined("SHOP-12", until: "9999-12-31")) {
  it("moves") {}
  it("is short") { #expect(way == "mended", "long") }
  it("is quiet") { try #require(way == "mended") }
  it("is orderly", .timeLimit(.milliseconds(50))) {
    if way != "mended" { try await Task.sleep(for: .seconds(60)) }
  }
  it("crashes", .enabled(if: way == "ends")) { abort() }
  it("crashes twice", .retry(1), .enabled(if: way == "ends")) { abort() }
  it("hangs", .enabled(if: way == "ends")) {
    while true { usleep(1000) }
  }
  context("with a door") {
    beforeAll { if way != "mended" { throw Skip("it is locked") } }
    it("opens") {}
  }
}

@Spec let till = describe("The till", .enabled(if: way.hasPrefix("set-up"))) {
  beforeAll { if way == "set-up crashes" { abort() } else { #expect(Bool(false), "no key") } }
  it("opens", .quarantined("SHOP-13", until: "9999-12-31")) {}
}
