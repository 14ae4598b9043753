import ExemplarCore

extension RunSummary {
  /// The summary of two parts of a run that ran side by side.
  func joined(with other: RunSummary) -> RunSummary {
    var all = self
    for (_, count) in Self.counts { all[keyPath: count] += other[keyPath: count] }
    all.duration = max(duration, other.duration)
    all.isFocused = isFocused || other.isFocused
    all.isFocusRefused = isFocusRefused || other.isFocusRefused
    all.finished = finished && other.finished
    // One of several may well have nothing to do.
    all.nothingRan = other.nothingRan == nil ? nil : nothingRan
    return all
  }
}
