import ExemplarCore
import ExemplarReports
import Foundation
import Testing

struct EventLineTests {
  @Test(arguments: [
    Event.runStarted(
      RunStarted(
        seed: .max, order: .defined, specs: 1, examples: 2, notSelected: 3,
        focused: [ExampleID(["M", "a/b"])])),
    .exampleListed(
      ExampleListed(id: ExampleID(["M", "x"]), place: Place(path: "p", line: 1, column: 2))),
    .groupStarted(GroupStarted(id: ExampleID(["M"]), place: Place(path: "p"), isOutline: true)),
    .groupEnded(GroupEnded(id: ExampleID(["M"]), duration: 0.5, failed: true)),
    .exampleStarted(
      ExampleStarted(
        ExampleID(["M", "x"]),
        ExampleContext(
          at: Place(path: "p"),
          row: RowReference(name: "r", place: Place(path: "q", line: 3), values: "1")))),
    .exampleEnded(ExampleEnded(id: ExampleID(["M", "x"]), outcome: .passed)),
    .exampleEnded(ExampleEnded(id: ExampleID(["M", "x"]), outcome: .flaky, attempts: 2)),
    .exampleEnded(ExampleEnded(id: ExampleID(["M", "x"]), outcome: .failed(unexpected: true))),
    .exampleEnded(ExampleEnded(id: ExampleID(["M", "x"]), outcome: .skipped(reason: "r"))),
    .exampleEnded(ExampleEnded(id: ExampleID(["M", "x"]), outcome: .pending(reason: nil))),
    .exampleEnded(
      ExampleEnded(id: ExampleID(["M", "x"]), outcome: .blocked(by: ExampleID(["M"])))),
    .issueRecorded(
      IssueRecorded(
        id: nil,
        issue: Issue(
          "line 1\nline 2 \u{0} \"x\"", at: Place(path: "p", line: 1), phase: .afterAll,
          isExpected: true, isKnown: true, isWarning: true, checkpoint: "c"))),
    .attachmentRecorded(
      AttachmentRecorded(
        id: ExampleID(["M", "x"]), name: "a/b.txt", size: 3, path: "p", text: "\u{0}\n\"")),
    .issueRecorded(
      IssueRecorded(
        id: ExampleID(["M", "x"]),
        issue: Issue(
          "m", phase: .cleanup, labels: ["1", "a/b"],
          context: ExampleContext(
            tags: ["t"], bugs: ["#1", "#2"],
            inclusions: [InclusionFrame("s", at: Place(path: "p", line: 4))])))),
    .exampleStarted(
      ExampleStarted(
        ExampleID(["M", "x"]),
        ExampleContext(
          at: Place(path: "p"), tags: ["t"], bugs: ["#1"],
          inclusions: [InclusionFrame("s", at: Place(path: "p", line: 4))]))),
    .runEnded(RunSummary(seed: 1)),
  ])
  func comesBackUnchanged(_ event: Event) throws {
    let line = try EventLine.encode(event)
    #expect(!line.contains(0x0A))
    #expect(try EventLine.decode(line) == event)
  }

  /// Most issues came up in no loop and in no shared examples; older events know neither.
  @Test func emptyListsOfAnIssueAreLeftOut() throws {
    let event = Event.issueRecorded(IssueRecorded(id: nil, issue: Issue("m")))
    let line = try EventLine.encode(event)
    #expect(
      String(decoding: line, as: UTF8.self) == """
        {"event":"issueRecorded","issue":{"isExpected":false,"isKnown":false,"isRetried":false,\
        "isWarning":false,"message":"m","phase":"body"}}
        """)
    #expect(try EventLine.decode(line) == event)
  }

  @Test(arguments: [
    #"{"event":"runStarted","version":2,"seed":1,"order":"random","specs":1,"examples":1,"#
      + #""notSelected":0,"focused":[]}"#,
    #"{"event":"runStarted","version":2,"plan":{}}"#,
  ])
  func isRefusedInANewerForm(_ line: String) {
    let error = #expect(throws: UnknownEventFormat.self) {
      try EventLine.decode(Data(line.utf8))
    }
    #expect(
      error?.description == "The events have the format version 2, but this version of Exemplar "
        + "reads only versions up to 1.")
  }

  @Test(arguments: [
    "", "{}", "7", #"{"event":"runStarted","version":1}"#, #"{"event":"runPaused","version":2}"#,
    #"{"event":"groupEnded","version":2}"#,
  ])
  func isRefusedIfItIsNoEvent(_ line: String) {
    #expect(throws: DecodingError.self) { try EventLine.decode(Data(line.utf8)) }
  }
}
