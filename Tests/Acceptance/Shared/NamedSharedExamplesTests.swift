import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Shared examples by name. (Semantics, section 7.)
@Suite("Shared examples by name") struct NamedSharedExamplesTests {
  @Test(
    "KW-07 SP-02 a name can be used before and after its definition, with and without parameter")
  func beforeAndAfter() async {
    let trace = await traced(
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
    expect(
      trace.description,
      equals: """
        Before
          behaves like a ship › Voyager → sails: passed
          behaves like idle › rests: passed
        After
          behaves like a ship
            Enterprise → sails: passed
            docks: passed
          behaves like idle › rests | wakes: passed
        6 executed
        """)
  }

  @Test("RS-04 a definition in a group is seen there and in the groups in it, and nowhere else")
  func scope() async {
    let line = #line
    let trace = await traced(
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
      + "only in the group or type that declares them. (planning, unexpected)"
    expect(
      trace.description,
      equals: """
        A yard
          here
            behaves like a ship › sails: passed
            inside › behaves like a ship › sails: passed
          beside › ! \(unknown) → behaves like a ship: failed unexpectedly
        Elsewhere › ! \(unknown) → behaves like a ship: failed unexpectedly
        4 executed, 2 failed, 2 unexpected ✘
        """)
  }

  @Test("RS-05 the nearest definition wins: the group's, then the module's, then another module's")
  func nearest() async {
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
    let trace = await traced([
      Spec(module: "AcceptanceTests", root: uses("Here")),
      Spec(module: "AcceptanceTests", root: ships("module")),
      Spec(module: "Docks", root: ships("docks")),
    ])
    expect(
      trace.description,
      equals: """
        Here
          behaves like a ship › module → sails: passed
          outer
            behaves like a ship › outer → sails: passed
            inner › behaves like a ship › inner → sails: passed
            other › behaves like a ship › outer → sails: passed
        4 executed
        """)
    let away = await traced([
      Spec(module: "AcceptanceTests", root: uses("Here")),
      Spec(module: "Docks", root: ships("docks")),
    ])
    #expect(away.summary.isSuccess)
    expect(away.words.suffix(4), equals: ["docks", "outer", "inner", "outer"])
  }

  @Test func `a definition in a customization wins over one in the shared examples`() async {
    let aFleet = SharedExamples("a fleet") {
      sharedExamples("a ship") { it("sails") { log("sails") } }
      itBehavesLike("a ship")
    }
    let trace = await traced(
      describe("Ours") { itBehavesLike(aFleet) },
      describe("Theirs") {
        itBehavesLike(
          aFleet,
          with: { sharedExamples("a ship") { it("flies") { log("flies") } } })
      })
    expect(trace.words, equals: ["sails", "flies"])
    #expect(trace.summary.isSuccess)
  }

  @Test func `the type of a parameter may be a subclass of the one that is wanted`() async {
    final class Tug: Vessel {}
    let trace = await traced(
      sharedExamples("a vessel") { (vessel: Given<Vessel>) in
        it("floats") { #expect(vessel() is Tug) }
      },
      describe("A tug") {
        itBehavesLike("a vessel") { Tug() }
        context("that is late") { itBehavesLike("a vessel") { try await later(Tug()) } }
      })
    expect(trace.executed, equals: ["floats", "floats"])
    #expect(trace.summary.isSuccess)
  }

  static func unknown(_ name: String, near: String = "") -> String {
    "There are no shared examples “\(name)” in the groups around this, in its module, or at the top "
      + "level of another one." + near
  }
}

class Vessel {}
