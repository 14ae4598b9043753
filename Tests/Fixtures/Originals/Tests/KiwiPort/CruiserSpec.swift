import Exemplar

@Spec let cruiser = describe("A cruiser") {
  let speed = Given { 0 }

  beforeEach { speed.value += 1 }

  it("moves") { #expect(speed() == 1) }

  context("at full speed") {
    speed.override { 9 }
    it("goes faster") { #expect(speed() == 10) }
  }

  pending("docks")
}
