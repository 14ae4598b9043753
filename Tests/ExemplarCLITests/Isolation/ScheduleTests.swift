import ExemplarCore
import Foundation
import Testing

@testable import ExemplarCLI

/// Which part of a plan which worker runs next.
struct ScheduleTests {
  private static func id(_ name: String) -> ExampleID { ExampleID(["Shop", name]) }

  private static func demand(
    _ name: String, group: Int = 0, serialized: Bool = false, reads: Set<String> = [],
    writes: Set<String> = []
  ) -> SpecDemand {
    SpecDemand(
      spec: id(name), runGroup: group, isSerialized: serialized, reads: reads, writes: writes)
  }

  /// The assignment of a worker, in a word.
  private static func turn(_ schedule: inout Schedule, _ worker: Int) -> String {
    switch schedule.turn(of: worker) {
    case .run(let part): part.isRest ? "rest of \(part.spec.name)" : part.spec.name
    case .wait: "wait"
    case .over: "over"
    }
  }

  /// Has workers ask one after the other; each number asks, a negative one is done.
  private static func turns(_ plan: [SpecDemand], _ steps: [Int]) -> [String] {
    var schedule = Schedule(plan)
    return steps.compactMap { step in
      if step > 0 { return turn(&schedule, step) }
      schedule.end(-step)
      return nil
    }
  }

  @Test func specsAreHandedOutInTheirOrder() {
    #expect(
      Self.turns(
        [Self.demand("a"), Self.demand("b"), Self.demand("c")], [1, 2, -1, 1, 2, -2, -1, 1])
        == ["a", "b", "c", "wait", "over"])
  }

  @Test func aRunGroupIsOverBeforeTheNextBegins() {
    #expect(
      Self.turns(
        [Self.demand("a"), Self.demand("b"), Self.demand("z", group: 1)], [1, 2, -1, 1, -2, 1])
        == ["a", "b", "wait", "z"])
  }

  @Test func aSpecThatWantsToBeAloneIsNotOvertaken() {
    #expect(
      Self.turns(
        [Self.demand("a"), Self.demand("alone", serialized: true), Self.demand("b")],
        [1, 2, -1, 1, 2, -1, 2]) == ["a", "wait", "alone", "wait", "b"])
  }

  @Test func aWriterRunsWithoutOtherUsers() {
    let plan = [
      Self.demand("reads", reads: ["till"]), Self.demand("writes", writes: ["till"]),
      Self.demand("reads too", reads: ["till"]), Self.demand("others", writes: ["shelf"]),
    ]
    #expect(
      Self.turns(plan, [1, 2, 3, 4, -1, 1, -2, 1])
        == ["reads", "reads too", "others", "wait", "wait", "writes"])
  }

  @Test func anIsolatedSpecHasAProcessOfItsOwn() {
    var schedule = Schedule([
      Self.demand("a"), SpecDemand(spec: Self.id("alone"), isIsolated: true), Self.demand("b"),
    ])
    #expect(Self.turn(&schedule, 1) == "a")
    schedule.end(1)
    #expect(Self.turn(&schedule, 1) == "wait")
    #expect(schedule.programOfNext == 0)
    #expect(schedule.turn(of: 2, isFresh: true) == .run(PlanPart(spec: Self.id("alone"))))
    #expect(schedule.isIsolated(2))
    schedule.end(2)
    #expect(Self.turn(&schedule, 3) == "b")
    #expect(!schedule.isIsolated(3))
  }

  @Test func theLongestBeginsFirstInItsRunGroup() {
    var schedule = Schedule(
      [Self.demand("a"), Self.demand("b"), Self.demand("new"), Self.demand("z", group: 1)],
      durationClasses: [Self.id("b"): 2, Self.id("z"): 9])
    let names = (1...3).map { Self.turn(&schedule, $0) }
    #expect(names == ["b", "a", "new"])
  }

  /// The state of a package whose specs took so many seconds when they last ran.
  private static func state(_ seconds: [String: Double]) throws -> PackageState {
    let seconds = seconds.map { "\"\(id($0).text)\": \($1)" }.joined(separator: ", ")
    return try JSONDecoder().decode(
      PackageState.self,
      from: Data(#"{"outstanding": [], "foreign": [], "seconds": {\#(seconds)}, "runs": []}"#.utf8))
  }

  @Test("4.2: the seed orders specs that took less than a second, however long each took")
  func shortSpecsBeginAtRandom() throws {
    let names = ["a", "b", "c", "d"]
    let place = Place(path: #filePath, line: #line)
    let specs = names.map { name in
      let example = SpecNode("runs", at: place, content: .example {})
      return SpecNode(name, at: place, content: .group([example]))
    }
    var first: Set<String> = []
    for seed in UInt64(1)...8 {
      let plan = Plan(
        specs.map { Spec(module: "Shop", root: $0) }, PlanOptions(seed: seed, order: .random)
      ).demands
      for known in [names, ["c"]] {
        let seconds = zip(known, [0.001, 0.9, 0.3, 0.5]).map { ($0, $1) }
        let state = try Self.state(Dictionary(uniqueKeysWithValues: seconds))
        var schedule = Schedule(plan, durationClasses: state.durationClasses)
        let order = (1...4).map { Self.turn(&schedule, $0) }
        #expect(order == plan.map(\.spec.name))
        first.insert(order[0])
      }
    }
    #expect(first.count > 2)
  }

  @Test("4.2: longer specs begin first in classes, and inside of a class by the seed")
  func longSpecsBeginFirst() throws {
    let plan = ["a", "b", "c", "d", "e", "f"].map { Self.demand($0) }
    let state = try Self.state(["a": 0.99, "b": 1, "c": 3.9, "d": 4, "e": 15, "f": 1e300])
    var schedule = Schedule(plan, durationClasses: state.durationClasses)
    let names = (1...6).map { Self.turn(&schedule, $0) }
    #expect(names == ["f", "d", "e", "b", "c", "a"])
  }

  @Test func outstandingSpecsBeginInTheirRunGroup() {
    let plan = [
      Self.demand("a"), Self.demand("b"), Self.demand("new"), Self.demand("y", group: 1),
      Self.demand("z", group: 1),
    ]
    let known = [Self.id("new"): 2, Self.id("y"): 2, Self.id("z"): 1]
    for durations in [[:], known] {
      var schedule = Schedule(
        plan, durationClasses: durations, first: [Self.id("b"), Self.id("z")])
      let names = (1...5).map { worker in
        defer { schedule.end(worker) }
        return Self.turn(&schedule, worker)
      }
      #expect(
        names == (durations.isEmpty ? ["b", "a", "new", "z", "y"] : ["b", "new", "a", "z", "y"]))
    }
  }

  @Test func whatAProcessLeftComesBeforeAnythingElse() {
    var schedule = Schedule([Self.demand("a"), Self.demand("b")])
    #expect(Self.turn(&schedule, 1) == "a")
    schedule.end(1, rest: PlanPart(spec: Self.id("a"), isRest: true))
    #expect(schedule.canBegin)
    #expect(Self.turn(&schedule, 2) == "rest of a")
    schedule.end(2)
    #expect(Self.turn(&schedule, 2) == "b")
  }

  @Test func nothingBeginsAfterAStop() {
    var schedule = Schedule([Self.demand("a"), Self.demand("b")])
    #expect(Self.turn(&schedule, 1) == "a")
    schedule.stop()
    #expect(Self.turn(&schedule, 2) == "wait")
    schedule.end(1, rest: PlanPart(spec: Self.id("a"), isRest: true))
    #expect(Self.turn(&schedule, 2) == "over")
  }

  @Test func rowsThatWereGivenAwayRunBesideTheRest() {
    var planned = Self.demand("a")
    let outline = Self.id("a").appending("sells")
    planned.shareable = [outline]
    var schedule = Schedule([planned, Self.demand("b", group: 1)])
    _ = schedule.turn(of: 1)
    #expect(schedule.turn(of: 2) == .wait && schedule.sharers.map(\.worker) == [1])
    #expect(schedule.sharers.map(\.outlines) == [[outline]])
    let help = PlanPart(spec: planned.spec, number: 1, outline: outline)
    schedule.add(help, beside: 1)
    #expect(schedule.sharers.map(\.worker) == [])
    #expect(schedule.turn(of: 2) == .run(help))
    schedule.end(1)
    // The next run group waits for all of it.
    #expect(schedule.turn(of: 1) == .wait && schedule.sharers.map(\.worker) == [2])
    schedule.end(2)
    #expect(Self.turn(&schedule, 1) == "b")
  }

  @Test func aProgramIsHandedItsOwnSpecsAlone() {
    var schedule = Schedule(
      [
        Self.demand("a"), Self.demand("b"), Self.demand("c"),
        Self.demand("alone", serialized: true),
        Self.demand("last"), Self.demand("z", group: 1),
      ], programs: [Self.id("b"): 1, Self.id("alone"): 1, Self.id("z"): 1])
    func turn(_ worker: Int, _ program: Int) -> String {
      if case .run(let part) = schedule.turn(of: worker, in: program) { return part.spec.name }
      return "wait"
    }
    #expect(schedule.programOfNext == 0)
    #expect(turn(1, 1) == "b")
    #expect(turn(2, 1) == "wait")
    #expect(turn(3, 0) == "a")
    #expect(turn(4, 0) == "c")
    // A serialized spec is not overtaken, whatever program it is in.
    [1, 3, 4].forEach { schedule.end($0) }
    #expect(schedule.programOfNext == 1)
    #expect(turn(3, 0) == "wait")
    #expect(turn(1, 1) == "alone")
    #expect(schedule.programOfNext == nil)
    schedule.end(1)
    // Nor does a run group begin before the previous one has finished in all of them.
    #expect(turn(1, 1) == "wait")
    #expect(turn(3, 0) == "last")
    schedule.end(3)
    #expect(turn(1, 1) == "z")
  }

  /// The process that goes on with it is still to come.
  @Test func whatExcludesASpecDoesNotRunBetweenItsHalves() {
    var schedule = Schedule(
      [
        Self.demand("writes", writes: ["till"]), Self.demand("reads", reads: ["till"]),
        Self.demand("other"),
      ], programs: [Self.id("reads"): 1, Self.id("other"): 1])
    #expect(schedule.turn(of: 1) == .run(PlanPart(spec: Self.id("writes"))))
    let rest = PlanPart(spec: Self.id("writes"), isRest: true)
    schedule.end(1, rest: rest)
    #expect(schedule.turn(of: 2, in: 1) == .run(PlanPart(spec: Self.id("other"))))
    #expect(schedule.turn(of: 3, in: 1) == .wait)
    #expect(schedule.turn(of: 4) == .run(rest))
    schedule.end(4)
    #expect(schedule.turn(of: 3, in: 1) == .run(PlanPart(spec: Self.id("reads"))))
  }

  @Test(
    arguments: [
      // A worker keeps its slot, even if a lower one is free.
      (1, [0], [0], 1), (2, [0, 1], [], 2),
      // One that takes over has the slot of the one that is missing.
      (nil, [0, 2], [0, 2], 1), (nil, [], [], 0), (nil, [0, 1], [0, 1], 2),
      // If more processes wait than may run, a running one has a slot for itself.
      (0, [0, 1, 2], [0, 1], 2), (3, [0, 1, 2], [0, 2], 1), (nil, [0, 1, 2], [1, 2], 0),
    ] as [(Int?, [Int], [Int], Int)])
  func slotsAreThoseOfRunningWorkers(earlier: Int?, others: [Int], running: [Int], slot: Int) {
    #expect(Schedule.slot(after: earlier, of: 3, others: others, running: running) == slot)
  }
}
