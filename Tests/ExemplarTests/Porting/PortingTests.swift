import Exemplar
import Foundation
import Testing

/// The pages on porting show the code and the data of `Tests/Fixtures/Originals`, which other tests run.
struct PortingTests {
  @Test(arguments: ["Subliminal", "ECUnitTests", "PTKTestKit", "Kiwi"])
  func thePageShowsWhatRuns(framework: String) throws {
    let files = try Self.texts(in: "Tests/Fixtures/Originals/Tests/\(framework)Port")
    let page = try #require(
      Self.texts(in: "Sources/Exemplar/Exemplar.docc") { $0 == "Porting\(framework).md" }.first)
    let blocks = page.matches(of: #/(?ms)^```(swift|json|xml)\n(.*?)^```$/#).map(\.output.2)
    #expect(!blocks.isEmpty)
    for block in blocks where !files.contains(where: { "\n\($0)".contains("\n\(block)") }) {
      Issue.record("No file contains\n\(block)")
    }
  }

  /// The header declares the names of the old frameworks that the pages quote.
  @Test func theOldCodeOfThePagesIsObjectiveC() async throws {
    let header = Self.url(of: "Tests/Fixtures/Originals/Originals.h").path
    let compiler = try Compiler()
    let pages = try Self.texts(in: "Sources/Exemplar/Exemplar.docc") { $0.hasPrefix("Porting") }
    let blocks = pages.flatMap { $0.matches(of: #/(?ms)^```objc\n(.*?)^```$/#).map(\.output.1) }
    #expect(blocks.count > 4)
    for block in blocks {
      let all = try await compiler.diagnostics(ofObjectiveC: String(block), header: header)
      expect(all.map(\.description), equals: [], "\(block)")
    }
  }

  /// The texts of all files in a folder of the repository whose names are accepted.
  private static func texts(
    in folder: String, where isAccepted: (String) -> Bool = { _ in true }
  ) throws -> [String] {
    let url = url(of: folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: url.path)
    return paths.sorted().filter { isAccepted(URL(fileURLWithPath: $0).lastPathComponent) }
      .compactMap { try? String(contentsOf: url.appendingPathComponent($0), encoding: .utf8) }
  }

  private static func url(of path: String) -> URL {
    URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../\(path)").standardized
  }
}
