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

extension CombinationRows {
  init(_ values: SourceValues<Row>, _ rows: [[Int]]) {
    self.init(values: values, count: rows.count) { rows[$0] }
  }
}
