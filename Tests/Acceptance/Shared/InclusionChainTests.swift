import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// The inclusions of shared examples that failed. (Semantics, section 7.)
@Suite("Chains of inclusions") struct InclusionChainTests {
  private let line = #line
  private var spec: SpecNode {
    let aShip = SharedExamples("a ship") { (name: Given<String>) in
      it("sails") { #expect(Bool(false), "it sank") }
      it("rests", .timeLimit(.milliseconds(1))) { try await Task.sleep(for: .seconds(30)) }
      outline("carries") { (count: Int) in
        #expect(count > 0, "empty")
      } rows: {
        row("wool", 1)
        row("grain", 0)
      }
      outline("carries nothing", over: [Int]()) { _ in }
      afterAll { throw PowerCut() }
    }
    let aFleet = SharedExamples("a fleet") {
      itBehavesLike(aShip) { "Voyager" }
    }
    return describe("Ours") {
      context("abroad") { itBehavesLike(aFleet) }
      it("is fine by itself") { #expect(Bool(false), "it is not") }
    }
  }

  @Test("RS-13 every issue of a nested inclusion tells the including lines, innermost first")
  func chains() async {
    let trace = await traced(spec)
    let chain = ["a ship @\(line + 15)", "a fleet @\(line + 18)"]
    expect(trace.inclusions, equals: [chain, chain, chain, chain, chain, []])
  }
}
