import Exemplar
import ExemplarCore
import TestSupport
import Testing

// Types that behave like shared examples, and the order in which their code runs. The host of this target runs
// them too. `TypesWithSharedExamplesTests` covers the forms of members.

@Spec struct VoyagerSpec {
  private var name = "unnamed"

  @BeforeEach mutating func christen() {
    log("christened")
    name = "Voyager"
  }

  @BehavesLike(aLaunch) func launch() -> Ship {
    log("launched")
    return Ship(name)
  }

  @BehavesLike("a name") var title: String { name }

  @Example func isAfloat() { log("\(name) floats") }

  @AfterEach func dock() { log("docked") }
}

/// Used above, where the compiler has not seen it.
let aLaunch = SharedExamples("a launch") { (ship: Given<Ship>) in
  let _ = log("built")
  beforeEach { log("shared set-up") }
  it("has a name") { log("\(ship().name) \(ship() === ship())") }
  afterEach { log("shared tear-down") }
}

@Spec let aName = sharedExamples("a name") { (name: Given<String>) in
  let _ = log("built name")
  it("is not empty") { log("named \(name())") }
}

private let word = Given { "foo" }
private let aTalker = SharedExamples("a talker") { it("talks") { log(word()) } }
private let aNest = SharedExamples("a nest") { (count: Given<Int>) in
  word.override { "qux" }
  it("counts") { log("\(count()) \(word())") }
}

/// Inclusions with customizations are constants of a type.
@Spec struct StorySpec {
  @BeforeEach func open() { log("opened \(word())") }

  @Example func begins() {}

  @Spec struct MiddleSpec {
    @Spec static let talker = itBehavesLike(aTalker)
    /// It applies wherever it is declared, and can use the value that it overrides.
    @Spec static let baz = word.override { word() == "foo" ? "baz" : "" }
    @Spec static let nest = itBehavesLike(aNest) {
      word().count
    } with: {
      word.override { "\(word())!" }
      beforeEach { log("added set-up") }
      it("ends well") { log(word()) }
    }
  }

  @Example func closes() {}
}

/// Subclasses inherit the overrides and inclusions of a base class; their own ones come later and apply.
@Spec(.abstract) class TaleSpec {
  required init() {}
  @Spec static let begin = word.override { "once" }
  @Spec static let talker = itBehavesLike(aTalker)
}

@Spec final class FableSpec: TaleSpec {
  @Spec static let fable = word.override { "\(word()) upon a time" }
}

/// Shared examples and givens in types. (Semantics, sections 2 and 7.)
@Suite("Shared examples in types") struct TypedSharedExamplesTests {
  @Test("KW-07 KW-11 RS-10 SP-04 members behave like shared examples, inside the hooks of the type")
  func members() async {
    let trace = await traced(types: "VoyagerSpec")
    expect(
      trace.description,
      equals: """
        built · built name
        VoyagerSpec
          launch › behaves like a launch › christened · launched · shared set-up · Voyager true · \
        shared tear-down · docked → has a name: passed
          title › behaves like a name › christened · named Voyager · docked → is not empty: passed
          christened · Voyager floats · docked → isAfloat: passed
        3 executed
        """)
  }

  @Test("KW-04 RS-02 RS-11 SP-03 overrides and customized inclusions apply in their type and below")
  func customized() async {
    let trace = await traced(types: "StorySpec")
    expect(
      trace.description,
      equals: """
        StorySpec
          opened foo → begins: passed
          opened foo → closes: passed
          MiddleSpec
            behaves like a talker › opened baz · baz → talks: passed
            behaves like a nest
              opened qux! · added set-up · 4 qux! → counts: passed
              opened qux! · added set-up · qux! → ends well: passed
        5 executed
        """)
  }

  @Test("overrides and inclusions of a base class are those of its subclasses, and theirs apply")
  func inherited() async {
    let trace = await traced(types: "FableSpec")
    expect(
      trace.description,
      equals: """
        FableSpec › behaves like a talker › once upon a time → talks: passed
        1 executed
        """)
  }
}
