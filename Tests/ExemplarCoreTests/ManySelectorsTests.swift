import Exemplar
import TestSupport
import Testing

@testable import ExemplarCore

/// Many selectors select what each of them selects alone.
struct ManySelectorsTests {
  @Test(arguments: 0..<150)
  func selectWhatEachSelectsAlone(seed: Int) async {
    var random = RandomTrees(seed: UInt64(seed))
    let specs = (0..<3).map { Spec(module: ["M", "N"][$0 % 2], root: random.group(depth: 3)) }
    let everything = await selected([], of: specs)
    let selectors = (0..<12).map { _ in random.selector(among: Array(everything.ids)) }

    var expected: Set<String> = []
    var stale: [String] = []
    for selector in selectors {
      let alone = await selected([selector], of: specs)
      if alone.stale.isEmpty { expected.formUnion(alone.ids) } else { stale.append(selector) }
      if let found = await naiveSearch(selector, in: specs, everything.ids) {
        expect(alone.ids, equals: found, "\(selector)")
      }
    }
    let together = await selected(selectors, of: specs)
    expect(together.stale, equals: stale)
    let known = selectors.filter { !stale.contains($0) }
    if known.isEmpty { return }
    let withoutStale = await selected(known, of: specs)
    expect(withoutStale.ids, equals: expected, "\(known)")
  }

  /// The ids that a part of a name selects, found one by one; `nil` for other selectors.
  private func naiveSearch(
    _ selector: String, in specs: [Spec], _ ids: Set<String>
  ) async -> Set<String>? {
    if Glob(ifIn: selector) != nil || Selector(selector).file != nil { return nil }
    let selection = Selection(selectors: [selector])
    let rows = await RowSurvey(specs, selection)
    let candidates = Candidate.trees(specs)
    let literal = SelectionFilter(selection, in: candidates, rows: rows).literalMatches(
      of: selector)
    if !literal.isEmpty || rows.exact[selector] != nil { return nil }
    let part = selector.lowercased()
    func holds(_ id: ExampleID) -> Bool {
      [id.text, id.components.joined(separator: "/")].contains { $0.lowercased().contains(part) }
    }
    var leaves: Set<ExampleID> = []
    for candidate in candidates {
      candidate.visit { if !$0.isGroup, holds($0.id) { leaves.insert($0.id) } }
    }
    return ids.filter { text in
      let id = ExampleID(text: text)
      return leaves.isEmpty ? holds(id) : leaves.contains { id.isAtOrBelow($0) }
    }
  }

  /// The ids of the examples and rows that a selection leaves, and the selectors without matches.
  private func selected(
    _ selectors: [String], of specs: [Spec]
  ) async -> (ids: Set<String>, stale: [String]) {
    let selection = Selection(selectors: selectors)
    let rows = await RowSurvey(specs, selection)
    let plan = Plan(specs, PlanOptions(seed: 1, selection: selection), rows: rows)
    if case .nothingMatches(let selectors, _, _)? = plan.nothingToRun { return ([], selectors) }
    var ids: Set<String> = []
    await plan.list { if case .exampleListed(let listed) = $0 { ids.insert(listed.id.text) } }
    return (ids, [])
  }

  @Test func aDistanceWithALimitIsTheDistance() {
    var random = RandomTrees(seed: 3)
    for _ in 0..<2_000 {
      let (a, b) = (random.letters(), random.letters())
      let distance = distance(a, b)
      for limit in 0...9 {
        let found = Suggestions.distance(a, b, atMost: limit)
        #expect(found == (distance <= limit ? distance : nil), "\(a) \(b) \(limit)")
      }
    }
  }

  /// By the whole table, without limits.
  private func distance(_ a: [Character], _ b: [Character]) -> Int {
    var table = Array(repeating: Array(0...b.count), count: a.count + 1)
    for i in 0...a.count { table[i][0] = i }
    for i in a.indices {
      for j in b.indices {
        var cost = min(
          table[i][j + 1] + 1, table[i + 1][j] + 1, table[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, table[i - 1][j - 1] + 1)
        }
        table[i + 1][j + 1] = cost
      }
    }
    return table[a.count][b.count]
  }
}

/// Random trees and selectors, the same ones for the same state.
private struct RandomTrees {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  mutating func letters() -> [Character] {
    (0..<next(below: 8)).map { _ in ["a", "b", "c"][next(below: 3)] }
  }

  private static let names = ["a", "ab", "Ba", "a/b", "abba", "x'y", "e\u{301}", "*", ""]

  mutating func name() -> String {
    Self.names[next(below: Self.names.count)] + (next(below: 2) == 0 ? "" : "\(next(below: 3))")
  }

  private mutating func place(_ file: String) -> Place {
    Place(path: "/p/\(["a", "b"][next(below: 2)])/\(file)", line: 1 + next(below: 20), column: 1)
  }

  mutating func outline() -> SpecNode {
    let (outline, place) = (name(), place("Tree.swift"))
    let rows = (0..<(1 + next(below: 4))).map { _ in
      let suites = next(below: 2) == 0 ? [] : [RowSuite(name(), at: self.place("rows.json"))]
      return (name: name(), place: self.place("rows.json"), suites: suites)
    }
    return SpecNode(
      outline, at: place,
      content: .outline(
        Outline(rows.map { ExampleInvocation(row: $0.name, at: $0.place, suites: $0.suites) {} })))
  }

  mutating func group(depth: Int) -> SpecNode {
    let nodes = (0..<(1 + next(below: 3))).map { _ in
      switch next(below: depth > 0 ? 4 : 2) {
      case 0: SpecNode(name(), at: place("Tree.swift"), content: .example {})
      case 1:
        outline()
      default: group(depth: depth - 1)
      }
    }
    return SpecNode(name(), at: place("Tree.swift"), content: .group(nodes))
  }

  mutating func selector(among ids: [String]) -> String {
    let id = ids.isEmpty ? "M" : ids.sorted()[next(below: ids.count)]
    let names = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    switch next(below: 9) {
    case 0: return id
    case 1: return names.prefix(1 + next(below: names.count)).joined(separator: "/")
    case 2: return names.dropFirst().joined(separator: "/")
    case 3: return ["a/", "", "b/", "p/a/"][next(below: 4)] + "Tree.swift:\(next(below: 25))"
    case 4: return ["a/", "", "b/"][next(below: 3)] + "rows.json:\(next(below: 25))"
    case 5: return ["Tree.swift", "rows.json", "none.json:3"][next(below: 3)]
    case 6: return "*\(name())*"
    case 7: return "stale\(next(below: 4))"
    default: return String(id.dropFirst(next(below: id.count)).prefix(1 + next(below: 4)))
    }
  }
}
