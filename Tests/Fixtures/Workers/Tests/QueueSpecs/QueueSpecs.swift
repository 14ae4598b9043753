import Exemplar
import Foundation
import Testing

private let variables = ProcessInfo.processInfo.environment
private let rows = Int(variables["QUEUE_ROWS"] ?? "") ?? 20
private let way = variables["QUEUE_WAY"] ?? ""

/// Takes as long as the test wants.
private func work() async throws {
  guard let pause = Int(variables["QUEUE_MILLISECONDS"] ?? ""), pause > 0 else { return }
  try await Task.sleep(for: .milliseconds(pause))
}

@Spec let counter = describe("A counter") {
  outline("counts", over: 1...rows, named: { "\($0)" }) { (_: Int) in try await work() }
  context("with a door") {
    beforeAll { try await work() }
    it("opens") {}
    it("closes") {}
  }
  it("is broken", .enabled(if: way == "fails")) { #expect(way != "fails") }
  it("is quarantined", .quarantined("SHOP-12", until: "9999-12-31")) { #expect(way == "mended") }
  // The parent of the process is the tool.
  it("kills its machine", .enabled(if: way == "kills")) { kill(getppid(), SIGKILL) }
}
