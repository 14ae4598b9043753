import Exemplar
import TestSupport
import Testing

/// Declarations that belong in a group, in other places. (Semantics, sections 2 and 7.)
@Suite("Misplaced nodes") struct MisplacedTests {
  @Test(
    "an inclusion, an override or a hook in an example or a hook is a failing issue at its line")
  func inExamples() async {
    let title = Given { "Emma" }
    let catalog = AsyncGiven { "catalog" }
    let aShip = SharedExamples("a ship") { it("sails") {} }
    let line = #line
    let trace = await traced(
      describe("A fleet") {
        it("includes") { _ = itBehavesLike(aShip) }
        it("includes by name") { _ = itBehavesLike("a boat", with: { it("rows") {} }) }
        it("overrides") { _ = title.override { "Persuasion" } }
        it("overrides later") { _ = catalog.override { "none" } }
        it("hooks") { _ = afterEach {} }
        it("builds a group") {
          _ = describe("Another fleet") {
            title.override { "Persuasion" }
            beforeEach {}
            itBehavesLike(aShip, with: { title.override { "Sanditon" } })
            context("inside") { catalog.override { "none" } }
          }
        }
        context("with a hook") {
          beforeAll { _ = title.override { "Sanditon" } }
          it("is blocked") {}
        }
      })
    func misplaced(_ what: String) -> String {
      "\(what) is in the body of an example or of a hook, where it does nothing. Put it into the "
        + "group."
    }
    expect(
      trace.description,
      equals: """
        A fleet
          ! \(misplaced("The inclusion of “a ship”")) (body, unexpected) → \
        includes: failed unexpectedly
          ! \(misplaced("The inclusion of “a boat”")) (body, unexpected) → \
        includes by name: failed unexpectedly
          ! \(misplaced("An override")) (body, unexpected) → overrides: failed unexpectedly
          ! \(misplaced("An override")) (body, unexpected) → overrides later: failed unexpectedly
          ! \(misplaced("A hook")) (body, unexpected) → hooks: failed unexpectedly
          ! \(misplaced("The group “Another fleet”")) (body, unexpected) → \
        builds a group: failed unexpectedly
          with a hook
            ! with a hook: \(misplaced("An override")) (beforeAll, unexpected)
            is blocked: blocked by with a hook
          < with a hook failed
        6 executed, 6 failed, 6 unexpected, 1 blocked, 1 group failed ✘
        """)
    expect(
      trace.places, equals: [3, 4, 5, 6, 7, 9, 17].map { "MisplacedTests.swift:\(line + $0)" })
  }

  @Test func `specs that an example runs are built as anywhere`() async {
    let word = Given { "foo" }
    let aTalker = SharedExamples("a talker") { (says: Given<String>) in
      word.override { "bar" }
      it("talks") { expect(says(), equals: "bar") }
      itBehavesLike(SharedExamples("a listener") { it("listens") {} })
    }
    let trace = await traced("A story") {
      it("is told") {
        let inner = await traced(describe("Inside") { itBehavesLike(aTalker) { word() } })
        expect(inner.executed, equals: ["talks", "listens"])
        #expect(inner.summary.isSuccess)
      }
    }
    expect(
      trace.description,
      equals: """
        A story › is told: passed
        1 executed
        """)
  }

  @Test("an override or a hook that stands in no group at all is a failing example")
  func alone() async {
    let title = Given { "Emma" }
    let line = #line
    let trace = await traced(
      title.override { "Persuasion" }, beforeEach {}, afterAll {},
      describe("A shelf") { it("is") {} })
    func alone(_ what: String) -> String {
      "This \(what) is in no group, so it does nothing. Put it into a describe, a context, or a "
        + "type that is a spec. (planning, unexpected)"
    }
    expect(
      trace.description,
      equals: """
        override outside a group › ! \(alone("override")) → \
        override outside a group: failed unexpectedly
        beforeEach outside a group › ! \(alone("beforeEach")) → \
        beforeEach outside a group: failed unexpectedly
        afterAll outside a group › ! \(alone("afterAll")) → \
        afterAll outside a group: failed unexpectedly
        A shelf › is: passed
        4 executed, 3 failed, 3 unexpected ✘
        """)
    expect(trace.places, equals: Array(repeating: "MisplacedTests.swift:\(line + 2)", count: 3))
  }
}
