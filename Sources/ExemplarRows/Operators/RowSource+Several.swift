import ExemplarCore

// Operators on several sources.

extension RowSource {
  /// The rows of several sources, one source after another.
  public static func joined(_ sources: [RowSource]) -> RowSource {
    RowSource(list(sources, " + "), from: sources) { Chain(count: sources.count) }
  }

  /// The rows of several sources side by side: the first of each, the second of each, and so on.
  ///
  /// A row has the values of all of them; a key in two of them is an error. It has the location of
  /// the first source's row, and the names of all. If a source ends before another, a failing row
  /// names it.
  public static func zip(_ first: RowSource, _ second: RowSource, _ more: RowSource...) -> RowSource
  {
    let sources = [first, second] + more
    return RowSource("zip(\(list(sources, ", ")))", from: sources) {
      Zip(names: sources.map(\.name))
    }
  }

  /// Each row of a source with each row of the others; the rows of the last source change fastest.
  ///
  /// Rows are put together as in `zip(_:_:_:)`. The sources after the first are opened once for each
  /// row before them.
  public static func product(
    _ first: RowSource, _ second: RowSource, _ more: RowSource...
  ) -> RowSource {
    let sources = [first, second] + more
    return RowSource("product(\(list(sources, ", ")))", from: sources) {
      Product(names: sources.map(\.name))
    }
  }

  private static func list(_ sources: [RowSource], _ separator: String) -> String {
    sources.map(\.name).joined(separator: separator)
  }
}

private struct Chain: RowOperator {
  let count: Int
  private var current = -1

  init(count: Int) { self.count = count }

  mutating func next(after result: StepResult) -> OperatorStep {
    switch result {
    case .row(let row?): return .give(row)
    case .none where current >= 0: return .pull(current)
    case .none, .row(nil):
      current += 1
      return current < count ? .open(current) : .end
    }
  }
}

private struct Zip: RowOperator {
  let names: [String]
  private var opened = 0
  private var pulled: [RowOrMistake?] = []
  private var rows = 0
  private var isOver = false

  init(names: [String]) { self.names = names }

  mutating func next(after result: StepResult) -> OperatorStep {
    if case .row(let row) = result { pulled.append(row) }
    if isOver { return .end }
    if opened < names.count {
      opened += 1
      return .open(opened - 1)
    }
    if pulled.count < names.count { return .pull(pulled.count) }
    defer { pulled = [] }
    let here = pulled.compactMap { $0 }
    if here.isEmpty { return .end }
    guard here.count == names.count else {
      isOver = true
      return .give(unequal())
    }
    rows += 1
    return .give(CombinedRow.row(of: here.map { (nil, $0) }, from: names))
  }

  private func unequal() -> RowOrMistake {
    let parts = Swift.zip(names, pulled)
    let longer = parts.first { $0.1 != nil }
    let shorter = parts.filter { $0.1 == nil }.map { "\u{201C}\($0.0)\u{201D}" }
    let count = rows == 1 ? "1 row" : "\(rows) rows"
    let hint = rows == 0 ? "" : " To leave rows out, use .prefix(\(rows))."
    return .mistake(
      AuthoringMistake(
        "\(shorter.joined(separator: ", ")) \(shorter.count == 1 ? "ends" : "end") after \(count), "
          + "\u{201C}\(longer?.0 ?? "")\u{201D} has more; zip takes sources of equal length.\(hint)",
        at: longer?.1?.place), named: nil)
  }
}

private struct Product: RowOperator {
  let names: [String]
  /// The row of each source that is combined at the moment, and its position.
  private var current: [(position: Int, row: RowOrMistake)] = []
  private var positions: [Int] = []
  /// The sources that have been read to their end.
  private var known: Set<Int> = []
  private var isOpen = false

  init(names: [String]) { self.names = names }

  mutating func next(after result: StepResult) -> OperatorStep {
    switch result {
    case .none where !isOpen: return open()
    case .none: return .pull(positions.count - 1)
    case .row(nil):
      // The last open source has ended: the one before it continues.
      positions.removeLast()
      known.insert(positions.count)
      guard !positions.isEmpty else { return .end }
      current.removeLast()
      return .pull(positions.count - 1)
    case .row(let row?):
      positions[positions.count - 1] += 1
      if case .mistake = row {
        // A row that cannot be read fails once, and not with each row before it.
        let source = positions.count - 1
        return known.contains(source) ? .pull(source) : .give(row)
      }
      let part = (position: positions[positions.count - 1], row: row)
      guard positions.count == names.count else {
        current.append(part)
        return open()
      }
      return .give(
        CombinedRow.row(of: (current + [part]).map { ($0.position, $0.row) }, from: names))
    }
  }

  private mutating func open() -> OperatorStep {
    isOpen = true
    positions.append(0)
    return .open(positions.count - 1)
  }
}
