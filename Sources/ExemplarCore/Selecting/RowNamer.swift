/// Names the rows of one outline: gives each a path that is unique in the outline.
///
/// The memory it takes does not grow with the number of rows. As long as there are few, their names
/// are kept; beyond that, a filter of fixed size tells names that may have been there. At the first
/// of those the rows are read again, twice, to find the names that really stand more than once, which
/// is a mistake and so rare; those are kept.
struct RowNamer {
  /// How many rows have been named.
  private(set) var count = 0
  /// The suite that the last row stands in.
  private var suite = Suite()
  /// The suites that were left, to which rows may come back, by the hashes of their paths: there may be
  /// many, and rows are streamed.
  private var leftSuites: [Int: Positions] = [:]
  /// The names that were taken, with their places; of many rows, the first ones.
  private var taken: [ExampleID: Place] = [:]
  private var numbers: [ExampleID: Int] = [:]
  private var filter: NameFilter?
  /// The names that stand more than once, once that is known.
  private var repeated: [ExampleID: Repeated]?

  /// How many names are kept.
  private static let keptNames = 10_000

  /// Where the rows of one suite have no names, and are named by their positions.
  private struct Positions {
    var count = 0
    var unnamed: [ClosedRange<Int>] = []

    mutating func addUnnamed() {
      if let last = unnamed.last, last.upperBound == count - 1 {
        unnamed[unnamed.count - 1] = last.lowerBound...count
      } else {
        unnamed.append(count...count)
      }
    }
  }

  private struct Suite {
    var groups: [RowSuite] = []
    var id = ExampleID([])
    var positions = Positions()

    /// A hash of all names on the path, unlike that of the id.
    var key: Int { groups.map(\.name).hashValue }
  }

  private struct Repeated {
    var first: Place
    /// How many of them came so far.
    var seen: Int
  }

  /// The unique path of a row below its outline, and where its name was first taken if it was not
  /// free.
  typealias Name = (path: ExampleID, name: String, earlier: Place?)

  /// Names the next row. `outline` is opened again if only that can tell whether a name is free.
  ///
  /// Complexity: O(1) amortized, also for many equal names.
  mutating func name(of row: RowExample, in outline: Outline) async -> Name {
    if let name = name(of: row) { return name }
    repeated = await Self.repeated(in: outline, before: count + 1)
    return name(of: row, isKnown: true) ?? name(besides: row.name ?? "")
  }

  /// Names the next row; `nil` if the rows have to be read again to tell whether its name is free.
  mutating func name(of row: RowExample) -> Name? { name(of: row, isKnown: false) }

  private mutating func name(of row: RowExample, isKnown: Bool) -> Name? {
    if !row.suites.isEmpty || !suite.groups.isEmpty { enter(row.suites) }
    guard let name = row.name else {
      count += 1
      suite.positions.count += 1
      suite.positions.addUnnamed()
      let position = "#\(suite.positions.count)"
      let path = suite.id.appending(position)
      if taken.isEmpty { return (path, position, nil) }
      return earlierName(path).map { number(path, position, earlier: $0) } ?? (path, position, nil)
    }
    let path = suite.id.appending(name)
    guard isKnown || !needsToReadAgain(for: path) else { return nil }
    count += 1
    suite.positions.count += 1
    if let earlier = earlierPlace(of: path, name) {
      return number(path, name, earlier: earlier)
    }
    if filter == nil { taken[path] = row.place ?? Place(path: "row \(count)") }
    return (path, name, nil)
  }

  private mutating func enter(_ groups: [RowSuite]) {
    if groups == suite.groups { return }
    leftSuites[suite.key] = suite.positions
    suite = Suite(groups: groups, id: ExampleID(groups.map(\.name)))
    if let positions = leftSuites.removeValue(forKey: suite.key) { suite.positions = positions }
  }

  /// A path for something that is no row, and that no row has.
  mutating func name(besides name: String) -> Name {
    let path = ExampleID([name])
    return earlierName(path).map { number(path, name, earlier: $0) } ?? (path, name, nil)
  }

  /// A place for the row that has the path as its name, if one may have it.
  private func earlierName(_ path: ExampleID) -> Place? {
    taken[path]
      ?? (filter?.mayContain(path.text) == true ? Place(path: "an earlier row") : nil)
  }

  /// The place where the name was first taken, if it was.
  private mutating func earlierPlace(of path: ExampleID, _ name: String) -> Place? {
    if let earlier = taken[path] { return earlier }
    if name.hasPrefix("#"), let number = Int(name.dropFirst()),
      suite.positions.unnamed.contains(where: { $0.contains(number) })
    {
      return Place(path: "row \(number)")
    }
    guard filter != nil else { return nil }
    if let known = repeated?[path] {
      repeated?[path]?.seen += 1
      return known.seen == 0 ? nil : known.first
    }
    return nil
  }

  /// Whether only reading the rows again can tell whether the name is free.
  private mutating func needsToReadAgain(for path: ExampleID) -> Bool {
    if filter == nil, taken.count >= Self.keptNames {
      var filter = NameFilter()
      for path in taken.keys { _ = filter.insert(path.text) }
      self.filter = filter
    }
    guard filter != nil, taken[path] == nil else { return false }
    return filter?.insert(path.text) == true && repeated == nil
  }

  private mutating func number(_ path: ExampleID, _ name: String, earlier: Place) -> Name {
    let parent = path.parent ?? ExampleID(text: "")
    let numbered = name.numbered(after: &numbers[path, default: 1]) { numbered in
      let path = parent.appending(numbered)
      return taken[path] == nil && filter?.insert(path.text) != true
    }
    taken[parent.appending(numbered)] = earlier
    return (parent.appending(numbered), numbered, earlier)
  }

  /// The names that stand more than once in the rows of `outline`, and how often before row `limit`.
  private static func repeated(in outline: Outline, before limit: Int) async -> [ExampleID:
    Repeated]
  {
    var candidates: Set<ExampleID> = []
    var filter = NameFilter()
    await visit(outline) { _, path, _ in
      if filter.insert(path.text) { candidates.insert(path) }
    }
    var found: [ExampleID: Repeated] = [:]
    var again: Set<ExampleID> = []
    await visit(outline) { index, path, place in
      guard candidates.contains(path) else { return }
      if found[path] != nil { again.insert(path) }
      found[path, default: Repeated(first: place, seen: 0)].seen += index < limit ? 1 : 0
    }
    return found.filter { again.contains($0.key) }
  }

  /// Calls `body` with the position, the path and the place of each row that has a name. A source
  /// that cannot be read again is reported by the run, which reads it too.
  private static func visit(
    _ outline: Outline, _ body: (Int, ExampleID, Place) -> Void
  ) async {
    guard let cursor = try? await outline.open() else { return }
    var index = 0
    while let row = try? await cursor.next() {
      index += 1
      guard let name = row.name else { continue }
      let path = ExampleID(row.suites.map(\.name)).appending(name)
      body(index, path, row.place ?? Place(path: "row \(index)"))
    }
  }
}

/// Tells which names may have been there before, and never misses one: a Bloom filter of
/// 8 MB. Of a million names, about one in four hundred million is taken for an earlier one.
private struct NameFilter {
  private static let bits: UInt64 = 1 << 26
  private static let probes: UInt64 = 10
  private var words = [UInt64](repeating: 0, count: Int(bits / 64))

  /// Adds a name; `true` if it may have been there.
  mutating func insert(_ name: String) -> Bool {
    var wasThere = true
    for (word, mask) in Self.marks(of: name) {
      if words[word] & mask == 0 { wasThere = false }
      words[word] |= mask
    }
    return wasThere
  }

  /// Whether a name may have been added.
  func mayContain(_ name: String) -> Bool {
    Self.marks(of: name).allSatisfy { words[$0.word] & $0.mask != 0 }
  }

  private static func marks(of name: String) -> [(word: Int, mask: UInt64)] {
    var hasher = Hasher()
    hasher.combine(name)
    let first = UInt64(truncatingIfNeeded: hasher.finalize())
    hasher = Hasher()
    hasher.combine(first)
    let step = UInt64(truncatingIfNeeded: hasher.finalize()) | 1
    return (0..<probes).map { probe in
      let bit = (first &+ probe &* step) % bits
      return (Int(bit / 64), 1 << (bit % 64))
    }
  }
}
