import Exemplar
import TestSupport
import Testing

@Suite struct AnonymousTests {
  @Test func `KW-06: two examples without a name have different names`() async {
    let trace = await traced("A shelf") {
      it { log("first") }
      it("has a name") { log("second") }
      it { log("third") }
    }
    expect(
      trace.description,
      equals: """
        A shelf
          first → #1: passed
          second → has a name: passed
          third → #3: passed
        3 executed
        """)
  }

  @Test("an empty name is none: of specs, groups, examples, outlines and rows in code")
  func emptyNames() async {
    let trace = await traced("") {
      it("") {}
      context("") { it("holds books") {} }
      outline("") { (_: Int) in
      } rows: {
        row("", 1)
        row("", 2)
        row("Emma", 3)
      }
      outline("lends") { (_: Int) in
      } rows: {
        row("", 4)
        row("", 5)
      }
    }
    expect(
      trace.executedPaths,
      equals: [
        "#1/#1", "#1/#2/holds books", "#1/#3/#1", "#1/#3/#2", "#1/#3/Emma", "#1/lends/#1",
        "#1/lends/#2",
      ])
    #expect(trace.summary.isSuccess)
  }
}
