import Exemplar
import TestSupport
import Testing

/// Shared examples that include themselves. (Semantics, section 7.)
@Suite("Recursive shared examples") struct RecursionTests {
  @Test("RS-07 a name that includes itself is a failing example with the chain; the rest runs")
  func byName() async {
    let line = #line
    let trace = await traced(
      sharedExamples("a fleet") {
        it("sails") {}
        itBehavesLike("a ship")
      },
      sharedExamples("a ship") {
        it("floats") {}
        itBehavesLike("a fleet")
      },
      describe("Ours") { itBehavesLike("a fleet") })
    expect(
      trace.description,
      equals: """
        Ours › behaves like a fleet
          sails: passed
          behaves like a ship
            floats: passed
            !   “a fleet” is included at RecursionTests.swift:\(line + 10) (planning, unexpected) \
        → behaves like a fleet: failed unexpectedly
        3 executed, 1 failed, 1 unexpected ✘
        """)
    expect(
      trace.messages,
      equals: [
        "These shared examples include themselves: “a fleet” includes “a ship” includes “a fleet”."
          + "\n  “a fleet” is included at RecursionTests.swift:\(line + 8)"
          + "\n  “a ship” is included at RecursionTests.swift:\(line + 4)"
          + "\n  “a fleet” is included at RecursionTests.swift:\(line + 10)"
      ])
    expect(trace.places, equals: ["RecursionTests.swift:\(line + 8)"])
    expect(trace.inclusions, equals: [["a ship @\(line + 4)", "a fleet @\(line + 10)"]])
    expect(trace.summary.failed, equals: 1)
  }

  @Test func `values that a function makes anew are the same if place, name and type are`() async {
    let trace = await traced("Ours") {
      itBehavesLike(endlessCollection()) { [1] }
      itBehavesLike(endlessPair("odd")) { 1 }
    }
    expect(
      trace.executedPaths,
      equals: [
        "Ours/behaves like an endless collection/counts",
        "Ours/behaves like an endless collection/behaves like an endless collection",
        "Ours/behaves like odd/is a number",
        "Ours/behaves like odd/behaves like even/is a number",
        "Ours/behaves like odd/behaves like even/behaves like odd",
      ])
    expect(trace.summary.failed, equals: 2)
  }

  @Test func `equal names of different shared examples are no recursion`() async {
    let inner = SharedExamples("a ship") { it("floats") {} }
    let outer = SharedExamples("a ship") {
      it("sails") {}
      itBehavesLike(inner)
    }
    let trace = await traced(describe("Ours") { itBehavesLike(outer) })
    expect(trace.executed, equals: ["sails", "floats"])
    #expect(trace.summary.isSuccess)
  }

  @Test("names and types that grow for ever come to an end, also where each includes several")
  func withoutEnd() async {
    let trace = await traced(
      describe("Names") { itBehavesLike(growing(1)) },
      describe("Types") { itBehavesLike(wrapping(Int.self)) { 1 } })
    expect(
      trace.executedPaths, equals: ["Names/behaves like level 1", "Types/behaves like a value"])
    expect(trace.summary.failed, equals: 2)
    expect(
      trace.messages.first?.hasPrefix(
        "These shared examples include themselves: “level 1” includes “level 2” includes “level 3” "
          + "and so on, 65 deep."), equals: true)
  }

  @Test func `a chain that ends is no recursion`() async {
    @Sendable func countdown(_ number: Int) -> SharedExamples<Void> {
      SharedExamples("\(number) bottles") {
        it("is sung") {}
        if number > 0 { itBehavesLike(countdown(number - 1)) }
      }
    }
    let trace = await traced(describe("A song") { itBehavesLike(countdown(20)) })
    expect(trace.summary.executed, equals: 21)
    #expect(trace.summary.isSuccess)
  }
}

private func endlessCollection<C: Collection & SendableMetatype>(
  _: C.Type = C.self
) -> SharedExamples<C> {
  SharedExamples("an endless collection") { subject in
    it("counts") { #expect(subject().count > 0) }
    itBehavesLike(endlessCollection(C.self)) { subject() }
  }
}

private func endlessPair(_ name: String) -> SharedExamples<Int> {
  SharedExamples("\(name)") { number in
    it("is a number") { #expect(number() > 0) }
    itBehavesLike(endlessPair(name == "odd" ? "even" : "odd")) { number() + 1 }
  }
}

private func growing(_ level: Int) -> SharedExamples<Void> {
  SharedExamples("level \(level)") {
    it("is there") {}
    for _ in 0..<3 { itBehavesLike(growing(level + 1)) }
  }
}

private func wrapping<Value>(_: Value.Type) -> SharedExamples<Value> {
  SharedExamples("a value") { value in
    it("is there") { _ = value() }
    itBehavesLike(wrapping(Value?.self)) { value() }
    itBehavesLike(wrapping([Value].self)) { [value()] }
  }
}
