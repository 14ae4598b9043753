/// The changes from one list to another one.
package struct ElementChanges {
  package let counts: (left: Int, right: Int)
  /// How many elements are equal at the beginning and at the end.
  package var same = (first: 0, last: 0)
  private let areEqual: (Int, Int) -> Bool

  package init(counts: (left: Int, right: Int), areEqual: @escaping (Int, Int) -> Bool) {
    (self.counts, self.areEqual) = (counts, areEqual)
  }

  /// How many pairs of elements are compared at most, in addition to those that are equal at both ends.
  private static let limit = 300_000

  /// The ranges that differ, in both lists, in their order: a shortest way from one to the other, by Myers's algorithm.
  ///
  /// If that takes too many comparisons, the way ends where it is furthest, after hundreds of changes.
  package func ranges() -> (ranges: [(Range<Int>, Range<Int>)], isComplete: Bool) {
    var (first, n, m) = (same.first, counts.left - same.last, counts.right - same.last)
    while first < min(n, m), areEqual(first, first) { first += 1 }
    while first < min(n, m), areEqual(n - 1, m - 1) { (n, m) = (n - 1, m - 1) }
    (n, m) = (n - first, m - first)
    var rest = Self.limit
    /// How far each diagonal leads in the left list, after each number of changes.
    var steps: [[Int]] = []
    // Diagonal `2 * i - d` is at `i`: the left position less the right one.
    func start(_ i: Int, _ d: Int) -> (position: Int, isInsertion: Bool) {
      guard d > 0 else { return (0, false) }
      let last = steps[d - 1]
      let isInsertion = i == 0 || i < d && last[i - 1] < last[i]
      return (isInsertion ? last[i] : last[i - 1] + 1, isInsertion)
    }
    var end: Int?
    while end == nil, rest > 0 {
      let d = steps.count
      let step = (0...d).map { i in
        var x = start(i, d).position
        var y = x - 2 * i + d
        rest -= 1
        while x < n, y < m, rest > -Self.limit, areEqual(first + x, first + y) {
          (x, y, rest) = (x + 1, y + 1, rest - 1)
        }
        if x >= n, y >= m { end = i }
        return x
      }
      steps.append(step)
    }
    var d = steps.count - 1
    let isComplete = end != nil
    let last = steps[d]
    let inside = (0...d).filter { last[$0] <= n && last[$0] - 2 * $0 + d <= m }
    var i =
      end ?? inside.max { (last[$0] - $0, -abs(2 * $0 - d)) < (last[$1] - $1, -abs(2 * $1 - d)) }
      ?? 0
    var ranges: [(Range<Int>, Range<Int>)] = []
    while d > 0 {
      let (x, isInsertion) = start(i, d)
      let y = x - 2 * i + d
      let (a, b) = (first + x, first + y)
      var (old, new) = isInsertion ? (a..<a, b - 1..<b) : (a - 1..<a, b..<b)
      if let next = ranges.last, next.0.lowerBound == a, next.1.lowerBound == b {
        (old, new) = (old.lowerBound..<next.0.upperBound, new.lowerBound..<next.1.upperBound)
        ranges.removeLast()
      }
      ranges.append((old, new))
      (d, i) = (d - 1, isInsertion ? i : i - 1)
    }
    return (ranges.reversed(), isComplete)
  }

  /// How many of the first items are equal, if a closure compares ranges of them. Comparing many at once is fast.
  package static func sameCount(of count: Int, _ areEqual: (Range<Int>) -> Bool) -> Int {
    var (start, size) = (0, 1 << 16)
    while start < count {
      if areEqual(start..<min(start + size, count)) {
        start += size
      } else if size > 1 {
        size /= 16
      } else {
        break
      }
    }
    return min(start, count)
  }
}
