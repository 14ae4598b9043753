/// The rows of ``Combinations``, made one by one as they are asked for.
///
/// A product takes no memory for its rows. Reading a row takes time in proportion to the number of
/// its values.
public struct CombinationRows<Row: Sendable>: RandomAccessCollection, Sendable {
  enum Positions: Sendable {
    /// Every row, the last source changing fastest.
    case all
    case chosen([[Int]])
  }

  let values: SourceValues<Row>
  let positions: Positions
  public let count: Int

  init(_ values: SourceValues<Row>, _ positions: Positions, count: Int) {
    self.values = values
    self.positions = positions
    self.count = count
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  public subscript(index: Int) -> Row {
    precondition(indices.contains(index), "There is no row at this index.")
    return values.row(positions(at: index))
  }

  /// The positions of the values of a row in their sources.
  func positions(at index: Int) -> [Int] {
    switch positions {
    case .chosen(let rows): return rows[index]
    case .all:
      var rest = index
      var row = values.sizes
      for source in row.indices.reversed() {
        (rest, row[source]) = rest.quotientAndRemainder(dividingBy: values.sizes[source])
      }
      return row
    }
  }
}
