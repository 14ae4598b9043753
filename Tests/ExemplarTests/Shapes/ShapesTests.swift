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
    rows: [Int]()
  ) { (_: Int) in }
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

@Test func rowsWithTraitsStandWhereTheyWereWritten() async throws {
  let specs = [Spec].discovered().filter { $0.root.name == "RowShape" }
  let places = Locked<[Place]>([])
  await Plan(specs, PlanOptions(seed: 1, order: .defined)).list { event in
    guard case .exampleListed(let listed) = event, listed.id.text.contains("WithTraits") else {
      return
    }
    if let place = listed.row?.place { places.withLock { $0.append(place) } }
  }
  let found = places.withLock { $0 }
  #expect(found.map(\.fileName) == ["RowShapes.swift", "RowShapes.swift"])
  let example = try #require(specs.first?.root.place.line)
  #expect(found.allSatisfy { $0.line > example })
  #expect(Set(found.map(\.line)).count == 2)
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
