import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Errors in shared examples and inclusions. (Semantics, section 7.)
@Suite("Mistakes with shared examples") struct SharedMistakesTests {
  @Test("KW-09 RS-06 an unknown name is one failing example at the including line, with near names")
  func unknown() async {
    let line = #line
    let trace = await traced(
      sharedExamples("a cruiser") { it("moves") {} },
      describe("A fleet") {
        sharedExamples("a crusader") { it("fights") {} }
        itBehavesLike("a cruser") { 1 }
        itBehavesLike("a cruiser")
        itBehavesLike("a crusader")
      })
    expect(
      trace.description,
      equals: """
        A fleet
          !   a crusader (SharedMistakesTests.swift:\(line + 4)) (planning, unexpected) → \
        behaves like a cruser: failed unexpectedly
          behaves like a cruiser › moves: passed
          behaves like a crusader › fights: passed
        3 executed, 1 failed, 1 unexpected ✘
        """)
    expect(
      trace.messages,
      equals: [
        NamedSharedExamplesTests.unknown(
          "a cruser",
          near: " Did you mean:\n  a cruiser (SharedMistakesTests.swift:\(line + 2))"
            + "\n  a crusader (SharedMistakesTests.swift:\(line + 4))")
      ])
    expect(trace.places, equals: ["SharedMistakesTests.swift:\(line + 5)"])
    expect(trace.summary.failed, equals: 1)
  }

  @Test("KW-08 RS-08 a name that stands twice in one scope is a failing example with both places")
  func duplicate() async {
    let line = #line
    let trace = await traced(
      sharedExamples("a cruiser") { it("moves") { log("first") } },
      sharedExamples("a cruiser") { it("moves") { log("second") } },
      describe("A fleet") {
        itBehavesLike("a cruiser")
        sharedExamples("a ship") { it("sails") { log("first") } }
        context("of one") {
          itBehavesLike("a ship")
          // In an inner group the same name is no duplicate.
          sharedExamples("a ship") { it("sails") { log("inner") } }
        }
        sharedExamples("a ship") { it("sails") { log("second") } }
        itBehavesLike("a ship")
      })
    func message(_ name: String, _ line: Int) -> String {
      "Two shared examples are named “\(name)”: these, and those at SharedMistakesTests.swift:\(line), "
        + "which inclusions use. Rename one of them."
    }
    expect(
      trace.description,
      equals: """
        A fleet
          behaves like a cruiser › first → moves: passed
          of one › behaves like a ship › inner → sails: passed
          behaves like a ship › first → sails: passed
          ! \(message("a ship", line + 6)) (planning, unexpected) → \
        shared examples “a ship”: failed unexpectedly
        shared examples “a cruiser” › ! \(message("a cruiser", line + 2)) (planning, unexpected) → \
        shared examples “a cruiser”: failed unexpectedly
        5 executed, 2 failed, 2 unexpected ✘
        """)
    expect(
      trace.places,
      equals: [
        "SharedMistakesTests.swift:\(line + 12)", "SharedMistakesTests.swift:\(line + 3)",
      ])
  }

  @Test("KW-10 RS-09 shared examples without a name are a failing example; without examples, too")
  func nameless() async {
    let line = #line
    let trace = await traced(
      sharedExamples("") { it("moves") {} },
      sharedExamples("nothing") { (count: Given<Int>) in beforeEach { _ = count() } },
      describe("A fleet") {
        itBehavesLike("nothing") { 1 }
        itBehavesLike(SharedExamples("less") { context("empty") {} })
        context("of one") {
          itBehavesLike("nothing") {
            1
          } with: {
            it("is added") {}
          }
        }
      })
    expect(
      trace.messages,
      equals: [
        "The shared examples “nothing” have no examples, so nothing was checked. They are defined "
          + "at SharedMistakesTests.swift:\(line + 3).",
        "The shared examples “less” have no examples, so nothing was checked. They are defined "
          + "at SharedMistakesTests.swift:\(line + 6).",
        "These shared examples have an empty name, by which nothing can include them. Name them.",
      ])
    expect(
      trace.description,
      equals: """
        A fleet
          ! \(trace.messages[0]) (planning, unexpected) → behaves like nothing: failed unexpectedly
          ! \(trace.messages[1]) (planning, unexpected) → behaves like less: failed unexpectedly
          of one › behaves like nothing › is added: passed
        shared examples without a name › ! \(trace.messages[2]) (planning, unexpected) → \
        shared examples without a name: failed unexpectedly
        4 executed, 3 failed, 3 unexpected ✘
        """)
  }

  @Test("RS-12 a mistake leaves nothing behind: what follows it is fine, and so is another run")
  func nothingIsLeft() async {
    let line = #line
    let specs = [
      sharedExamples("a ship") { (name: Given<String>) in it("sails") { log(name()) } },
      sharedExamples("a circle") {
        it("turns") {}
        itBehavesLike("a circle")
      },
      describe("A fleet") {
        context("with mistakes") {
          itBehavesLike("a ship") { 1 }
          itBehavesLike("unknown")
          itBehavesLike("a circle")
          itBehavesLike(SharedExamples("nothing") { sharedExamples("a ship") { it("sinks") {} } })
        }
        context("without") {
          itBehavesLike("a ship") { "Voyager" }
          itBehavesLike("a circle")
        }
      },
    ].map { Spec(module: "AcceptanceTests", root: $0) }
    let first = await traced(specs)
    expect(
      first.description,
      equals: """
        ! Nothing includes the shared examples “a ship”, so they never run. Include them with \
        itBehavesLike, or remove them. (planning, warning)
        A fleet
          with mistakes
            ! The shared examples “a ship” take a parameter of type String, but a value of type \
        Int is given here. They are defined at SharedMistakesTests.swift:\(line + 2). Convert it: \
        “{ String(…) }” or “{ … as String }”. (planning, unexpected) → \
        behaves like a ship: failed unexpectedly
            ! There are no shared examples “unknown” in the groups around this, in its module, or \
        at the top level of another one. (planning, unexpected) → \
        behaves like unknown: failed unexpectedly
            behaves like a circle
              turns: passed
              !   “a circle” is included at SharedMistakesTests.swift:\(line + 11) (planning, \
        unexpected) → behaves like a circle: failed unexpectedly
            ! The shared examples “nothing” have no examples, so nothing was checked. They are \
        defined at SharedMistakesTests.swift:\(line + 12). (planning, unexpected) → \
        behaves like nothing: failed unexpectedly
          without
            behaves like a ship › Voyager → sails: passed
            behaves like a circle
              turns: passed
              !   “a circle” is included at SharedMistakesTests.swift:\(line + 16) (planning, \
        unexpected) → behaves like a circle: failed unexpectedly
        8 executed, 5 failed, 5 unexpected, 1 warned ✘
        """)
    let second = await traced(specs)
    expect(second.lines, equals: first.lines)
  }

  @Test("a parameter of another type than the name wants is a failing example with both places")
  func wrongType() async {
    let line = #line
    let trace = await traced(
      sharedExamples("a price") { (price: Given<Int>) in it("is paid") { _ = price() } },
      sharedExamples("idle") { it("rests") {} },
      describe("A till") {
        itBehavesLike("a price") { "5 EUR" }
        context("a") { itBehavesLike("a price") }
        context("b") { itBehavesLike("idle") { [1] } }
        context("c") { itBehavesLike("a price") { try await later(5 as Double?) } }
      })
    func message(_ name: String, _ what: String, _ line: Int, _ cure: String) -> String {
      "The shared examples “\(name)” take \(what) here. They are defined at "
        + "SharedMistakesTests.swift:\(line). \(cure)"
    }
    let conversion = "Convert it: “{ Int(…) }” or “{ … as Int }”."
    expect(
      trace.messages,
      equals: [
        message(
          "a price", "a parameter of type Int, but a value of type String is given", line + 2,
          conversion),
        message(
          "a price", "a parameter of type Int, but nothing is given", line + 2,
          "Give one: “itBehavesLike(\"a price\") { … }”."),
        message(
          "idle", "no parameter, but a value of type Array<Int> is given", line + 3,
          "Leave the closure out."),
        message(
          "a price", "a parameter of type Int, but a value of type Optional<Double> is given",
          line + 2, conversion),
      ])
    #expect(trace.places == (5...8).map { "SharedMistakesTests.swift:\(line + $0)" })
    expect(trace.summary.executed, equals: 4)
    expect(trace.summary.failed, equals: 4)
  }

  @Test("a name that several other modules define, and this one does not, is a failing example")
  func ambiguous() async {
    let line = #line
    let trace = await traced([
      Spec(module: "Docks", root: sharedExamples("a ship") { it("sails") {} }),
      Spec(module: "Yards", root: sharedExamples("a ship") { it("sails") {} }),
      Spec(module: "AcceptanceTests", root: describe("A fleet") { itBehavesLike("a ship") }),
    ])
    expect(
      trace.messages,
      equals: [
        "Several other modules have shared examples “a ship”, and this one does not: "
          + "SharedMistakesTests.swift:\(line + 2), SharedMistakesTests.swift:\(line + 3). Rename "
          + "them, or define “a ship” here."
      ])
    expect(trace.summary.failed, equals: 1)
  }

  @Test func `shared examples that nothing includes are a warning, and fail a strict run`() async {
    let line = #line
    let specs = [
      sharedExamples("a cruiser") { it("moves") {} },
      describe("A fleet") {
        sharedExamples("a ship") { it("sails") {} }
        itBehavesLike("a boat")
        sharedExamples("a boat") {
          sharedExamples("an oar") { it("rows") {} }
          it("floats") {}
        }
      },
    ].map { Spec(module: "AcceptanceTests", root: $0) }
    func told(_ name: String, _ line: Int, _ kind: String) -> String {
      "  ! run: Nothing includes the shared examples “\(name)”, so they never run. Include them with "
        + "itBehavesLike, or remove them. (planning, \(kind))"
    }
    func expected(_ kind: String, _ count: String) -> [String] {
      [("a cruiser", 2), ("a ship", 4), ("an oar", 7)].map { told($0.0, $0.1, kind) } + [
        "> A fleet", "> behaves like a boat", "  floats: passed", "< behaves like a boat",
        "< A fleet", "1 executed, 3 \(count)",
      ]
    }
    let trace = await traced(specs)
    expect(trace.lines, equals: expected("warning", "warned"))
    #expect(trace.summary.isSuccess)
    let strict = await traced(specs, options: .plain { $0.isStrict = true })
    expect(strict.lines, equals: expected("unexpected", "run failed"))
    expect(strict.places, equals: [2, 4, 7].map { "SharedMistakesTests.swift:\(line + $0)" })
    #expect(!strict.summary.isSuccess)
    // A selection suppresses findings outside it.
    let part = await traced(specs, options: .selecting("floats"))
    expect(part.summary.warnings, equals: 0)
  }
}
