import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import Exemplar

// The specs of this folder, as they are discovered, planned and run. The host of this target runs
// them too, so all of them pass; what has to fail is put together by hand.

@Test func everyShapeIsFoundAndRuns() async throws {
  let specs = [Spec].discovered().filter { $0.root.place.path.contains("/Shapes/") }
  let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Shapes.txt")
  try expectGolden(await traced(plan: specs).description + "\n", in: golden)
}

@Test func aPrivateMethodOfASubclassReplacesNothing() async {
  func example(_ type: Any.Type, line: Int) -> __Declaration {
    __Declaration.__example(
      __Label("dusts"), of: __TypeReference(type, "\(type)"),
      at: __Location("Shop/Shelf.swift", "/Shelf.swift", line, 1)
    ) {}
  }
  let specs = SpecAssembly([
    example(AnyShopShape.self, line: 1), example(BookshopShape.self, line: 2),
  ]).specs()
  #expect(
    await traced(plan: specs).executedPaths == [
      "AnyShopShape/dusts", "BookshopShape/dusts", "BookshopShape/dusts (2)",
    ])
}

@Test func rowsStandWhereTheyWereWritten() async throws {
  let file = try String(
    contentsOfFile: #filePath.replacing("ShapesTests", with: "RowShapes"), encoding: .utf8)
  let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
  let specs = [Spec].discovered().filter { $0.root.name == "RowShape" }
  let found = Locked<[String]>([])
  await Plan(specs, PlanOptions(seed: 1, order: .defined)).list { event in
    guard case .exampleListed(let listed) = event, let row = listed.row, let place = row.place,
      place.fileName == "RowShapes.swift"
    else { return }
    let text = lines[place.line - 1].trimmingPrefix { $0 == " " }
    found.withLock {
      $0.append("\(listed.id.components.dropFirst(2).joined(separator: "/")): \(text)")
    }
  }
  let texts = found.withLock { $0 }
  func rows(_ outline: String) -> [String] {
    texts.filter { $0.hasPrefix("\(outline)/") }.map { String($0.dropFirst(outline.count + 1)) }
  }
  #expect(
    rows("adds up") == [
      #"two books: row("two books", 2, 3, 5)"#,
      #"a book and a voucher: row("a book and a voucher", 2, -3, -1)"#,
    ])
  #expect(
    rows("takesRowsWithTraits") == [
      #"Emma: row("Emma", 1, 474)"#,
      #"Lanark: row("Lanark", 2, 560, traits: .skipped("sold out"))"#,
    ])
  #expect(
    rows("takesRowsOfALoop") == [
      #"1 copy: row("\(copies) copy", copies, Double(copies))"#,
      #"2 copy: row("\(copies) copy", copies, Double(copies))"#,
      #"none: if titles().count > 1 { row("none", 0, 0) }"#,
    ])
  #expect(
    rows("takesOptionalsInSeveralColumns") == [
      #"one: row("one", 1, "Emma" as String?)"#,
      #"two: row("two", 2, nil)"#,
    ])
  expect(rows("takesElements"), equals: ["emma: .emma,", "lanark: Book.lanark,"])
}
