import ExemplarCore

extension Combinations {
  /// Makes the rows.
  func make() throws(AuthoringMistake) -> CombinationRows<Row> {
    for exclusion in exclusions { try check(exclusion) }
    if values.sizes.isEmpty { throw mistake(.noParameters) }
    if let empty = values.sizes.firstIndex(of: 0) {
      throw differentLengths ?? mistake(.noValues(parameter: empty))
    }
    if values.sizes.contains(where: { $0 > SourceList<Row>.limit }) { throw mistake(.tooMany) }
    switch kind {
    case .zip: return try zipped()
    case .product where exclusions.isEmpty: return try product()
    case .product: return try covering(strength: .max)
    case .covering(let strength): return try covering(strength: strength)
    }
  }

  /// What is wrong if sources that go together have different numbers of values.
  var differentLengths: AuthoringMistake? {
    guard case .zip = kind else { return nil }
    return AuthoringMistake(zipOf: values.sizes, at: place)
  }

  /// The first values together, then the second ones, as far as all sources go.
  private func zipped() throws(AuthoringMistake) -> CombinationRows<Row> {
    let positions = (0..<(values.sizes.min() ?? 0)).map { index in values.sizes.map { _ in index } }
      .filter { positions in !exclusions.contains { $0.isExcluded(values.row(positions)) } }
    if positions.isEmpty { throw mistake(.everythingExcluded) }
    return CombinationRows(values, .chosen(positions), count: positions.count)
  }

  private func product() throws(AuthoringMistake) -> CombinationRows<Row> {
    guard let count = CoveringRows.product(values.sizes) else { throw mistake(.tooMany) }
    return CombinationRows(values, .all, count: count)
  }

  private func covering(strength: Int) throws(AuthoringMistake) -> CombinationRows<Row> {
    let model = CoveringModel(
      sizes: values.sizes, strength: strength, exclusions: exclusions.map(numbered),
      seeds: try seeds())
    let rows: [[Int]]
    do {
      rows = try CoveringRows.rows(of: model)
    } catch {
      throw mistake(error)
    }
    for exclusion in exclusions where !exclusion.reads.isEmpty {
      if let row = rows.first(where: { exclusion.isExcluded(values.row($0)) }) {
        throw .readsMore(exclusion.place, RowNames(values.texts()).name(row))
      }
    }
    return CombinationRows(values, .chosen(rows), count: rows.count)
  }

  private func check(_ exclusion: RowExclusion<Row>) throws(AuthoringMistake) {
    let count = values.sizes.count
    if let wrong = exclusion.reads.first(where: { !(0..<count).contains($0) }) {
      throw AuthoringMistake(
        "There is no source at position \(wrong) of \(name)(…): the \(count) sources are counted "
          + "from 0 to \(count - 1).", at: exclusion.place)
    }
  }

  /// The rule with positions in place of values. What it does not read is as in the first row.
  private func numbered(_ exclusion: RowExclusion<Row>) -> Exclusion {
    let values = values
    let reads = Set(exclusion.reads.isEmpty ? Array(values.sizes.indices) : exclusion.reads)
      .sorted()
    return Exclusion(parameters: reads) { positions in
      var row = values.sizes.map { _ in 0 }
      for (source, position) in Swift.zip(reads, positions) { row[source] = position }
      return exclusion.isExcluded(values.row(row))
    }
  }
}

extension AuthoringMistake {
  /// Sources that go together have different numbers of values; `nil` if they do not.
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
