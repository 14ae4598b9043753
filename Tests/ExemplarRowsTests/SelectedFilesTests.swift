import Exemplar
import ExemplarCore
import Foundation
import Testing

@testable import ExemplarRows

/// Which sources a selection by a data file opens.
struct SelectedFilesTests {
  /// A source that an outline has, and whether it can hold the rows of `prices.json`.
  private static let sources: [(RowSource, holds: Bool)] = [
    (.json(.text(#"[{"n": 1}]"#, path: "prices.json")), true),
    (.json(.text(#"[{"n": 1}]"#, path: "shop/Prices.JSON")), true),
    (.json(.text(#"[{"n": 1}]"#, path: "others.json")), false),
    (.json("prices"), true), (.csv("prices"), false), (.csv("prices.json"), true),
    (.json("shop/prices"), true), (.json("pri*"), true), (.testSuite("shop"), true),
    (.json(.url(URL(fileURLWithPath: "/shop/prices.json"))), true),
    (.json(.url(URL(fileURLWithPath: "/shop/other.json"))), false),
    (RowSource.csv("offers").filter { _ in true }, false),
    (.joined([.csv("offers"), .json("prices").prefix(1)]), true),
    (.sequence { [Row("one", 1, filePath: "/shop/prices.json", line: 1)] }, true),
  ]

  @Test(arguments: sources.indices)
  func areThoseThatMayHoldTheFile(index: Int) {
    let (source, holds) = Self.sources[index]
    let site = DeclarationSite(module: "Shop", place: Place(path: "/shop/Spec.swift"))
    for file in ["prices.json", "Tests/Shop/prices.json"] {
      expect(source.mayHold(file, site), equals: holds, "\(source.name)")
    }
  }

  /// Rows in code are at their declaration, and an endless sequence of them never ends.
  @Test func aSelectionByAFileOpensNoOtherSource() async throws {
    let site = DeclarationSite(module: "Shop", place: Place(path: "/shop/Spec.swift", line: 1))
    let opened = Locked<[String]>([])
    func outline(_ name: String, _ source: RowSource) -> SpecNode {
      // Sources that may have metadata are read before a run in any case.
      var source = source.withoutMetadata
      source.opening = { [opening = source.opening] site in
        opened.withLock { $0.append(name) }
        return opening(site)
      }
      return SpecNode(name, at: site.place, content: .outline(source.outline(for: site) { _ in }))
    }
    let endless = Outline(in: site.place) { RowCursor { ExampleInvocation(row: nil) {} } }
    let spec = Spec(
      module: "Shop",
      root: SpecNode(
        "Shop", at: site.place,
        content: .group([
          outline("offers", .csv(.text("n\n1\n", path: "offers.csv"))),
          outline("prices", .csv(.text("n\n1\n2\n", path: "prices.csv"))),
          SpecNode("endless", at: site.place, content: .outline(endless)),
        ])))
    for selector in ["prices.csv", "prices.csv:3"] {
      opened.withLock { $0 = [] }
      let selection = Selection(selectors: [selector])
      let rows = await RowSurvey([spec], selection)
      expect(Set(opened.withLock { $0 }), equals: ["prices"], "\(selector)")
      let plan = Plan([spec], PlanOptions(seed: 1, selection: selection), rows: rows)
      #expect(plan.nothingToRun == nil)
    }
  }
}
