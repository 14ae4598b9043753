import Exemplar
import ExemplarCore
import Testing

/// Shared examples by name. (Semantics, section 7.)
@Suite("Shared examples by name") struct NamedSharedExamplesTests {
  @Test(
    "KW-07 SP-02 a name can be used before and after its definition, with and without parameter")
  func beforeAndAfter() async {
    let log = Log()
    let trace = await log.trace(
      describe("Before") {
        itBehavesLike("a ship") { "Voyager" }
        itBehavesLike("idle")
      },
      sharedExamples("a ship") { (name: Given<String>) in it("sails") { log(name()) } },
      sharedExamples("idle") { it("rests") {} },
      describe("After") {
        itBehavesLike("a ship") {
          try await later("Enterprise")
        } with: {
          it("docks") {}
        }
        itBehavesLike(SharedExamples(named: "idle"), with: { it("wakes") {} })
      })
    #expect(
      trace.description == """
        > Before
        > behaves like a ship
          Voyager
          sails: passed
        < behaves like a ship
        > behaves like idle
          rests: passed
        < behaves like idle
        < Before
        > After
        > behaves like a ship
          Enterprise
          sails: passed
          docks: passed
        < behaves like a ship
        > behaves like idle
          rests: passed
          wakes: passed
        < behaves like idle
        < After
        6 executed
        """)
  }

  @Test("RS-04 a definition in a group is seen there and in the groups in it, and nowhere else")
  func scope() async {
    let line = #line
    let trace = await Log().trace(
      describe("A yard") {
        context("here") {
          itBehavesLike("a ship")
          context("inside") { itBehavesLike("a ship") }
          sharedExamples("a ship") { it("sails") {} }
        }
        context("beside") { itBehavesLike("a ship") }
      },
      describe("Elsewhere") { itBehavesLike("a ship") })
    let unknown =
      "\(Self.unknown("a ship")) Those at NamedSharedExamplesTests.swift:\(line + 6) can be included "
      + "only in the group or type in which they stand. (planning, unexpected)"
    #expect(
      trace.description == """
        > A yard
        > here
        > behaves like a ship
          sails: passed
        < behaves like a ship
        > inside
        > behaves like a ship
          sails: passed
        < behaves like a ship
        < inside
        < here
        > beside
          ! behaves like a ship: \(unknown)
          behaves like a ship: failed unexpectedly
        < beside
        < A yard
        > Elsewhere
          ! behaves like a ship: \(unknown)
          behaves like a ship: failed unexpectedly
        < Elsewhere
        4 executed, 2 failed, 2 unexpected
        """)
  }

  @Test("RS-05 the nearest definition wins: the group's, then the module's, then another module's")
  func nearest() async {
    let log = Log()
    func ships(_ word: String) -> SpecNode {
      sharedExamples("a ship") { it("sails") { log(word) } }
    }
    func uses(_ name: String) -> SpecNode {
      describe(name) {
        itBehavesLike("a ship")
        context("outer") {
          ships("outer")
          itBehavesLike("a ship")
          context("inner") {
            itBehavesLike("a ship")
            ships("inner")
          }
          context("other") { itBehavesLike("a ship") }
        }
      }
    }
    let trace = await log.trace([
      Spec(module: "AcceptanceTests", root: uses("Here")),
      Spec(module: "AcceptanceTests", root: ships("module")),
      Spec(module: "Docks", root: ships("docks")),
    ])
    #expect(
      trace.description == """
        > Here
        > behaves like a ship
          module
          sails: passed
        < behaves like a ship
        > outer
        > behaves like a ship
          outer
          sails: passed
        < behaves like a ship
        > inner
        > behaves like a ship
          inner
          sails: passed
        < behaves like a ship
        < inner
        > other
        > behaves like a ship
          outer
          sails: passed
        < behaves like a ship
        < other
        < outer
        < Here
        4 executed
        """)
    let away = await log.trace([
      Spec(module: "AcceptanceTests", root: uses("Here")),
      Spec(module: "Docks", root: ships("docks")),
    ])
    #expect(away.summary.isSuccess)
    #expect(away.words.suffix(4) == ["docks", "outer", "inner", "outer"])
  }

  @Test("a definition in a customization wins over one in the shared examples")
  func redefined() async {
    let log = Log()
    let aFleet = SharedExamples("a fleet") {
      sharedExamples("a ship") { it("sails") { log("sails") } }
      itBehavesLike("a ship")
    }
    let trace = await log.trace(
      describe("Ours") { itBehavesLike(aFleet) },
      describe("Theirs") {
        itBehavesLike(
          aFleet,
          with: { sharedExamples("a ship") { it("flies") { log("flies") } } })
      })
    #expect(trace.words == ["sails", "flies"])
    #expect(trace.summary.isSuccess)
  }

  @Test("the type of a parameter may be a subclass of the one that is wanted")
  func subclass() async {
    final class Tug: Vessel {}
    let trace = await Log().trace(
      sharedExamples("a vessel") { (vessel: Given<Vessel>) in
        it("floats") { #expect(vessel() is Tug) }
      },
      describe("A tug") {
        itBehavesLike("a vessel") { Tug() }
        context("that is late") { itBehavesLike("a vessel") { try await later(Tug()) } }
      })
    #expect(trace.executed == ["floats", "floats"])
    #expect(trace.summary.isSuccess)
  }

  static func unknown(_ name: String, near: String = "") -> String {
    "There are no shared examples “\(name)” in the groups around this, in its module, or at the top "
      + "level of another one." + near
  }
}

class Vessel {}

extension Trace {
  /// The messages of all issues but warnings.
  var messages: [String] {
    events.compactMap { event in
      guard case .issueRecorded(let record) = event, !record.issue.isWarning else { return nil }
      return record.issue.message
    }
  }

  /// What the author's code wrote, where it holds no colon.
  var words: [String] {
    lines.filter { $0.hasPrefix("  ") && !$0.contains(":") }.map { String($0.dropFirst(2)) }
  }
}
