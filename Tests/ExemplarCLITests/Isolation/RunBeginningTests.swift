import ExemplarCore
import TestSupport
import Testing

@testable import ExemplarCLI

/// How a run begins whose specs are in several programs.
struct RunBeginningTests {
  private static func demand(
    _ module: String, _ name: String, group: Int = 1, examples: Int = 2,
    outlines: Int = 0
  ) -> SpecDemand {
    SpecDemand(
      spec: ExampleID([module, name]), runGroup: group, examples: examples, outlines: outlines)
  }

  private static let warning = IssueRecorded(id: nil, issue: Issue("Two shelves have one name."))

  private static func beginning(
    _ plans: WorkerPlan..., leftOut: Int = 0, seed: UInt64 = 7, _ order: Order = .random
  ) -> RunBeginning {
    var beginning = RunBeginning(
      programs: plans.count, leftOut: leftOut, seed: seed, order: order)
    for (program, plan) in plans.enumerated() { beginning.receive(plan, of: program) }
    return beginning
  }

  @Test func aProgramThatIsAloneBeginsAsItSays() throws {
    var beginning = RunBeginning(programs: 1, seed: 7, order: .random)
    beginning.hold(Self.warning, of: 0)
    #expect(beginning.plan == nil)
    let plan = WorkerPlan(demands: [Self.demand("Shelf", "A shelf")], notSelected: 3)
    beginning.receive(plan, of: 0)
    #expect(try #require(beginning.plan).plan == plan)
    #expect(
      beginning.start(plan, repetition: 2, of: 3)
        == RunStarted(
          seed: 7, order: .random, specs: 1, examples: 2, repetition: 2, repetitions: 3,
          notSelected: 3))
    let told = beginning.release()
    #expect(told == [Self.warning])
  }

  /// Nothing runs before all have reported their plans, which then become one beginning.
  @Test func severalProgramsBeginAsOneRun() throws {
    var beginning = RunBeginning(programs: 2, leftOut: 10, seed: 7, order: .random)
    beginning.receive(
      WorkerPlan(
        demands: [Self.demand("Shelf", "A shelf"), Self.demand("Shelf", "Late", group: 3)],
        notSelected: 1), of: 0)
    beginning.hold(Self.warning, of: 0)
    #expect(beginning.plan == nil)
    beginning.receive(
      WorkerPlan(demands: [
        Self.demand("Till", "A till", group: 2, examples: 5, outlines: 3),
        Self.demand("Shelf", "A shelf"),
      ]), of: 1)
    let (plan, programs) = try #require(beginning.plan)
    // Run groups come one after the other in all programs; what several hold runs in the first.
    #expect(plan.demands.map(\.spec.heading) == ["A shelf", "A till", "Late"])
    #expect(programs[ExampleID(["Shelf", "A shelf"])] == 0)
    #expect(programs[ExampleID(["Till", "A till"])] == 1)
    #expect(
      beginning.start(plan, repetition: 1, of: 1)
        == RunStarted(
          seed: 7, order: .random, specs: 3, examples: 9, outlines: 3, notSelected: 11))
    let told = beginning.release()
    #expect(told == [Self.warning])
  }

  /// 3.1
  @Test func aFocusInOneProgramLeavesOutTheOthers() throws {
    let focused = ExampleID(["Till", "A till", "opens"])
    let beginning = Self.beginning(
      WorkerPlan(demands: [Self.demand("Shelf", "A shelf")]),
      WorkerPlan(
        demands: [Self.demand("Till", "A till", examples: 1)], focused: [focused], notSelected: 1))
    let plan = try #require(beginning.plan).plan
    #expect(plan.demands.map(\.spec.heading) == ["A till"])
    let start = beginning.start(plan, repetition: 1, of: 1)
    #expect((start.examples, start.notSelected) == (1, 3) && start.focused == [focused])
  }

  @Test("4.2: the specs of several programs are in the order of the seed")
  func noProgramComesFirst() throws {
    var first: Set<String> = []
    for seed in UInt64(1)...8 {
      for order in Order.allCases {
        let plans = ["Shelf", "Till"].map { module in
          WorkerPlan(
            demands: ["a", "b"].map { Self.demand(module, "\(module) \($0)") }
              .sorted { $0.spec.pathHash.key(seed: seed) < $1.spec.pathHash.key(seed: seed) })
        }
        let beginning = Self.beginning(plans[0], plans[1], seed: seed, order)
        let names = try #require(beginning.plan).plan.demands.map(\.spec)
        if order == .defined {
          #expect(names.map(\.components[0]) == ["Shelf", "Shelf", "Till", "Till"])
        } else {
          let keys = names.map { $0.pathHash.key(seed: seed) }
          #expect(keys == keys.sorted())
          first.insert(names[0].components[0])
        }
      }
    }
    #expect(first.count == 2)
  }

  @Test func nothingRunsOnlyWhereNoProgramHasAnything() throws {
    let nothing = WorkerPlan(demands: [], nothingToRun: "Nothing is left.")
    let something = WorkerPlan(demands: [Self.demand("Till", "A till")])
    // What is focused is asked for, and cannot run: that what else there is could does not help.
    let stuck = WorkerPlan(
      demands: [Self.demand("Shelf", "A shelf", examples: 0)], nothingToRun: "It cannot run.",
      focused: [ExampleID(["Shelf", "A shelf"])])
    for (first, second, reason) in [
      (nothing, something, nil), (nothing, nothing, "Nothing is left."),
      (stuck, something, "It cannot run."),
    ] {
      #expect(try #require(Self.beginning(first, second).plan).plan.nothingToRun == reason)
    }
  }

  @Test func whatAnotherProgramIncludesIsNotUnused() {
    let place = Place(path: "Shared.swift", line: 3, column: 1)
    let unused = IssueRecorded(
      id: nil, issue: Issue("Nothing includes them.", at: place, phase: .planning))
    for includes in [false, true] {
      var plan = WorkerPlan(demands: [Self.demand("Till", "A till")])
      plan.includedShared = includes ? [place] : []
      var beginning = Self.beginning(WorkerPlan(demands: [Self.demand("Shelf", "A shelf")]), plan)
      beginning.hold(unused, of: 0)
      let told = beginning.release()
      #expect(told == (includes ? [] : [unused]))
      // Processes that come later find the same.
      #expect(beginning.emits(unused, of: 0) == !includes)
    }
  }
}
