import ExemplarCore
import Foundation
import Testing

@testable import Exemplar

/// The pages show the very code that runs here.
struct DocumentedTests {
  @Test(arguments: [
    "DocumentedValues", "DocumentedGenerics", "DocumentedNames", "DocumentedTypes",
    "DocumentedCleanup",
  ])
  func thePageShowsWhatRuns(name: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let source = try String(
      contentsOf: folder.appendingPathComponent("\(name).swift"), encoding: .utf8)
    let page = try String(
      contentsOf: folder.appendingPathComponent(
        "../../../../Sources/Exemplar/Exemplar.docc/SharedExamples.md"), encoding: .utf8)
    let code = source.replacing("import Exemplar\nimport Testing\n\n", with: "")
    #expect(page.contains("```swift\n\(code)```"))
  }

  @Test func theReadMeShowsTheFirstOfThem() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    func text(_ path: String) throws -> String {
      try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }
    let code = try text("DocumentedValues.swift")
      .replacing("import Exemplar\nimport Testing\n\n", with: "")
    #expect(try text("../../../../README.md").contains("```swift\n\(code)```"))
  }

  @Test func allOfItIsGreen() async {
    let specs = [DiscoveredSpec].discovered().filter {
      $0.root.place.path.contains("/Documented/")
    }
    var options = RunOptions()
    options.order = .defined
    options.jobs = 1
    let outcomes = Locked([String]())
    let summary = await Exemplar.run(specs, options) { event in
      guard case .exampleEnded(let end) = event else { return }
      let path = end.id.components.dropFirst().joined(separator: "/")
      outcomes.withLock { $0.append("\(path) \(end.outcome)") }
    }
    #expect(summary.isSuccess)
    #expect(
      outcomes.withLock { $0.joined(separator: "\n") } == """
        Lending/takes every book back passed
        Prices/behaves like a round trip through text/comes back passed
        Counters/behaves like a till/holds money passed
        Counters/abroad/behaves like a till/changes money passed
        Cellar/books/behaves like a countable/counts one more passed
        Cellar/books/behaves like a countable/holds what was added passed
        Cellar/money/behaves like a till/holds money passed
        Cellar/holdsEmma passed
        A shop window/behaves like a countable/counts one more passed
        A shop window/behaves like a countable/holds what was added passed
        A shop window/at Christmas/behaves like a countable/counts one more passed
        A shop window/at Christmas/behaves like a countable/holds what was added passed
        A shop window/at Christmas/behaves like a countable/shines passed
        """)
  }
}
