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

  /// Records that a value equaled an expected one. The first of many examples that compare with one is enough, of each
  /// outline: a column is one place.
  package func confirm(_ place: ConfirmedPlace) {
    if outline == nil, !progress.state.withLock({ $0.confirmed.insert(place) }) { return }
    withState { state in
      if outline?.confirmed.insert(place) ?? true { state.reviewed.confirmed.append(place) }
    }
  }
}
