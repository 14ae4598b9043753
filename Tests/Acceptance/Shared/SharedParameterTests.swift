import Exemplar
import ExemplarCore
import Testing

/// Parameters that suspend or can fail. (Semantics, section 7.)
@Suite("Parameters of shared examples") struct SharedParameterTests {
  @Test("a parameter that suspends is made before the shared hooks")
  func asynchronously() async {
    let log = Log()
    let aShip = SharedExamples("a ship") { (ship: Given<Ship>) in
      beforeEach { log("shared set-up of \(ship().name)") }
      it("sails") { ship().accelerate() }
      it("rests") { #expect(ship().speed == 0) }
      afterEach { log("shared tear-down at \(ship().speed)") }
    }
    let trace = await log.trace(
      describe("A yard") {
        beforeEach { log("set-up") }
        itBehavesLike(aShip) {
          log("made")
          return try await later(Ship("Voyager"))
        }
        afterEach { log("tear-down") }
      })
    #expect(
      trace.description == """
        > A yard
        > behaves like a ship
          set-up
          made
          shared set-up of Voyager
          shared tear-down at 1
          tear-down
          sails: passed
          set-up
          made
          shared set-up of Voyager
          shared tear-down at 0
          tear-down
          rests: passed
        < behaves like a ship
        < A yard
        2 executed
        """)
  }

  @Test("where it cannot be made, nothing of the shared examples runs, and the hooks around do")
  func failing() async {
    let log = Log()
    let aShip = SharedExamples("a ship") { (ship: Given<Ship>) in
      beforeEach { log("never \(ship().name)") }
      it("sails") { log("never \(ship().name)") }
      afterEach { log("never \(ship().name)") }
    }
    let line = #line
    let trace = await log.trace(
      describe("A yard") {
        beforeEach { log("set-up") }
        itBehavesLike(aShip) { () async throws -> Ship in throw PowerCut() }
        context("that is closed") {
          itBehavesLike(aShip) { () async throws -> Ship in throw Skip("closed") }
        }
        afterEach { log("tear-down") }
      })
    #expect(
      trace.description == """
        > A yard
        > behaves like a ship
          set-up
          ! sails: Threw an error: PowerCut() (beforeEach, unexpected)
          tear-down
          sails: failed unexpectedly
        < behaves like a ship
        > that is closed
        > behaves like a ship
          set-up
          tear-down
          sails: skipped, closed
        < behaves like a ship
        < that is closed
        < A yard
        1 executed, 1 failed, 1 unexpected, 1 skipped
        """)
    #expect(trace.inclusions == [["a ship @\(line + 4)"]])
  }

  @Test("shared examples that await their parameter make it when they use it first")
  func awaited() async {
    let log = Log()
    let aShip = SharedExamples("a ship") { (ship: AsyncGiven<Ship>) in
      beforeEach { log("shared set-up") }
      it("sails") {
        log(try await ship().name)
        log(try await ship().name)
      }
      it("is never asked for") {}
    }
    let trace = await log.trace(
      describe("A yard") {
        itBehavesLike(aShip) {
          log("made")
          return Ship("Voyager")
        }
        context("of errors") {
          itBehavesLike(aShip) { () async throws -> Ship in throw PowerCut() }
        }
      })
    #expect(
      trace.description == """
        > A yard
        > behaves like a ship
          shared set-up
          made
          Voyager
          Voyager
          sails: passed
          shared set-up
          is never asked for: passed
        < behaves like a ship
        > of errors
        > behaves like a ship
          shared set-up
          ! sails: Threw an error: PowerCut() (body, unexpected)
          sails: failed unexpectedly
          shared set-up
          is never asked for: passed
        < behaves like a ship
        < of errors
        < A yard
        4 executed, 1 failed, 1 unexpected
        """)
  }

  @Test(
    "a parameter that suspends, read where no example runs, is a failing issue and ends nothing")
  func readWithoutExample() async {
    let log = Log()
    let aShip = SharedExamples("a ship") { (ship: Given<Ship>) in
      let name = ship().name
      it("is \(name)") { log(ship().name) }
      context("in dock") {
        beforeAll { log("builds \(ship().name)") }
        it("is built") {}
      }
    }
    let line = #line
    let trace = await log.trace(
      describe("A yard") {
        itBehavesLike(aShip) {
          log("made")
          return try await later(Ship("Voyager"))
        }
      })
    let outside =
      "A given was used outside an example. Use it in the body of an example or in a hook around each "
      + "example."
    #expect(
      trace.description == """
          made
          ! run: \(outside) (planning)
        > A yard
        > behaves like a ship
          made
          Voyager
          is Voyager: passed
        > in dock
          ! in dock: \(outside) (beforeAll, unexpected)
          made
          builds Voyager
          is built: blocked by in dock
        < in dock failed
        < behaves like a ship
        < A yard
        1 executed, 1 blocked, 1 group failed, 1 run failed
        """)
    #expect(trace.places == [-7, -4].map { "SharedParameterTests.swift:\(line + $0)" })
  }

  @Test("a parameter read while the group is built is a failing issue of the run")
  func readTooEarly() async {
    let log = Log()
    let aShip = SharedExamples("a ship") { (ship: Given<Ship>) in
      let name = ship().name
      it("is \(name)") {}
    }
    let trace = await log.trace(describe("A yard") { itBehavesLike(aShip) { Ship("Voyager") } })
    #expect(
      trace.description == """
          ! run: A given was used outside an example. Use it in the body of an example or in a \
        hook around each example. (planning)
        > A yard
        > behaves like a ship
          is Voyager: passed
        < behaves like a ship
        < A yard
        1 executed, 1 run failed
        """)
    #expect(!trace.summary.isSuccess)
  }
}

extension Trace {
  /// The inclusions that each issue tells, each with its line.
  var inclusions: [[String]] {
    events.compactMap { event in
      guard case .issueRecorded(let record) = event else { return nil }
      return record.issue.context.inclusions.map { "\($0.name) @\($0.place.line)" }
    }
  }
}
