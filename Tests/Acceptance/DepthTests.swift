import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Groups that are nested too deeply are a failing example, however the tree is built. (Semantics, section 2.)
@Suite("Depth") struct DepthTests {
  private static let message =
    "Groups can be nested 1024 deep. These are nested deeper, so their examples do not run. Nest fewer "
    + "groups."

  /// The messages of failures, and each example with the number of groups around it.
  private func results(of node: SpecNode) async -> [String] {
    await traced(node).events.compactMap { event in
      switch event {
      case .issueRecorded(let recorded): "\(recorded.issue.message)"
      case .exampleEnded(let end):
        "\(end.id.name) in \(end.id.depth - 2): \(end.outcome)"
      default: nil
      }
    }
  }

  private static func failure(in groups: Int) -> [String] {
    [message, "groups nested too deeply in \(groups): failed(unexpected: true)"]
  }

  private func nested(_ count: Int) -> SpecNode {
    (0..<count).reduce(it("works") {}) { node, number in describe("\(number)") { node } }
  }

  @Test func `built from the innermost group`() async {
    await expect(results(of: nested(1024)), equals: ["works in 1024: passed"])
    await expect(results(of: nested(1025)), equals: Self.failure(in: 1))
    await expect(results(of: nested(5_000)), equals: Self.failure(in: 904))
  }

  @Test func `built from the outermost group, by a function that calls itself`() async {
    @Sendable func nested(_ count: Int) -> SpecNode {
      count == 0 ? it("works") {} : describe("\(count)") { nested(count - 1) }
    }
    await expect(results(of: nested(1024)), equals: ["works in 1024: passed"])
    for count in [1025, 1_000_000] {
      await expect(results(of: nested(count)), equals: Self.failure(in: 1024))
    }
  }

  @Test("loops in loops")
  func several() async {
    let node = (0..<100_000).reduce(it("works") {}) { node, _ in .several([node]) }
    await expect(results(of: describe("A shelf") { node }), equals: ["works in 1: passed"])
  }

  @Test func `through shared examples`() async {
    let deep = nested(1000)
    let inner = SharedExamples("inner") { deep }
    let line = #line
    let outer = SharedExamples("outer") { describe("around") { itBehavesLike(inner) } }
    func trace(in groups: Int) async -> Trace {
      await traced(
        (0..<groups).reduce(itBehavesLike(outer)) { node, number in describe("\(number)") { node } }
      )
    }
    await expect(trace(in: 21).executed, equals: ["works"])
    let tooDeep = await trace(in: 22)
    expect(tooDeep.executed, equals: ["behaves like inner"])
    #expect(tooDeep.description.contains("! \(Self.message)"))
    expect(tooDeep.places, equals: ["DepthTests.swift:\(line + 1)"])
    let customized = (0..<2_000).reduce(it("works") {}) { node, _ in
      itBehavesLike(SharedExamples("a thing") { it("is") {} }) { node }
    }
    #expect(await results(of: describe("A shelf") { customized }).contains(Self.message))
  }
}
