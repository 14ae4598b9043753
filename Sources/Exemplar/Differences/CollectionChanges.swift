import ExemplarReports
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
  var changes: ElementChanges
  let left, right: (Int) -> ComparedValue

  init(
    counts: (Int, Int), left: @escaping (Int) -> ComparedValue,
    right: @escaping (Int) -> ComparedValue, areEqual: @escaping (Int, Int) -> Bool
  ) {
    changes = ElementChanges(counts: counts, areEqual: areEqual)
    (self.left, self.right) = (left, right)
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
      let (n, m) = (left.count, right.count)
      let shorter = n < m ? n : m
      var same = (first: 0, last: 0)
      same.first = ElementChanges.sameCount(of: shorter) { areEqual($0, $0) }
      same.last = ElementChanges.sameCount(of: shorter - same.first) {
        areEqual(n - $0.upperBound..<n - $0.lowerBound, m - $0.upperBound..<m - $0.lowerBound)
      }
      // Numbers that are not equal to themselves.
      if n == m, same.first == n { same.first = 0 }
      elements.changes.same = same
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
