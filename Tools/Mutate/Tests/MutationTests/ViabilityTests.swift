import Foundation
import Testing

@testable import Mutation

/// Mutants that do not compile, with a compiler whose errors are known.
@Suite struct ViabilityTests {
  private static let texts = [
    "A.swift": "let x = a + b\nlet y = (a < b) == c\n", "B.swift": "let z = a - b\n",
  ]

  private static func plan(_ known: KnownMutants = .init()) -> MutationPlan {
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

  @Test func concatenationsAreNoMutants() async throws {
    var plan = Self.plan()
    plan.leaveOut(
      Diagnostic.all(
        in: "/root/A.swift:1:9: warning: '__mAdd' is deprecated: \(MutantRuntime.noMutant)\n",
        of: "/root"))
    #expect(plan.mutants.map(\.number) == [2, 3, 4, 5])
    // It stays in the program, so that nothing is compiled again.
    #expect(plan.text(ofFile: 0).contains("__mAdd(1"))
    let next = Self.plan(plan.known)
    #expect(next.mutants == plan.mutants)
    #expect(next.text(ofFile: 0) == plan.text(ofFile: 0))
  }

  @Test func whatIsKnownHoldsForTheSameText() throws {
    var plan = Self.plan()
    plan.drop([1], "no")
    #expect(Self.plan(plan.known).mutants[0].compileError == "no")
    var other = plan.known
    other.files["A.swift"]?.digest = 1
    #expect(Self.plan(other).mutants[0].compileError == nil)
    #expect(KnownMutants().merging(plan.known) == plan.known)
    let stored = try JSONEncoder().encode(plan.known)
    #expect(KnownMutants(stored: stored) == plan.known)
    let earlier = String(decoding: stored, as: UTF8.self).replacing(
      #/"runtime":\d+/#, with: "\"runtime\":1")
    #expect(KnownMutants(stored: Data(earlier.utf8)) == KnownMutants())
    #expect(other.merging(plan.known) == plan.known)
  }
}
