import Foundation

/// Which candidates become mutants.
public struct MutantSelection: Sendable {
  /// A file or a folder of the package, and perhaps a line of the file.
  public struct Place: Sendable {
    public var path: String
    public var line: Int?
    public init(path: String, line: Int? = nil) {
      self.path = path
      self.line = line
    }
    public func contains(_ file: String) -> Bool {
      path.isEmpty || file == path || file.hasPrefix(path + "/")
    }
  }

  public var operators = Set(MutationOperator.allCases)
  /// Everything if there are none.
  public var places: [Place] = []
  /// The lines that have changed, by file: each has at most one mutant.
  public var changedLines: [String: Set<Int>]?

  public init() {}

  /// Whether a file can have chosen mutants.
  public func contains(_ file: String) -> Bool {
    (places.isEmpty || places.contains { $0.contains(file) })
      && (changedLines.map { $0[file] != nil } ?? true)
  }

  func contains(_ mutant: Mutant, _ mutator: MutationOperator) -> Bool {
    operators.contains(mutator)
      && (changedLines?[mutant.file]?.contains(mutant.line) ?? (changedLines == nil))
      && (places.isEmpty
        || places.contains {
          $0.contains(mutant.file) && ($0.line ?? mutant.line) == mutant.line
        })
  }
}

/// The mutants of a package, and its files with them.
public struct MutationPlan: Sendable {
  public let files: [MutableFile]
  /// All that were chosen, also those that do not compile; without those that the compiler has found to be none.
  public var mutants: [Mutant] {
    chosen.filter { $0.compileError?.contains(MutantRuntime.noMutant) != true }
  }
  private var chosen: [Mutant] = []
  /// For each file, the number of each candidate.
  private var numbers: [[Int]] = []
  private let earlier: KnownMutants

  /// - Parameter known: What earlier builds have found out about the same files.
  public init(
    files: [MutableFile], _ selection: MutantSelection, known: KnownMutants = .init(about: [])
  ) {
    (self.files, earlier) = (files, known)
    for file in files {
      let candidates = Array(zip(file.mutants, file.candidates))
      let problems = known.problems[file.path] ?? [:]
      var included = candidates.indices.filter {
        selection.contains(candidates[$0].0, candidates[$0].1.mutator)
      }
      if selection.changedLines != nil {
        let ranks = MutationOperator.allCases
        let sorted = included.sorted {
          (ranks.firstIndex(of: candidates[$0].1.mutator) ?? 0, $0)
            < (ranks.firstIndex(of: candidates[$1].1.mutator) ?? 0, $1)
        }
        var lines: Set<Int> = []
        included = sorted.filter { lines.insert(candidates[$0].0.line).inserted }.sorted()
      }
      var own = Array(repeating: 0, count: candidates.count)
      for index in included {
        var mutant = candidates[index].0
        mutant.number = chosen.count + 1
        own[index] = mutant.number
        mutant.compileError = problems[KnownMutants.name(of: mutant)]
        chosen.append(mutant)
      }
      numbers.append(own)
    }
  }

  /// The numbers of mutants that are in the program.
  public var built: [Int] { chosen.filter { $0.compileError == nil }.map(\.number) }

  /// The numbers of the candidates of a file, without those that do not compile.
  private func builtNumbers(_ file: Int) -> [Int] {
    numbers[file].map { $0 > 0 && chosen[$0 - 1].compileError == nil ? $0 : 0 }
  }

  /// The file as it is compiled; as it was, if nothing in it is a mutant.
  public func text(ofFile index: Int) -> String {
    let numbers = builtNumbers(index)
    return numbers.contains { $0 > 0 } ? files[index].mutated(numbers) : files[index].text
  }

  public mutating func drop(_ numbers: some Sequence<Int>, _ message: String) {
    for number in numbers where chosen[number - 1].compileError == nil {
      chosen[number - 1].compileError = message
    }
  }

  /// The plan with all mutants but some dropped.
  func keeping(only kept: [Int]) -> MutationPlan {
    var plan = self
    plan.drop(Set(built).subtracting(kept), "")
    return plan
  }

  /// Leaves out mutants of which the compiler has warned that there are none of their operator. Returns whether there are
  /// such.
  ///
  /// They do not stay in the program, since it would concatenate where a package or a dependency of it declares that
  /// `+` does something else.
  mutating func leaveOut(_ warnings: [Diagnostic]) -> Bool {
    let found = warnings.flatMap { warning in
      files.firstIndex { $0.path == warning.file }.map {
        files[$0].culprits(builtNumbers($0), line: warning.line, column: warning.column)
      } ?? []
    }
    drop(found, MutantRuntime.noMutant)
    return !found.isEmpty
  }

  /// The mutants that an error can come from: at its place, or in its line.
  func culprits(of error: Diagnostic, wholeLine: Bool) -> [Int] {
    guard let file = files.firstIndex(where: { $0.path == error.file }) else { return [] }
    let numbers = builtNumbers(file)
    let atPlace =
      wholeLine ? [] : files[file].culprits(numbers, line: error.line, column: error.column)
    return atPlace.isEmpty ? files[file].culprits(numbers, line: error.line) : atPlace
  }

  /// The mutants of files.
  func built(in paths: Set<String>) -> [Int] {
    chosen.filter { $0.compileError == nil && paths.contains($0.file) }.map(\.number)
  }

  /// What later builds of the same texts need not find out again.
  public var known: KnownMutants {
    var known = earlier
    for mutant in chosen {
      guard let problem = mutant.compileError else { continue }
      known.problems[mutant.file, default: [:]][KnownMutants.name(of: mutant)] = problem
    }
    return known
  }
}

/// Which mutants do not compile, or are none.
public struct KnownMutants: Codable, Sendable, Equatable {
  /// Of all texts on which that depends: a type in another file can make an operator of a file another one.
  private let digest: UInt64
  /// The messages of the compiler, by the files and the names of mutants.
  fileprivate(set) var problems: [String: [String: String]] = [:]

  /// Nothing is known yet.
  public init(about texts: [String]) {
    // Also of the functions that mutants call.
    digest = (texts + [MutantRuntime.text]).lazy.flatMap { $0.utf8 + [0xFF] }.fnv1a
  }

  /// What an earlier process has stored; `nil` if that is about other texts.
  public init?(about texts: [String], stored: Data?) {
    guard let stored = stored.flatMap({ try? JSONDecoder().decode(KnownMutants.self, from: $0) }),
      stored.digest == KnownMutants(about: texts).digest
    else { return nil }
    self = stored
  }

  fileprivate static func name(of mutant: Mutant) -> String {
    "\(mutant.mutator):\(mutant.line):\(mutant.column):\(mutant.replacement)"
  }
}

extension Sequence<UInt8> {
  /// The FNV-1a of the bytes.
  public var fnv1a: UInt64 {
    reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
