import Exemplar
import TestSupport
import Testing

/// The reported location of a failure. (Semantics, section 2.)
@Suite struct PlaceTests {
  @Test func `SL-26: the place of an assertion is its line`() async {
    let line = #line
    let trace = await traced(
      describe("A shelf") {
        beforeEach { info in
          #expect(info.name != "is set up", "set-up")
        }
        it("is set up") {}
        it("holds books") {
          checkpoint("the shelf was filled")
          #expect(Bool(false), "two books")
          try #require(Bool(false), "one book")
        }
      })
    expect(
      trace.places(after: line),
      equals: """
        is set up: set-up at 4
        holds books: two books at 9
        holds books: one book at 10
        """)
  }

  @Test("SL-27: a foreign error has the place of the example's last checkpoint or declaration")
  func foreignErrors() async {
    let line = #line
    let trace = await traced(
      describe("A shelf") {
        afterEach { info in
          if info.name == "is emptied" { throw PowerCut() }
        }
        it("is filled") {
          checkpoint("the first book")
          checkpoint("the second book")
          throw PowerCut()
        }
        it("is sorted") {
          throw PowerCut()
        }
        it("is emptied") {}
        outline("lends") { (copies: Int) in
          if copies == 1 { checkpoint("one copy is left") }
          throw PowerCut()
        } rows: {
          row("Emma", 1)
          row("Persuasion", 2)
        }
      },
      describe("A till") {
        afterAll { throw PowerCut() }
        it("is balanced") {}
      })
    expect(
      trace.places(after: line),
      equals: """
        is filled: Threw an error: PowerCut() at 8 (the second book)
        is sorted: Threw an error: PowerCut() at 11
        is emptied: Threw an error: PowerCut() at 14
        Emma: Threw an error: PowerCut() at 16 (one copy is left)
        Persuasion: Threw an error: PowerCut() at 15
        A till: Threw an error: PowerCut() at 23
        """)
  }

  @Test func `SL-27: a checkpoint of an earlier attempt is not kept`() async {
    let attempts = Counter()
    let line = #line
    let trace = await traced(
      describe("A shelf") {
        it("is filled", .retry(1)) {
          if attempts.next() == 1 { checkpoint("the first book") }
          throw PowerCut()
        }
      })
    expect(
      trace.places(after: line),
      equals: """
        is filled: Threw an error: PowerCut() at 4 (the first book)
        is filled: Threw an error: PowerCut() at 3
        """)
  }
}

extension Trace {
  /// The issues with their lines, counted from `line`, and checkpoints.
  fileprivate func places(after line: Int) -> String {
    records.map { record in
      let issue = record.issue
      let message = issue.message.split(separator: "\n").last ?? ""
      let place =
        issue.place.map { $0.path == #filePath ? "\($0.line - line)" : $0.description } ?? "nowhere"
      let checkpoint = issue.checkpoint.map { " (\($0))" } ?? ""
      // An assertion has its own line, so its checkpoint does not determine its location.
      return "\(record.id?.name ?? "run"): \(message) at \(place)"
        + (issue.isExpected ? "" : checkpoint)
    }.joined(separator: "\n")
  }
}
