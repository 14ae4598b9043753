/// The rows of an outline that belong to one process, if several processes share them.
///
/// Rows are shared by halves: from some row on, one process has every second row, and another
/// process has the rows between. Either can share its half again. So the number of rows need not be
/// known, and each row belongs to one process as long as all processes read the same rows in the
/// same order.
package struct RowShare: Sendable, Hashable, Codable {
  /// The half that a process keeps, or the half that another process receives.
  struct Half: Sendable, Hashable, Codable {
    /// How many rows come before those that are shared.
    var start: Int
    /// Whether these are the rows that were given away.
    var isGiven: Bool

    /// Whether it holds the row at a position among those that are shared.
    func holds(_ position: Int) -> Bool {
      if position < start { return !isGiven }
      // The one that shares is busy with a row: the next one is for the other.
      return ((position - start) % 2 == 0) == isGiven
    }
  }

  private(set) var halves: [Half] = []

  /// All rows.
  package init() {}

  /// How often they were halved.
  package var depth: Int { halves.count }

  /// Both halves of these rows, from the row at `position` of them on.
  package func halved(from position: Int) -> (kept: RowShare, given: RowShare) {
    var (kept, given) = (self, self)
    kept.halves.append(Half(start: position, isGiven: false))
    given.halves.append(Half(start: position, isGiven: true))
    return (kept, given)
  }

  /// The share that the process keeps that gave these rows away.
  package var counterpart: RowShare {
    var share = self
    if let last = halves.indices.last { share.halves[last].isGiven.toggle() }
    return share
  }

  /// Shows whether several processes have read the same rows.
  package struct Reading: Sendable, Hashable, Codable {
    /// How many there were.
    package var count: Int
    /// A hash of their names, in their order.
    private var hash: PathHash

    package init(count: Int = 0, hash: PathHash = PathHash()) {
      self.count = count
      self.hash = hash
    }

    /// Records that another row was read.
    mutating func record(_ name: String) {
      count += 1
      hash = hash.appending(name)
    }
  }

  /// Decides for one row after another whether it belongs to the share.
  package struct Walk: Sendable {
    package private(set) var share: RowShare
    /// How many rows have come to each half, and have passed the last one.
    private var passed: [Int]

    package init(_ share: RowShare) {
      self.share = share
      passed = Array(repeating: 0, count: share.halves.count + 1)
    }

    /// Whether the next row is one of them.
    package mutating func holdsNext() -> Bool {
      for (index, half) in share.halves.enumerated() {
        let position = passed[index]
        passed[index] += 1
        if !half.holds(position) { return false }
      }
      passed[passed.count - 1] += 1
      return true
    }

    /// Keeps half of the rows that are still to come.
    ///
    /// - Parameter first: How many of them are kept at least, from the beginning.
    /// - Returns: The other half.
    package mutating func halve(after first: Int = 0) -> RowShare {
      let position = passed[passed.count - 1]
      let halves = share.halved(from: max(position, first))
      share = halves.kept
      passed.append(position)
      return halves.given
    }
  }
}

/// The rows of an outline that ran in a process that has exited: the first rows of its share.
package struct FinishedRows: Sendable, Hashable, Codable {
  package var count: Int
  /// The last of them, which shows whether they are the first rows in another process too.
  package var last: ExampleID?

  package init(_ count: Int = 0, last: ExampleID? = nil) {
    self.count = count
    self.last = last
  }
}
