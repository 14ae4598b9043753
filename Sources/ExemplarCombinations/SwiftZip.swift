import ExemplarCore

/// What the `zip` of Swift gives: it drops values that have no partner without a word.
package protocol SideBySide {
  /// The numbers of values of both sides; `nil` if one of them has no end, or is used up by counting.
  var lengths: [Int]? { get }
}

extension Zip2Sequence: SideBySide {
  package var lengths: [Int]? {
    guard let (first, second) = sides, let first = first as? any Collection,
      let second = second as? any Collection
    else { return nil }
    return [first.count, second.count]
  }

  /// Both sides. They are not public, but the structure is frozen, so these are its fields.
  fileprivate var sides: (Sequence1, Sequence2)? {
    let fields = Mirror(reflecting: self).children.map(\.value)
    guard fields.count == 2, let first = fields[0] as? Sequence1,
      let second = fields[1] as? Sequence2
    else { return nil }
    return (first, second)
  }
}

extension Combinations {
  /// The rows of what the `zip` of Swift gives; `nil` if its sides cannot be seen.
  package init?<First: Collection, Second: Collection>(
    _ zipped: Zip2Sequence<First, Second>, at place: Place
  )
  where Row == (First.Element, Second.Element), First.Element: Sendable, Second.Element: Sendable {
    guard let (first, second) = zipped.sides else { return nil }
    self.init(
      "zip", .zip, of: sourceValues(of: SourceList(first), SourceList(second)), at: place)
  }
}
