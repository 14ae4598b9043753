import ExemplarCore

// Operators on one source: each row is kept, changed or left out by itself.

extension RowSource {
  /// The rows for which `isIncluded` is true. Rows that cannot be read are kept, as failures.
  ///
  /// A row for which it throws is a failing example.
  public func filter(
    _ isIncluded: @escaping @Sendable (Row) throws -> Bool
  ) -> RowSource {
    oneByOne { _, row in try isIncluded(row) ? .give(.row(row)) : .skip }
  }

  /// The rows as `transform` gives them. Rows that cannot be read are kept, as failures.
  ///
  /// A row for which it throws is a failing example.
  public func map(_ transform: @escaping @Sendable (Row) throws -> Row) -> RowSource {
    oneByOne(mayAddMetadata: true) { _, row in .give(.row(try transform(row))) }
  }

  /// The first rows, `count` of them at most; what comes after them is not read.
  ///
  /// It also makes an infinite source finite.
  public func prefix(_ count: Int) -> RowSource {
    RowSource(name, from: [self]) { Slice(first: 0, count: max(0, count)) }
  }

  /// The rows after the first `count` of them.
  public func dropFirst(_ count: Int = 1) -> RowSource {
    RowSource(name, from: [self]) { Slice(first: max(0, count), count: .max) }
  }

  /// The rows as `step` gives them or leaves them out. A row for which it throws is a failing one.
  func oneByOne(
    mayAddMetadata: Bool = false,
    _ step: @escaping @Sendable (Int, Row) throws -> OneByOne.Choice
  ) -> RowSource {
    RowSource(name, from: [self], mayAddMetadata: mayAddMetadata) { OneByOne(step: step) }
  }
}

/// Looks at each row of one source by itself.
struct OneByOne: RowOperator {
  enum Choice {
    case give(RowOrMistake)
    case skip
  }

  let step: @Sendable (Int, Row) throws -> Choice
  private var isOpen = false
  private var count = 0

  init(step: @escaping @Sendable (Int, Row) throws -> Choice) { self.step = step }

  mutating func next(after result: StepResult) -> OperatorStep {
    switch result {
    case .none where !isOpen:
      isOpen = true
      return .open(0)
    case .none: return .pull(0)
    case .row(nil): return .end
    case .row(.mistake(let mistake, let name, let suites)?):
      return .give(.mistake(mistake, named: name, in: suites))
    case .row(.row(let row)?):
      count += 1
      do {
        guard case .give(let row) = try step(count, row) else { return .pull(0) }
        return .give(row)
      } catch {
        let mistake = AuthoringMistake(
          wrapping: error, as: "\(row.title.capitalizedFirst) could not be taken", at: row.place)
        return .give(.mistake(mistake, named: row.name, in: row.ownSuites))
      }
    }
  }
}

/// The rows of a source that stand at some positions.
private struct Slice: RowOperator {
  let first: Int
  var count: Int
  private var isOpen = false
  private var position = 0

  init(first: Int, count: Int) {
    self.first = first
    self.count = count
  }

  mutating func next(after result: StepResult) -> OperatorStep {
    switch result {
    case .none:
      if !isOpen {
        isOpen = true
        return .open(0)
      }
      if count == 0 { return .end }
      return .pull(0)
    case .row(nil): return .end
    case .row(let row?):
      position += 1
      if position <= first { return .pull(0) }
      count -= 1
      return .give(row)
    }
  }
}
