import Foundation

/// The result of running the tests that reach a mutant.
public enum Verdict: String, Codable, Sendable, CaseIterable {
  case survived, noCoverage, killed, crashed, timedOut, error, compileError
  /// It was not judged: the run was interrupted, or another shard has it.
  case pending

  /// Whether a test noticed it.
  public var isDetected: Bool { [.killed, .crashed, .timedOut].contains(self) }
  /// Whether the score counts it.
  var isCounted: Bool { isDetected || self == .survived || self == .noCoverage }
}

/// An example, a row or a test, as `exemplar run-mutants` lists it.
public struct ReachingExample: Codable, Sendable, Equatable {
  public struct Place: Codable, Sendable, Equatable {
    public var path: String
    public var line: Int
  }
  var number: Int
  public var id: String
  /// The location of its declaration.
  var place: Place?
  /// The outline, and the location of the row, if it is one.
  var outline: String?
  var row: Place?
  var seconds: Double
  /// The mutants that it reaches.
  var mutants: [Int]

  var isRow: Bool { outline != nil }
}

/// A mutant with its verdict.
public struct JudgedMutant: Codable, Sendable, Equatable {
  public var mutant: Mutant
  public var verdict: Verdict
  /// The ids of the examples and groups that noticed it.
  public var by: [String] = []
  public var reason: String?
  /// The numbers of the examples that it concerns.
  var reachedBy: [Int] = []
  /// Whether its code runs once in a process or outside of examples.
  var isStatic = false
  /// Whether it is unknown if some examples notice it.
  var isIncomplete = false
  var seconds = 0.0
}

/// The mutants of a package, with their verdicts.
public struct MutationResults: Codable, Sendable {
  struct LeftOut: Codable, Equatable {
    var id: String
    var reason: String
  }
  /// The share of the mutants that one machine judges.
  struct Shard: Codable, Hashable {
    var number: Int
    var count: Int
  }
  public var mutants: [JudgedMutant] = []
  var examples: [Int: ReachingExample] = [:]
  /// The examples that fail without a mutant, with the reasons.
  var leftOut: [LeftOut] = []
  /// Whether all examples that reach a mutant ran, even after one had failed.
  var isMatrix = false
  /// The shard, if other ones judge the mutants that have no verdict.
  var shard: Shard?
  /// Whether a run without mutants passes.
  public var allowsNone = false

  /// - Parameters:
  ///   - mutants: All mutants of the package.
  ///   - lines: What `exemplar run-mutants` wrote.
  public init(_ mutants: [Mutant], _ lines: Data) throws {
    var results: [Int: Line] = [:]
    for text in lines.split(separator: UInt8(ascii: "\n")) {
      let line = try JSONDecoder().decode(Line.self, from: text)
      if let isMatrix = line.isMatrix { self.isMatrix = isMatrix }
      if let shard = line.shard { self.shard = shard }
      if let id = line.leftOut { leftOut.append(LeftOut(id: id, reason: line.reason ?? "")) }
      // A mutant that was judged again has the later verdict.
      if let mutant = line.mutant { results[mutant] = line }
      if line.number != nil {
        let example = try JSONDecoder().decode(ReachingExample.self, from: text)
        examples[example.number] = example
      }
    }
    self.mutants = mutants.map { mutant in
      if let error = mutant.compileError {
        return JudgedMutant(mutant: mutant, verdict: .compileError, reason: error)
      }
      guard let line = results[mutant.number], let verdict = line.verdict else {
        return JudgedMutant(mutant: mutant, verdict: .pending)
      }
      return JudgedMutant(
        mutant: mutant, verdict: verdict, by: line.by ?? [], reason: line.reason,
        reachedBy: line.reachedBy ?? [], isStatic: line.isStatic == true,
        isIncomplete: line.isIncomplete == true, seconds: line.seconds ?? 0)
    }
  }

  /// Any line of the results.
  private struct Line: Decodable {
    var isMatrix: Bool?
    var shard: Shard?
    var leftOut: String?
    var number: Int?
    var mutant: Int?
    var verdict: Verdict?
    var by: [String]?
    var reason: String?
    var reachedBy: [Int]?
    var isStatic: Bool?
    var isIncomplete: Bool?
    var seconds: Double?
  }

  func count(_ verdict: Verdict) -> Int { mutants.count { $0.verdict == verdict } }

  /// The mutants of each file, in the order of the files.
  public var files: [(path: String, mutants: [JudgedMutant])] {
    Dictionary(grouping: mutants, by: \.mutant.file).sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  /// The percentage of detected mutants among those that count; `nil` if none does.
  public static func score(_ mutants: [JudgedMutant]) -> Double? {
    let counted = mutants.count { $0.verdict.isCounted }
    return counted == 0
      ? nil : 100 * Double(mutants.count { $0.verdict.isDetected }) / Double(counted)
  }

  /// The verdict line of the run and its exit status.
  ///
  /// - Parameter minimum: The least score that passes.
  public func conclusion(minimum: Double? = nil) -> (line: String, status: Int32) {
    let score = Self.score(mutants)
    let kinds: [(Verdict, String)] = [
      (.killed, "killed"), (.crashed, "crashed"), (.timedOut, "timed out"), (.survived, "survived"),
      (.noCoverage, "reached by nothing"), (.compileError, "did not compile"),
      (.error, "could not be judged"), (.pending, shard == nil ? "not judged" : "of other shards"),
    ]
    let counts = kinds.map { (count($0.0), $0.1) }.filter { $0.0 > 0 }.map { "\($0) \($1)" }
    var parts = [mutants.count.counted("mutant")] + counts
    if let score { parts.append("score \(Self.percent(score))") }
    if !leftOut.isEmpty { parts.append("\(leftOut.count.counted("test")) left out") }
    var status: Int32 = 0
    if count(.error) + (shard == nil ? count(.pending) : 0) > 0 { status = 1 }
    if let minimum, score.map({ $0 < minimum }) ?? !(mutants.isEmpty && allowsNone) {
      parts.append("--minimum \(Self.percent(minimum)) is not reached")
      status = 1
    }
    if mutants.isEmpty, !allowsNone { status = 4 }
    let line = parts.joined(separator: ", ")
    return (status == 0 ? "PASSED · \(line)" : "FAILED (status \(status)) · \(line)", status)
  }

  /// A percentage that is 100 % only if nothing is missing.
  static func percent(_ value: Double) -> String {
    let tenths = (value * 10).rounded(.down) / 10
    return (tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)") + " %"
  }
}

extension Int {
  public func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
