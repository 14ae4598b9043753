import ExemplarCore

/// The rows of ``Combinations``, each of which is made when it is read.
///
/// A product takes no memory for its rows. Reading a row takes time in proportion to the number of
/// its values.
public struct CombinationRows<Row: Sendable>: RandomAccessCollection, Sendable {
  let values: SourceValues<Row>
  public let count: Int
  /// The positions of the values of a row in their sources.
  let positions: @Sendable (_ index: Int) -> [Int]

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  public subscript(index: Int) -> Row {
    precondition(indices.contains(index), "There is no row at this index.")
    return values.row(positions(index))
  }
}

extension Combinations {
  func generate() throws(UsageError) -> CombinationRows<Row> {
    let sizes = values.sizes
    for exclusion in exclusions { try check(exclusion) }
    if sizes.isEmpty {
      throw error("\(name)() has no sources. Give it the values to combine.")
    }
    if let empty = sizes.firstIndex(of: 0) {
      throw differentLengths
        ?? error(
          "Source \(empty + 1) of \(name)(…) is empty, so there are no rows. Give every source at "
            + "least one value.")
    }
    if sizes.contains(where: { $0 > SourceList<Row>.limit }) { throw error(.tooMany) }
    switch kind {
    case .zip:
      let rows = (0..<(sizes.min() ?? 0)).map { index in sizes.map { _ in index } }
        .filter { row in !exclusions.contains { $0.excludes(row) } }
      if rows.isEmpty { throw error(.everythingExcluded) }
      return CombinationRows(values: values, count: rows.count) { [rows] in rows[$0] }
    case .product where exclusions.isEmpty:
      guard let count = CoveringRows.count(of: sizes) else { throw error(.tooMany) }
      return CombinationRows(values: values, count: count) { CoveringRows.row(at: $0, of: sizes) }
    case .product: return try covering(strength: .max)
    case .covering(let strength): return try covering(strength: strength)
    }
  }

  private func covering(strength: Int) throws(UsageError) -> CombinationRows<Row> {
    let model = CoveringModel(
      sizes: values.sizes, strength: strength, exclusions: exclusions,
      seeds: try seeds())
    let rows: [[Int]]
    do {
      rows = try CoveringRows.rows(of: model)
    } catch {
      throw self.error(error)
    }
    for exclusion in exclusions where exclusion.parameters.count < values.sizes.count {
      guard let row = rows.first(where: exclusion.excludes) else { continue }
      throw error(
        "The rule excludes the row \u{201C}\(CombinationNames(values.texts()).name(row))\u{201D}, "
          + "but the sources in `reading:` alone do not decide that. List all sources that the rule "
          + "reads.", at: exclusion.place)
    }
    return CombinationRows(values: values, count: rows.count) { [rows] in rows[$0] }
  }

  private func check(_ exclusion: Exclusion) throws(UsageError) {
    let count = values.sizes.count
    guard let wrong = exclusion.parameters.first(where: { !(0..<count).contains($0) }) else {
      return
    }
    throw error(
      "There is no source at position \(wrong) of \(name)(…): the positions of its \(count.counted("source")) "
        + "are 0 to \(count - 1).", at: exclusion.place)
  }
}
