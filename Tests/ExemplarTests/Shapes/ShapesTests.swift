import ExemplarCore
import Testing

@testable import Exemplar

// The specs of this folder, as they are discovered, planned and run. The host of this target runs
// them too, so all of them pass; what has to fail is put together by hand.

@Test func everyShapeIsFoundAndRuns() async {
  let specs = [Spec].discovered().filter { $0.root.place.path.contains("/Shapes/") }
  let found = await transcript(of: specs).split(separator: "\n")
  let expected = ShapesTranscript.text.split(separator: "\n")
  #expect(found == expected, "\(found.difference(from: expected))")
}

@Test func anOutlineWithoutRowsFails() async {
  let outline = __Declaration.__outline(
    __Label("countsBooks"), of: nil, at: __Location("Shop/Shelf.swift", "/Shelf.swift", 3, 1),
    as: outline("", over: [Int]()) { (_: Int) in })
  #expect(
    await transcript(of: SpecAssembly([outline]).specs()) == """
      Shop/Shelf
        countsBooks/rows: failed(unexpected: true)
      """)
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
    await transcript(of: specs) == """
      Shop/AnyShopShape
        dusts: passed
      Shop/BookshopShape
        dusts: passed
        dusts (2): passed
      """)
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
  #expect(rows("takesElements") == ["emma: .emma,", "lanark: Book.lanark,"])
}

/// The ids and outcomes of all examples, in declared order. The rows of an outline share a line
/// where they share an outcome.
func transcript(of specs: [Spec]) async -> String {
  let lines = Locked(Transcript())
  _ = await Run(Plan(specs, PlanOptions(seed: 1, order: .defined))) { event in
    lines.withLock { $0.add(event) }
  }
  return lines.withLock { $0 }.text
}

private struct Transcript {
  private var spec = ""
  private var lines: [(path: String, outcome: String, names: [String])] = []
  private var outlines: Set<ExampleID> = []

  mutating func add(_ event: Event) {
    switch event {
    case .groupStarted(let group) where group.isOutline: outlines.insert(group.id)
    case .exampleEnded(let end): add(end)
    default: break
    }
  }

  private mutating func add(_ end: ExampleEnded) {
    let names = end.id.components
    if names.prefix(2).joined(separator: "/") != spec {
      spec = names.prefix(2).joined(separator: "/")
      lines.append((spec, "", []))
    }
    let isRow = outlines.contains { end.id.isAtOrBelow($0) }
    let path = (isRow ? names.dropLast() : names[...]).dropFirst(2).joined(separator: "/")
    if isRow, let last = lines.last, last.path == path, last.outcome == "\(end.outcome)" {
      lines[lines.count - 1].names.append(end.id.name)
    } else {
      lines.append((path, "\(end.outcome)", isRow ? [end.id.name] : []))
    }
  }

  var text: String {
    lines.map { path, outcome, names in
      if outcome.isEmpty { return path }
      return "  \(path)\(names.isEmpty ? "" : "/" + names.joined(separator: " ")): \(outcome)"
    }
    .joined(separator: "\n")
  }
}
