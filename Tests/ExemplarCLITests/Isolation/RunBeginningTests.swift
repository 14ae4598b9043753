import ExemplarCore
import TestSupport
import Testing

@testable import ExemplarCLI

/// How a run begins whose specs are in several programs.
struct RunBeginningTests {
  private static func part(
    _ module: String, _ name: String, group: Int = 1, examples: Int = 2,
    outlines: Int = 0
  ) -> PlannedPart {
    PlannedPart(
      spec: ExampleID([module, name]), runGroup: group, examples: examples, outlines: outlines)
  }

  private static func start(
    examples: Int, notSelected: Int = 0, focused: [ExampleID] = []
  ) -> Event {
    .runStart(order: .random, examples: examples, notSelected: notSelected, focused: focused)
  }

  private static let warning = Event.issue(Issue("Two shelves have one name."))

  /// A beginning for which the programs have emitted these events; all of them are withheld.
  private static func note(
    _ events: [(Event, program: Int)], in beginning: inout RunBeginning
  ) {
    for (event, program) in events {
      let isHeld = beginning.holds(event, of: program)
      #expect(isHeld)
    }
  }

  @Test func aProgramThatIsAloneBeginsAsItSays() throws {
    var beginning = RunBeginning(programs: 1)
    let isHeld = beginning.holds(Self.start(examples: 2), of: 0)
    #expect(!isHeld)
    #expect(beginning.plan == nil)
    let plan = WorkerPlan(parts: [Self.part("Shelf", "A shelf")], notSelected: 3)
    beginning.receive(plan, of: 0)
    #expect(try #require(beginning.plan).plan == plan)
    let told = beginning.release()
    #expect(told == [])
  }

  /// Nothing runs before all have reported their plans, which then become one beginning.
  @Test func severalProgramsBeginAsOneRun() throws {
    var beginning = RunBeginning(programs: 2, leftOut: 10)
    beginning.receive(
      WorkerPlan(
        parts: [Self.part("Shelf", "A shelf"), Self.part("Shelf", "Late", group: 3)],
        notSelected: 1), of: 0)
    Self.note([(Self.start(examples: 4, notSelected: 1), 0), (Self.warning, 0)], in: &beginning)
    #expect(beginning.plan == nil)
    beginning.receive(
      WorkerPlan(parts: [
        Self.part("Till", "A till", group: 2, examples: 5, outlines: 3),
        Self.part("Shelf", "A shelf"),
      ]), of: 1)
    #expect(beginning.plan == nil)
    Self.note([(Self.start(examples: 7), 1)], in: &beginning)
    let (plan, programs) = try #require(beginning.plan)
    // Run groups come one after the other in all programs; what several hold runs in the first.
    #expect(plan.parts.map(\.spec.heading) == ["A shelf", "A till", "Late"])
    #expect(programs[ExampleID(["Shelf", "A shelf"])] == 0)
    #expect(programs[ExampleID(["Till", "A till"])] == 1)
    let told = beginning.release()
    #expect(
      told == [
        .runStart(order: .random, specs: 3, examples: 9, outlines: 3, notSelected: 11),
        Self.warning,
      ])
  }

  /// 3.1
  @Test func aFocusInOneProgramLeavesOutTheOthers() throws {
    var beginning = RunBeginning(programs: 2)
    let focused = ExampleID(["Till", "A till", "opens"])
    beginning.receive(WorkerPlan(parts: [Self.part("Shelf", "A shelf")]), of: 0)
    beginning.receive(
      WorkerPlan(
        parts: [Self.part("Till", "A till", examples: 1)], isFocused: true, notSelected: 1), of: 1)
    Self.note(
      [
        (Self.start(examples: 2), 0),
        (Self.start(examples: 1, notSelected: 1, focused: [focused]), 1),
      ], in: &beginning)
    #expect(try #require(beginning.plan).plan.parts.map(\.spec.heading) == ["A till"])
    let told = beginning.release()
    #expect(told == [.runStart(order: .random, notSelected: 3, focused: [focused])])
  }

  @Test("4.2: the specs of several programs are in the order of the seed")
  func noProgramComesFirst() throws {
    var first: Set<String> = []
    for seed in UInt64(1)...8 {
      for order in Order.allCases {
        var beginning = RunBeginning(programs: 2)
        for (program, module) in ["Shelf", "Till"].enumerated() {
          let parts = ["a", "b"].map { Self.part(module, "\(module) \($0)") }
            .sorted { $0.spec.pathHash.key(seed: seed) < $1.spec.pathHash.key(seed: seed) }
          beginning.receive(WorkerPlan(parts: parts), of: program)
          let start = Event.runStarted(RunStarted(seed: seed, order: order, specs: 2, examples: 2))
          Self.note([(start, program)], in: &beginning)
        }
        let names = try #require(beginning.plan).plan.parts.map(\.spec)
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
    for (second, reason) in [([Self.part("Till", "A till")], nil), ([], "Nothing is left.")] {
      var beginning = RunBeginning(programs: 2)
      beginning.receive(WorkerPlan(parts: [], nothingToRun: "Nothing is left."), of: 0)
      beginning.receive(
        WorkerPlan(parts: second, nothingToRun: second.isEmpty ? "Nothing here." : nil), of: 1)
      Self.note([(Self.start(examples: 0), 0), (Self.start(examples: 2), 1)], in: &beginning)
      #expect(try #require(beginning.plan).plan.nothingToRun == reason)
    }
  }

  /// What is focused is asked for, and cannot run: that what else there is could does not help.
  @Test func aFocusThatCannotRunIsNoSuccess() throws {
    var beginning = RunBeginning(programs: 2)
    beginning.receive(
      WorkerPlan(
        parts: [Self.part("Shelf", "A shelf", examples: 0)], nothingToRun: "It cannot run.",
        isFocused: true), of: 0)
    beginning.receive(WorkerPlan(parts: [Self.part("Till", "A till")]), of: 1)
    Self.note([(Self.start(examples: 0), 0), (Self.start(examples: 2), 1)], in: &beginning)
    #expect(try #require(beginning.plan).plan.nothingToRun == "It cannot run.")
  }

  @Test func whatAnotherProgramIncludesIsNotUnused() {
    let place = Place(path: "Shared.swift", line: 3, column: 1)
    let unused = Event.issue(Issue("Nothing includes them.", at: place, phase: .planning))
    for includes in [false, true] {
      var beginning = RunBeginning(programs: 2)
      var plan = WorkerPlan(parts: [Self.part("Till", "A till")])
      plan.includedShared = includes ? [place] : []
      beginning.receive(WorkerPlan(parts: [Self.part("Shelf", "A shelf")]), of: 0)
      beginning.receive(plan, of: 1)
      Self.note(
        [(Self.start(examples: 2), 0), (unused, 0), (Self.start(examples: 2), 1)], in: &beginning)
      let told = beginning.release().dropFirst()
      #expect(told == (includes ? [] : [unused]))
      // Processes that come later find the same.
      #expect(beginning.emits(unused, of: 0) == !includes)
    }
  }
}
