import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import Exemplar

/// The pages show code that is compiled and run here.
struct DocumentedCodeTests {
  private static let pages = "Sources/Exemplar/Exemplar.docc/"

  private func lines(of path: String) throws -> [String] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../..")
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !["import Exemplar", "import Foundation", "import Testing"].contains($0) }
  }

  /// The snippets of Swift in a page, from one heading to the next if there is one.
  private func snippets(of path: String, below heading: String? = nil) throws -> [String] {
    var lines = try lines(of: path)[...]
    if let heading {
      lines = lines.drop { $0 != "## \(heading)" }.dropFirst().prefix { !$0.hasPrefix("## ") }
    }
    return lines.split { $0.hasPrefix("```") && $0 != "```swift" }
      .compactMap { part in
        part.firstIndex(of: "```swift").map { part[($0 + 1)...].joined(separator: "\n") }
      }
  }

  @Test(
    "a page shows a whole file",
    arguments: [
      ("SharedExamples/Documented/DocumentedValues", pages + "SharedExamplesAndGivens.md"),
      ("SharedExamples/Documented/DocumentedGenerics", pages + "SharedExamplesAndGivens.md"),
      ("SharedExamples/Documented/DocumentedNames", pages + "SharedExamplesAndGivens.md"),
      ("SharedExamples/Documented/DocumentedTypes", pages + "SharedExamplesAndGivens.md"),
      ("SharedExamples/Documented/DocumentedCleanup", pages + "SharedExamplesAndGivens.md"),
    ])
  func files(name: String, page: String) throws {
    let code = try lines(of: "Tests/ExemplarTests/\(name).swift").joined(separator: "\n")
    #expect(try snippets(of: page).contains(code))
  }

  @Test func aFileContainsTheFirstSnippetOfASection() throws {
    let path = "Tests/ExemplarTests/Hosts/DocumentedReportTests.swift"
    let code = try lines(of: path).joined(separator: "\n")
    let snippets = try snippets(of: Self.pages + "Reports.md", below: "A report of your own")
    expect(snippets.count, equals: 2)
    #expect(code.contains(try #require(snippets.first)))
  }

  @Test func theSpecsOfThePagesRun() async {
    let specs = [Spec].discovered().filter { spec in
      spec.root.place.path.contains("/Documented/")
    }
    let trace = await traced(plan: specs)
    #expect(
      trace.description == """
        Lending › takes every book back: passed
        Prices › behaves like a round trip through text › comes back: passed
        Counters
          behaves like a till › holds money: passed
          abroad › behaves like a till › changes money: passed
        Cellar
          books › behaves like a countable › counts one more | holds what was added: passed
          money › behaves like a till › holds money: passed
          holdsEmma: passed
        A shop window
          behaves like a countable › counts one more | holds what was added: passed
          at Christmas › behaves like a countable › counts one more | holds what was added | shines: passed
        13 executed
        """)
  }
}
