import Exemplar
import ExemplarCore
import ExemplarLog
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// When the answer of a program is complete, whatever arrives first.
struct ProgramQuestionTests {
  /// Events by the letters of a line.
  private static func event(_ letter: Character) -> PoolEvent {
    func logged(_ event: Event) -> PoolEvent {
      .logged([LoggedEvents(batch: .event(event), time: 0)])
    }
    let till = ExampleID(["Shop", "Till"])
    return switch letter {
    case "p": .answered(.planned(WorkerPlan(demands: [SpecDemand(spec: till)])))
    case "l": logged(.exampleListed(ExampleListed(id: till.appending("opens"), place: .unknown)))
    case "e": logged(.runEnded(RunSummary(seed: 1)))
    case "x": .exited(WorkerProcess.End(exit: ProcessExit(way: .status(0))), output: nil)
    case "?": .answered(nil)
    default: .answered(.ready)
    }
  }

  /// The events of a process, and whether the answer is complete after each of them. A process whose plan is still in
  /// the pipe would give it to the run that it takes part in, which is of other examples.
  @Test(arguments: [
    ("plle", true, "-- -+"), ("llep", true, "-- -+"), ("lple", true, "-- -+"),
    ("p", false, "+"), ("rp", false, "-+"), ("x", true, "+"), ("lx", true, "-+"), ("x", false, "+"),
  ])
  func theAnswerHasThePlanAndTheList(events: String, lists: Bool, expected: String) {
    let program = TestProgram(url: URL(fileURLWithPath: "/shop"), options: [:])
    var question = ProgramQuestion(program, list: lists ? .list(nil) : nil)
    expect(question.begin(seed: 1).count, equals: lists ? 2 : 1)
    var listed = 0
    let complete = events.map { letter in
      let kills = question.handle(Self.event(letter)) { event in
        if case .exampleListed = event { listed += 1 }
      }
      expect(kills, equals: false)
      return question.isAnswered ? "+" : "-"
    }
    expect(complete.joined(), equals: expected.filter { $0 != " " })
    expect(listed, equals: events.count { $0 == "l" })
    expect(question.answer.program.plan != nil, equals: events.contains("p"))
    expect(question.answer.exit != nil, equals: events.contains("x"))
  }

  @Test func aProcessThatSendsSomethingElseIsKilled() {
    var question = ProgramQuestion(TestProgram(url: URL(fileURLWithPath: "/shop"), options: [:]))
    expect(question.handle(Self.event("?")) { _ in }, equals: true)
    expect(question.isAnswered, equals: false)
    expect(question.handle(Self.event("x")) { _ in }, equals: false)
    expect(question.isAnswered, equals: true)
    #expect(question.answer.exit?.cause == .unreadableAnswer)
  }
}
