/// Gives out names that differ: a name that was given out before gets a number, as in `Emma (2)`.
///
/// A name that differs in its scalars alone gets these, as in `é (U+0065 U+0301)`: dictionaries and ids take
/// such names for equal.
package struct UniqueNames<Origin> {
  private var taken: [String: Origin] = [:]
  private var counts: [String: Int] = [:]
  /// Names that will be asked for, which no numbered name becomes.
  private let reserved: Set<String>

  /// - Parameter count: How many names are given out, as far as that is known.
  package init(reserving names: [String] = [], count: Int = 0) {
    reserved = Set(names)
    if count > 0 { taken.reserveCapacity(count) }
  }

  /// A unique name, and where the name was first given out if it was.
  ///
  /// Complexity: O(1) amortized, also for many equal names.
  package mutating func claim(
    _ name: String, at origin: Origin
  ) -> (name: String, earlier: Origin?) {
    guard let index = taken.index(forKey: name) else {
      taken[name] = origin
      return (name, nil)
    }
    let (first, earlier) = taken[index]
    if !first.isSpelled(as: name) { return claim(name.withScalars, at: origin) }
    let numbered = name.numbered(after: &counts[name, default: 1]) {
      taken[$0] == nil && !reserved.contains($0)
    }
    taken[numbered] = origin
    return (numbered, earlier)
  }
}

extension String {
  /// The first of `Emma (2)`, `Emma (3)`, … that is free. `number` is the last that was given out
  /// before, or 1, and becomes the number of this one.
  package func numbered(after number: inout Int, isFree: (String) -> Bool) -> String {
    while true {
      number += 1
      let numbered = "\(self) (\(number))"
      if isFree(numbered) { return numbered }
    }
  }
}

extension UniqueNames<Void> {
  /// Returns a unique name, without the information about the other uses.
  package mutating func claim(_ name: String) -> String { claim(name, at: ()).name }
}
