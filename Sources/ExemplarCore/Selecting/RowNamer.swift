/// Names the rows of one outline: gives each a path that is unique in the outline.
///
/// As long as there are few rows, their names are kept. Beyond that, only a hash of each name is kept. At
/// the first hash that was there before, the rows are read again, twice, to find the names that really
/// occur more than once, which is an error and so rare; those are kept.
struct RowNamer {
  /// How many rows have been named.
  private(set) var count = 0
  /// The suite that contains the last row.
  private var suite = Suite()
  /// The suites that were left, to which rows may come back, by the hashes of their paths: there may be
  /// many, and rows are streamed.
  private var leftSuites: [Int: Positions] = [:]
  /// The names that were taken, with their places; of many rows, the first ones.
  private var taken: [ExampleID: Place] = [:]
  private var numbers: [ExampleID: Int] = [:]
  /// The hashes of all names, if there are too many names to keep.
  private var hashes: Set<Int>?
  /// The names that occur more than once, as soon as that is known.
  private var repeated: [ExampleID: Repeated]?

  /// How many names are kept.
  private static let keptNames = 10_000

  /// Where the rows of one suite have no names, and are named by their positions.
  private struct Positions {
    var count = 0
    /// The last unnamed rows that follow one another, and those before.
    private var first = 1
    private var last = 0
    private var earlier: [ClosedRange<Int>] = []

    mutating func addUnnamed() {
      if last != count - 1 {
        if first <= last { earlier.append(first...last) }
        first = count
      }
      last = count
    }

    func isUnnamed(_ position: Int) -> Bool {
      first <= position && position <= last || earlier.contains { $0.contains(position) }
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

  /// The name of a row, which is unique in its suite, and where it was first taken if it was not free.
  struct Name {
    private let suite: ExampleID
    let name: String
    let earlier: Place?
    private let known: ExampleID?

    fileprivate init(_ name: String, in suite: ExampleID) {
      self.suite = suite
      self.name = name
      earlier = nil
      known = nil
    }

    fileprivate init(_ path: ExampleID, _ name: String, earlier: Place? = nil) {
      suite = path
      self.name = name
      self.earlier = earlier
      known = path
    }

    /// The path of the row below its outline. Created on demand, since most rows just run.
    var path: ExampleID { known ?? suite.appending(leaf: name) }
  }

  /// Names the next row. Opens `outline` again if nothing else can decide whether a name is free.
  ///
  /// Complexity: O(1) amortized, even for many equal names.
  mutating func name(of row: RowExample, in outline: Outline) async -> Name {
    if let name = name(of: row) { return name }
    repeated = await Self.repeated(in: outline, before: count + 1)
    return name(of: row, isKnown: true) ?? name(besides: row.name ?? "")
  }

  /// Names the next row; `nil` if only reading the rows again can decide whether its name is free.
  mutating func name(of row: RowExample) -> Name? { name(of: row, isKnown: false) }

  private mutating func name(of row: RowExample, isKnown: Bool) -> Name? {
    if !row.suites.isEmpty || !suite.groups.isEmpty { enter(row.suites) }
    guard let name = row.name else {
      count += 1
      suite.positions.count += 1
      suite.positions.addUnnamed()
      let position = "#" + String(suite.positions.count)
      if taken.isEmpty { return Name(position, in: suite.id) }
      let path = suite.id.appending(position)
      return earlierName(path).map { number(path, position, earlier: $0) } ?? Name(path, position)
    }
    let path = suite.id.appending(name)
    if hashes == nil, taken.count >= Self.keptNames { hashes = Set(taken.keys.map(\.hashValue)) }
    let isNew = !isKnown && hashes?.insert(path.hashValue).inserted == true
    if hashes != nil, !isNew, !isKnown, repeated == nil, taken[path] == nil { return nil }
    count += 1
    suite.positions.count += 1
    if hashes == nil {
      // Most names are free.
      let place = row.place ?? Place(path: "row \(count)")
      guard let earlier = taken.updateValue(place, forKey: path) ?? unnamedPlace(name) else {
        return Name(path, name)
      }
      taken[path] = earlier
      return number(path, name, earlier: earlier)
    }
    return earlierPlace(of: path, name, isNew: isNew).map { number(path, name, earlier: $0) }
      ?? Name(path, name)
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
    return earlierName(path).map { number(path, name, earlier: $0) } ?? Name(path, name)
  }

  /// A place for the row that has the path as its name, if one may have it.
  private func earlierName(_ path: ExampleID) -> Place? {
    taken[path]
      ?? (hashes?.contains(path.hashValue) == true ? Place(path: "an earlier row") : nil)
  }

  /// The place where the name was first taken, if it was.
  ///
  /// - Parameter isNew: Whether no row before has a name with this hash.
  private mutating func earlierPlace(
    of path: ExampleID, _ name: String, isNew: Bool
  ) -> Place? {
    if !isNew, let earlier = taken[path] { return earlier }
    if let earlier = unnamedPlace(name) { return earlier }
    if let known = repeated?[path] {
      repeated?[path]?.seen += 1
      return known.seen == 0 ? nil : known.first
    }
    return nil
  }

  /// The place of the row without a name that has this one by its position, if there is one.
  private func unnamedPlace(_ name: String) -> Place? {
    guard name.utf8.first == UInt8(ascii: "#"), let number = Int(name.dropFirst()),
      suite.positions.isUnnamed(number)
    else { return nil }
    return Place(path: "row \(number)")
  }

  private mutating func number(_ path: ExampleID, _ name: String, earlier: Place) -> Name {
    let parent = path.parent ?? ExampleID(text: "")
    let numbered = name.numbered(after: &numbers[path, default: 1]) { numbered in
      let path = parent.appending(numbered)
      return taken[path] == nil && hashes?.insert(path.hashValue).inserted != false
    }
    let free = parent.appending(numbered)
    taken[free] = earlier
    return Name(free, numbered, earlier: earlier)
  }

  /// The names that occur more than once in the rows of `outline`, and how often before row
  /// `limit`.
  private static func repeated(in outline: Outline, before limit: Int) async -> [ExampleID:
    Repeated]
  {
    var candidates: Set<ExampleID> = []
    var hashes: Set<Int> = []
    await visit(outline) { _, path, _ in
      if !hashes.insert(path.hashValue).inserted { candidates.insert(path) }
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
