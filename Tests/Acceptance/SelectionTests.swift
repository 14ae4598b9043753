import Exemplar
import ExemplarCore
import Testing

/// What is asked for by paths and names. (Semantics, sections 1 and 3.)
@Suite struct SelectionTests {
  private static let line = #line
  private static let shop: [Spec] = [
    Spec(
      module: "Shop",
      root: describe("shelf") {  // line + 4
        it("fills") {}
        context("sold out") {
          beforeEach {}
          it("reorders") {}
          it("fills up") {}
        }
        outline("lends") { (_: Int) in
          // Nothing to do.
        } rows: {
          row("Emma", 1)
          row("Persuasion, second-hand", 2)
          // The lines below are counted.
        }
      }),
    Spec(
      module: "Office",
      root: describe("till") {  // line + 21
        it("counts") {}
        it("fills") {}
      }),
  ]

  /// What each selector runs, a line each.
  private func chosen(by selectors: [String]) async -> String {
    var lines: [String] = []
    for selector in selectors {
      let trace = await Log().trace(Self.shop, options: .selecting(selector))
      let reason = trace.summary.nothingRan.map { [$0] } ?? []
      lines.append("\(selector): \((trace.executedPaths + reason).joined(separator: ", "))")
    }
    return lines.joined(separator: "\n")
  }

  @Test("paths at each level, with and without the module")
  func paths() async {
    #expect(
      await chosen(by: [
        "Shop", "Office/till", "till", "shelf/sold out", "Shop/shelf/sold out/reorders",
        "shelf/fills", "shelf/lends", "Shop/shelf/lends/Emma",
        "shelf/lends/Persuasion, second-hand",
      ]) == """
        Shop: shelf/fills, shelf/sold out/reorders, shelf/sold out/fills up, shelf/lends/Emma, \
        shelf/lends/Persuasion, second-hand
        Office/till: till/counts, till/fills
        till: till/counts, till/fills
        shelf/sold out: shelf/sold out/reorders, shelf/sold out/fills up
        Shop/shelf/sold out/reorders: shelf/sold out/reorders
        shelf/fills: shelf/fills
        shelf/lends: shelf/lends/Emma, shelf/lends/Persuasion, second-hand
        Shop/shelf/lends/Emma: shelf/lends/Emma
        shelf/lends/Persuasion, second-hand: shelf/lends/Persuasion, second-hand
        """)
  }

  @Test("globs, on examples and on rows")
  func globs() async {
    #expect(
      await chosen(by: [
        "*/fills", "shelf/*/reorders", "Shop/*", "*/fill?", "*/[cr]e*", "*/lends/[EF]*",
        "*second*",
      ]) == """
        */fills: shelf/fills, till/fills
        shelf/*/reorders: shelf/sold out/reorders
        Shop/*: shelf/fills, shelf/sold out/reorders, shelf/sold out/fills up, \
        shelf/lends/Emma, shelf/lends/Persuasion, second-hand
        */fill?: shelf/fills, till/fills
        */[cr]e*: shelf/sold out/reorders
        */lends/[EF]*: shelf/lends/Emma
        *second*: shelf/lends/Persuasion, second-hand
        """)
  }

  @Test("a part of a name, in any case")
  func parts() async {
    #expect(
      await chosen(by: ["REORDERS", "out/fill", "fill", "emma", "second-hand"]) == """
        REORDERS: shelf/sold out/reorders
        out/fill: shelf/sold out/fills up
        fill: shelf/fills, shelf/sold out/fills up, till/fills
        emma: shelf/lends/Emma
        second-hand: shelf/lends/Persuasion, second-hand
        """)
  }

  @Test("a line of a source file: what stands there, or nearest above")
  func lines() async {
    let all = await Log().trace(Self.shop).executedPaths
    let line = Self.line
    func chosen(_ offset: Int) async -> [String] {
      let selector = "SelectionTests.swift:\(line + offset)"
      return await Log().trace(Self.shop, options: .selecting(selector)).executedPaths
    }
    #expect(await chosen(4) == all.filter { $0.hasPrefix("shelf") })
    #expect(await chosen(5) == ["shelf/fills"])
    #expect(await chosen(6) == ["shelf/sold out/reorders", "shelf/sold out/fills up"])
    #expect(await chosen(8) == ["shelf/sold out/reorders"])
    #expect(await chosen(11) == ["shelf/lends/Emma", "shelf/lends/Persuasion, second-hand"])
    #expect(await chosen(23) == ["till/fills"])
    #expect(
      await Log().trace(Self.shop, options: .selecting("SelectionTests.swift")).executedPaths == all
    )
    #expect(
      await Log().trace(Self.shop, options: .selecting("Selection.swift:5")).executedPaths == [])
  }

  @Test("several selectors add up, and each must match")
  func several() async {
    let both = await Log().trace(
      Self.shop, options: .selecting("till/counts", "lends/emma", "emma"))
    #expect(both.executedPaths == ["shelf/lends/Emma", "till/counts"])
    let wrong = await Log().trace(Self.shop, options: .selecting("till/counts", "shelf/reads"))
    #expect(
      wrong.description == """
        Nothing matches “shelf/reads”. Did you mean:
          Shop/shelf/lends
        """)
  }
}
