import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Nodes that belong to no tree: each is a failing example at its line. (Semantics, section 2.)
@Suite("Unattached nodes") struct UnattachedNodeTests {
  @Test("in the body of an example, a hook, a cleanup or a given, a node fails the example")
  func bodies() async {
    let stock = Given { () -> Int in
      _ = it("is counted") {}
      return 1
    }
    let line = #line
    let trace = await traced(
      describe("A shelf") {
        it("a") { _ = it("holds books") {} }
        it("b") { _ = it {} }
        it("c") { _ = context("at night") { it("is dark") {} } }
        it("d") { _ = outline("fits", over: [1, 2]) { _ in } }
        it("e") { _ = pending("is dusted") }
        it("f") { _ = fit("is focused") {} }
        it("g") { ["x", "y"].forEach { _ = it($0) {} } }
        it("h") { _ = sharedExamples("a thing") { it("is") {} } }
        it("i") { await Task { _ = xit("waits") {} }.value }
        it("j") { cleanup { _ = it("is swept") {} } }
        it("k") { expect(stock(), equals: 1) }
        context("before each") {
          beforeEach { _ = it("is filled") {} }
          it("l") {}
        }
        context("after all") {
          it("m") {}
          afterAll { _ = it("is emptied") {} }
        }
      })
    func misplaced(_ what: String, _ phase: String = "body") -> String {
      "\(what) is in the body of an example or of a hook, where it does nothing. Put it into the "
        + "group. (\(phase), unexpected)"
    }
    expect(
      trace.description,
      equals: """
        A shelf
          ! \(misplaced("The example “holds books”")) → a: failed unexpectedly
          ! \(misplaced("An example")) → b: failed unexpectedly
          ! \(misplaced("The group “at night”")) → c: failed unexpectedly
          ! \(misplaced("The outline “fits”")) → d: failed unexpectedly
          ! \(misplaced("The pending example “is dusted”")) → e: failed unexpectedly
          ! \(misplaced("The example “is focused”")) → f: failed unexpectedly
          ! \(misplaced("The example “x”")) · ! \(misplaced("The example “y”")) → \
        g: failed unexpectedly
          ! \(misplaced("The group of shared examples “a thing”")) → h: failed unexpectedly
          ! \(misplaced("The example “waits”")) → i: failed unexpectedly
          ! \(misplaced("The example “is swept”", "cleanup")) → j: failed unexpectedly
          ! \(misplaced("The example “is counted”")) → k: failed unexpectedly
          before each › ! \(misplaced("The example “is filled”", "beforeEach")) → \
        l: failed unexpectedly
          after all
            m: passed
            ! after all: \(misplaced("The example “is emptied”", "afterAll"))
          < after all failed
        13 executed, 12 failed, 12 unexpected, 1 group failed ✘
        """)
    expect(
      trace.places,
      equals: [3, 4, 5, 6, 7, 8, 9, 9, 10, 11, 12, -3, 15, 20].map {
        "UnattachedNodeTests.swift:\(line + $0)"
      })
  }

  @Test("in a group, a node that the builder does not take is a failing example of the group")
  func groups() async {
    let aThing = SharedExamples("a thing") {
      let _ = it("is lost") {}
      it("is found") {}
    }
    let line = #line
    let trace = await traced(
      describe("A shelf") {
        let _ = it("a") {}
        let _ = [1, 2].forEach { number in _ = it("number \(number)") {} }
        it("b") {}
        context("inside") {
          let unused = beforeEach {}
          let _ = (context("deep") { it("is deep") {} }, unused)
          it("c") {}
        }
        itBehavesLike(aThing)
      })
    func lost(_ what: String) -> String {
      "! \(what) is made here, but no group takes it, so it never runs. Write it as a line of its own in "
        + "the group, or leave it out. (planning, unexpected) → \(what), in no group: failed unexpectedly"
    }
    expect(
      trace.description,
      equals: """
        A shelf
          b: passed
          inside
            c: passed
            \(lost("A hook"))
            \(lost("The group “deep”"))
          behaves like a thing
            is found: passed
            \(lost("The example “is lost”"))
          \(lost("The example “a”"))
          \(lost("The example “number 1”"))
          \(lost("The example “number 2”"))
        9 executed, 6 failed, 6 unexpected ✘
        """)
    expect(
      trace.places, equals: [7, 8, -3, 3, 4, 4].map { "UnattachedNodeTests.swift:\(line + $0)" })
  }

  @Test func `nodes that come to stand in a tree on any way are nobody's strays`() async {
    func both(_ name: String) -> [SpecNode] { [it("\(name) 1") {}, it("\(name) 2") {}] }
    func several() -> SpecNode { .several(both("several")) }
    let trace = await traced("A shelf") {
      let later = it("later") {}
      it("first") {}
      for node in both("loop") { node }
      several()
      later
      if Bool(true) { it("if") {} } else { it("else") {} }
      context("by hand") {
        SpecNode(
          "hand", at: Place(path: #filePath),
          content: .group(both("hand") + [context("in") { later }]))
        let changed = both("changed").map { node in
          var node = node
          node.name += " anew"
          return node
        }
        for node in changed { node }
      }
      // Each group takes one of a list that the first of them has made.
      context("one") { listed[0] }
      context("two") { listed[1] }
    }
    expect(
      trace.executed,
      equals: [
        "first", "loop 1", "loop 2", "several 1", "several 2", "later", "if", "hand 1", "hand 2",
        "later", "changed 1 anew", "changed 2 anew", "listed 1", "listed 2",
      ])
    #expect(trace.summary.isSuccess)
  }

  @Test func `nodes that an example makes and runs are nobody's strays`() async {
    let trace = await traced("A shelf") {
      it("runs specs") {
        let inner = describe("inner") { it("passes") {} }
        let hand = SpecNode("hand", at: Place(path: #filePath), content: .group([it("x") {}]))
        #expect(await Exemplar.run([inner, hand], .plain()).isSuccess)
        let specs = [Spec(module: "Inner", root: describe("inner") { it("passes") {} })]
        #expect(await traced(specs).summary.isSuccess)
      }
      it("runs specs that lose one") {
        let inner = await traced(describe("inner") { let _ = it("a") {} })
        expect(inner.summary.failed, equals: 1)
      }
    }
    expect(
      trace.description,
      equals: """
        A shelf › runs specs | runs specs that lose one: passed
        2 executed
        """)
  }
}

private let listed = [it("listed 1") {}, it("listed 2") {}]
