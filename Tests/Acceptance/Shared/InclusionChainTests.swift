import Exemplar
import ExemplarCore
import ExemplarReports
import Testing

/// Who included the shared examples that failed. (Semantics, section 7.)
@Suite("Chains of inclusions") struct InclusionChainTests {
  private let line = #line
  private var spec: SpecNode {
    let aShip = SharedExamples("a ship") { (name: Given<String>) in
      it("sails") { #expect(Bool(false), "it sank") }
      it("rests", .timeLimit(.milliseconds(1))) { try await wait(for: .seconds(30)) }
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
    let trace = await Log().trace(spec)
    let chain = ["a ship @\(line + 15)", "a fleet @\(line + 18)"]
    #expect(trace.inclusions == [chain, chain, chain, chain, chain, []])
  }

  @Test("RS-13 the console prints assertion and chain; each line can be clicked")
  func printed() async throws {
    let text = Locked("")
    let options = ConsoleReporter.Options(
      style: Style(hasColor: false), verbose: false,
      directory: "",
      rerun: { ids, _ in ids.map(\.text).joined() }, write: { part in text.withLock { $0 += part } }
    )
    let reporter = ConsoleReporter(options)
    _ = await Exemplar.run([spec], .selecting("sails")) { reporter.report($0) }
    reporter.finish()
    let printed = text.withLock { $0 }
    let start = try #require(printed.firstRange(of: "Failures"))
    let file = #filePath
    #expect(
      printed[start.lowerBound...].split(separator: "\n").prefix(6).joined(separator: "\n") == """
        Failures
          1  Ours › abroad › behaves like a fleet › behaves like a ship › sails
             Expectation failed: Bool(false)
             it sank
               at \(file):\(line + 3):21
               in shared examples “a ship”, included at \(file):\(line + 15):20
        """)
    #expect(
      printed.contains(
        "       in shared examples “a fleet”, included at \(file):\(line + 18):40\n"))
  }
}
