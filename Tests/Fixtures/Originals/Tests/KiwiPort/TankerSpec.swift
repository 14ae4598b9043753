import Exemplar

@Spec let aVessel = sharedExamples("a vessel") { (vessel: Given<(name: String, speed: Int)>) in
  it("has a name") { #expect(!vessel().name.isEmpty) }
  it("moves") { #expect(vessel().speed > 0) }
}

@Spec let tanker = describe("A tanker") {
  itBehavesLike("a vessel") { (name: "Dune", speed: 1) }
}
