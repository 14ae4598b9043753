/// Names the rows of one outline: gives each a path that is unique in the outline.
///
/// There may be many rows, so only a hash of each name is kept. A hash has 64 bits: that two names share one is
/// less likely than an error of the memory.
struct RowNamer {
  /// How many rows have been named.
  private(set) var count = 0
  /// The suite that contains the last row.
  private var suites: [RowSuite] = []
  private var suite = ExampleID([])
  private var positions = Positions()
  /// The suites that were left, to which rows may come back, by the hashes of their paths.
  private var leftSuites: [Int: Positions] = [:]
  /// The hashes of the names that were taken.
  private var taken: Set<Int> = []
  /// The last numbers that were added to names that occur more than once.
  private var numbers: [ExampleID: Int] = [:]

  private struct Positions {
    /// How many rows the suite has so far.
    var count = 0
    /// Whether one of them has a name: only then can it be the position of a row without one.
    var hasNames = false
  }

  /// The name of a row, which is unique in its suite.
  struct Name {
    fileprivate let suite: ExampleID
    let name: String
    /// Whether it has a number, since the name that was wanted is that of an earlier row.
    fileprivate(set) var isNumbered = false

    /// The path of the row below its outline. Created on demand, since most rows just run.
    var path: ExampleID { suite.appending(name) }
  }

  /// Names the next row.
  ///
  /// Complexity: O(1) amortized, even for many equal names.
  mutating func name(of row: RowExample) -> Name {
    if !row.suites.isEmpty || !suites.isEmpty { enter(row.suites) }
    count += 1
    positions.count += 1
    guard let name = row.name else {
      let position = "#" + String(positions.count)
      return positions.hasNames ? claim(position, in: suite) : Name(suite: suite, name: position)
    }
    if !positions.hasNames {
      positions.hasNames = true
      for position in 1..<positions.count { take("#" + String(position), in: suite) }
    }
    return claim(name, in: suite)
  }

  private mutating func enter(_ groups: [RowSuite]) {
    if groups == suites { return }
    leftSuites[suite.hashValue] = positions
    (suites, suite) = (groups, ExampleID(groups.map(\.name)))
    positions = leftSuites.removeValue(forKey: suite.hashValue) ?? Positions()
  }

  /// A name for something that is no row, and that no row has.
  mutating func name(besides name: String) -> Name { claim(name, in: ExampleID([])) }

  private mutating func claim(_ name: String, in suite: ExampleID) -> Name {
    // Two spellings of one name have one id, so the second is shown with its scalars.
    let isNewSpelling = !name.utf8.allSatisfy { $0 < 0x80 } && take(Spelling(name), in: suite)
    if take(name, in: suite) { return Name(suite: suite, name: name) }
    if isNewSpelling { return claim(name.withScalars, in: suite) }
    let path = suite.appending(name)
    var number = numbers[path] ?? 1
    let numbered = name.numbered(after: &number) { take($0, in: suite) }
    numbers[path] = number
    return Name(suite: suite, name: numbered, isNumbered: true)
  }

  /// Takes a name. Returns whether it was free.
  @discardableResult
  private mutating func take(_ name: some Hashable, in suite: ExampleID) -> Bool {
    var hasher = Hasher()
    hasher.combine(suite)
    hasher.combine(name)
    return taken.insert(hasher.finalize()).inserted
  }
}
