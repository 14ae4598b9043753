import ExemplarXCTest

/// Shared examples that two specs include, with group hooks, nested contexts and a pending example.
@Spec let aCruiser = sharedExamples("a cruiser") { (ship: Given<Ship>) in
  it("moves") {
    ship().speed += 1
    XCTAssertGreaterThan(ship().speed, 0)
  }
  it("has a crew") { XCTAssertGreaterThan(ship().crew, 0, "\(ship().name) is empty") }
}

@Spec let cruiserSpec = describe("A cruiser") {
  let ship = Given { Ship("Enterprise", crew: 430) }

  beforeAll { print("before all") }
  beforeEach { print("before each") }
  afterEach { print("after each") }
  afterAll { print("after all") }

  itBehavesLike("a cruiser") { ship() }

  context("at full speed") {
    beforeEach { ship().speed = 9 }
    it("goes faster") { XCTAssertEqual(ship().speed, 9) }
  }

  pending("docks")
}

@Spec let wreckSpec = describe("A wreck") {
  itBehavesLike("a cruiser") { Ship("Flying Dutchman", crew: 0) }
}

final class Ship {
  let name: String
  let crew: Int
  var speed = 0

  init(_ name: String, crew: Int) {
    self.name = name
    self.crew = crew
  }
}
