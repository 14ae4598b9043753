import Exemplar
import ExemplarCore
import TestSupport
import Testing

@testable import ExemplarCLI

/// Which examples run with which mutant: runs without a mutant in, examples out.
struct MutantReachTests {
  private static let till = ExampleID(["Shop", "Till"])
  private static let tests = MutantHome.tests(.init(program: 0, library: .swiftTesting))

  /// A run of examples by their names; `!` marks a failure, `-` one that is skipped.
  private static func pass(
    _ names: [String], _ reached: [String: Set<Int>]?, home: MutantHome = .specs(0),
    isRow: Bool = false
  ) -> MutantPass {
    var trial = MutantTrial()
    for name in names {
      let id = ExampleID(text: "Shop/Till/" + name.filter { !"!-".contains($0) })
      trial.receive(.exampleStart(id, row: isRow ? RowReference(name: id.name) : nil))
      let outcome: Outcome =
        name.hasSuffix("!")
        ? .failed(unexpected: false) : name.hasSuffix("-") ? .skipped(reason: "") : .passed
      trial.receive(.exampleEnd(id, outcome, duration: 0.5))
    }
    trial.seconds = Double(names.count)
    let ids = reached.map { reached in
      Dictionary(
        uniqueKeysWithValues: reached.map {
          (
            $0 == ""
              ? ExampleID([]) : ExampleID(text: "Shop/Till" + ($0 == "Till" ? "" : "/" + $0)), $1
          )
        })
    }
    return MutantPass(home: home, trial: trial, reached: ids)
  }

  private static func names(_ reach: MutantReach, _ mutant: Int, after: Set<ExampleID> = [])
    -> [[String]]
  {
    reach.examples(of: mutant, after: after).map { $0.numbers.map { reach.examples[$0].id.name } }
  }

  @Test func eachMutantConcernsTheExamplesThatReachIt() throws {
    let reached: [String: Set<Int>] = ["a": [1, 2], "b": [2], "Till": [5], "": [7]]
    let reach = try MutantReach([
      Self.pass(["a", "b", "c"], reached), Self.pass(["c", "b", "a"], reached),
    ])
    expect(Self.names(reach, 1), equals: [["a"]])
    // One that reaches fewer mutants begins.
    expect(Self.names(reach, 2), equals: [["b", "a"]])
    expect(Self.names(reach, 2, after: [Self.till.appending("a")]), equals: [["a", "b"]])
    // Hooks of a group run for all of its examples, and other code for everything.
    expect(Self.names(reach, 5), equals: [["c", "b", "a"]])
    expect(Self.names(reach, 7), equals: [["c", "b", "a"]])
    expect(Self.names(reach, 8), equals: [])
    expect([1, 5, 7, 8].map(reach.isStatic), equals: [false, false, true, false])
    // Two of three seconds are those of the process.
    expect(reach.limit(of: [0, 1], in: .specs(0)), equals: 3 * (1.5 + 1) + 1)
  }

  /// A lazy value is reached by the first example that needs it.
  @Test func codeThatRunsOnceConcernsAllExamples() throws {
    let reach = try MutantReach([
      Self.pass(["a", "b", "c"], ["a": [1], "c": [3]]),
      Self.pass(["c", "b", "a"], ["b": [1], "c": [3]]),
    ])
    expect(Self.names(reach, 1), equals: [["a", "b", "c"]])
    expect(Self.names(reach, 3), equals: [["c"]])
    expect([1, 3].map(reach.isStatic), equals: [true, false])
    // A survivor also runs with the others.
    expect(reach.others(than: [2], in: .specs(0)), equals: [0, 1])
    // The same where only the source shows it.
    let single = try MutantReach([Self.pass(["a", "b"], ["a": [1, 2]])], once: [2])
    expect(Self.names(single, 2), equals: [["b", "a"]])
    expect([1, 2].map(single.isStatic), equals: [false, true])
  }

  /// Tests that are not examples have a process each, so what they reach is exact.
  @Test func testsReachInProcessesOfTheirOwn() throws {
    let reach = try MutantReach(
      [
        Self.pass(["a", "b"], ["a": [1, 2], "b": [2]], home: Self.tests),
        Self.pass(["a", "b"], nil, home: Self.tests),
        Self.pass(["x"], ["x": [2]]),
      ], once: [2])
    expect(Self.names(reach, 1), equals: [["a"]])
    expect(Set(Self.names(reach, 2)), equals: [["b", "a"], ["x"]])
    expect(reach.others(than: [0], in: Self.tests), equals: [])
  }

  @Test func examplesThatFailWithoutAMutantAreLeftOut() throws {
    let reach = try MutantReach([
      Self.pass(["a!", "b", "c", "d-"], ["a": [1], "b": [1], "c": [1], "d": [1]]),
      Self.pass(["a!", "b!", "c", "d-"], ["a": [1], "b": [1], "c": [1]]),
    ])
    expect(Self.names(reach, 1), equals: [["c"]])
    expect(
      reach.leftOut.map { "\($0.id.name) \($0.reason)" },
      equals: [
        "a fails without a mutant",
        "b passes only sometimes without a mutant, or only with --jobs 1",
      ])
    // An argument cannot be left out alone.
    let arguments = try MutantReach([
      Self.pass(["t/1", "t/2!", "u/1"], ["t": [1], "u": [1]], home: Self.tests, isRow: true)
    ])
    expect(
      arguments.leftOut.map { "\($0.id.name) \($0.reason)" },
      equals: [
        "1 is an argument of a test that fails without a mutant", "2 fails without a mutant",
      ])
    expect(arguments.examples.map(\.id.text), equals: ["Shop/Till/u/1"])
  }

  @Test func hooksThatFailLeaveTheirExamplesOut() throws {
    var pass = Self.pass(["a", "b"], ["a": [1]])
    pass.trial.receive(.groupEnd(Self.till, failed: true))
    let error = #expect(throws: UsageError.self) { try MutantReach([pass]) }
    expect(
      error?.message, equals: "No test passes without a mutant, so none can notice one.")
  }

  @Test func runsThatDoNotFinishJudgeNothing() {
    var pass = Self.pass(["a!"], nil)
    pass.trial.exit = ProcessExit(way: .status(1))
    let start = "The tests do not pass without a mutant. "
    expect(pass.problem(isSeparate: true), equals: nil)
    expect(
      pass.problem(isSeparate: false), equals: start + "Their process ended with status 1.")
    pass.trial.hasEnded = true
    expect(pass.problem(isSeparate: false), equals: nil)
    pass.trial.receive(.issueRecorded(IssueRecorded(id: nil, issue: Issue("No."))))
    expect(pass.problem(isSeparate: true), equals: start + "No.")
  }
}
