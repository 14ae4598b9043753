/// Gives out names that differ: a name that was given out before gets a number, as in `Emma (2)`.
package struct UniqueNames<Origin> {
  private var taken: [String: Origin] = [:]
  private var counts: [String: Int] = [:]
  /// Names that will be asked for, which no numbered name becomes.
  private let reserved: Set<String>

  package init(reserving names: [String] = []) { reserved = Set(names) }

  /// A unique name, and where the name was first given out if it was.
  ///
  /// Complexity: O(1) amortized, also for many equal names.
  package mutating func claim(
    _ name: String, at origin: Origin
  ) -> (name: String, earlier: Origin?) {
    guard let earlier = taken[name] else {
      taken[name] = origin
      return (name, nil)
    }
    var number = counts[name, default: 1]
    var numbered: String
    repeat {
      number += 1
      numbered = "\(name) (\(number))"
    } while taken[numbered] != nil || reserved.contains(numbered)
    counts[name] = number
    taken[numbered] = origin
    return (numbered, earlier)
  }
}

extension UniqueNames<Void> {
  /// A unique name, where nobody asks for the others.
  package mutating func claim(_ name: String) -> String { claim(name, at: ()).name }
}
