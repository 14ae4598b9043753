import Exemplar
import TestSupport
import Testing

/// Shared examples as values with a typed parameter. (Semantics, section 7.)
@Suite("Shared examples") struct SharedExamplesTests {
  @Test("KW-12 SP-01 one shared group for two ships; its groups and examples run in each")
  func forTwoShips() async {
    let aCruiser = SharedExamples("a cruiser") { (ship: Given<Ship>) in
      context("at rest") {
        it("stands") { expect(ship().speed, equals: 0) }
        it("has a name") { log(ship().name) }
      }
      it("moves") {
        ship().accelerate()
        log("\(ship().name) at \(ship().speed)")
      }
    }
    let trace = await traced(
      describe("Voyager") { itBehavesLike(aCruiser) { Ship("Voyager") } },
      describe("Enterprise") { itBehavesLike(aCruiser) { Ship("Enterprise") } })
    expect(
      trace.description,
      equals: """
        Voyager › behaves like a cruiser
          at rest
            stands: passed
            Voyager → has a name: passed
          Voyager at 1 → moves: passed
        Enterprise › behaves like a cruiser
          at rest
            stands: passed
            Enterprise → has a name: passed
          Enterprise at 1 → moves: passed
        6 executed
        """)
  }

  @Test("RS-01 generic shared examples are a function; the group stands in its including group")
  func generic() async {
    let trace = await traced(
      describe("An array") { itBehavesLike(aCollection()) { [1, 2, 3] } },
      describe("A string") { itBehavesLike(aCollection()) { "Emma" } })
    expect(
      trace.description,
      equals: """
        An array › behaves like a collection › counts what it iterates | begins where it says | \
        is empty or has a first element: passed
        A string › behaves like a collection › counts what it iterates | begins where it says | \
        is empty or has a first element: passed
        6 executed
        """)
  }

  @Test func `RS-03 several parameters are a tuple; parameters of the function make names`() async {
    func aMeasurable(_ size: Int, _ measures: [String]) -> SharedExamples<(text: String, by: Int)> {
      SharedExamples("a measurable of \(size)") { subject in
        for measure in measures {
          it("is \(size * 2) in \(measure), doubled") {
            expect(subject().text.count * subject().by, equals: size * 2)
          }
        }
      }
    }
    let trace = await traced("abc") {
      itBehavesLike(aMeasurable(3, ["size", "length"])) { ("abc", 2) }
    }
    expect(
      trace.description,
      equals: """
        abc › behaves like a measurable of 3 › is 6 in size, doubled | \
        is 6 in length, doubled: passed
        2 executed
        """)
  }

  @Test("SP-04 the parameter is made once per example, lazily, after the including beforeEach")
  func lazily() async {
    let aShip = SharedExamples("a ship") { (ship: Given<Ship>) in
      beforeEach { log("shared set-up") }
      it("sails") { log("\(ship().name) \(ship() === ship())") }
      it("sinks", .retry(1)) { expect(ship().name, equals: "", "afloat") }
      it("is never asked for") {}
      afterEach { log("shared tear-down") }
    }
    let trace = await traced("A yard") {
      let built = Given { Ship("unnamed") }
      beforeEach {
        log("set-up")
        built.value.name = "Voyager"
      }
      itBehavesLike(aShip) {
        log("made")
        return built()
      }
      afterEach { log("tear-down") }
    }
    expect(
      trace.description,
      equals: """
        A yard › behaves like a ship
          set-up · shared set-up · made · Voyager true · shared tear-down · tear-down → \
        sails: passed
          set-up · shared set-up · made · ! afloat (body, retried) · shared tear-down · \
        tear-down · set-up · shared set-up · made · ! afloat (body) · shared tear-down · \
        tear-down → sinks: failed
          set-up · shared set-up · shared tear-down · tear-down → is never asked for: passed
        3 executed, 1 failed ✘
        """)
  }

  @Test("KW-11 RS-10 they are built once for each inclusion, and never by being defined")
  func builtOncePerInclusion() async {
    let built = Counter()
    let aShip = SharedExamples("a ship") {
      let _ = built.next()
      it("sails") {}
      it("sinks") {}
    }
    _ = await traced(describe("A yard") { it("is open") {} })
    expect(built.value, equals: 0)
    let specs = describe("A fleet") {
      for number in 1...3 {
        context("ship \(number)") { itBehavesLike(aShip) }
      }
    }
    expect(built.value, equals: 0)
    let trace = await traced(specs, options: .selecting("ship 2"))
    expect(built.value, equals: 3)
    expect(
      trace.description,
      equals: """
        A fleet › ship 2 › behaves like a ship › sails | sinks: passed
        2 executed
        """)
  }

  @Test func `focus, skips and other traits on the inclusion`() async {
    let aShip = SharedExamples("a ship") { (name: Given<String>) in
      it("sails") { #expect(name() != "") }
    }
    let idle = SharedExamples("idle") { it("rests") {} }
    let trace = await traced("A fleet") {
      context("one") { fitBehavesLike(aShip) { "Voyager" } }
      context("two") { itBehavesLike(aShip, .focused, .tags("old")) { "Enterprise" } }
      context("three") { fitBehavesLike(idle) }
      context("four") { fitBehavesLike(aShip) { try await later("Defiant") } }
      context("five") { itBehavesLike(idle) }
    }
    expect(
      trace.executedPaths,
      equals: [
        "A fleet/one/behaves like a ship/sails", "A fleet/two/behaves like a ship/sails",
        "A fleet/three/behaves like idle/rests", "A fleet/four/behaves like a ship/sails",
      ])
    expect(trace.focused.count, equals: 4)

    let skipped = await traced("A fleet") {
      context("one") { xitBehavesLike(aShip) { "Voyager" } }
      context("two") { xitBehavesLike(idle, with: { it("wakes") {} }) }
      context("three") { xitBehavesLike(aShip) { try await later("Defiant") } }
      context("four") { itBehavesLike("unknown", .skipped("not yet")) }
      it("runs") {}
    }
    expect(
      skipped.lines.filter { $0.hasSuffix("skipped, marked with xitBehavesLike") }.count, equals: 4)
    expect(
      skipped.executed, equals: ["behaves like unknown", "runs"], "a mistake is never skipped")
  }
}

/// A ship that two tasks must not refer to: it is not `Sendable`.
final class Ship {
  var name: String
  private(set) var speed = 0

  init(_ name: String) { self.name = name }

  func accelerate() { speed += 1 }
}

/// The value, after a while.
func later<Value>(_ value: Value) async throws -> Value {
  await Task.yield()
  return value
}

private func aCollection<C: Collection & SendableMetatype>(
  _: C.Type = C.self
) -> SharedExamples<C> {
  SharedExamples("a collection") { subject in
    it("counts what it iterates") { expect(subject().count, equals: Array(subject()).count) }
    it("begins where it says") {
      expect(subject().startIndex, equals: subject().indices.startIndex)
    }
    it("is empty or has a first element") { #expect(subject().isEmpty == (subject().first == nil)) }
  }
}
