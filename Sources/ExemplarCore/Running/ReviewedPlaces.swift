/// The values that code has compared with expected ones, by the place of each expected one.
struct ReviewedPlaces: Sendable {
  /// The only one, as for nearly all examples that have any.
  private var first: (place: String, value: String)?
  private var others: [Spelling: String] = [:]
  /// The expected values that were equal.
  var confirmed: [ConfirmedPlace] = []

  /// Whether there is another value for a place.
  func contradict(_ value: String, at place: String) -> Bool {
    let isFirst = first?.place.isSpelled(as: place) == true
    let known = isFirst ? first?.value : others.isEmpty ? nil : others[Spelling(place)]
    return known.map { !$0.isSpelled(as: value) } ?? false
  }

  /// Records a value; whether an earlier one for the place is another one.
  mutating func record(_ value: String, at place: String) -> Bool {
    if contradict(value, at: place) { return true }
    if first?.place.isSpelled(as: place) ?? true {
      first = (place, value)
    } else {
      others[Spelling(place)] = value
    }
    return false
  }

  /// The first values for each place: these, and those of a later attempt.
  func adding(_ later: ReviewedPlaces) -> ReviewedPlaces {
    var all = self
    if let first = later.first { _ = all.record(first.value, at: first.place) }
    for (place, value) in later.others { _ = all.record(value, at: place.text) }
    all.confirmed += later.confirmed
    return all
  }
}

/// The expected values that were equal.
struct ConfirmedPlaces {
  private var all: Set<ConfirmedPlace> = []
  /// The rows of an outline confirm the same one, one after the other.
  private var last: ConfirmedPlace?

  /// Whether a place was not there.
  mutating func insert(_ place: ConfirmedPlace) -> Bool {
    if let last, last == place { return false }
    last = place
    return all.insert(place).inserted
  }
}
