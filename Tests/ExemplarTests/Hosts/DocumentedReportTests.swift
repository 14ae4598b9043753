import Exemplar
// The custom report of the page about reports, line for line.
import Foundation
import TestSupport
import Testing

final class Slowest: CustomReport, @unchecked Sendable {
  private let path: String
  private var slowest = (name: "", seconds: 0.0)

  init(path: String?) throws {
    self.path = path ?? "slowest.txt"
  }

  // Events come one at a time.
  func report(_ event: RunEvent) {
    guard case .exampleEnded(let end) = event, end.duration > slowest.seconds else { return }
    slowest = (end.id.description, end.duration)
  }

  func finish() {
    try? "\(slowest.name): \(slowest.seconds) s".write(
      toFile: path, atomically: true, encoding: .utf8)
  }
}

struct DocumentedReportTests {
  @Test func itIsFoundByItsNameAndTellsOfTheSlowest() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("slowest.txt")
    let report = try Exemplar.reporter("Slowest=\(file.path)")
    let cart = describe("Cart") {
      it("is quick") {}
      it("waits") { try await Task.sleep(for: .milliseconds(30)) }
    }
    let summary = await Exemplar.run([cart]) { report.report($0) }
    report.finish()
    #expect(summary.isSuccess)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.wholeMatch(of: #/ExemplarTests/Cart/waits: \d+\.\d+ s/#) != nil, "\(text)")
  }
}
