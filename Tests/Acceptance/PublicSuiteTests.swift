import Exemplar
import ExemplarCore
import Foundation
import Testing

/// Suites of examples that the public shares, read where they lie: nobody wrote them for Exemplar.
///
/// They are not a part of the repository. `PUBLIC_SUITES` names a folder with their repositories; without
/// it, the tests are skipped.
@Suite(.enabled(if: PublicSuites.folder != nil, "PUBLIC_SUITES names no folder with the suites"))
struct PublicSuiteTests {
  /// What a run of an outline over a source gives.
  private func run(
    _ source: RowSource, _ selectors: String...,
    reading: @escaping @Sendable (Row) throws -> Void
  ) async -> Trace {
    let spec = describe("Suite") {
      outline("holds", from: source) { (row: Row) in try reading(row) }
    }
    return await Log().trace(spec, options: .plain { $0.selection.selectors = selectors })
  }

  @Test("1,299 cases of the JSON Schema test suite, in 383 groups in 46 files")
  func jsonSchema() async throws {
    let source = RowSource.json(
      .named(PublicSuites.path("JSON-Schema-Test-Suite/tests/draft2020-12/*.json")), each: "tests",
      named: "description", repeats: .numbered)
    let groups = Counter()
    let all = await run(source) { row in
      if row["schema"] != nil { groups.next() }
      _ = try (row.decode("data", as: RowValue.self).json, row.decode("valid", as: Bool.self))
    }
    #expect(all.summary.passed == 1299)
    #expect(groups.value == 1299)
    let started = all.events.count {
      if case .groupStarted(let group) = $0 { group.isOutline } else { false }
    }
    #expect(started == 1 + 46 + 383)
    let name = "minLength/minLength validation/too short is invalid"
    let byName = await run(source, "Suite/holds/\(name)") { row in
      #expect(row["data"]?.text == "f")
      #expect(row["group"]?["description"]?.text == "minLength validation")
    }
    #expect(byName.executedPaths.map { $0.hasSuffix(name) } == [true])
    let byLine = await run(source, "minLength.json:21") { #expect($0["data"]?.text == "f") }
    #expect(byLine.executedPaths == byName.executedPaths)
  }

  @Test("all vectors of Wycheproof, of which each file tells the number")
  func wycheproof() async throws {
    let source = RowSource.json(
      .named(PublicSuites.path("wycheproof/testvectors_v1/hmac_sha256_test.json")),
      each: "testGroups.tests", named: ["tcId", "comment"])
    let all = await run(source) { row in
      let sizes = try (row.decode("keySize", as: Int.self), row.decode("tagSize", as: Int.self))
      #expect(sizes.0 >= 8 && sizes.1 >= 8)
      #expect(row["algorithm"]?.text == "HMACSHA256" && row["numberOfTests"]?.number == 174)
      #expect(row["result"]?.text != nil)
    }
    #expect(all.summary.passed == 174)
    let byName = await run(source, "1, empty message") { _ = $0.fields }
    #expect(byName.summary.executed == 1)
    let byLine = await run(source, "hmac_sha256_test.json:32") { _ = $0.fields }
    #expect(byLine.executedPaths == byName.executedPaths)

    let everything = try await count(
      .json(
        .named(PublicSuites.path("wycheproof/testvectors_v1/*.json")), each: "testGroups.tests",
        named: "tcId"))
    #expect(everything == 144_886)
  }

  @Test("the 318 files of JSONTestSuite")
  func jsonTestSuite() async {
    let source = RowSource.files(PublicSuites.path("JSONTestSuite/test_parsing/*.json"))
    let accepted = Counter()
    let all = await run(source) { row in
      let data = try row.decode(as: Data.self)
      if let name = row.name, name.hasPrefix("y_") {
        accepted.next()
        #expect((try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil)
      }
    }
    #expect(all.summary.executed == 318)
    #expect(accepted.value == 95)
    let one = await run(source, "Suite/holds/y_array_empty") { _ = $0.fields }
    #expect(one.summary.executed == 1)
    let byPlace = await run(source, "y_array_empty.json") { _ = $0.fields }
    #expect(byPlace.executedPaths == one.executedPaths)
  }

  @Test("the files of toml-test, valid ones with what they mean")
  func tomlTest() async throws {
    let valid = RowSource.files(
      PublicSuites.path("toml-test/tests/valid/**/*.toml"), with: "*.json")
    let all = await run(valid) { row in
      _ = try (row.decode("toml", as: Data.self), row.decode("json", as: String.self))
    }
    let listed = RowSource.lines(.named(PublicSuites.path("toml-test/tests/files-toml-1.1.0")))
      .filter { $0["value"]?.text?.hasPrefix("valid/") == true }
      .filter { $0["value"]?.text?.hasSuffix(".toml") == true }
    let count = try await count(listed)
    // The list leaves out what holds only for the version before.
    #expect(count > 200 && count <= 268)
    #expect(all.summary.passed == 268 && all.summary.executed == 268)
    let one = await run(valid, "Suite/holds/array/array") { _ = $0.fields }
    #expect(one.summary.executed == 1)
    let byPlace = await run(valid, "array/array.toml") { _ = $0.fields }
    #expect(byPlace.executedPaths == one.executedPaths)
    let invalid = RowSource.files(PublicSuites.path("toml-test/tests/invalid/**/*.toml"))
    let rejected = try await self.count(invalid)
    #expect(rejected == 509)
  }

  @Test("the 655 examples in the specification of CommonMark")
  func commonMark() async {
    let source = RowSource.matches(
      .named(PublicSuites.path("commonmark-spec/spec.txt")),
      of: /(?m)^`{32} example\n(?<markdown>(?s:.*?))^\.\n(?<html>(?s:.*?))^`{32}$/)
    let all = await run(source) { row in
      try #expect(row.decode("markdown", as: String.self).isEmpty == false)
      _ = try row.decode("html", as: String.self)
    }
    #expect(all.summary.passed == 655)
    let first = await run(source, "Suite/holds/#1") { row in
      #expect(row.place.line == 355)
      #expect(row.name == nil)
    }
    #expect(first.summary.executed == 1)
    let byLine = await run(source, "spec.txt:356") { _ = $0.fields }
    #expect(byLine.executedPaths == first.executedPaths)
  }

  @Test("the 249 countries and areas with codes")
  func countryCodes() async {
    let source = RowSource.csv(
      .named(PublicSuites.path("country-codes/data/country-codes.csv")), named: "ISO3166-1-Alpha-3")
    let all = await run(source) { row in
      try #expect(row.decode("ISO3166-1-Alpha-2", as: String.self).count == 2)
    }
    #expect(all.summary.passed == 249)
    let one = await run(source, "AFG") { #expect($0["ISO3166-1-Alpha-2"]?.text == "AF") }
    #expect(one.summary.executed == 1)
    let byLine = await run(source, "country-codes.csv:2") { _ = $0.fields }
    #expect(byLine.executedPaths == one.executedPaths)
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
