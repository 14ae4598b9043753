import Exemplar

@Spec let aShip = sharedExamples("a ship") { (ship: Given<[String: Any]>) in
  it("has a name") { #expect(ship()["name"] as? String != nil) }
  it("moves") {
    let speed = try #require(ship()["speed"] as? Int)
    #expect(speed > 0)
  }
}

@Spec let freighter = describe("A freighter") {
  let speed = Given { 2 }
  itBehavesLike("a ship") { ["name": "Emma", "speed": speed()] }
}
