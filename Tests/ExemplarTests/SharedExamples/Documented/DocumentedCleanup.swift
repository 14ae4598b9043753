import Exemplar
import Testing

@Spec let lending = describe("Lending") {
  let ledger = Given {
    Ledger()
  } cleanup: { ledger in
    #expect(ledger.has("closed"))
  }

  it("takes every book back") {
    ledger().note("opened")
    cleanup { ledger().note("closed") }

    withEvery(["Emma", "Persuasion"]) { title in
      ledger().note(title)
      within("read back") { #expect(ledger().has(title)) }
    }
  }
}
