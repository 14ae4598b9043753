/// Which tuples of cells are covered, and how often.
///
/// A tuple has as many cells as the strength, of different parameters. It is kept once for each of
/// its cells: under its other cells (the *context*) as the bit of that cell. So the question the
/// search asks all the time, how many tuples a cell would make with those of a row, is answered by
/// counting bits, 64 at once; with strength 2 by `words` of them.
///
/// Contexts are numbered by the combinatorial number system: the context of the ascending cells
/// a, b, c has the number (a over 1) + (b over 2) + (c over 3).
final class TupleTable {
  /// The most entries that are kept: an entry is one cell of one context and takes 4 bytes.
  private static let limit = 1 << 25
  /// What stands in the counts for tuples that need not be covered: they count as covered often.
  private static let waived: UInt32 = 1 << 31

  let cells: Cells
  let strength: Int
  /// The tuples that no row covers.
  let open: UnsafeMutablePointer<UInt64>
  /// The tuples that exactly one row covers.
  let single: UnsafeMutablePointer<UInt64>
  /// How many tuples there are.
  private(set) var tupleCount = 0
  /// How many tuples are open.
  private(set) var openCount = 0
  /// How many open tuples each cell is in.
  let openAt: UnsafeMutablePointer<Int>
  /// The tuples that became open again since this was emptied, their cells one after the other.
  var reopened: [Int] = []

  private let contexts: Int
  private let counts: UnsafeMutablePointer<UInt32>
  /// Binomials: `over[size * cells.count + cell]` is cell over size.
  private let over: UnsafeMutablePointer<Int>

  /// A table in which all tuples are open; `strength` is at least 2 and at most the number of
  /// parameters.
  init(_ cells: Cells, strength: Int) throws(CoveringProblem) {
    guard let contexts = Subsets.number(of: cells.count, taking: strength - 1),
      contexts <= Self.limit / cells.count
    else { throw .tooMany }
    self.cells = cells
    self.strength = strength
    self.contexts = contexts
    open = .allocate(capacity: contexts * cells.words)
    open.initialize(repeating: 0, count: contexts * cells.words)
    single = .allocate(capacity: contexts * cells.words)
    single.initialize(repeating: 0, count: contexts * cells.words)
    counts = .allocate(capacity: contexts * cells.count)
    counts.initialize(repeating: 0, count: contexts * cells.count)
    openAt = .allocate(capacity: cells.count)
    openAt.initialize(repeating: 0, count: cells.count)
    over = .allocate(capacity: strength * cells.count)
    for size in 0..<strength {
      for cell in 0..<cells.count {
        // It is not more than the number of contexts, so it fits.
        let number = Subsets.number(of: cell, taking: size) ?? 0
        (over + size * cells.count + cell).initialize(to: number)
      }
    }
    openAll()
  }

  deinit {
    open.deallocate()
    single.deallocate()
    counts.deallocate()
    openAt.deallocate()
    over.deallocate()
  }

  /// Opens every tuple: in every context, the cells of all parameters that it has no cell of.
  private func openAll() {
    guard var subset = Subsets(of: cells.count, taking: strength - 1) else { return }
    repeat {
      let context = subset.elements
      let parameters = Set(context.map { cells.parameter[$0] })
      guard parameters.count == context.count else { continue }
      let start = number(of: context) * cells.words
      for cell in 0..<cells.count where !parameters.contains(cells.parameter[cell]) {
        open[start + cell >> 6] |= 1 &<< UInt64(cell & 63)
        openAt[cell] += 1
      }
    } while subset.advance()
    openCount = (0..<cells.count).reduce(0) { $0 + openAt[$1] } / strength
    tupleCount = openCount
  }

  private func number(of context: [Int]) -> Int {
    context.enumerated().reduce(0) { $0 + over[($1.offset + 1) * cells.count + $1.element] }
  }
}

// MARK: - Counting

extension TupleTable {
  /// Counts all tuples of a complete row, once more (1) or once less (-1).
  func count(_ row: DraftRow, by step: Int32) {
    guard var subset = Subsets(of: cells.sizes.count, taking: strength) else { return }
    var tuple = Array(repeating: 0, count: strength)
    repeat {
      for index in 0..<strength { tuple[index] = row.cells[subset.elements[index]] }
      count(tuple, by: step)
    } while subset.advance()
  }

  /// Counts the tuples of a complete row that its cell of `parameter` is in.
  func count(_ row: DraftRow, at parameter: Int, by step: Int32) {
    guard var subset = Subsets(of: cells.sizes.count - 1, taking: strength - 1) else { return }
    var tuple = Array(repeating: 0, count: strength)
    repeat {
      var index = 0
      while index < strength - 1, subset.elements[index] < parameter {
        tuple[index] = row.cells[subset.elements[index]]
        index += 1
      }
      tuple[index] = row.cells[parameter]
      while index < strength - 1 {
        tuple[index + 1] = row.cells[subset.elements[index] + 1]
        index += 1
      }
      count(tuple, by: step)
    } while subset.advance()
  }

  private func count(_ tuple: [Int], by step: Int32) {
    var count: UInt32 = 0
    for index in 0..<strength {
      let (context, cell) = entry(tuple, index)
      let position = context &* cells.count &+ cell
      count = counts[position] &+ UInt32(bitPattern: step)
      counts[position] = count
      let word = context &* cells.words &+ cell >> 6
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: cell & 63)
      if count == 0 { open[word] |= bit } else { open[word] &= ~bit }
      if count == 1 { single[word] |= bit } else { single[word] &= ~bit }
    }
    if count == 1, step > 0 {
      openCount -= 1
      for cell in tuple { openAt[cell] -= 1 }
    } else if count == 0 {
      openCount += 1
      for cell in tuple { openAt[cell] += 1 }
      reopened += tuple
    }
  }

  /// Takes an open tuple out of those that must be covered.
  func waive(_ tuple: [Int]) {
    guard isOpen(tuple) else { return }
    count(tuple, by: 1)
    for index in 0..<strength {
      let (context, cell) = entry(tuple, index)
      counts[context * cells.count + cell] = Self.waived
      single[context * cells.words + cell >> 6] &= ~(1 &<< UInt64(cell & 63))
    }
  }

  func isOpen(_ tuple: [Int]) -> Bool {
    let (context, cell) = entry(tuple, strength - 1)
    return open[context * cells.words + cell >> 6] &>> UInt64(cell & 63) & 1 != 0
  }

  /// The first open tuple of the contexts from `context` on, which moves there.
  func firstOpen(from context: inout Int) -> [Int]? {
    while context < contexts {
      for word in 0..<cells.words {
        let bits = open[context * cells.words + word]
        if bits != 0 { return tuple(context, word * 64 + bits.trailingZeroBitCount) }
      }
      context += 1
    }
    return nil
  }

  /// The number of the context of the cell at `index` of a tuple, and the cell.
  private func entry(_ tuple: [Int], _ index: Int) -> (context: Int, cell: Int) {
    var context = 0
    var size = 1
    for other in 0..<strength where other != index {
      context &+= over[size &* cells.count &+ tuple[other]]
      size &+= 1
    }
    return (context, tuple[index])
  }

  /// The tuple of a cell in the context with a number.
  private func tuple(_ context: Int, _ cell: Int) -> [Int] {
    var tuple = [cell]
    var rest = context
    var last = cells.count - 1
    for size in stride(from: strength - 1, to: 0, by: -1) {
      while over[size * cells.count + last] > rest { last -= 1 }
      rest -= over[size * cells.count + last]
      tuple.append(last)
      last -= 1
    }
    return tuple.sorted()
  }
}

// MARK: - Weighing

extension TupleTable {
  /// How many of the `marked` tuples, those in `open` or `single`, `cell` makes with the cells that
  /// `row` has of other parameters than the cell's.
  func weigh(_ cell: Int, in row: DraftRow, _ marked: UnsafeMutablePointer<UInt64>) -> Int {
    if strength == 2 { return bits(marked, cell, row) }
    return sum(
      marked, row, cell, cells.parameter[cell], from: 0, size: 1, context: 0, hasCell: false)
      / (strength - 1)
  }

  /// How many open tuples `row` has.
  func openTuples(of row: DraftRow) -> Int {
    var total = 0
    for parameter in cells.sizes.indices where row.cells[parameter] >= 0 {
      total &+= weigh(row.cells[parameter], in: row, open)
    }
    return total / strength
  }

  /// About how many steps ``weigh(_:in:_:)`` takes: a context takes more of them to find than to
  /// read, unless it is the cell itself.
  var weight: Int {
    (Subsets.number(of: cells.sizes.count - 1, taking: strength - 2) ?? 1)
      * (cells.words + 4 * (strength - 2))
  }

  /// About how many steps ``count(_:at:by:)`` takes.
  var countingWeight: Int {
    (Subsets.number(of: cells.sizes.count - 1, taking: strength - 1) ?? 1) * strength * strength
  }

  /// Adds up over all contexts that hold `cell` and else cells of `row`: below `size - 1` cells are
  /// chosen, and those of parameters before `first` are decided on.
  private func sum(
    _ marked: UnsafeMutablePointer<UInt64>, _ row: DraftRow, _ cell: Int, _ parameter: Int,
    from first: Int, size: Int, context: Int, hasCell: Bool
  ) -> Int {
    if size == strength { return bits(marked, context, row) }
    var total = 0
    // The last place is for the cell itself.
    var next = !hasCell && size == strength - 1 ? parameter : first
    while next < cells.sizes.count {
      let chosen = next == parameter ? cell : row.cells[next]
      if chosen >= 0 {
        total &+= sum(
          marked, row, cell, parameter, from: next &+ 1, size: size &+ 1,
          context: context &+ over[size &* cells.count &+ chosen],
          hasCell: hasCell || next == parameter)
      }
      if next == parameter { break }
      next &+= 1
    }
    return total
  }

  private func bits(
    _ marked: UnsafeMutablePointer<UInt64>, _ context: Int, _ row: DraftRow
  ) -> Int {
    let start = marked + context &* cells.words
    let bits = row.bits
    let words = cells.words
    var total = 0
    var word = 0
    while word < words {
      total &+= (start[word] & bits[word]).nonzeroBitCount
      word &+= 1
    }
    return total
  }
}
