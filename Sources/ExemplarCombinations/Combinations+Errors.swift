import ExemplarCore

extension Combinations {
  func error(_ message: String, at place: Place? = nil) -> UsageError {
    UsageError(message, at: place ?? self.place)
  }

  /// The error for a problem with the numbers, in terms of the author's values.
  func error(_ problem: CoveringProblem) -> UsageError {
    let rule = exclusions.last?.place
    return switch problem {
    case .strength(let strength):
      error(
        "The strength is \(strength), but must be at least 1. It is the number of sources whose "
          + "values meet in every combination: 2 for pairs.")
    case .tooMany:
      error(
        "\(name)(…) of \(values.sizes.map(String.init).joined(separator: " × ")) values does not fit "
          + "into memory. Use a smaller strength, or fewer values.")
    case .seedExcluded(let seed, let exclusion):
      error(
        "Seed \(seed + 1)\(text(ofSeed: seed)) is excluded by the rule at "
          + "\(exclusions[exclusion].place.map { "\($0.fileName):\($0.line)" } ?? "?"). Remove the "
          + "seed, or change the rule.")
    case .seedImpossible(let seed):
      error(
        "Seed \(seed + 1)\(text(ofSeed: seed)) cannot be completed: the exclusions together leave no "
          + "row with these values. Remove the seed, or exclude less.")
    case .everythingExcluded:
      error(
        "All rows of \(name)(…) are excluded, so nothing would be checked. A rule must return true "
          + "for unwanted rows only.", at: rule)
    case .undecided(let row):
      error(
        "No row\(known(of: row)) that all rules allow was found in \(AllowedRows.patience) steps, and "
          + "there may be one. A rule reads many of the \(row.count.counted("source")); list only those that it "
          + "needs, as in `reading: [0, 2]`.", at: rule)
    }
  }

  /// ` (eur, any, true)`
  private func text(ofSeed seed: Int) -> String {
    guard let seeds = try? seeds() else { return "" }
    let texts = Swift.zip(values.texts(), seeds[seed]).map { texts, position in
      position.map { texts[$0] } ?? "any"
    }
    return " (\(texts.joined(separator: ", ")))"
  }

  /// ` with eur, true`
  private func known(of row: [Int?]) -> String {
    let texts = Swift.zip(values.texts(), row).compactMap { texts, position in
      position.map { texts[$0] }
    }
    return texts.isEmpty ? "" : " with \(texts.joined(separator: ", "))"
  }

  /// The error for sources of different lengths, if this is a `zip` of such sources.
  var differentLengths: UsageError? {
    guard case .zip = kind else { return nil }
    return UsageError(zipOf: values.sizes, at: place)
  }
}

extension UsageError {
  /// The error for a `zip` of sources with different numbers of values; `nil` if these are equal.
  package init?(zipOf sizes: [Int], at place: Place?) {
    guard let shortest = sizes.min(), shortest != sizes.max() else { return nil }
    let short = sizes.indices.filter { sizes[$0] == shortest }.map { "\($0 + 1)" }
    self.init(
      "The sources of zip(…) have different numbers of values: "
        + "\(sizes.map(String.init).joined(separator: ", ")). "
        + (short.count == 1
          ? "Source \(short[0]) is the shortest."
          : "Sources \(short.joined(separator: ", ")) are the shortest.")
        + " Give all sources the same number of values.", at: place)
  }
}
