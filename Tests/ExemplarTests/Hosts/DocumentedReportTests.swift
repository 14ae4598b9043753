import Exemplar
// The report of one's own stands here as the page about reports has it, line for line.
import Foundation
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
  /// The code below a heading of the page.
  private func code(below heading: String) throws -> String {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/Exemplar/Exemplar.docc/Reports.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "\n## \(heading)\n").last)
    let parts = section.components(separatedBy: "```")
    return try #require(
      parts.count > 1 ? parts[1].split(separator: "swift\n", maxSplits: 1).last : nil
    )
    .description
  }

  @Test func thePageHasWhatRunsHere() throws {
    let lines = try code(below: "A report of your own").split(separator: "\n")
      .filter { $0 != "import Foundation" }
    let source = try String(contentsOfFile: #filePath, encoding: .utf8).split(separator: "\n")
    let begin = try #require(source.firstIndex(of: lines[0]))
    #expect(Array(source[begin...].prefix(lines.count)) == Array(lines))
  }

  @Test func itIsFoundByItsNameAndTellsOfTheSlowest() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("slowest-\(UUID().uuidString).txt")
    defer { try? FileManager.default.removeItem(at: file) }
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
