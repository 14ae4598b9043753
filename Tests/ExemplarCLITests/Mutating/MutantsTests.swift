import Exemplar
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

extension PackageTests {
  /// Each kind of verdict, for rows, examples and tests of both libraries, the same in three runs.
  @Test func mutantsAreJudgedByTheTestsThatReachThem() async throws {
    let package = Fixture(
      path: Tool.repository.appendingPathComponent("Tests/Fixtures/Mutants").path)
    let folder = try temporaryFolder()
    let list = folder.appendingPathComponent("mutants.json")
    let lots = 31...45
    let mutants = (Array(1...19) + lots).map {
      #"{"number": \#($0), "isOnce": \#([7, 8].contains($0))}"#
    }
    try "[\(mutants.joined(separator: ", "))]".write(to: list, atomically: true, encoding: .utf8)
    let results = folder.appendingPathComponent("results.jsonl")

    func run(_ options: [String]) async throws -> (judged: [Int: String], lines: [String]) {
      let arguments = [list.path, "--results", results.path] + options
      let lot = try temporaryFolder().appendingPathComponent("lot").path
      try await package.exemplar("run-mutants", arguments, environment: ["LOT": lot]).expect(0)
      let lines = try String(contentsOf: results, encoding: .utf8).split(separator: "\n")
      let judged = lines.compactMap {
        try? JSONDecoder().decode(MutantResult.self, from: Data($0.utf8))
      }
      return (
        // A mutant that was judged again has the later verdict.
        Dictionary(
          judged.map { result in
            let names = result.by.map(\.name).sorted().joined(separator: ", ")
            return (
              result.mutant,
              "\(result.verdict)\(result.isStatic ? " static" : "") of \(result.reachedBy.count): \(names)"
            )
          }
        ) { $1 }, lines.map(String.init)
      )
    }

    var all = [
      1: "killed of 4: ten", 2: "survived of 3: ", 3: "crashed of 1: adds",
      4: "timedOut of 1: adds",
      5: "crashed of 1: adds", 6: "noCoverage of 0: ", 7: "killed static of 20: has a reduced rate",
      8: "survived static of 20: ", 9: "killed static of 20: makes a reduced rate",
      10: "survived static of 20: ", 11: "error static of 20: ", 12: "killed of 1: are shown",
      13: "killed of 1: testChange", 14: "killed of 3: 5", 15: "survived of 1: ",
      16: "killed of 1: findsRoundPrices()", 17: "timedOut of 1: testNaps",
      18: "killed static of 20: three", 19: "survived of 1: ",
    ]
    // An example that has failed only once with one of so many mutants is tried again.
    for lot in lots { all[lot] = "survived of 1: " }
    let first = try await run([])
    expect(first.judged, equals: all)
    let leftOut = first.lines.filter { $0.contains("leftOut") }.map {
      $0.replacing(#""leftOut":"#, with: "").filter { !"{}\"".contains($0) }
    }
    let reason = "reason:fails without a mutant"
    expect(
      leftOut.sorted(),
      equals: [
        "TillSpecs/The till/breaks without a mutant,\(reason)",
        "TillSpecs/The till/draws lots,reason:fails only sometimes with the same mutant, so one failure alone does not count",
        "TillSpecs/The till/is quarantined,reason:is quarantined, so its failure would fail no run",
        "TillTests/TillTests.swift/breaksOnce(price:)/1,reason:is an argument of a test that fails without a mutant",
        "TillTests/TillTests.swift/breaksOnce(price:)/2,\(reason)",
        "TillTests/TillXCTests/testBreaks,\(reason)",
      ])
    for _ in 2...3 { expect(try await run(["--earlier", results.path]).judged, equals: all) }
    // All rows that kill it, and a share of the mutants.
    let matrix = try await run(["--matrix", "--shard", "1/8"]).judged
    expect(matrix.keys.sorted(), equals: [1, 9, 17, 33, 41])
    expect(matrix[1], equals: "killed of 4: ten")
  }
}
