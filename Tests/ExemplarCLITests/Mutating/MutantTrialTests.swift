import Exemplar
import ExemplarCore
import ExemplarLog
import TestSupport
import Testing

@testable import ExemplarCLI

/// Verdicts: the events and the exit of a process in, a verdict out.
struct MutantTrialTests {
  private static let till = ExampleID(["Shop", "Till"])
  private static let adds = till.appending("adds")
  private static let pays = till.appending("pays")
  private static let failed = Outcome.failed(unexpected: false)

  private static func ran(_ id: ExampleID, _ outcome: Outcome = .passed) -> [Event] {
    [.exampleStart(id), .exampleEnd(id, outcome)]
  }

  private static func issue(_ id: ExampleID?, isFailure: Bool = true) -> Event {
    .issueRecorded(
      IssueRecorded(
        id: id,
        issue: Issue("1 == 2", isWarning: !isFailure)))
  }

  /// A trial, and its verdict, killers and completeness in a line.
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var events: [Event]
    var way: ProcessEnd.Way = .status(0)
    var isLate = false
    var result: String
  }

  static let rows: [Row] = [
    Row(
      testDescription: "all pass", events: ran(adds) + ran(pays) + [.runEnd()],
      result: "survived []"),
    Row(
      testDescription: "one fails", events: ran(adds) + ran(pays, failed) + [.runEnd()],
      way: .status(1), result: "killed [pays]"),
    Row(
      testDescription: "the first fails, and the run stops",
      events: ran(adds, failed) + [.runEnd()], way: .status(1), result: "killed [adds] incomplete"),
    Row(
      testDescription: "it is killed after a failure that has not ended its example",
      events: [.exampleStart(adds), issue(adds)], way: .signal(9),
      result: "killed [adds] incomplete"),
    Row(
      testDescription: "a hook fails",
      events: [issue(till)] + ran(adds, .blocked(by: till)) + ran(pays, .blocked(by: till)) + [
        .groupEnd(till, failed: true), .runEnd(),
      ], result: "killed [Till] incomplete"),
    Row(
      testDescription: "the run fails", events: ran(adds) + ran(pays) + [issue(nil), .runEnd()],
      result: "killed [] 1 == 2"),
    Row(
      testDescription: "a warning",
      events: ran(adds) + ran(pays) + [
        issue(nil, isFailure: false), .runEnd(),
      ],
      result: "survived []"),
    Row(
      testDescription: "a crash", events: ran(adds) + [.exampleStart(pays)], way: .signal(4),
      result: "crashed [pays] incomplete"),
    Row(
      testDescription: "an exit within an example", events: [.exampleStart(adds)],
      result: "crashed [adds] incomplete"),
    Row(
      testDescription: "a crash before anything begins", events: [], way: .signal(11),
      result: "crashed [] incomplete"),
    Row(
      testDescription: "an exit before anything begins", events: [],
      result: "error [] The process ended with status 0 before an example began."),
    Row(
      testDescription: "a crash at the exit", events: ran(adds) + ran(pays) + [.runEnd()],
      way: .signal(6), result: "crashed [] incomplete"),
    Row(
      testDescription: "too late", events: [.exampleStart(adds)], way: .signal(9), isLate: true,
      result: "timedOut [adds] incomplete"),
    Row(
      testDescription: "too late after a failure", events: ran(adds, failed), way: .signal(9),
      isLate: true, result: "killed [adds] incomplete"),
    Row(
      testDescription: "one does not run", events: ran(adds) + [.runEnd()],
      result:
        "error [] 1 of 2 examples did not run with this mutant, and none failed: Shop/Till/pays."),
    Row(
      testDescription: "nothing runs", events: [.runEnd()],
      result:
        "error [] 2 of 2 examples did not run with this mutant, and none failed: Shop/Till/adds."),
    Row(
      testDescription: "one is skipped",
      events: ran(adds) + ran(pays, .skipped(reason: "")) + [.runEnd()],
      result:
        "error [] 1 of 2 examples did not run with this mutant, and none failed: Shop/Till/pays."),
  ]

  @Test(arguments: rows) func aVerdictFollowsFromEventsAndExit(row: Row) {
    var trial = MutantTrial()
    for event in row.events {
      trial.receive(event)
      if case .runEnded = event { trial.hasEnded = true }
    }
    trial.exit = ProcessExit(way: row.way)
    trial.isLate = row.isLate
    let result = trial.result(of: [Self.adds, Self.pays])
    let names = result.by.map(\.name).joined(separator: " ")
    var line = "\(result.verdict) [\(names)]"
    if result.isIncomplete {
      line += " incomplete"
    } else if let reason = result.reason {
      line += " \(reason)"
    }
    expect(line, equals: row.result)
  }

  /// A row that no longer exists fails only because it was requested.
  @Test func aMissingRowIsNoFailure() {
    func result(_ others: [Event], isStopped: Bool = false) -> MutantResult {
      var trial = MutantTrial()
      let pays: [Event] = [.exampleStart(Self.pays, row: RowReference(name: "pays"))]
      for event in others + pays + [.exampleEnd(Self.pays)] + Self.ran(Self.adds, Self.failed) {
        trial.receive(event)
      }
      (trial.hasEnded, trial.isStopped) = (!isStopped, isStopped)
      trial.exit = ProcessExit(way: isStopped ? .signal(9) : .status(1))
      return trial.result(of: [Self.adds, Self.pays], rows: [Self.adds, Self.pays])
    }
    let missing = result([])
    expect(missing.verdict, equals: .error)
    expect(
      missing.reason,
      equals: "1 of 2 examples did not run with this mutant, and none failed: Shop/Till/adds.")
    // The failure ended the process, which is no crash.
    expect(result([], isStopped: true).verdict, equals: .error)
    expect(result([Self.issue(Self.till)]).by, equals: [Self.till])
  }

  /// Of several processes, one that notices the mutant counts, and a process without a verdict is never a survivor.
  @Test(arguments: [
    (MutantVerdict.survived, MutantVerdict.killed, MutantVerdict.killed),
    (.survived, .error, .error), (.error, .killed, .killed), (.crashed, .error, .crashed),
    (.survived, .survived, .survived), (.timedOut, .survived, .timedOut),
  ])
  func processesShareAMutant(
    first: MutantVerdict, second: MutantVerdict, joined: MutantVerdict
  ) {
    let (a, b) = (MutantResult(first), MutantResult(second))
    expect(a.joined(with: b).verdict, equals: joined)
    expect(b.joined(with: a).verdict, equals: joined)
  }
}
