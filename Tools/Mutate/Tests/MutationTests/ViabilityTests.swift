import Foundation
import Testing

@testable import Mutation

/// Mutants that do not compile, with a compiler whose errors are known.
@Suite struct ViabilityTests {
  private static let texts = [
    "A.swift": "let x = a + b\nlet y = (a < b) == c\n", "B.swift": "let z = a - b\n",
  ]

  private static func plan(_ known: KnownMutants = .init(about: [])) -> MutationPlan {
    MutationPlan(
      files: texts.sorted { $0.key < $1.key }.map { MutableFile(path: $0.key, text: $0.value) },
      .init(), known: known)
  }

  /// Builds with a compiler that answers for the texts of files.
  private func settled(
    _ compiler: @escaping ([String: String]) -> String?
  ) async throws -> (plan: MutationPlan, builds: Int) {
    var plan = Self.plan()
    var viability = Viability(folder: "/root") { plan in
      var texts: [String: String] = [:]
      for (index, file) in plan.files.enumerated() { texts[file.path] = plan.text(ofFile: index) }
      let errors = compiler(texts)
      return (errors ?? "Compiling\n", errors == nil ? 0 : 1)
    }
    try await viability.settle(&plan)
    return (plan, viability.builds)
  }

  private func failed(_ plan: MutationPlan) -> [String] {
    plan.mutants.filter { $0.compileError != nil }.map {
      "\($0.file):\($0.line) \($0.original) → \($0.replacement): \($0.compileError ?? "")"
    }
  }

  @Test func theMutantAtAnErrorIsDropped() async throws {
    // let y = __mNot(2, (__mLess(3, 4, a , b)) == c)
    let (plan, builds) = try await settled { texts in
      let text = texts["A.swift"] ?? ""
      guard let range = text.firstRange(of: "__mLess") else { return nil }
      let line = text[..<range.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
      return "/root/A.swift:\(line.count):\((line.last?.utf8.count ?? 0) + 1): error: no <\n"
    }
    #expect(failed(plan) == ["A.swift:2 < → <=: no <", "A.swift:2 < → >=: no <"])
    #expect(builds == 2)
    #expect(plan.text(ofFile: 0) == "let x = __mAdd(1, a , b)\nlet y = __mNot(2, (a < b) == c)\n")
  }

  /// An error that stays although the innermost mutant is gone is of another one in the line.
  @Test func theWholeLineIsDroppedNext() async throws {
    let (plan, builds) = try await settled { texts in
      texts["A.swift"]?.contains("__mNot") == true ? "/root/A.swift:2:25: error: no ==\n" : nil
    }
    #expect(failed(plan).count == 3)
    #expect(builds == 3)
  }

  /// The error is where the mutant is not.
  @Test(arguments: ["/root/B.swift:9:1: error: far\n", "Stack dump:\n"])
  func aMutantElsewhereIsFoundByHalving(error: String) async throws {
    let (plan, _) = try await settled { texts in
      texts["A.swift"]?.contains("__mAdd") == true ? error : nil
    }
    #expect(failed(plan).map { $0.prefix(15) } == ["A.swift:1 + → -"])
  }

  @Test func aPackageThatDoesNotBuildIsNotMutated() async {
    let error = await #expect(throws: Problem.self) {
      _ = try await settled { _ in "/root/C.swift:1:1: error: none\n" }
    }
    #expect(
      error?.description
        == "The package does not build without mutants:\n  C.swift:1:1: error: none")
  }

  /// The compiler warns of an operator that concatenates, or refuses it where warnings are errors, beside an error.
  @Test(arguments: ["warning: ", "error: "], ["", "/root/A.swift:2:20: error: no <\n"])
  func concatenationsAreNoMutants(kind: String, error: String) async throws {
    var outputs = [
      "/root/A.swift:1:9: \(kind)'__mAdd' is deprecated: \(MutantRuntime.noMutant)\n\(error)"
    ]
    var plan = Self.plan()
    var viability = Viability(folder: "/root") { _ in
      let output = outputs.popLast()
      return (output ?? "", output?.contains("error: ") == true ? 1 : 0)
    }
    try await viability.settle(&plan)
    #expect(viability.builds == 2)
    // A mutant of `<` does not compile.
    let numbers = plan.mutants.filter { $0.compileError == nil }.map(\.number)
    #expect(plan.mutants.map(\.number) == [2, 3, 4, 5])
    #expect(numbers == (error.isEmpty ? [2, 3, 4, 5] : [2, 5]))
    // The operator is that of the package.
    #expect(plan.text(ofFile: 0).hasPrefix("let x = a + b\n"))
    let next = Self.plan(plan.known)
    #expect(next.mutants == plan.mutants)
    #expect(next.text(ofFile: 0) == plan.text(ofFile: 0))
  }

  /// Each warning is about the program that was built, also the second one of a line.
  @Test func concatenationsInOneLine() {
    let code = "let x = a + b < c + d\n"
    var plan = MutationPlan(files: [MutableFile(path: "A.swift", text: code)], .init())
    let text = plan.text(ofFile: 0)
    let columns = text.ranges(of: "__mAdd").map {
      text.utf8.distance(from: text.startIndex, to: $0.lowerBound) + 1
    }
    let warnings = columns.map {
      Diagnostic(
        file: "A.swift", line: 1, column: $0, message: MutantRuntime.noMutant, isError: false)
    }
    let isChanged = plan.leaveOut(warnings)
    #expect(isChanged)
    #expect(plan.mutants.map(\.original) == ["<", "<"])
    #expect(plan.text(ofFile: 0) == "let x = __mLess(1, 2, a + b , c + d)\n")
  }

  /// A type in another file can make an operator another one, so what is known holds for all texts together.
  @Test func whatIsKnownHoldsForTheSameTexts() throws {
    let texts = Self.texts.values.sorted()
    var plan = Self.plan(KnownMutants(about: texts))
    plan.drop([1], "no")
    let stored = try JSONEncoder().encode(plan.known)
    #expect(KnownMutants(about: texts, stored: stored) == plan.known)
    #expect(Self.plan(plan.known).mutants[0].compileError == "no")
    // A run that chose other mutants keeps it.
    var selection = MutantSelection()
    selection.places = [.init(path: "B.swift")]
    var other = MutationPlan(files: plan.files, selection, known: plan.known)
    other.drop([1], "neither")
    let both = Self.plan(other.known)
    #expect(both.mutants.compactMap(\.compileError) == ["no", "neither"])
    for others in [texts.reversed(), texts + [""], [texts.joined()]] {
      #expect(KnownMutants(about: Array(others), stored: stored) == nil)
    }
    #expect(KnownMutants(about: texts, stored: nil) == nil)
    #expect(KnownMutants(about: texts, stored: Data("{}".utf8)) == nil)
  }
}
