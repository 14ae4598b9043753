/// The tuples of a parameter with the parameters before it that no row covers yet.
///
/// The values of a tuple without that of the parameter are its context. All values of the other
/// parameters are numbered through, and contexts by the combinatorial number system: the context
/// a < b < c has the number (a over 1) + (b over 2) + (c over 3).
final class OpenTuples {
  /// A parameter and the position of one of its values.
  typealias Cell = (parameter: Int, value: Int)

  let parameter: Int
  let others: [Int]
  /// For each tuple, those of a context one after the other.
  private(set) var isOpen: [Bool]
  private(set) var count = 0
  /// The approximate effort so far.
  private(set) var steps = 0
  private let sizes: [Int]
  private let contextSize: Int
  /// The number of the first value of each of `others`.
  private let first: [Int]
  /// Binomials: `over[size][value]` is value over size.
  private let over: [[Int]]

  /// Opens all tuples.
  ///
  /// - Parameter others: The parameters before this one.
  init(of parameter: Int, with others: ArraySlice<Int>, _ model: CoveringModel) {
    self.parameter = parameter
    self.others = Array(others)
    sizes = model.sizes
    contextSize = model.strength - 1
    var values = 0
    first = others.map { other in
      defer { values += model.sizes[other] }
      return values
    }
    var over = [Array(repeating: 1, count: values + 1)]
    for size in 0..<contextSize {
      over.append(over[size].dropLast().reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) })
    }
    self.over = over
    isOpen = Array(repeating: false, count: over[contextSize][values] * sizes[parameter])
    visitAll { context, _ in
      for value in 0..<sizes[parameter] { isOpen[context + value] = true }
      count += sizes[parameter]
    }
  }

  /// How many open tuples each value of the parameter has in common with a row.
  func gains(of row: [Int]) -> [Int] {
    var gains = Array(repeating: 0, count: sizes[parameter])
    visit(row) { context in
      for value in gains.indices where isOpen[context + value] { gains[value] += 1 }
    }
    return gains
  }

  /// Closes the tuples of a row that has a value for the parameter.
  func cover(_ row: [Int]) {
    visit(row) { context in
      guard isOpen[context + row[parameter]] else { return }
      isOpen[context + row[parameter]] = false
      count -= 1
    }
  }

  func all() -> [(index: Int, cells: [Cell])] {
    var all: [(index: Int, cells: [Cell])] = []
    visitAll { context, cells in
      for value in 0..<sizes[parameter] where isOpen[context + value] {
        all.append((context + value, cells + [(parameter, value)]))
      }
    }
    return all
  }

  /// Visits the contexts of a row, each with the index of its first tuple.
  private func visit(
    _ row: [Int], from start: Int = 0, size: Int = 0, number: Int = 0,
    _ body: (_ context: Int) -> Void
  ) {
    steps += 1
    if size == contextSize { return body(number * sizes[parameter]) }
    for next in others.indices.dropFirst(start) where row[others[next]] >= 0 {
      let value = over[size + 1][first[next] + row[others[next]]]
      visit(row, from: next + 1, size: size + 1, number: number + value, body)
    }
  }

  /// Visits every context, with the index of its first tuple and its cells.
  private func visitAll(
    from start: Int = 0, number: Int = 0, _ cells: [Cell] = [],
    _ body: (_ context: Int, [Cell]) -> Void
  ) {
    if cells.count == contextSize { return body(number * sizes[parameter], cells) }
    for next in others.indices.dropFirst(start) {
      for value in 0..<sizes[others[next]] {
        let number = number + over[cells.count + 1][first[next] + value]
        visitAll(from: next + 1, number: number, cells + [(others[next], value)], body)
      }
    }
  }
}
