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
  public var mutants: [Mutant] { chosen.filter { !nonMutants.contains($0.number) } }
  private var chosen: [Mutant] = []
  /// For each file, the number of each candidate.
  private var numbers: [[Int]] = []
  private var nonMutants: Set<Int> = []

  /// - Parameter known: What earlier builds have found out about the same files.
  public init(files: [MutableFile], _ selection: MutantSelection, known: KnownMutants = .init()) {
    self.files = files
    for file in files {
      let candidates = Array(zip(file.mutants, file.candidates))
      let problems = known.problems(of: file)
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
        let known = problems[KnownMutants.name(of: mutant)]
        // A warning leaves it in the program, an error does not.
        if known?.contains(MutantRuntime.noMutant) == true { nonMutants.insert(mutant.number) }
        if known != MutantRuntime.noMutant { mutant.compileError = known }
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
    for number in numbers {
      chosen[number - 1].compileError = message
      if message.contains(MutantRuntime.noMutant) { nonMutants.insert(number) }
    }
  }

  /// The plan with all mutants but some dropped.
  func keeping(only kept: [Int]) -> MutationPlan {
    var plan = self
    plan.drop(Set(built).subtracting(kept), "")
    return plan
  }

  /// Leaves out mutants of which the compiler has warned that their operator concatenates.
  mutating func leaveOut(_ warnings: [Diagnostic]) {
    for warning in warnings {
      guard let file = files.firstIndex(where: { $0.path == warning.file }) else { continue }
      let found = files[file].culprits(
        builtNumbers(file), line: warning.line, column: warning.column)
      nonMutants.formUnion(found)
    }
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

  /// What later builds of the same files need not find out again.
  public var known: KnownMutants {
    var known = KnownMutants()
    for file in files {
      var problems: [String: String] = [:]
      for mutant in chosen where mutant.file == file.path {
        problems[KnownMutants.name(of: mutant)] =
          mutant.compileError
          ?? (nonMutants.contains(mutant.number) ? MutantRuntime.noMutant : nil)
      }
      if !problems.isEmpty {
        known.files[file.path] = .init(digest: KnownMutants.digest(file.text), problems: problems)
      }
    }
    return known
  }
}

/// Which mutants of files do not compile, or are none.
public struct KnownMutants: Codable, Sendable, Equatable {
  struct File: Codable, Equatable {
    var digest: UInt64
    var problems: [String: String]
  }
  var files: [String: File] = [:]
  /// What the functions are that mutants call.
  private var runtime = KnownMutants.digest(MutantRuntime.text)

  public init() {}

  /// Those that an earlier process has stored; none, if its mutants called other functions.
  public init(stored data: Data?) {
    let stored = data.flatMap { try? JSONDecoder().decode(KnownMutants.self, from: $0) }
    if let stored, stored.runtime == runtime { self = stored }
  }

  /// These, with those that a later build has found.
  public func merging(_ other: KnownMutants) -> KnownMutants {
    var result = self
    for (path, file) in other.files {
      if result.files[path]?.digest == file.digest {
        result.files[path]?.problems.merge(file.problems) { $1 }
      } else {
        result.files[path] = file
      }
    }
    return result
  }

  func problems(of file: MutableFile) -> [String: String] {
    guard let known = files[file.path], known.digest == Self.digest(file.text) else { return [:] }
    return known.problems
  }

  static func name(of mutant: Mutant) -> String {
    "\(mutant.mutator):\(mutant.line):\(mutant.column):\(mutant.replacement)"
  }

  /// FNV-1a.
  static func digest(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
