import Foundation

/// A line of the compiler about a place.
public struct Diagnostic: Sendable, Hashable {
  /// Relative to the package, if it is in it.
  public var file: String
  public var line: Int
  public var column: Int
  public var message: String
  public var isError: Bool

  /// The diagnostics in the output of a build, each once.
  static func all(in output: String, of folder: String) -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return output.split(separator: "\n").compactMap { line in
      let isError = line.contains(": error: ")
      guard isError || line.contains(MutantRuntime.noMutant), line.first == "/",
        let end = line.firstRange(of: isError ? ": error: " : ": warning: ")
      else { return nil }
      let parts = line[..<end.lowerBound].split(separator: ":")
      guard parts.count == 3, let number = Int(parts[1]), let column = Int(parts[2]) else {
        return nil
      }
      let path = String(parts[0])
      let diagnostic = Diagnostic(
        file: path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path,
        line: number, column: column, message: String(line[end.upperBound...]), isError: isError)
      return seen.insert(diagnostic).inserted ? diagnostic : nil
    }
  }
}

/// Finds the mutants with which a package does not compile.
public struct Viability {
  public typealias Build = (MutationPlan) async throws -> (output: String, status: Int32)

  /// The folder of the package that is built.
  private let folder: String
  private let build: Build
  public private(set) var builds = 0

  public init(folder: String, build: @escaping Build) {
    self.folder = folder
    self.build = build
  }

  /// Builds until everything compiles that has not been dropped.
  public mutating func settle(_ plan: inout MutationPlan) async throws {
    /// How often an error was in a line.
    var seen: [String: Int] = [:]
    var isProven = false
    while true {
      builds += 1
      let result = try await build(plan)
      let found = Diagnostic.all(in: result.output, of: folder)
      let errors = found.filter(\.isError)
      // Its columns are those of the errors.
      let built = plan
      var isChanged = plan.leaveOut(found.filter { !$0.isError })
      if result.status == 0 {
        if isChanged { continue }
        return
      }
      for error in errors {
        let count = seen["\(error.file):\(error.line)", default: 0]
        let culprits = count > 1 ? [] : built.culprits(of: error, wholeLine: count == 1)
        plan.drop(culprits, error.message)
        isChanged = isChanged || !culprits.isEmpty
      }
      for place in Set(errors.map({ "\($0.file):\($0.line)" })) { seen[place, default: 0] += 1 }
      if isChanged { continue }
      if !isProven {
        let original = try await build(plan.keeping(only: []))
        builds += 1
        guard original.status == 0 else {
          throw Problem(
            "The package does not build without mutants:\n\(excerpt(original.output))")
        }
        isProven = true
      }
      let message = errors.first?.message ?? "The build failed without a place."
      let all = plan.built
      let near = plan.built(in: Set(errors.map(\.file)))
      let far = all.filter { !Set(near).contains($0) }
      // The errors may be in other files than the mutants that cause them.
      let suspects = near.isEmpty ? all : near
      var culprits = try await culprits(among: suspects, with: near.isEmpty ? [] : far, plan)
      if culprits.count == suspects.count, !near.isEmpty {
        culprits = try await self.culprits(among: all, with: [], plan)
      }
      guard !culprits.isEmpty else {
        throw Problem("The mutated package does not build:\n\(excerpt(result.output))")
      }
      plan.drop(culprits, message)
    }
  }

  /// Those of the suspects that keep the plan from building, found by halving.
  private mutating func culprits(
    among suspects: [Int], with others: [Int], _ plan: MutationPlan
  ) async throws -> [Int] {
    builds += 1
    if try await build(plan.keeping(only: suspects + others)).status == 0 { return [] }
    if suspects.count == 1 { return suspects }
    let half = suspects.count / 2
    let left = try await culprits(among: Array(suspects[..<half]), with: others, plan)
    return left
      + (try await culprits(among: Array(suspects[half...]), with: others, plan))
  }

  /// The errors in an output, or its end.
  private func excerpt(_ output: String) -> String {
    let all = output.split(separator: "\n")
    // The compiler repeats an error below the line of the source; the last one of a command has no cause.
    let errors = all.filter {
      ($0.hasPrefix("/") || $0.hasPrefix("error: ")) && $0.contains("error: ")
        && !$0.contains("error: emit-module command failed") && !$0.contains("error: fatalError")
    }
    var lines: [String] = []
    for line in errors.isEmpty ? all.suffix(20) : errors[...] {
      let text = "  " + line.replacing("\(folder)/", with: "")
      if !lines.contains(text) { lines.append(text) }
    }
    return lines.prefix(20).joined(separator: "\n")
      + (lines.count > 20 ? "\n  and \(lines.count - 20) more" : "")
  }
}
