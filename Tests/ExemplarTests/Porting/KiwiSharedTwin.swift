import Exemplar
import Testing

@Spec let aShip = sharedExamples("a ship") { (ship: Given<(name: String, speed: Int)>) in
  it("has a name") { #expect(!ship().name.isEmpty) }
  it("moves") { #expect(ship().speed > 0) }
}

@Spec let freighter = describe("A freighter") {
  let speed = Given { 2 }
  itBehavesLike("a ship") { (name: "Emma", speed: speed()) }
}
