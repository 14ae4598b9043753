import Foundation

/// A page of one file, which needs no network: the source with its mutants, and the rows.
public struct HTMLReport: Encodable {
  struct File: Encodable {
    var path: String
    var score: String?
    var lines: [String]
    var mutants: [Entry]
  }
  struct Entry: Encodable {
    var number, line: Int
    var verdict: Verdict
    var mutator: String
    var before, after: [String]
    var text: String
    var by, reachedBy: [Int]
    var seconds: Double
  }
  struct Test: Encodable {
    var name: String
    var place: String
    var isRow: Bool
    var seconds: Double
    var reaches: Int
  }
  private let name: String
  private let conclusion: String
  private let isPassed: Bool
  private let files: [File]
  private let tests: [Test]
  private let rows: [String]
  private let leftOut: [String]

  public init(_ results: MutationResults, of name: String, in package: URL, minimum: Double? = nil)
  {
    self.name = name
    let end = results.conclusion(minimum: minimum)
    (conclusion, isPassed) = (end.line, end.status == 0)
    let sources = SourceLines.read(Set(results.mutants.map(\.mutant.file)), in: package)
    let numbers = results.examples.keys.sorted()
    let indices = Dictionary(uniqueKeysWithValues: numbers.enumerated().map { ($1, $0) })
    let ids = Dictionary(
      results.examples.values.map { ($0.id, indices[$0.number] ?? 0) }
    ) { first, _ in first }
    files = results.files.map { path, mutants in
      let lines = sources[path] ?? []
      return File(
        path: path, score: MutationResults.score(mutants).map(MutationResults.percent),
        lines: lines,
        mutants: mutants.map { judged in
          let (before, after) = SourceLines.change(judged.mutant, in: lines)
          let isSurvivor = judged.verdict == .survived
          return Entry(
            number: judged.mutant.number, line: judged.mutant.line, verdict: judged.verdict,
            mutator: judged.mutant.mutator, before: before, after: after,
            text: isSurvivor ? SurvivorText(judged, in: results).sentence : judged.reason ?? "",
            by: judged.by.compactMap { ids[$0] },
            reachedBy: judged.reachedBy.compactMap { indices[$0] }, seconds: judged.seconds)
        })
    }
    tests = numbers.compactMap { results.examples[$0] }.map { example in
      let place = example.row ?? example.place
      return Test(
        name: SurvivorText.heading(example.id),
        place: place.map { "\($0.path):\($0.line)" } ?? "", isRow: example.isRow,
        seconds: example.seconds, reaches: example.mutants.count)
    }
    rows = RowReport(results).lines
    leftOut = results.leftOut.map { "\($0.id) \($0.reason)" }
  }

  public var text: String {
    get throws {
      let json = String(decoding: try StrykerReport.encoder.encode(self), as: UTF8.self)
        // Nothing in the data ends the element.
        .replacing("<", with: "\\u003c")
      return Self.page.replacing("/*DATA*/", with: json, maxReplacements: 1)
    }
  }
}
