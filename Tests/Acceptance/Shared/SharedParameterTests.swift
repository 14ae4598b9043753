import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Parameters that suspend or can fail. (Semantics, section 7.)
@Suite("Parameters of shared examples") struct SharedParameterTests {
  @Test func `a parameter that suspends is made before the shared hooks`() async {
    let aShip = SharedExamples("a ship") { (ship: Given<Ship>) in
      beforeEach { log("shared set-up of \(ship().name)") }
      it("sails") { ship().accelerate() }
      it("rests") { expect(ship().speed, equals: 0) }
      afterEach { log("shared tear-down at \(ship().speed)") }
    }
    let trace = await traced("A yard") {
      beforeEach { log("set-up") }
      itBehavesLike(aShip) {
        log("made")
        return try await later(Ship("Voyager"))
      }
      afterEach { log("tear-down") }
    }
    expect(
      trace.description,
      equals: """
        A yard › behaves like a ship
          set-up · made · shared set-up of Voyager · shared tear-down at 1 · tear-down → \
        sails: passed
          set-up · made · shared set-up of Voyager · shared tear-down at 0 · tear-down → \
        rests: passed
        2 executed
        """)
  }

  @Test("where it cannot be made, nothing of the shared examples runs, and the hooks around do")
  func failing() async {
    let aShip = SharedExamples("a ship") { (ship: Given<Ship>) in
      beforeEach { log("never \(ship().name)") }
      it("sails") { log("never \(ship().name)") }
      afterEach { log("never \(ship().name)") }
    }
    let line = #line
    let trace = await traced(
      describe("A yard") {
        beforeEach { log("set-up") }
        itBehavesLike(aShip) { () async throws -> Ship in throw PowerCut() }
        context("that is closed") {
          itBehavesLike(aShip) { () async throws -> Ship in throw Skip("closed") }
        }
        afterEach { log("tear-down") }
      })
    expect(
      trace.description,
      equals: """
        A yard
          behaves like a ship › set-up · ! Threw an error: PowerCut() (beforeEach, unexpected) · \
        tear-down → sails: failed unexpectedly
          that is closed › behaves like a ship › set-up · tear-down → sails: skipped, closed
        1 executed, 1 failed, 1 unexpected, 1 skipped ✘
        """)
    expect(trace.inclusions, equals: [["a ship @\(line + 4)"]])
  }

  @Test func `shared examples that await their parameter make it when they use it first`() async {
    let aShip = SharedExamples("a ship") { (ship: AsyncGiven<Ship>) in
      beforeEach { log("shared set-up") }
      it("sails") {
        log(try await ship().name)
        log(try await ship().name)
      }
      it("is never asked for") {}
    }
    let trace = await traced("A yard") {
      itBehavesLike(aShip) {
        log("made")
        return Ship("Voyager")
      }
      context("of errors") {
        itBehavesLike(aShip) { () async throws -> Ship in throw PowerCut() }
      }
    }
    expect(
      trace.description,
      equals: """
        A yard
          behaves like a ship
            shared set-up · made · Voyager · Voyager → sails: passed
            shared set-up → is never asked for: passed
          of errors › behaves like a ship
            shared set-up · ! Threw an error: PowerCut() (body, unexpected) → \
        sails: failed unexpectedly
            shared set-up → is never asked for: passed
        4 executed, 1 failed, 1 unexpected ✘
        """)
  }

  @Test(
    "a parameter that suspends, read where no example runs, is a failing issue and ends nothing")
  func readWithoutExample() async {
    let aShip = SharedExamples("a ship") { (ship: Given<Ship>) in
      let name = ship().name
      it("is \(name)") { log(ship().name) }
      context("in dock") {
        beforeAll { log("builds \(ship().name)") }
        it("is built") {}
      }
    }
    let line = #line
    let trace = await traced(
      describe("A yard") {
        itBehavesLike(aShip) {
          log("made")
          return try await later(Ship("Voyager"))
        }
      })
    let outside =
      "A given was used outside an example. Use it in the body of an example or in a hook around each "
      + "example."
    expect(
      trace.description,
      equals: """
        made · ! \(outside) (planning)
        A yard › behaves like a ship
          made · Voyager → is Voyager: passed
          in dock
            ! in dock: \(outside) (beforeAll, unexpected)
            made · builds Voyager
            is built: blocked by in dock
          < in dock failed
        1 executed, 1 blocked, 1 group failed, 1 run failed ✘
        """)
    expect(trace.places, equals: [-7, -4].map { "SharedParameterTests.swift:\(line + $0)" })
  }

  @Test func `a parameter read while the group is built is a failing issue of the run`() async {
    let aShip = SharedExamples("a ship") { (ship: Given<Ship>) in
      let name = ship().name
      it("is \(name)") {}
    }
    let trace = await traced(describe("A yard") { itBehavesLike(aShip) { Ship("Voyager") } })
    expect(
      trace.description,
      equals: """
        ! A given was used outside an example. Use it in the body of an example or in a hook \
        around each example. (planning)
        A yard › behaves like a ship › is Voyager: passed
        1 executed, 1 run failed ✘
        """)
  }
}
