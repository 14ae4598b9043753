import Exemplar
import Testing

@Suite struct AnonymousTests {
  @Test("KW-06: two examples without a name have different names")
  func namesOfTheNameless() async {
    let log = Log()
    let trace = await log.trace(
      describe("A shelf") {
        it { log("first") }
        it("has a name") { log("second") }
        it { log("third") }
      })
    #expect(
      trace.description == """
        > A shelf
          first
          #1: passed
          second
          has a name: passed
          third
          #3: passed
        < A shelf
        3 executed
        """)
  }
}
