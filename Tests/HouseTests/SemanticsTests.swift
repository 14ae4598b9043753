import Foundation
import Testing

/// `Documentation/Semantics.md` lists the tests that prove each rule. This compares it with the tests.
struct SemanticsTests {
  /// A rule of the page, with the suites that it names.
  struct Rule: Hashable, CustomStringConvertible {
    let id: String
    let suites: Set<String>
    var description: String { id }
  }

  @Test func theSuitesThatThePageNamesExist() throws {
    let suites = Set(try Self.suites().keys)
    for rule in try Self.rules() {
      #expect(!rule.suites.isEmpty, "Rule \(rule) names no suite")
      for suite in rule.suites.subtracting(suites).sorted() {
        Issue.record("Rule \(rule) names \(suite), which does not exist")
      }
    }
  }

  @Test func idsAreUnique() throws {
    let ids = try Self.rules().map(\.id)
    #expect(ids.count > 100)
    #expect(ids.count == Set(ids).count)
  }

  /// Suites of behavior that no rule mentions would not be found by readers of the page.
  @Test func thePageNamesEachAcceptanceSuite() throws {
    let named = try Self.rules().reduce(into: Set<String>()) { $0.formUnion($1.suites) }
    let acceptance = try Self.suites().filter {
      $0.value.contains { $0.path.contains("/Acceptance/") }
    }
    #expect(acceptance.count > 50)
    #expect(Set(acceptance.keys).subtracting(named).sorted() == [])
  }

  @Test func testsThatCarryAnIdAreThoseOfThePage() throws {
    let ids = try Regex(#"\b(?:SL|EC|PT|KW|RS|SP)-\d+\b"#)
    var tests: [String: Set<String>] = [:]
    for (suite, files) in try Self.suites() where suite != "SemanticsTests" {
      for file in files {
        let text = try String(contentsOf: file, encoding: .utf8)
        for match in text.matches(of: ids) {
          tests[String(text[match.range]), default: []].insert(suite)
        }
      }
    }
    let rules = try Self.rules().filter { $0.id.contains("-") }
    #expect(Set(rules.map(\.id)) == Set(tests.keys))
    for rule in rules {
      #expect(rule.suites == tests[rule.id], "The suites of \(rule)")
    }
  }

  /// The rows of the page's tables whose first cell is an id.
  private static func rules() throws -> [Rule] {
    let page = try String(
      contentsOf: repository.appendingPathComponent("Documentation/Semantics.md"), encoding: .utf8)
    return page.matches(of: #/(?m)^\| (\d+\.\d+|[A-Z]{2}-\d+) \|.*\| ([^|]*) \|$/#).map { match in
      Rule(
        id: String(match.output.1),
        suites: Set(match.output.2.matches(of: #/`(\w+)`/#).map { String($0.output.1) }))
    }
  }

  /// The files of tests by name; suites in two modules can share one.
  private static func suites() throws -> [String: [URL]] {
    let tests = repository.appendingPathComponent("Tests")
    let files = try #require(
      FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
    var suites: [String: [URL]] = [:]
    for case let file as URL in files where file.lastPathComponent.hasSuffix("Tests.swift") {
      suites[file.deletingPathExtension().lastPathComponent, default: []].append(file)
    }
    return suites
  }

  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
