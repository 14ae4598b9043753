import Foundation

/// The changes from one collection to another one.
enum CollectionChanges {
  case elements(ComparedElements)
  /// Values with their keys or names, some of which only one of them has.
  case entries([(step: String, left: ComparedValue?, right: ComparedValue?)])
  /// The elements that only one of two sets has.
  case members([ComparedValue], [ComparedValue])
}

/// The elements of two lists, and how they are compared.
struct ComparedElements {
  let counts: (left: Int, right: Int)
  /// How many elements are equal at the beginning and at the end.
  var same = (first: 0, last: 0)
  let left, right: (Int) -> ComparedValue
  let areEqual: (Int, Int) -> Bool

  init(
    counts: (Int, Int), left: @escaping (Int) -> ComparedValue,
    right: @escaping (Int) -> ComparedValue, areEqual: @escaping (Int, Int) -> Bool
  ) {
    (self.counts, self.left, self.right, self.areEqual) = (counts, left, right, areEqual)
  }

  /// How many pairs of elements are compared at most, in addition to those that are equal at both ends.
  private static let limit = 300_000

  /// The ranges that differ, in both lists, in their order: a shortest way from one to the other, by Myers's algorithm.
  ///
  /// If that takes too many comparisons, the way ends where it is furthest, after hundreds of changes.
  func changes() -> (ranges: [(Range<Int>, Range<Int>)], isComplete: Bool) {
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
  static func sameCount(of count: Int, _ areEqual: (Range<Int>) -> Bool) -> Int {
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

/// A collection of the standard library, or data: its own `==` compares its elements by theirs.
protocol ComparedCollection {
  /// The changes to another one of its type; `nil` if its elements have no `==`.
  func changes(to other: Any, isInObject: Bool) -> CollectionChanges?
}

extension Array: ComparedCollection {}
extension ArraySlice: ComparedCollection {}
extension ContiguousArray: ComparedCollection {}
extension Data: ComparedCollection {}

extension ComparedCollection where Self: RandomAccessCollection {
  func changes(to other: Any, isInObject: Bool) -> CollectionChanges? {
    guard let other = other as? Self, let type = Element.self as? any Equatable.Type,
      !isInObject || !(Element.self is AnyObject.Type)
    else { return nil }
    func typed<Value: Equatable>(_: Value.Type) -> ComparedElements? {
      guard let left = Array(self) as Any as? [Value], let right = Array(other) as Any as? [Value]
      else { return nil }
      var elements = ComparedElements(
        counts: (left.count, right.count),
        left: { ComparedValue(left[$0], isInObject: isInObject) },
        right: { ComparedValue(right[$0], isInObject: isInObject) },
        areEqual: { left[$0] == right[$1] })
      let isNumber =
        Value.self is any FixedWidthInteger.Type || Value.self is any BinaryFloatingPoint.Type
      func areEqual(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        // Numbers are so many that comparing each one takes seconds.
        guard isNumber else { return left[a] == right[b] }
        let size = MemoryLayout<Value>.stride
        return left.withUnsafeBytes { left in
          right.withUnsafeBytes { right in
            memcmp(
              left.baseAddress! + a.lowerBound * size, right.baseAddress! + b.lowerBound * size,
              a.count * size) == 0
          }
        }
      }
      let (n, m) = elements.counts
      let shorter = n < m ? n : m
      elements.same.first = ComparedElements.sameCount(of: shorter) { areEqual($0, $0) }
      elements.same.last = ComparedElements.sameCount(of: shorter - elements.same.first) {
        areEqual(n - $0.upperBound..<n - $0.lowerBound, m - $0.upperBound..<m - $0.lowerBound)
      }
      // Numbers that are not equal to themselves.
      if n == m, elements.same.first == n { elements.same.first = 0 }
      return elements
    }
    return typed(type).map { .elements($0) }
  }
}

/// How many changes are read of a dictionary or a set.
private let changeLimit = 100

extension Set: ComparedCollection {
  func changes(to other: Any, isInObject: Bool) -> CollectionChanges? {
    guard let other = other as? Self else { return nil }
    func members(of set: Self, without other: Self) -> [ComparedValue] {
      set.lazy.filter { !other.contains($0) }.prefix(changeLimit).map {
        ComparedValue($0, isInObject: isInObject)
      }
    }
    return .members(members(of: self, without: other), members(of: other, without: self))
  }
}

extension Dictionary: ComparedCollection {
  func changes(to other: Any, isInObject: Bool) -> CollectionChanges? {
    guard let other = other as? Self else { return nil }
    var changes: [(ComparedValue, ComparedValue?, ComparedValue?)] = []
    func add(_ key: Key, _ left: Value?, _ right: Value?) {
      let sides = [left, right].map { $0.map { ComparedValue($0, isInObject: isInObject) } }
      if let left = sides[0], let right = sides[1], left.equality(with: right) == true { return }
      changes.append((ComparedValue(key), sides[0], sides[1]))
    }
    var removed = 0
    for key in differingKeys(of: other, isInObject: isInObject) {
      if other[key] == nil { removed += 1 }
      add(key, self[key], other[key])
      if changes.count == changeLimit { break }
    }
    // Looking up each key of the other one takes as long as comparing the values.
    if other.count > count - removed {
      for (key, value) in other where changes.count < changeLimit && self[key] == nil {
        add(key, nil, value)
      }
    }
    let steps = ComparedValue.distinctTexts(changes.map(\.0)).map { "[\($0)]" }
    return .entries(zip(steps, changes).map { ($0, $1.1, $1.2) })
  }
}

extension Dictionary {
  /// Some keys, among them those of the first entries that another dictionary does not have alike. Values are compared by
  /// the `==` of their type if it has one, which is faster than one by one as values of any type.
  private func differingKeys(of other: Self, isInObject: Bool) -> [Key] {
    func keys<Equal: Equatable>(_: Equal.Type) -> [Key]? {
      guard let left = self as Any as? [Key: Equal], let right = other as Any as? [Key: Equal]
      else { return nil }
      var keys: [Key] = []
      _ = left.contains { key, value in
        if right[key] != value { keys.append(key) }
        return keys.count == changeLimit
      }
      return keys
    }
    guard !isInObject || !(Value.self is AnyObject.Type),
      let type = Value.self as? any Equatable.Type
    else { return Array(self.keys) }
    return keys(type) ?? Array(self.keys)
  }
}

extension Equatable {
  /// Whether a value of any type is one of this type and equal.
  func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}
