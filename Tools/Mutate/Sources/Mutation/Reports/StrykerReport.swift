import Foundation

/// The report in the schema of Stryker's viewers, mutation-testing-report-schema 2.
public struct StrykerReport: Encodable, Sendable {
  struct Position: Encodable { var line, column: Int }
  struct Range: Encodable { var start, end: Position }
  struct OpenRange: Encodable { var start: Position }
  struct File: Encodable {
    var language = "swift"
    var source: String
    var mutants: [MutantResult]
  }
  struct MutantResult: Encodable {
    var id, mutatorName, replacement: String
    var location: Range
    var status: String
    var statusReason: String?
    var coveredBy, killedBy: [String]
    var `static`: Bool
    var duration: Double
  }
  struct TestFile: Encodable { var tests: [Test] }
  struct Test: Encodable {
    var id, name: String
    var location: OpenRange?
  }
  struct Thresholds: Encodable { var high = 80, low = 60 }
  struct Framework: Encodable { var name = "Exemplar" }

  let schemaVersion = "2"
  let thresholds = Thresholds()
  let framework = Framework()
  private(set) var files: [String: File] = [:]
  private(set) var testFiles: [String: TestFile] = [:]

  public init(_ results: MutationResults, in package: URL) {
    let sources = SourceLines.read(Set(results.mutants.map(\.mutant.file)), in: package)
    // A viewer knows tests alone, so a group that failed is in no list.
    let ids = Set(results.examples.values.map(\.id))
    for (path, mutants) in results.files {
      let lines = sources[path] ?? []
      files[path] = File(
        source: lines.joined(separator: "\n"),
        mutants: mutants.map { judged in
          let mutant = judged.mutant
          return MutantResult(
            id: "\(mutant.number)", mutatorName: mutant.mutator, replacement: mutant.replacement,
            location: Range(
              start: Self.position(mutant.line, mutant.column, in: lines),
              end: Self.position(mutant.endLine, mutant.endColumn, in: lines)),
            status: judged.verdict.nameForStryker,
            statusReason: judged.reason
              ?? (judged.verdict == .crashed ? "The process exited." : nil),
            coveredBy: judged.reachedBy.compactMap { results.examples[$0]?.id },
            killedBy: judged.by.filter(ids.contains), static: judged.isStatic,
            duration: (judged.seconds * 1000).rounded())
        })
    }
    for example in results.examples.values.sorted(by: { $0.number < $1.number }) {
      let place = example.row ?? example.place
      let start = place.flatMap {
        $0.line > 0 ? OpenRange(start: Position(line: $0.line, column: 1)) : nil
      }
      testFiles[place?.path ?? "", default: TestFile(tests: [])].tests.append(
        Test(id: example.id, name: SurvivorText.heading(example.id), location: start))
    }
  }

  /// A position with a column in UTF-16, as viewers of JavaScript count.
  private static func position(_ line: Int, _ column: Int, in lines: [String]) -> Position {
    guard lines.indices.contains(line - 1) else { return Position(line: line, column: column) }
    let start = String(decoding: lines[line - 1].utf8.prefix(column - 1), as: UTF8.self)
    return Position(line: line, column: start.utf16.count + 1)
  }

  public var json: Data { get throws { try Self.encoder.encode(self) } }

  static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()
}

extension Verdict {
  fileprivate var nameForStryker: String {
    switch self {
    case .killed, .crashed: "Killed"
    case .timedOut: "Timeout"
    case .survived: "Survived"
    case .noCoverage: "NoCoverage"
    case .compileError: "CompileError"
    case .error: "RuntimeError"
    case .pending: "Pending"
    }
  }
}

/// The counts and the survivors, for programs.
public struct SummaryReport: Encodable, Sendable {
  struct Survivor: Encodable {
    var number: Int
    var file: String
    var line, column: Int
    var mutator, original, replacement, sentence: String
    var reachedBy: [String]
  }
  let status: Int32
  let score: Double?
  let counts: [String: Int]
  let files: [String: Double]
  let survivors: [Survivor]
  let leftOut: [String: String]
  let rows: [String]

  public init(_ results: MutationResults, minimum: Double? = nil) {
    status = results.conclusion(minimum: minimum).status
    score = MutationResults.score(results.mutants)
    counts = Dictionary(
      uniqueKeysWithValues: Verdict.allCases.map { ($0.rawValue, results.count($0)) })
    files = Dictionary(
      uniqueKeysWithValues: results.files.compactMap { path, mutants in
        MutationResults.score(mutants).map { (path, $0) }
      })
    survivors = results.mutants.filter { $0.verdict == .survived }.map { judged in
      let mutant = judged.mutant
      return Survivor(
        number: mutant.number, file: mutant.file, line: mutant.line, column: mutant.column,
        mutator: mutant.mutator, original: mutant.original, replacement: mutant.replacement,
        sentence: SurvivorText(judged, in: results).sentence,
        reachedBy: judged.reachedBy.compactMap { results.examples[$0]?.id })
    }
    leftOut = Dictionary(results.leftOut.map { ($0.id, $0.reason) }) { first, _ in first }
    rows = RowReport(results).lines
  }

  public var json: Data { get throws { try StrykerReport.encoder.encode(self) } }
}
