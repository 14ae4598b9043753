/// Names the rows of one outline: gives each a name that is unique in its suite.
///
/// Ids and paths are created on demand: most rows need one of them, and rows that are not selected need no id.
///
/// There may be many rows, so only a hash of each name is kept. A hash has 64 bits: that two names share one is
/// less likely than an error of the memory.
struct RowNamer {
  /// How many rows have been named.
  private(set) var count = 0
  /// The suite that contains the last row.
  private var suites: [RowSuite] = []
  private var suite = ExampleID([])
  /// The id of that suite, below the outline.
  private var suiteID: ExampleID
  private let outline: ExampleID
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

  /// - Parameter outline: Where the ids begin. By default, they are the paths below the outline.
  init(below outline: ExampleID = ExampleID([])) { (self.outline, suiteID) = (outline, outline) }

  /// Names the next row.
  ///
  /// Complexity: O(1) amortized, even for many equal names.
  ///
  /// - Returns: Its name, and whether that has a number, since the name that its source gives it is that of an earlier
  ///   row.
  mutating func name(_ row: ExampleInvocation) -> (name: String, isNumbered: Bool) {
    if !row.suites.isEmpty || !suites.isEmpty { enter(row.suites) }
    count += 1
    positions.count += 1
    let name = row.name ?? "#" + String(positions.count)
    if row.name == nil, !positions.hasNames { return (name, false) }
    if !positions.hasNames {
      positions.hasNames = true
      for position in 1..<positions.count { take("#" + String(position), in: suite) }
    }
    return claim(name, in: suite)
  }

  /// The id of the row that was named last.
  func id(ofLast name: String) -> ExampleID { suiteID.appending(name) }

  /// The path below the outline of the row that was named last.
  func path(ofLast name: String) -> ExampleID { suite.appending(name) }

  private mutating func enter(_ groups: [RowSuite]) {
    if groups == suites { return }
    leftSuites[suite.hashValue] = positions
    (suites, suite) = (groups, ExampleID(groups.map(\.name)))
    suiteID = outline.appending(suite)
    positions = leftSuites.removeValue(forKey: suite.hashValue) ?? Positions()
  }

  /// An id for something that is no row, and that no row has.
  mutating func id(besides name: String) -> ExampleID {
    outline.appending(claim(name, in: ExampleID([])).name)
  }

  /// Takes a name, or the next one that is free.
  private mutating func claim(
    _ name: String, in suite: ExampleID
  ) -> (name: String, isNumbered: Bool) {
    // Two spellings of one name have one id, so the second is shown with its scalars.
    let isNewSpelling = !name.utf8.allSatisfy { $0 < 0x80 } && take(Spelling(name), in: suite)
    if take(name, in: suite) { return (name, false) }
    if isNewSpelling { return claim(name.withScalars, in: suite) }
    let path = suite.appending(name)
    var number = numbers[path] ?? 1
    let numbered = name.numbered(after: &number) { take($0, in: suite) }
    numbers[path] = number
    return (numbered, true)
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
