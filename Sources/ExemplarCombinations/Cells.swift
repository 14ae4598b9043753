/// The cells of a model: every value of every parameter, numbered through.
///
/// With the sizes 3, 2 the cells of the first parameter are 0, 1, 2, those of the second 3, 4. So a
/// row is an ascending list of cells, and a set of cells is a row of bits.
struct Cells: Sendable {
  /// The number of values of each parameter.
  let sizes: [Int]
  /// The first cell of each parameter.
  let first: [Int]
  /// The parameter of each cell.
  let parameter: [Int]
  /// How many cells there are.
  var count: Int { parameter.count }
  /// How many words a set of cells takes.
  let words: Int

  init(_ sizes: [Int]) {
    self.sizes = sizes
    var first: [Int] = []
    var parameter: [Int] = []
    for (index, size) in sizes.enumerated() {
      first.append(parameter.count)
      parameter += Array(repeating: index, count: size)
    }
    self.first = first
    self.parameter = parameter
    words = (parameter.count + 63) / 64
  }
}

/// A row while it is written: at most one cell of each parameter.
///
/// The cells are kept twice, as a list and as a set, in memory without bounds checks: all time is
/// spent here, and also in debug builds, which tests are.
final class DraftRow {
  /// The cell of each parameter; -1 where none is chosen.
  let cells: UnsafeMutablePointer<Int>
  /// The chosen cells as a set.
  let bits: UnsafeMutablePointer<UInt64>
  private let count: Int
  private let words: Int

  init(_ cells: Cells) {
    count = cells.sizes.count
    words = cells.words
    self.cells = .allocate(capacity: count)
    self.cells.initialize(repeating: -1, count: count)
    bits = .allocate(capacity: words)
    bits.initialize(repeating: 0, count: words)
  }

  deinit {
    cells.deallocate()
    bits.deallocate()
  }

  /// Chooses `cell` for `parameter`; -1 takes back what was chosen.
  func choose(_ cell: Int, for parameter: Int) {
    let old = cells[parameter]
    if old >= 0 { bits[old >> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: old & 63)) }
    if cell >= 0 { bits[cell >> 6] |= 1 &<< UInt64(truncatingIfNeeded: cell & 63) }
    cells[parameter] = cell
  }

  /// Makes the row equal to `other`, which is of the same model.
  func copy(_ other: DraftRow) {
    cells.update(from: other.cells, count: count)
    bits.update(from: other.bits, count: words)
  }

  /// The cells as an array.
  var list: [Int] { Array(UnsafeBufferPointer(start: cells, count: count)) }
}
