import Foundation
import Testing

@testable import Mutation

/// Records of shards in, the results of one run or a sentence out.
struct RecordTests {
  private static func mutants(_ count: Int, error: String? = nil) -> [Mutant] {
    (1...count).map {
      Mutant(
        number: $0, file: "Sources/Shop/Cart.swift", line: $0, column: 1, endLine: $0, endColumn: 2,
        mutator: "EqualityOperator", original: "<", replacement: "<=",
        compileError: $0 == 4 ? error : nil)
    }
  }

  private static func example(_ number: Int, _ name: String, mutants: [Int]) -> String {
    #"{"number":\#(number),"id":"Shop/\#(name)","outline":"Shop","seconds":0.\#(number + 1),"mutants":\#(mutants)}"#
  }

  private static func verdict(
    _ mutant: Int, _ verdict: String, by: [String] = [], _ reachedBy: [Int]
  ) -> String {
    #"{"mutant":\#(mutant),"verdict":"\#(verdict)","by":\#(by),"reachedBy":\#(reachedBy)}"#
  }

  private static func header(_ shard: String, isMatrix: Bool = true) -> String {
    let parts = shard.split(separator: "/")
    return parts.isEmpty
      ? #"{"isMatrix":\#(isMatrix)}"#
      : #"{"isMatrix":\#(isMatrix),"shard":{"number":\#(parts[0]),"count":\#(parts[1])}}"#
  }

  /// The lines of two shards. In the second one, `b` does not pass, so that `c` has another number.
  private static let lines = [
    [
      header("1/2"), example(0, "a", mutants: [1]), example(1, "b", mutants: [1]),
      example(2, "c", mutants: [2]), verdict(1, "killed", by: ["Shop/a"], [0, 1]),
      verdict(3, "noCoverage", []),
    ],
    [
      header("2/2"), #"{"leftOut":"Shop/b","reason":"fails without a mutant"}"#,
      example(0, "a", mutants: [1]), example(1, "c", mutants: [2, 3]),
      verdict(2, "survived", [1]),
    ],
  ]

  private static func record(
    _ name: String, _ lines: [String], _ mutants: [Mutant] = mutants(4, error: "no operator"),
    sources: String = "abc", options: [String] = [], allowsNone: Bool = false
  ) throws -> (name: String, data: Data) {
    var results = try MutationResults(mutants, Data(lines.joined(separator: "\n").utf8))
    results.allowsNone = allowsNone
    return (name, try MutationRecord(results, sources: sources, options: options).data)
  }

  @Test func shardsAreOneRun() throws {
    let records = [
      try Self.record("b.json", Self.lines[1], Self.mutants(4, error: "another message")),
      try Self.record("a.json", Self.lines[0]),
    ]
    let record = try MutationRecord.merged(records, sources: "abc")
    let merged = record.results
    #expect(
      merged.conclusion().line
        == "PASSED · 4 mutants, 1 killed, 1 survived, 1 reached by nothing, 1 did not compile, score 33.3 %, 1 test left out"
    )
    #expect(merged.conclusion(minimum: 34).status == 1)
    #expect(
      merged.mutants.map { $0.reachedBy.compactMap { merged.examples[$0]?.id } } == [
        ["Shop/a", "Shop/b"], ["Shop/c"], [], [],
      ])
    #expect(merged.examples.values.map(\.id).sorted() == ["Shop/a", "Shop/b", "Shop/c"])
    let c = try #require(merged.examples.values.first { $0.id == "Shop/c" })
    #expect(c.mutants == [2, 3])
    #expect(c.seconds == 0.3)
    // Nothing is stated about a row that did not run with all mutants.
    #expect(RowReport(merged).lines == ["Shop: 1 of 2 rows kills no mutant: “c”"])
    // The record of the merged run is that of one run.
    let again = try MutationRecord.merged(
      [("all.json", try record.data)], sources: "abc"
    ).results
    #expect(again.mutants == merged.mutants)
    #expect(again.conclusion() == merged.conclusion())
  }

  /// A mutant that its shard has not judged has no verdict in the merged run, which fails.
  @Test func aMutantWithoutAVerdictFailsTheMergedRun() throws {
    let merged = try MutationRecord.merged(
      [
        Self.record("a.json", Array(Self.lines[0].dropLast())),
        Self.record("b.json", Self.lines[1]),
      ], sources: "abc"
    ).results
    #expect(merged.conclusion().status == 1)
    #expect(merged.conclusion().line.contains("1 not judged"))
  }

  /// Changes without code have no mutants in any shard.
  @Test func shardsWithoutMutants() throws {
    let records = try (1...2).map {
      try Self.record("\($0).json", [], [], allowsNone: true)
    }
    let merged = try MutationRecord.merged(records, sources: "abc").results
    #expect(merged.conclusion(minimum: 80).status == 0)
  }

  /// Records that are not those of one whole run have no score.
  @Test func recordsThatDoNotFit() throws {
    let first = try Self.record("a.json", Self.lines[0])
    let second = try Self.record("b.json", Self.lines[1])
    func problem(_ records: [(name: String, data: Data)], sources: String = "abc") -> String? {
      do {
        _ = try MutationRecord.merged(records, sources: sources)
        return nil
      } catch { return "\(error)" }
    }
    #expect(problem([]) == "Name the records of all shards after --merge.")
    #expect(problem([first]) == "Shard 2 of 2 is missing.")
    #expect(problem([second]) == "Shard 1 of 2 is missing.")
    #expect(
      problem([first, second, ("c.json", first.data)])
        == "a.json and c.json are both shard 1 of 2. Name each shard once.")
    let third = try Self.record("c.json", [Self.header("3/3")] + Self.lines[1].dropFirst())
    #expect(
      problem([first, third])
        == "a.json is one of 2 shards, and c.json one of 3. Merge the shards of one run.")
    let whole = try Self.record("w.json", [Self.header("")] + Self.lines[1].dropFirst())
    #expect(
      problem([first, whole])
        == "a.json is one of 2 shards, and w.json one of 1. Merge the shards of one run.")
    let sources =
      "b.json is of other sources than those in this folder. Merge the shards at the commit that they have judged."
    #expect(problem([second, first], sources: "abd") == sources)
    #expect(
      problem([first, try Self.record("b.json", Self.lines[1], sources: "abd")]) == sources)
    let mutants =
      "a.json and b.json have other mutants, or only one has all killers. Run all shards with the same compiler and the same options."
    for other in [
      try Self.record("b.json", Self.lines[1], Self.mutants(5, error: "no operator")),
      try Self.record("b.json", Self.lines[1], Self.mutants(4)),
      try Self.record(
        "b.json", [Self.header("2/2", isMatrix: false)] + Self.lines[1].dropFirst()),
      try Self.record("b.json", Self.lines[1], allowsNone: true),
      try Self.record("b.json", Self.lines[1], options: ["-c", "release"]),
    ] {
      #expect(problem([first, other]) == mutants)
    }
    let both = try Self.record("b.json", Self.lines[1] + [Self.verdict(1, "survived", [0])])
    #expect(
      problem([first, both]) == "Mutant 1 in b.json has a verdict in another shard, too.")
    let none = "c.json is no record of this version of exemplar-mutate. --record writes one."
    for text in ["", "{}", #"{"schemaVersion":"2"}"#] {
      #expect(problem([("c.json", Data(text.utf8))]) == none)
    }
    #expect(problem([("c.json", first.data.dropLast(5))]) == none)
    let newer = String(decoding: first.data, as: UTF8.self)
      .replacing(#""mutationRecord":1"#, with: #""mutationRecord":2"#)
    #expect(problem([("c.json", Data(newer.utf8))]) == none)
  }
}
