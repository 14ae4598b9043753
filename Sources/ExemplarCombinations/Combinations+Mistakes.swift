import ExemplarCore

extension Combinations {
  /// A problem of the numbers, told in the author's values.
  func mistake(_ problem: CoveringProblem) -> AuthoringMistake {
    let count = values.sizes.count
    switch problem {
    case .noParameters:
      return AuthoringMistake("\(name)() has no sources. Give it the values to combine.", at: place)
    case .noValues(let parameter):
      return AuthoringMistake(
        "Source \(parameter + 1) of \(name)(…) is empty, so there are no rows. Give every source at "
          + "least one value.", at: place)
    case .strength(let strength):
      return AuthoringMistake(
        "The strength is \(strength). It says how many sources have all their values combined, so "
          + "it must be at least 1; 2 gives pairs.", at: place)
    case .tooMany:
      return AuthoringMistake(
        "\(name)(…) of \(values.sizes.map(String.init).joined(separator: " × ")) values is too much "
          + "to keep in memory. Use a smaller strength, or fewer values.", at: place)
    case .seedLength(let seed):
      return AuthoringMistake("Seed \(seed + 1) does not have \(count) values.", at: place)
    case .seedValue(let seed, let parameter):
      return AuthoringMistake(
        "Seed \(seed + 1) has a value that source \(parameter + 1) does not have.", at: place)
    case .seedExcluded(let seed, let exclusion):
      return AuthoringMistake(
        "Seed \(seed + 1)\(text(ofSeed: seed)) is excluded by the rule at "
          + "\(exclusions[exclusion].place.fileName):\(exclusions[exclusion].place.line). Remove the seed, or let the rule keep it.",
        at: place)
    case .seedImpossible(let seed):
      return AuthoringMistake(
        "Seed \(seed + 1)\(text(ofSeed: seed)) cannot be completed: the exclusions together leave no "
          + "row with these values. Remove the seed, or exclude less.", at: place)
    case .everythingExcluded:
      return AuthoringMistake(
        "All rows of \(name)(…) are excluded, so nothing would be checked. A rule is true for the "
          + "rows that are not wanted.", at: exclusions.last?.place ?? place)
    case .undecided(let row):
      return AuthoringMistake(
        "Whether there is \(row.contains { $0 != nil } ? "a row with \(known(of: row))" : "any row") "
          + "that is not excluded could not be decided in "
          + "\(AllowedRows.patience) steps, because a rule reads many of the \(count) sources. Name "
          + "those it looks at, as in `reading: [0, 2]`.", at: exclusions.last?.place ?? place)
    }
  }

  private func text(ofSeed seed: Int) -> String {
    (try? seeds()).map { " (\(text(of: $0[seed])))" } ?? ""
  }

  /// `eur, true`
  private func known(of row: [Int?]) -> String {
    Swift.zip(values.texts(), row).compactMap { texts, position in position.map { texts[$0] } }
      .joined(separator: ", ")
  }

  /// `eur, any, true`
  private func text(of row: [Int?]) -> String {
    Swift.zip(values.texts(), row).map { texts, position in position.map { texts[$0] } ?? "any" }
      .joined(separator: ", ")
  }
}

extension AuthoringMistake {
  /// A rule excludes a row that the sources it names do not tell.
  static func readsMore(_ place: Place, _ row: String) -> AuthoringMistake {
    AuthoringMistake(
      "The rule excludes the row \u{201C}\(row)\u{201D}, but not by the sources that `reading:` "
        + "names alone. Name all sources whose values it looks at.", at: place)
  }

  /// A seed with a value that is not in its source.
  static func unknownSeed(
    _ seed: Int, _ text: String, source: Int, values: [String], at place: Place
  ) -> AuthoringMistake {
    let known = values.prefix(10).joined(separator: ", ") + (values.count > 10 ? ", …" : "")
    return AuthoringMistake(
      "Seed \(seed + 1) has \u{201C}\(text)\u{201D} for source \(source + 1), which is not one of its "
        + "values: \(known).", at: place)
  }
}
