import Exemplar
import Testing

@Spec let counters = describe("Counters") {
  itBehavesLike("a till") { 100 }

  context("abroad") {
    sharedExamples("a till") { (cents: Given<Int>) in
      it("changes money") { #expect(cents() * 2 == 200) }
    }
    itBehavesLike("a till") { 100 }
  }
}

@Spec let till = sharedExamples("a till") { (cents: Given<Int>) in
  it("holds money") { #expect(cents() > 0) }
}
