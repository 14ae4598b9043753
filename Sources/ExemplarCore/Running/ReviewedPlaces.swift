/// The values that code has compared with expected ones, by the place of each expected one.
struct ReviewedPlaces: Sendable {
  /// `nil` without a value, as for nearly all examples.
  private var values: [String: String]?
  /// The expected values that were equal.
  var confirmed: [ConfirmedPlace] = []

  /// Whether there is another value for a place.
  func contradict(_ value: String, at place: String) -> Bool {
    values?[place].map { !$0.isSpelled(as: value) } ?? false
  }

  /// Records a value; whether an earlier one for the place is another one.
  mutating func record(_ value: String, at place: String) -> Bool {
    if contradict(value, at: place) { return true }
    values = values ?? [:]
    values?[place] = value
    return false
  }
}

extension ReviewedPlaces {
  /// The first values for each place: these, and those of a later attempt.
  func adding(_ later: ReviewedPlaces) -> ReviewedPlaces {
    var all = self
    all.values = values?.merging(later.values ?? [:]) { first, _ in first } ?? later.values
    all.confirmed += later.confirmed
    return all
  }
}
