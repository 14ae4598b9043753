import Foundation
import Testing

@testable import Mutation

/// Results in, sentences and files out.
struct ReportTests {
  private static let source = """
    func total(_ items: [Int], limit: Int) -> Int {
      let sum = items.reduce(0, +)
      if sum <= limit { return sum }
      log(sum)
      return naïve("é", sum > 0)
    }
    """

  private static func mutant(
    _ number: Int, _ line: Int, _ columns: (Int, Int), _ original: String, _ replacement: String,
    error: String? = nil
  ) -> Mutant {
    Mutant(
      number: number, file: "Sources/Shop/Cart.swift", line: line, column: columns.0,
      endLine: line, endColumn: columns.1, mutator: "EqualityOperator", original: original,
      replacement: replacement, compileError: error)
  }

  static let mutants = [
    mutant(1, 3, (10, 12), "<=", "<"), mutant(2, 3, (10, 12), "<=", ">"),
    mutant(3, 4, (3, 11), "log(sum)", ""), mutant(4, 5, (27, 28), ">", ">="),
    mutant(5, 2, (30, 31), "+", "-", error: "no operator"),
  ]

  private static func example(
    _ number: Int, _ id: String, line: Int = 9, row: Int? = nil, isRow: Bool = true
  ) -> String {
    let place = #""place":{"path":"Tests/CartSpec.swift","line":\#(line),"column":1}"#
    let outline =
      isRow ? #","outline":"\#(id.split(separator: "/").dropLast().joined(separator: "/"))""# : ""
    let row = row.map { #","row":{"path":"Tests/prices.csv","line":\#($0),"column":0}"# } ?? ""
    return
      #"{"number":\#(number),"id":"\#(id)",\#(place)\#(outline)\#(row),"seconds":0.1,"mutants":[]}"#
  }

  private static func verdict(
    _ mutant: Int, _ verdict: String, by: [String] = [], _ reachedBy: [Int]
  ) -> String {
    #"{"mutant":\#(mutant),"verdict":"\#(verdict)","by":\#(by),"reachedBy":\#(reachedBy),"seconds":0.1}"#
  }

  private static let examples = [
    example(0, "Shop/Cart/adds/1", row: 2), example(1, "Shop/Cart/adds/2", row: 3),
    example(2, "Shop/Cart/is empty", line: 20, isRow: false),
    example(3, "Shop/Cart/adds/3", row: 4), example(4, "Shop/Cart/in code/x", line: 30),
  ]

  private static let judged = [
    verdict(1, "survived", [0, 1]),
    verdict(
      2, "killed", by: ["Shop/Cart/adds/1", "Shop/Cart/is empty", "Shop/Cart/adds/3"], [0, 1, 2, 3]),
    verdict(3, "survived", [2]), verdict(4, "noCoverage", []),
    #"{"leftOut":"Shop/Cart/breaks","reason":"fails without a mutant"}"#,
  ]

  static func results(_ lines: [String] = [], isMatrix: Bool = true) throws -> MutationResults {
    let all = [#"{"isMatrix":\#(isMatrix)}"#] + examples + lines
    return try MutationResults(mutants, Data(all.joined(separator: "\n").utf8))
  }

  private func inPackage(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let file = folder.appendingPathComponent("Sources/Shop/Cart.swift")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.source.write(to: file, atomically: true, encoding: .utf8)
    try body(folder)
  }

  @Test func theConsoleShowsSurvivorsFirst() throws {
    let results = try Self.results(Self.judged)
    try inPackage { folder in
      #expect(
        ConsoleReport(results, in: folder).text == """
          Sources/Shop/Cart.swift:3:10  EqualityOperator
            -   if sum <= limit { return sum }
            +   if sum < limit { return sum }
            No row of prices.csv tells `<=` from `<` at Cart.swift:3.
            reached by Tests/prices.csv:2-3

          Sources/Shop/Cart.swift:4:3  EqualityOperator
            -   log(sum)
            “Cart › is empty” does not notice that `log(sum)` is removed at Cart.swift:4.
            reached by Tests/CartSpec.swift:20

          Reached by nothing:
            Sources/Shop/Cart.swift:5

          Left out, or trusted only if they fail twice:
            Shop/Cart/breaks fails without a mutant

          Rows:
            Tests/prices.csv: 1 of 3 rows kills no mutant: line 3
            Tests/prices.csv: 2 of 3 rows kill nothing that another test or row does not kill: lines 2, 4
            Cart › in code: 1 of 1 row reaches no mutant: “Cart › in code › x”

          Score by file:
            25 %  Sources/Shop/Cart.swift  4 mutants

          """)
    }
    #expect(
      results.conclusion().line
        == "PASSED · 5 mutants, 1 killed, 2 survived, 1 reached by nothing, 1 did not compile, score 25 %, 1 test left out"
    )
    #expect(results.conclusion(minimum: 25).status == 0)
    let below = results.conclusion(minimum: 25.1)
    #expect(below.line.hasPrefix("FAILED (status 1) · 5 mutants, "))
    #expect(below.line.hasSuffix(", --minimum 25.1 % is not reached"))
  }

  /// Mutants without a verdict fail the run, and make no sentence about rows true.
  @Test func mutantsWithoutAVerdictFailTheRun() throws {
    let interrupted = try Self.results(Array(Self.judged.dropFirst()))
    #expect(interrupted.conclusion().line.contains("1 not judged"))
    #expect(interrupted.conclusion().status == 1)
    #expect(RowReport(interrupted).lines == [])
    let error = try Self.results([Self.verdict(1, "error", [0, 1])] + Self.judged.dropFirst())
    #expect(error.conclusion().line.hasPrefix("FAILED (status 1) · "))
    #expect(error.conclusion().line.contains("1 could not be judged"))
    // A process that crashed in one row leaves the results of others unknown.
    var crashed = try Self.results(Self.judged)
    crashed.mutants[1].by = ["Shop/Cart/adds/1"]
    crashed.mutants[1].isIncomplete = true
    #expect(
      RowReport(crashed).lines.dropLast() == [
        "Tests/prices.csv: 2 of 3 rows kill nothing that another test or row does not kill: lines 3-4"
      ])
    let inCode = "Cart › in code: 1 of 1 row reaches no mutant: “Cart › in code › x”"
    #expect(
      RowReport(error).lines == [
        "Tests/prices.csv: 1 of 3 rows kills nothing that another test or row does not kill: line 4",
        inCode,
      ])
    // Only if all examples ran is it known which of them kill nothing.
    #expect(RowReport(try Self.results(Self.judged, isMatrix: false)).lines == [inCode])
    var nothing = try MutationResults([], Data())
    #expect([nothing.conclusion().status, nothing.conclusion(minimum: 0).status] == [4, 4])
    // Nothing that has changed can be mutated.
    nothing.allowsNone = true
    #expect([nothing.conclusion().status, nothing.conclusion(minimum: 80).status] == [0, 0])
  }

  /// Other shards judge the mutants without a verdict; what this one could not judge fails it.
  @Test func aShardFailsByItsOwnMutants() throws {
    let shard = #"{"isMatrix":false,"shard":{"number":2,"count":3}}"#
    let passed = try Self.results([shard, Self.verdict(2, "killed", [0])])
    #expect(
      passed.conclusion(minimum: 100).line
        == "PASSED · 5 mutants, 1 killed, 1 did not compile, 3 of other shards, score 100 %")
    #expect(passed.conclusion(minimum: 100).status == 0)
    let failed = try Self.results([shard, Self.verdict(2, "error", [0])])
    #expect(failed.conclusion().status == 1)
  }

  @Test(arguments: [
    ("a <= b", "a < b", "<=", "<"), ("true", "false", "true", "false"),
    ("!isOpen", "isOpen", "!", ""),
    ("list.first ?? 0", "0", "list.first ??", ""), ("save()", "", "save()", ""), ("", "!", "", "!"),
    ("a\n  && b", "a\n  || b", "&&", "||"), ("0", "1", "0", "1"),
  ])
  func sentencesNameTheDifference(a: String, b: String, first: String, second: String) {
    #expect(SurvivorText.difference(a, b) == (first, second))
  }

  @Test(arguments: [
    ([0], "No row of prices.csv tells"),
    ([0, 4], "No row of prices.csv or “Cart › in code” tells"),
    ([2], "“Cart › is empty” does not tell"),
    ([0, 2], "Neither a row of prices.csv nor “Cart › is empty” tells"),
  ])
  func sentencesNameRowsAndTests(reachedBy: [Int], start: String) throws {
    var judged = JudgedMutant(mutant: Self.mutants[0], verdict: .survived)
    judged.reachedBy = reachedBy
    let results = try Self.results()
    #expect(
      SurvivorText(judged, in: results).sentence == "\(start) `<=` from `<` at Cart.swift:3.")
    judged.isStatic = true
    #expect(
      SurvivorText(judged, in: results).sentence
        == "None of all \(reachedBy.count == 1 ? "1 example" : "2 examples") tells `<=` from `<` at Cart.swift:3. The code runs once "
        + "in a process, or outside of examples, so each of them may depend on it.")
  }

  @Test func theSchemaOfStrykerHasColumnsOfJavaScript() throws {
    try inPackage { folder in
      let report = StrykerReport(try Self.results(Self.judged), in: folder)
      let mutants = try #require(report.files["Sources/Shop/Cart.swift"]?.mutants)
      // Two letters before it have two bytes each.
      #expect(mutants[3].location.start.column == 25)
      #expect(
        mutants.map(\.status) == ["Survived", "Killed", "Survived", "NoCoverage", "CompileError"])
      #expect(
        mutants[1].killedBy == ["Shop/Cart/adds/1", "Shop/Cart/is empty", "Shop/Cart/adds/3"])
      #expect(report.testFiles["Tests/prices.csv"]?.tests.count == 3)
      let object = try JSONSerialization.jsonObject(with: report.json) as? [String: Any]
      #expect(object?["schemaVersion"] as? String == "2")
    }
  }

  @Test func thePageContainsItsDataAndNothingThatEndsIt() throws {
    try inPackage { folder in
      let page = try HTMLReport(try Self.results(Self.judged), of: "</script>", in: folder).text
      #expect(page.contains(#""name":"\u003c/script>""#))
      #expect(!page.contains("/*DATA*/"))
      #expect(page.components(separatedBy: "</script>").count == 3)
    }
  }

  @Test func theSummaryIsForPrograms() throws {
    try inPackage { folder in
      let summary = SummaryReport(try Self.results(Self.judged), minimum: 80)
      #expect(summary.status == 1)
      #expect(summary.counts["survived"] == 2)
      #expect(summary.survivors.map(\.line) == [3, 4])
      #expect(summary.leftOut == ["Shop/Cart/breaks": "fails without a mutant"])
    }
  }
}
