import Exemplar
import Testing

// Types that behave like shared examples, as `TypedSharedExamplesTests` tells.

@Spec struct VoyagerSpec {
  private var name = "unnamed"

  @BeforeEach mutating func christen() {
    Diary.note("christened")
    name = "Voyager"
  }

  @BehavesLike(aLaunch) func launch() -> Ship {
    Diary.note("launched")
    return Ship(name)
  }

  @BehavesLike("a name") var title: String { name }

  @Example func isAfloat() { Diary.note("\(name) floats") }

  @AfterEach func dock() { Diary.note("docked") }
}

@Spec struct EnterpriseSpec {
  @BehavesLike(aLaunch) static var launch: Ship { Ship("Enterprise") }
}

/// Used above, where the compiler has not seen it.
let aLaunch = SharedExamples("a launch") { (ship: Given<Ship>) in
  let _ = Diary.note("built")
  beforeEach { Diary.note("shared set-up") }
  context("at rest") {
    it("stands") { #expect(ship().speed == 0) }
    it("has a name") { Diary.note("\(ship().name) \(ship() === ship())") }
  }
  it("moves") {
    ship().accelerate()
    Diary.note("\(ship().name) at \(ship().speed)")
  }
  afterEach { Diary.note("shared tear-down") }
}

@Spec let aName = sharedExamples("a name") { (name: Given<String>) in
  let _ = Diary.note("built name")
  it("is not empty") { Diary.note("named \(name())") }
}

/// Shared examples of types are seen in them and in the types in them; the nearest wins.
@Spec struct HarbourSpec {
  @BehavesLike("a name") var name: String { "harbour" }

  @Spec static let aName = sharedExamples("a name") { (name: Given<String>) in
    it("is that of a harbour") { Diary.note("named \(name())") }
  }

  @Spec struct QuaySpec {
    @BehavesLike("a name") var name: String { "quay" }
  }

  @Spec struct PierSpec {
    @BehavesLike("a name") var name: String { "pier" }

    @Spec static let aName = sharedExamples("a name") { (name: Given<String>) in
      it("is that of a pier") { Diary.note("named \(name())") }
    }
  }
}

/// Beside it, the definition of the module is the nearest.
@Spec struct BuoySpec {
  @BehavesLike("a name") var name: String { "buoy" }
}

/// A failure tells the members that included what failed.
@Spec struct WreckSpec {
  @BehavesLike(aFleet) var fleet: [String] { ["Titanic"] }
}

let aFleet = SharedExamples("a fleet") { (names: Given<[String]>) in
  itBehavesLike(aFloater) { names().joined() }
}

let aFloater = SharedExamples("a floater") { (name: Given<String>) in
  it("floats") { #expect(!Diary.isRead, "\(name()) sank") }
}
