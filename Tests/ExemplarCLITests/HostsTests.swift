import ExemplarCore
import ExemplarReports
import Foundation
import Testing

extension PackageTests {
  /// The failing examples, which end in every way there is, have equal outcomes in every host.
  @Test func outcomesAreEqualInEveryHost() async throws {
    let fixture = try Fixture.failingWithCode()
    defer { fixture.remove() }
    let folder = URL(fileURLWithPath: fixture.path)
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    let tool = try await fixture.test(["--seed", "3", "--report", "json=\(path("tool.jsonl"))"])
    #expect(tool.status == 1)
    let hosted = try await fixture.swiftTest(environment: [
      "EXEMPLAR_EVENTS": path("hosted.jsonl"), "EXEMPLAR_SEED": "3",
      "OUTCOMES": path("code.txt"),
    ])
    #expect(hosted.status != 0, "the host must fail by what it writes down")

    let fromTool = try outcomes(inEvents: path("tool.jsonl"))
    let fromHost = try outcomes(inEvents: path("hosted.jsonl"))
    let fromCode = try String(contentsOfFile: path("code.txt"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
    #expect(fromTool.count == 43)
    #expect(fromTool.sorted() == fromHost.sorted())
    #expect(fromTool.sorted() == fromCode.sorted())
  }

  private func outcomes(inEvents path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
      guard
        case .exampleEnded(let end) = try JSONDecoder().decode(Event.self, from: Data(line.utf8))
      else { return nil }
      return "\(end.id) \(end.outcome)"
    }
  }
}

extension Fixture {
  /// The failing examples, with a test that runs them from code.
  fileprivate static func failingWithCode() throws -> Fixture {
    let specs = Tool.repository.appendingPathComponent("Examples/Failing/Tests/FailingSpecs")
    var files: [String: String] = [:]
    for folder in [specs, specs.appendingPathComponent("Rows")] {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
      where name.hasSuffix(".swift") || name.hasSuffix(".json") {
        files[name] = try String(
          contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      }
    }
    files["FromCode.swift"] = """
      import Exemplar
      import Foundation
      import Testing

      @Test(.enabled(if: ProcessInfo.processInfo.environment["OUTCOMES"] != nil))
      func fromCode() async throws {
        let path = try #require(ProcessInfo.processInfo.environment["OUTCOMES"])
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        nonisolated(unsafe) let file = try #require(FileHandle(forWritingAtPath: path))
        var options = RunOptions()
        options.seed = 3
        let summary = await Exemplar.run(discoveredSpecs(), options) { event in
          guard case .exampleEnded(let end) = event else { return }
          file.write(Data("\\(end.id) \\(end.outcome)\\n".utf8))
        }
        #expect(!summary.isSuccess)
      }
      """
    return try temporary(named: "Failing", files: files)
  }
}
