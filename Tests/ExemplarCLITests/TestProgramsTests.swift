import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// Which programs take part in a run: their answers in, the chosen programs out.
struct TestProgramsTests {
  /// The answer that a line describes: a name and a number of examples, then `-a` for a selector that nothing agrees with,
  /// `*` for a focus, `~a` for a similar name, `none` for a plan with nothing to run, `exited` for a process without an
  /// answer.
  private static func answer(_ line: Substring, _ selectors: [String]) -> TestPrograms.Answer {
    let words = line.split(separator: " ").map(String.init)
    let id = ExampleID(["Shop", words[0]])
    var plan = WorkerPlan(demands: [SpecDemand(spec: id, examples: Int(words[1])!)])
    for word in words.dropFirst(2) {
      switch word {
      case "*": plan.focused = [id]
      case "none": plan.nothingToRun = "Nothing is left."
      case _ where word.hasPrefix("-"): plan.unmatched.append(String(word.dropFirst()))
      case _ where word.hasPrefix("~"): plan.near.append(String(word.dropFirst()))
      default: break
      }
    }
    // The plan of a selection of which a part is missing has nothing.
    if !plan.unmatched.isEmpty { (plan.demands, plan.notSelected) = ([], Int(words[1])!) }
    var program = TestProgram(url: URL(fileURLWithPath: "/shop/\(words[0])"), options: [:])
    program.options[.select] = EnvironmentOption.select.value(selectors)
    if words.last == "exited" {
      return TestPrograms.Answer(program: program, exit: ProcessExit(way: .status(1)))
    }
    program.plan = plan
    return TestPrograms.Answer(program: program)
  }

  private static func text(_ program: TestProgram) -> String {
    ([program.url.lastPathComponent] + program.selectors).joined(separator: " ")
  }

  @Test(
    arguments: [
      ("everything", "", "shelf 2/till 3", "shelf, till"),
      ("a selection that only one has", "a", "shelf 2/till 3 -a", "shelf a; 3 left out"),
      ("a selection that none has", "a", "shelf 2 -a/till 3 -a ~b", "till a; nowhere"),
      (
        "several selectors, one of which is nowhere", "a b", "shelf 2 -b/till 3 -a -b",
        "shelf b; nowhere"
      ),
      ("a focus in one", "", "shelf 2/till 3 *", "till; 2 left out"),
      ("a process that exited, which the run explains", "", "shelf 2 exited/till 3", "shelf, till"),
      ("a focus beside a process that exited", "", "shelf 2 exited/till 3 *", "shelf, till"),
      (
        "nothing to run, which the first reports", "a", "shelf 2 none/till 3 none",
        "shelf a, till a"
      ),
    ])
  func answersDecideWhichProgramsRun(
    title: Comment, selectors: String, answers: String, expected: String
  ) {
    let selectors = selectors.split(separator: " ").map(String.init)
    let programs = TestPrograms(
      of: answers.split(separator: "/").map { Self.answer($0, selectors) })
    let facts = [
      programs.chosen.map(Self.text).joined(separator: ", "),
      programs.examplesLeftOut > 0 ? "\(programs.examplesLeftOut) left out" : nil,
      programs.isMissingSomething ? "nowhere" : nil,
    ]
    expect(facts.compactMap(\.self).joined(separator: "; "), equals: expected, title)
  }

  @Test(
    arguments: [
      ("each has one", "a b", "shelf 2 -b/till 3 -a", "", "shelf a, till b"),
      ("one has all", "a b", "shelf 2/till 3 -a", "", "till b"),
      ("another has none", "a b", "shelf 2 -a -b/till 3", "", ""),
      ("one is among other tests", "a b", "shelf 2 -b/till 3 -a -b", "b", "shelf a"),
      ("one is nowhere", "a b", "shelf 2 -b/till 3 -a -b", "", ""),
      ("filters leave nothing of selectors that agree", "a", "shelf 2 -a -x", "", ""),
    ])
  func aProgramIsAskedAgainForTheSelectorsThatItHas(
    title: Comment, selectors: String, answers: String, others: String, expected: String
  ) {
    let selectors = selectors.split(separator: " ").map(String.init)
    let others = Set(others.split(separator: " ").map(String.init))
    let again = TestPrograms.selectedInPart(
      answers.split(separator: "/").map { Self.answer($0, selectors) }, selectors: others)
    expect(again.map { Self.text($0.program) }.joined(separator: ", "), equals: expected, title)
  }

  @Test(
    arguments: [
      ("nothing of the specs runs", "shelf 2 none", true, ""),
      ("something of the specs runs", "shelf 2", true, "shelf"),
      ("a focus that cannot run is reported", "shelf 2 none *", true, "shelf"),
      ("no other tests run", "shelf 2 none", false, "shelf"),
    ])
  func otherTestsRunAlone(
    title: Comment, answers: String, hasOtherTests: Bool, expected: String
  ) {
    let programs = TestPrograms(
      of: answers.split(separator: "/").map { Self.answer($0, []) }, hasOtherTests: hasOtherTests)
    expect(programs.chosen.map(Self.text).joined(separator: ", "), equals: expected, title)
  }
}
