/// Gives out names that are unique in their group: a name that was taken gets a number.
struct UniqueNames {
  private var taken: [String: Place] = [:]
  private var counts: [String: Int] = [:]

  /// A unique name, and where the name was first taken if it was not free.
  ///
  /// Complexity: O(1) amortized, also for many equal names.
  mutating func claim(_ name: String, at place: Place) -> (name: String, earlier: Place?) {
    guard let earlier = taken[name] else {
      taken[name] = place
      return (name, nil)
    }
    var number = counts[name, default: 1]
    var numbered: String
    repeat {
      number += 1
      numbered = "\(name) (\(number))"
    } while taken[numbered] != nil
    counts[name] = number
    taken[numbered] = place
    return (numbered, earlier)
  }
}
