import Exemplar

class Boat {
  required init() {}
  var crew: Int { 1 }
}

final class Raft: Boat {
  override var crew: Int { 0 }
}

@Spec let aCrewedBoat = sharedExamples("a crewed boat") { (type: Given<Boat.Type>) in
  let boat = Given { type().init() }
  it("has a crew") { #expect(boat().crew > 0) }
}

@Spec let boat = describe("A boat") { itBehavesLike("a crewed boat") { Boat.self } }
@Spec let raft = describe("A raft") { itBehavesLike("a crewed boat") { Raft.self } }
