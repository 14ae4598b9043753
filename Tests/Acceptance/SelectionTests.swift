import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

/// Selections by paths and names. (Semantics, sections 1 and 3.)
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

  /// The examples that each selector runs, a line each.
  private func chosen(by selectors: [String]) async -> String {
    var lines: [String] = []
    for selector in selectors {
      let trace = await traced(Self.shop, options: .selecting(selector))
      let reason = trace.summary.nothingRan.map { [$0] } ?? []
      lines.append("\(selector): \((trace.executedPaths + reason).joined(separator: ", "))")
    }
    return lines.joined(separator: "\n")
  }

  @Test func `paths as swift test writes them, with a dot after the module`() async {
    #expect(
      await chosen(by: [
        "Shop.shelf/fills", "Office.till", "Shop.shelf/lends/Emma", "shop.shelf/sold out/re",
        "Shop.shelf/*/fills up", "Office.shelf",
      ]) == """
        Shop.shelf/fills: shelf/fills
        Office.till: till/counts, till/fills
        Shop.shelf/lends/Emma: shelf/lends/Emma
        shop.shelf/sold out/re: shelf/sold out/reorders
        Shop.shelf/*/fills up: shelf/sold out/fills up
        Office.shelf: Nothing matches “Office.shelf”.
        """)
  }

  @Test func `paths at each level, with and without the module`() async {
    await expect(
      chosen(by: [
        "Shop", "Office/till", "till", "shelf/sold out", "Shop/shelf/sold out/reorders",
        "shelf/fills", "shelf/lends", "Shop/shelf/lends/Emma",
        "shelf/lends/Persuasion, second-hand",
      ]),
      equals: """
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

  @Test func `globs, on examples and on rows`() async {
    await expect(
      chosen(by: [
        "*/fills", "shelf/*/reorders", "Shop/*", "*/fill?", "*/[cr]e*", "*/lends/[EF]*",
        "*second*",
      ]),
      equals: """
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

  @Test func `a part of a name, in any case`() async {
    await expect(
      chosen(by: ["REORDERS", "out/fill", "fill", "emma", "second-hand"]),
      equals: """
        REORDERS: shelf/sold out/reorders
        out/fill: shelf/sold out/fills up
        fill: shelf/fills, shelf/sold out/fills up, till/fills
        emma: shelf/lends/Emma
        second-hand: shelf/lends/Persuasion, second-hand
        """)
  }

  @Test func `the name in the source, and the plain one`() async {
    let specs = [
      Spec(module: "Shop", root: describe("Base", .focused) { it("opens") {} }),
      Spec(
        module: "Shop",
        root: describe("Till_linux") {
          it("counts_linux") {}; it("rings") {}
        }),
      Spec(
        module: "Shop",
        root: describe("focus_Real") {
          it("focus_x") {}
          outline("focus_lends") { (_: Int) in
          } rows: {
            row("Emma", 1)
          }
        }),
    ]
    func chosen(_ selector: String) async -> String {
      let trace = await traced(specs, options: .selecting(selector))
      return trace.summary.nothingRan ?? trace.executedPaths.joined(separator: ", ")
    }
    for selector in ["Focus_Base", "focus_Base", "Shop/Focus_Base/opens", "Base", "focus_opens"] {
      await expect(chosen(selector), equals: "Base/opens", "\(selector)")
    }
    await expect(chosen("Till/counts"), equals: "Till_linux/counts_linux")
    await expect(chosen("till/rings"), equals: "Till_linux/rings")
    await expect(chosen("Focus_Till_linux"), equals: "Till_linux/counts_linux, Till_linux/rings")
    // A name that begins so is found first.
    await expect(chosen("focus_x"), equals: "focus_Real/focus_x")
    await expect(chosen("focus_Real/focus_lends/Emma"), equals: "focus_Real/focus_lends/Emma")
    #expect(await chosen("Focus_Nothing").hasPrefix("Nothing matches “Focus_Nothing”."))
  }

  @Test("a line of a source file: what stands there, or nearest above")
  func lines() async {
    let all = await traced(Self.shop).executedPaths
    let line = Self.line
    func chosen(_ offset: Int) async -> [String] {
      let selector = "SelectionTests.swift:\(line + offset)"
      return await traced(Self.shop, options: .selecting(selector)).executedPaths
    }
    await expect(chosen(4), equals: all.filter { $0.hasPrefix("shelf") })
    await expect(chosen(5), equals: ["shelf/fills"])
    await expect(chosen(6), equals: ["shelf/sold out/reorders", "shelf/sold out/fills up"])
    await expect(chosen(8), equals: ["shelf/sold out/reorders"])
    await expect(chosen(11), equals: ["shelf/lends/Emma", "shelf/lends/Persuasion, second-hand"])
    await expect(chosen(13), equals: ["shelf/lends/Emma", "shelf/lends/Persuasion, second-hand"])
    await expect(chosen(14), equals: ["shelf/lends/Emma"])
    await expect(chosen(15), equals: ["shelf/lends/Persuasion, second-hand"])
    await expect(chosen(16), equals: ["shelf/lends/Persuasion, second-hand"])
    await expect(chosen(23), equals: ["till/fills"])
    await expect(
      traced(Self.shop, options: .selecting("SelectionTests.swift")).executedPaths, equals: all)
    await expect(
      traced(Self.shop, options: .selecting("Selection.swift:5")).executedPaths, equals: [])
  }

  @Test func `a line past the end of a source file is none`() async throws {
    let text = try String(contentsOfFile: #filePath, encoding: .utf8)
    let count = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    func chosen(_ selector: String, _ specs: [Spec]) async -> String {
      let trace = await traced(specs, options: .selecting(selector))
      return trace.summary.nothingRan ?? trace.executedPaths.joined(separator: ", ")
    }
    await expect(chosen("SelectionTests.swift:\(count)", Self.shop), equals: "till/fills")
    for line in [count + 1, 99_999, 0] {
      await expect(
        chosen("SelectionTests.swift:\(line)", Self.shop),
        equals:
          "Nothing matches “SelectionTests.swift:\(line)”. SelectionTests.swift has \(count) lines."
      )
    }
  }

  @Test func `without the source, only lines up to the last declaration are certain`() async {
    func place(_ line: Int) -> Place { Place(path: "/gone/TillSpec.swift", line: line) }
    let till = Spec(
      module: "Office",
      root: SpecNode(
        "till", at: place(3),
        content: .group([
          SpecNode("opens", at: place(4), content: .example {}),
          SpecNode("counts", at: place(9), content: .example {}),
        ])))
    func chosen(_ line: Int) async -> String {
      let trace = await traced([till], options: .selecting("TillSpec.swift:\(line)"))
      return trace.summary.nothingRan ?? trace.executedPaths.joined(separator: ", ")
    }
    await expect(chosen(6), equals: "till/opens")
    await expect(chosen(9), equals: "till/counts")
    await expect(
      chosen(10),
      equals: """
        Nothing matches “TillSpec.swift:10”. TillSpec.swift is not here to be counted; the last thing \
        known in it is at line 9.
        """)
  }

  @Test func `files of one name in two modules have lines of their own`() async {
    func spec(_ module: String, _ line: Int) -> Spec {
      let place = Place(path: "/gone/\(module)/TillSpec.swift", line: line)
      return Spec(
        module: module,
        root: SpecNode(
          "till", at: place, content: .group([SpecNode("opens", at: place, content: .example {})])))
    }
    let trace = await traced(
      [spec("Shop", 3), spec("Office", 8)], options: .selecting("TillSpec.swift:8"))
    expect(trace.executedIDs.map(\.text), equals: ["Office/till/opens"])
  }

  @Test("a line past the end of a data file is none", arguments: ["csv", "json", "jsonl"])
  func linesPastTheEndOfData(format: String) async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("books.\(format)")
    let (text, source): (String, RowSource) =
      switch format {
      case "csv": ("name,price\nEmma,8\nDune,\"9\n\"\n", .csv(.url(file)))
      case "json": ("[{\"name\": \"Emma\"},\n{\"name\":\n \"Dune\"}\n]", .json(.url(file)))
      default: ("{\"name\": \"Emma\"}\n\n{\"name\": \"Dune\"}\n\n", .jsonLines(.url(file)))
      }
    try text.write(to: file, atomically: true, encoding: .utf8)
    let spec = describe("shelf") { outline("lends", from: source) { (_: Row) in } }
    for (line, expected) in [(4, "shelf/lends/Dune"), (5, nil), (99_999, nil)] {
      let trace = await traced(spec, options: .selecting("books.\(format):\(line)"))
      expect(trace.executedPaths, equals: [expected].compactMap(\.self))
      if expected == nil {
        expect(
          trace.summary.nothingRan,
          equals: "Nothing matches “books.\(format):\(line)”. books.\(format) has 4 lines.")
      }
    }
  }

  @Test func `several selectors add up, and each must match`() async {
    let both = await traced(
      Self.shop, options: .selecting("till/counts", "lends/emma", "emma"))
    expect(both.executedPaths, equals: ["shelf/lends/Emma", "till/counts"])
    let wrong = await traced(Self.shop, options: .selecting("till/counts", "shelf/reads"))
    expect(
      wrong.description,
      equals: """
        Nothing matches “shelf/reads”. Did you mean:
          Shop/shelf/lends
        """)
  }

  @Test(
    "an outline that is asked for as a whole runs as a whole, whichever of its rows are asked for too"
  )
  func wholeOutlines() async {
    for selectors in [["shelf/lends", "shelf/lends/Emma"], ["shelf/lends/Emma", "*/lends"]] {
      let trace = await traced(
        Self.shop, options: .plain { $0.selection.selectors = selectors })
      expect(
        trace.executedPaths, equals: ["shelf/lends/Emma", "shelf/lends/Persuasion, second-hand"])
    }
  }

  @Test func `rows are found by their ids, in groups too and whatever is in their names`() async {
    @Sendable func rows() -> [ExampleInvocation] {
      ["Emma", "E*", "a/b", "[x]"].flatMap { name in
        [[], ["novels"], ["novels", "old"]].map { groups in
          ExampleInvocation(
            row: name, suites: groups.map { RowSuite($0, at: Place(path: "books.json", line: 1)) }
          ) {}
        }
      }
    }
    let spec = Spec(
      module: "Shop",
      root: SpecNode(
        "shelf", at: Place(path: "ShelfSpec.swift", line: 1),
        content: .group([
          SpecNode(
            "lends", at: Place(path: "ShelfSpec.swift", line: 2), content: .outline(Outline(rows()))
          ),
          it("lends novels to Emma") {},
        ])))
    let ids = await traced([spec]).executedIDs.map(\.text)
    expect(ids.count, equals: 13)
    for chosen in ids.map({ [$0] }) + [ids, Array(ids.dropLast(3))] {
      let trace = await traced([spec], options: .plain { $0.selection.selectors = chosen })
      expect(trace.executedIDs.map(\.text), equals: chosen)
    }
  }

  @Test func `the first of many selectors without a match get suggestions`() async {
    let trace = await traced(
      Self.shop, options: .selecting("shelf/fils", "till/counst", "shelf/lendz", "till/fils"))
    expect(
      trace.description,
      equals: """
        Nothing matches “shelf/fils”, “till/counst”, “shelf/lendz”, “till/fils”. Did you mean:
          Shop/shelf/fills
          Office/till/counts
          Shop/shelf/lends
        """)
  }

  @Test("what leaves a group out, and a file with a wrong name, are told what they may have meant")
  func near() async {
    let shop = describe("shop") { context("shelf") { context("above") { it("holds") {} } } }
    func told(_ selector: String) async -> String {
      await traced(shop, options: .selecting(selector)).description
    }
    await expect(
      told("Shelf/holds"),
      equals: """
        Nothing matches “Shelf/holds”. Did you mean:
          Acceptance/shop/shelf/above/holds
        """)
    await expect(told("holds/shelf"), equals: "Nothing matches “holds/shelf”.")
    await expect(
      told("SelectoinTests.swift:12"),
      equals: """
        Nothing matches “SelectoinTests.swift:12”. Did you mean:
          SelectionTests.swift:12
        """)
  }
}
