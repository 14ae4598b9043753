import Exemplar
import TestSupport
import Testing

/// Customizations of shared examples by an including group. (Semantics, section 7.)
@Suite("Customized inclusions") struct CustomizationTests {
  @Test(
    "RS-02 RS-11 a customization makes one group with the shared examples, and overrides givens")
  func customization() async {
    let speed = Given { 1 }
    let aCruiser = SharedExamples("a cruiser") { (name: Given<String>) in
      speed.override { 5 }
      beforeEach { log("shared set-up") }
      it("moves") { log("\(name()) at \(speed())") }
      afterEach { log("shared tear-down") }
    }
    let trace = await traced("A fleet") {
      itBehavesLike(aCruiser) {
        "Voyager"
      } with: {
        speed.override { speed() + 4 }
        beforeEach { log("added set-up") }
        it("docks") { log("docks at \(speed())") }
        context("in a storm") {
          speed.override { 2 }
          it("waits") { log("waits at \(speed())") }
        }
      }
      it("stands for itself") { log("\(speed())") }
    }
    expect(
      trace.description,
      equals: """
        A fleet
          behaves like a cruiser
            shared set-up · added set-up · Voyager at 9 · shared tear-down → moves: passed
            shared set-up · added set-up · docks at 9 · shared tear-down → docks: passed
            in a storm › shared set-up · added set-up · waits at 2 · shared tear-down → \
        waits: passed
          1 → stands for itself: passed
        4 executed
        """)
  }

  @Test("the parameter follows the givens it is made of, where the customization overrides them")
  func parameterOfGivens() async {
    let name = Given { "Voyager" }
    let aShip = SharedExamples("a ship") { (ship: Given<Ship>) in
      it("has a name") { log(ship().name) }
    }
    let trace = await traced("A fleet") {
      itBehavesLike(aShip) {
        Ship(name())
      } with: {
        name.override { "Enterprise" }
      }
      context("of one") { itBehavesLike(aShip) { Ship(name()) } }
    }
    expect(
      trace.lines.filter { !$0.hasPrefix("<") && !$0.hasPrefix(">") },
      equals: [
        "  Enterprise", "  has a name: passed", "  Voyager", "  has a name: passed", "2 executed",
      ])
  }

  @Test("SP-03 overrides hold in their group and below, through nested inclusions and back out")
  func nestedOverrides() async {
    let word = Given { "foo" }
    let says = SharedExamples("a talker") { it("talks") { log(word()) } }
    let whispers = SharedExamples("a whisperer") { it("whispers") { log(word()) } }
    let nested = SharedExamples("a nest") {
      word.override { "qux" }
      itBehavesLike(says)
    }
    let trace = await traced(
      describe("A story") {
        it("begins") { log(word()) }
        context("in the middle") {
          word.override { "baz" }
          itBehavesLike(says)
          itBehavesLike(nested)
          context("again") {
            itBehavesLike(
              nested, with: { itBehavesLike(whispers, with: { word.override { "faz" } }) })
          }
        }
        it("ends") { log(word()) }
      })
    expect(
      trace.description,
      equals: """
        A story
          foo → begins: passed
          in the middle
            behaves like a talker › baz → talks: passed
            behaves like a nest › behaves like a talker › qux → talks: passed
            again › behaves like a nest
              behaves like a talker › qux → talks: passed
              behaves like a whisperer › faz → whispers: passed
          foo → ends: passed
        6 executed
        """)
  }

  @Test("a customization that includes the same shared examples again is no recursion")
  func sameAgain() async {
    let says = SharedExamples("a talker") { it("talks") {} }
    let trace = await traced("A story") {
      itBehavesLike(says, with: { itBehavesLike(says) })
    }
    expect(
      trace.executedPaths,
      equals: [
        "A story/behaves like a talker/talks",
        "A story/behaves like a talker/behaves like a talker/talks",
      ])
  }
}
