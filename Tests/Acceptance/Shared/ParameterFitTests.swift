import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// The parameters of named shared examples. (Semantics, section 7.)
@Suite("What fits the parameter of named shared examples") struct ParameterFitTests {
  class Cruiser: @unchecked Sendable {}
  final class Carrier: Cruiser, @unchecked Sendable {}
  protocol Edible: Sendable {}
  struct Apple: Edible, Hashable {}
  struct Stone: Sendable {}

  /// Runs one shared example that writes the parameter it gets.
  private func trace<Wanted, Given>(
    _ wanted: Wanted.Type, _ make: @escaping @Sendable () -> Given
  ) async -> [String] {
    let trace = await traced(
      sharedExamples("it") { (value: Exemplar.Given<Wanted>) in
        it("reads") { log("\(value())") }
      },
      describe("A yard") { itBehavesLike("it") { make() } })
    return trace.lines.filter { line in
      ![">", "<", "  ! run:"].contains { line.hasPrefix($0) }
    }.map {
      String($0.drop { $0 == " " })
    }
  }

  @Test func `what the compiler takes for a parameter`() async {
    func read(_ value: String) -> [String] { [value, "reads: passed", "1 executed"] }
    await expect(trace(Cruiser.Type.self) { Carrier.self }, equals: read("Carrier"))
    await expect(trace(Any.Type.self) { Int.self }, equals: read("Int"))
    await expect(trace((any Edible.Type).self) { Apple.self }, equals: read("Apple"))
    await expect(trace([String: Any].self) { ["a": 1] }, equals: read("[\"a\": 1]"))
    await expect(trace([Any].self) { [1, 2] }, equals: read("[1, 2]"))
    await expect(trace([any Edible].self) { [Apple()] }, equals: read("\([Apple()])"))
    await expect(trace((any Edible).self) { Apple() }, equals: read("\(Apple())"))
    await expect(trace(Any.self) { 7 }, equals: read("7"))
    await expect(trace(AnyHashable.self) { 7 }, equals: read("7"))
    await expect(trace(Cruiser.self) { Carrier() }, equals: read("\(Carrier())"))
    await expect(trace(Int?.self) { 7 }, equals: read("Optional(7)"))
    await expect(trace((any Edible)?.self) { Apple() }, equals: read("\(Optional(Apple()) as Any)"))
    await expect(
      trace((String, Int).self) { (name: "Emma", pages: 474) }, equals: read("(\"Emma\", 474)"))
    let unwrapped: Carrier! = Carrier()
    await expect(trace(Cruiser.self) { unwrapped }, equals: read("\(Carrier())"))
  }

  @Test func `what does not fit is refused when planning, with a cure`() async {
    func refusal(_ wanted: String, _ given: String, _ cure: String) -> String {
      "! behaves like it: The shared examples “it” take \(wanted), but \(given) here. They are "
        + "defined at ParameterFitTests.swift:19. \(cure) (planning, unexpected)"
    }
    await expect(
      trace(Double.self) { 1 }.first,
      equals: refusal(
        "a parameter of type Double", "a value of type Int is given",
        "Convert it: “{ Double(…) }” or “{ … as Double }”."))
    await expect(
      trace(Carrier.self) { Cruiser() }.first,
      equals: refusal(
        "a parameter of type Carrier", "a value of type Cruiser is given",
        "Convert it: “{ Carrier(…) }” or “{ … as Carrier }”."))
    await expect(
      trace(Void.self) { 1 }.first,
      equals: refusal("no parameter", "a value of type Int is given", "Leave the closure out."))
  }

  @Test func `where only the value can tell, the example fails`() async {
    await expect(
      trace((any Edible).self) { Stone() },
      equals: [
        "! reads: The shared examples take a parameter of type Edible, but a value of type Stone is given here, which is not one. Give one that is, or make it one. (beforeEach, unexpected)",
        "reads: failed unexpectedly", "1 executed, 1 failed, 1 unexpected",
      ])
    let nothing: Cruiser! = nil
    await expect(
      trace(Cruiser.self) { nothing }.first,
      equals:
        "! reads: The shared examples take a parameter of type Cruiser, but nil is given here. "
        + "Give a value, or let them take Cruiser?. (beforeEach, unexpected)")
  }
}
