import Exemplar
import Testing

// Types that behave like shared examples. `TypesWithSharedExamplesTests` tells what they come to; the
// host of this target runs them too.

final class Vessel {
  let name: String
  private(set) var speed = 0

  init(_ name: String) { self.name = name }

  func accelerate() { speed += 1 }
}

let aCruiser = SharedExamples("a cruiser") { (vessel: Given<Vessel>) in
  context("at rest") {
    it("stands") { #expect(vessel().speed == 0) }
    it("has a name") { #expect(!vessel().name.isEmpty) }
  }
  it("moves") {
    vessel().accelerate()
    #expect(vessel().speed == 1)
  }
}

func aCollection<C: Collection & SendableMetatype>(_: C.Type = C.self) -> SharedExamples<C> {
  SharedExamples("a collection") { subject in
    it("counts what it iterates") { #expect(subject().count == Array(subject()).count) }
    it("is not empty") { #expect(!subject().isEmpty) }
  }
}

/// Used before it is defined, and in another file.
@Spec struct FleetShape {
  private var cargo: [String] = []
  private let ledger = Ledger()

  @BeforeEach mutating func load() { cargo.append("wool") }

  @BehavesLike(aCruiser) @BehavesLike("a named thing", .tags("name"))
  let vessel = Vessel("Voyager")

  @BehavesLike(aCollection([String].self), .tags("cargo")) var loaded: [String] { cargo }

  @BehavesLike("a measurable") func measure() async throws -> (length: Int, width: Int) {
    await Task.yield()
    return (cargo.count, 1)
  }

  @BehavesLike("an idler") func idle() { ledger.note("idle") }

  @BehavesLike(aCollection(String.self)) static let port = "Bath"

  @Example func isPlain() { #expect(cargo == ["wool"]) }
}

@MainActor @Spec final class HarborShape {
  var berths = [1, 2]
  @BehavesLike(aCollection([Int].self)) var free: [Int] { berths }
}

@Spec actor LighthouseShape {
  @BehavesLike("an idler") func shine() {}
}

@Spec let measurable = sharedExamples("a measurable") {
  (size: Given<(length: Int, width: Int)>) in
  it("has an area") { #expect(size().length * size().width == 1) }
}

@Spec let idler = sharedExamples("an idler") { it("rests") {} }

@Spec let named = sharedExamples("a named thing") { (thing: Given<Vessel>) in
  it("has a name") { #expect(thing().name == "Voyager") }
}

/// Shared examples of a type: seen in it and in the types in it, and before those of the module.
@Spec struct YardShape {
  @Spec static let idler = sharedExamples("an idler") { it("sleeps") {} }

  @BehavesLike("an idler") var crew: Void { () }

  @Spec struct Dock {
    @BehavesLike("an idler") func watch() {}
  }
}
