import ExemplarCore

/// The result of Swift's `zip`, which silently drops the values of the longer side.
package protocol ZippedSequence {
  /// The numbers of values of both sides; `nil` if a side is infinite, or can be read only once.
  var lengths: [Int]? { get }
}

extension Zip2Sequence: ZippedSequence {
  package var lengths: [Int]? {
    guard let (first, second) = sides, let first = first as? any Collection,
      let second = second as? any Collection
    else { return nil }
    return [first.count, second.count]
  }

  /// Both sides. They are not public, but the layout of the structure is frozen.
  fileprivate var sides: (Sequence1, Sequence2)? {
    let fields = Mirror(reflecting: self).children.map(\.value)
    guard fields.count == 2, let first = fields[0] as? Sequence1,
      let second = fields[1] as? Sequence2
    else { return nil }
    return (first, second)
  }
}

extension Combinations {
  /// The rows of Swift's `zip`; `nil` if its sides are inaccessible.
  package init?<First: Collection, Second: Collection>(
    _ zipped: Zip2Sequence<First, Second>, at place: Place
  )
  where Row == (First.Element, Second.Element), First.Element: Sendable, Second.Element: Sendable {
    guard let (first, second) = zipped.sides else { return nil }
    self.init(
      "zip", .zip, of: sourceValues(of: SourceList(first), SourceList(second)), at: place)
  }
}
