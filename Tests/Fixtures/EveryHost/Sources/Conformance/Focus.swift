import Exemplar
import Testing

// Run by themselves: a focus leaves all else out.

@Spec let focus = describe("Focus") {
  fit("runs what is focused") {}
  it("leaves the rest out") { Issue.record("never") }
  fcontext("of a group") {
    it("is inherited") {}
    xit("does not undo a skip") {}
  }
}
