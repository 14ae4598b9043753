import Foundation

/// The results of a run, or of one of its shards, in a file from which reports can be made.
public struct MutationRecord: Codable, Sendable {
  /// The version of the form of the file.
  private var mutationRecord = 1
  /// A digest of the files that decide the verdicts.
  private let sources: String
  /// The options of the build.
  private let options: [String]
  public private(set) var results: MutationResults

  public init(_ results: MutationResults, sources: String, options: [String] = []) {
    (self.results, self.sources, self.options) = (results, sources, options)
  }

  public var data: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }

  /// Reads a file, and throws ``Problem`` if it is no such record.
  private init(named name: String, _ data: Data) throws {
    guard let record = try? JSONDecoder().decode(Self.self, from: data),
      record.mutationRecord == 1
    else {
      throw Problem(
        "\(name) is no record of this version of exemplar-mutate. --record writes one.")
    }
    self = record
  }

  /// The record of all shards of a run as that of one run. Throws ``Problem`` unless each shard is there once, and all
  /// of them are about the same mutants.
  ///
  /// - Parameters:
  ///   - files: The records, with their names.
  ///   - sources: The digest of the package that the reports show.
  public static func merged(
    _ files: [(name: String, data: Data)], sources: String
  ) throws -> MutationRecord {
    let records = try files.map { ($0.name, try Self(named: $0.name, $0.data)) }
    guard let (firstName, first) = records.first else {
      throw Problem("Name the records of all shards after --merge.")
    }
    for (name, record) in records {
      guard record.sources == sources else {
        throw Problem(
          "\(name) is of other sources than those in this folder. Merge the shards at the commit that they have judged."
        )
      }
      guard record.options == first.options, record.results.isAbout(first.results) else {
        throw Problem(
          "\(firstName) and \(name) have other mutants, or only one has all killers. Run all shards with the same compiler and the same options."
        )
      }
    }
    // A run without mutants does not divide them.
    if first.results.mutants.isEmpty { return first }
    var names: [MutationResults.Shard: String] = [:]
    let count = (first.results.shard ?? .whole).count
    for (name, record) in records {
      let shard = record.results.shard ?? .whole
      guard shard.count == count else {
        throw Problem(
          "\(firstName) is one of \(count.counted("shard")), and \(name) one of \(shard.count). Merge the shards of one run."
        )
      }
      if let other = names.updateValue(name, forKey: shard) {
        throw Problem(
          "\(other) and \(name) are both shard \(shard.number) of \(count). Name each shard once.")
      }
    }
    for number in 1...count where names[.init(number: number, count: count)] == nil {
      throw Problem("Shard \(number) of \(count) is missing.")
    }
    var merged = first
    for (name, record) in records.dropFirst() {
      try merged.results.add(record.results, name)
    }
    merged.results.shard = nil
    return merged
  }
}

extension MutationResults.Shard {
  fileprivate static let whole = Self(number: 1, count: 1)
}

extension MutationResults {
  /// Whether another shard has the same mutants. The messages of compilers may differ.
  fileprivate func isAbout(_ other: MutationResults) -> Bool {
    func list(_ mutants: [JudgedMutant]) -> [Mutant] {
      mutants.map {
        var mutant = $0.mutant
        mutant.compileError = mutant.compileError.map { _ in "" }
        return mutant
      }
    }
    return isMatrix == other.isMatrix && allowsNone == other.allowsNone
      && list(mutants) == list(other.mutants)
  }

  /// Adds the verdicts of a shard with the same mutants.
  fileprivate mutating func add(_ other: MutationResults, _ name: String) throws {
    // Examples that are left out in one of them make their numbers differ.
    var numbers = Dictionary(examples.values.map { ($0.id, $0.number) }) { min($0, $1) }
    var renumbered: [Int: Int] = [:]
    for var example in other.examples.values.sorted(by: { $0.number < $1.number }) {
      let number = numbers[example.id] ?? (examples.keys.max() ?? -1) + 1
      (renumbered[example.number], numbers[example.id]) = (number, number)
      example.number = number
      if let known = examples[number] {
        example.mutants = Set(known.mutants + example.mutants).sorted()
        example.seconds = max(known.seconds, example.seconds)
      }
      examples[number] = example
    }
    for (index, var judged) in other.mutants.enumerated()
    where ![.pending, .compileError].contains(judged.verdict) {
      guard mutants[index].verdict == .pending else {
        throw Problem(
          "Mutant \(judged.mutant.number) in \(name) has a verdict in another shard, too.")
      }
      judged.reachedBy = judged.reachedBy.compactMap { renumbered[$0] }
      mutants[index] = judged
    }
    leftOut += other.leftOut.filter { left in !leftOut.contains { $0.id == left.id } }
  }
}
