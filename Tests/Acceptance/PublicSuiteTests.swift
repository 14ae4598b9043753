import Exemplar
import ExemplarCore
import ExemplarRows
import Foundation
import TestSupport
import Testing

/// Public suites of examples, read in place. They were not written for Exemplar.
///
/// They are not a part of the repository. `PUBLIC_SUITES` names a folder with their repositories; without
/// it, the tests are skipped.
@Suite(.enabled(if: PublicSuites.folder != nil, "PUBLIC_SUITES names no folder with the suites"))
struct PublicSuiteTests {
  /// Runs all rows of a source, then the one that a name and a line select.
  private func check(
    _ source: RowSource, count: Int, name: String, line: String,
    reading: @escaping @Sendable (Row) throws -> Void
  ) async {
    func run(_ selectors: String...) async -> Trace {
      await traced("Suite", options: .plain { $0.selection.selectors = selectors }) {
        outline("holds", from: source) { (row: Row) in try reading(row) }
      }
    }
    let all = await run()
    #expect(all.summary.passed == count && all.summary.executed == count)
    let byName = await run("Suite/holds/\(name)").executedPaths
    #expect(byName == ["Suite/holds/\(name)"])
    #expect(await run(line).executedPaths == byName)
  }

  @Test func `1,299 cases of the JSON Schema test suite, in 383 groups in 46 files`() async {
    let source = RowSource.json(
      .named(PublicSuites.path("JSON-Schema-Test-Suite/tests/draft2020-12/*.json")), each: "tests",
      named: "description", repeats: .numbered)
    await check(
      source, count: 1299, name: "minLength/minLength validation/too short is invalid",
      line: "minLength.json:21"
    ) { row in
      #expect(row["schema"] != nil && row["group"]?["description"]?.text != nil)
      _ = try (row.decode("data", as: RowValue.self).json, row.decode("valid", as: Bool.self))
    }
  }

  @Test func `all vectors of Wycheproof, of which each file tells the number`() async throws {
    let source = RowSource.json(
      .named(PublicSuites.path("wycheproof/testvectors_v1/hmac_sha256_test.json")),
      each: "testGroups.tests", named: ["tcId", "comment"])
    await check(source, count: 174, name: "1, empty message", line: "hmac_sha256_test.json:32") {
      row in
      let sizes = try (row.decode("keySize", as: Int.self), row.decode("tagSize", as: Int.self))
      #expect(sizes.0 >= 8 && sizes.1 >= 8)
      #expect(row["algorithm"]?.text == "HMACSHA256" && row["numberOfTests"]?.number == 174)
      #expect(row["result"]?.text != nil)
    }
    let everything = try await count(
      .json(
        .named(PublicSuites.path("wycheproof/testvectors_v1/*.json")), each: "testGroups.tests",
        named: "tcId"))
    #expect(everything == 144_886)
  }

  @Test func `the 318 files of JSONTestSuite`() async {
    let source = RowSource.files(PublicSuites.path("JSONTestSuite/test_parsing/*.json"))
    await check(source, count: 318, name: "y_array_empty", line: "y_array_empty.json") { row in
      let data = try row.decode(as: Data.self)
      guard row.name?.hasPrefix("y_") == true else { return }
      #expect((try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil)
    }
  }

  @Test func `the files of toml-test, valid ones with what they mean`() async throws {
    let valid = RowSource.files(
      PublicSuites.path("toml-test/tests/valid/**/*.toml"), with: "*.json")
    await check(valid, count: 268, name: "array/array", line: "array/array.toml") { row in
      _ = try (row.decode("toml", as: Data.self), row.decode("json", as: String.self))
    }
    let invalid = RowSource.files(PublicSuites.path("toml-test/tests/invalid/**/*.toml"))
    #expect(try await count(invalid) == 509)
  }

  @Test func `the 655 examples in the specification of CommonMark`() async {
    let source = RowSource.matches(
      .named(PublicSuites.path("commonmark-spec/spec.txt")),
      of: /(?m)^`{32} example\n(?<markdown>(?s:.*?))^\.\n(?<html>(?s:.*?))^`{32}$/)
    await check(source, count: 655, name: "#1", line: "spec.txt:356") { row in
      try #expect(row.decode("markdown", as: String.self).isEmpty == false)
      _ = try row.decode("html", as: String.self)
    }
  }

  @Test func `the 249 countries and areas with codes`() async {
    let source = RowSource.csv(
      .named(PublicSuites.path("country-codes/data/country-codes.csv")), named: "ISO3166-1-Alpha-3")
    await check(source, count: 249, name: "AFG", line: "country-codes.csv:2") { row in
      try #expect(row.decode("ISO3166-1-Alpha-2", as: String.self).count == 2)
    }
  }

  /// How many rows a source has, all of which can be read.
  private func count(_ source: RowSource) async throws -> Int {
    let rows = try await source.rows(
      for: DeclarationSite(module: "Suites", place: Place(path: #filePath)))
    var count = 0
    while let row = try await rows.next() {
      if case .failure(let invalid) = row { throw invalid.mistake }
      count += 1
    }
    return count
  }
}

/// Where the suites are.
enum PublicSuites {
  static let folder = ProcessInfo.processInfo.environment["PUBLIC_SUITES"].flatMap {
    $0.isEmpty ? nil : $0
  }

  static func path(_ path: String) -> String { (folder ?? "") + "/" + path }
}
