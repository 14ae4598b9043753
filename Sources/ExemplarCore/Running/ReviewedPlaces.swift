/// The values that code has compared with expected ones, by the place of each expected one.
struct ReviewedPlaces: Sendable {
  private var values: [String: String] = [:]

  /// Whether there is another value for a place.
  func contradict(_ value: String, at place: String) -> Bool {
    values[place].map { !$0.isSpelled(as: value) } ?? false
  }

  /// Records a value; whether an earlier one for the place is another one.
  mutating func record(_ value: String, at place: String) -> Bool {
    if contradict(value, at: place) { return true }
    values[place] = value
    return false
  }
}

extension ReviewedPlaces {
  /// The first values for each place: these, and those of a later attempt.
  func adding(_ later: ReviewedPlaces) -> ReviewedPlaces {
    var all = self
    all.values.merge(later.values) { first, _ in first }
    return all
  }
}

extension ExampleScope {
  /// A reason why a value cannot become the expected one of a place.
  package enum Contradiction: Sendable, Hashable {
    /// An earlier attempt of the example had another value.
    case attempt
    /// An earlier call had another value for the same place.
    case call
  }

  /// Records a value that is compared with the one that is expected at a place; why it cannot become that one.
  ///
  /// - Parameter isShared: Whether other examples of the run compare their values with it too.
  package func contradiction(
    of value: String, at place: String, isShared: Bool
  ) -> Contradiction? {
    if isShared {
      return progress.state.withLock { $0.reviewed.record(value, at: place) } ? .call : nil
    }
    if withState({ $0.reviewed.record(value, at: place) }) { return .call }
    return reviewedBefore.contradict(value, at: place) ? .attempt : nil
  }
}
