import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

extension PackageTests {
  /// Suites with the conventions of older frameworks run as the pages on porting describe it.
  @Test func portsOfOriginalsRunInTheToolAndUnderSwiftTest() async throws {
    let fixture = Fixture(
      path: Tool.repository.appendingPathComponent("Tests/Fixtures/Originals").path)
    let folder = try temporaryFolder()
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    let tool = try await fixture.test([
      "--order", "defined", "--jobs", "1", "--report", "json=\(path("tool.jsonl"))",
    ])
    expect(tool.status, equals: 1)
    let log = try log(ofEventsIn: path("tool.jsonl"))
    try expectGolden("originals.txt", log)

    // On a tablet, others run.
    let pad = try await fixture.test([
      "SubliminalPort", "--platform", "iPad", "--order", "defined", "--jobs", "1", "--report",
      "json=\(path("pad.jsonl"))",
    ])
    expect(pad.status, equals: 1)
    let padLog = try self.log(ofEventsIn: path("pad.jsonl"))
    #expect(padLog.contains("testIsOnATablet_iPad: passed"))
    #expect(padLog.contains("only for iPhone; this run is for iPad"))

    let hosted = try await fixture.swiftTest(environment: [
      "EXEMPLAR_EVENTS": path("hosted.jsonl"), "EXEMPLAR_JOBS": "1", "EXEMPLAR_ORDER": "defined",
    ])
    #expect(hosted.status != 0)
    try expect(self.log(ofEventsIn: path("hosted.jsonl")), equals: log)
  }

  /// The groups, examples and issues of a run, each on a line, in their order.
  private func log(ofEventsIn path: String) throws -> String {
    try [Event](linesAt: path).compactMap { event -> String? in
      let id = event.node
      let space = String(repeating: "  ", count: (id?.components.count ?? 1) - 1)
      let name = id?.components.last ?? "run"
      switch event {
      case .groupStarted: return "\(space)> \(name)\n"
      case .exampleEnded(let end): return "\(space)\(name): \(end.outcome)\n"
      case .issueRecorded(let record):
        let file = record.issue.place.map { URL(fileURLWithPath: $0.path).lastPathComponent }
        let place = file.map { "\($0):\(record.issue.place?.line ?? 0)" } ?? "no location"
        let message = record.issue.message.replacing(Tool.repository.path + "/", with: "")
        return "\(space)! \(name): \(message.replacing("\n", with: "\n\(space)  ")) (\(place))\n"
      default: return nil
      }
    }.joined()
  }
}
