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
  /// A row for which it throws is a failing example. A column that ``Row/renaming(_:to:)`` finds in none of
  /// the rows is a mistake, which the source reports after its last row.
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

  /// The same rows, with texts that have no newline at their end.
  ///
  /// One newline, or one pair of carriage return and newline, is left out at the end of each column that is
  /// text or a file. The bytes of a file stay as they are, and so do nested texts.
  public var trimmingFinalNewline: RowSource {
    oneByOne { _, row in
      var row = row
      row.parts.fields = row.own.mapValues(\.trimmingFinalNewline)
      row.parts.groups = row.ownGroups.map { $0.mapValues(\.trimmingFinalNewline) }
      return .give(.row(row))
    }
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
  private var renamings = Renamings()

  init(step: @escaping @Sendable (Int, Row) throws -> Choice) { self.step = step }

  mutating func next(after result: StepResult) throws -> OperatorStep {
    switch result {
    case .none where !isOpen:
      isOpen = true
      return .open(0)
    case .none: return .pull(0)
    case .row(nil):
      try renamings.check(isWhole: true)
      return .end
    case .row(.mistake(let mistake, let name, let suites)?):
      return .give(.mistake(mistake, named: name, in: suites))
    case .row(.row(let row)?):
      count += 1
      do {
        guard case .give(let given) = try step(count, row) else { return .pull(0) }
        return .give(renamings.taken(from: given, of: row))
      } catch {
        let mistake = AuthoringMistake(
          wrapping: error, as: "\(row.title.capitalizedFirst) could not be taken", at: row.place)
        return .give(.mistake(mistake, named: row.name, in: row.ownSuites))
      }
    }
  }

  func stop() throws { try renamings.check(isWhole: false) }
}

/// The columns that code renamed in the rows of one walk.
private struct Renamings {
  private var isFound: [String: Bool] = [:]
  /// The first row without a column that it should have.
  private var first: Row?

  /// The row without its notes of columns, which are kept here.
  ///
  /// - Parameter original: The row as it was before.
  mutating func taken(from given: RowOrMistake, of original: Row) -> RowOrMistake {
    guard case .row(var row) = given, !row.parts.renamings.isEmpty else { return given }
    isFound.merge(row.parts.renamings) { $0 || $1 }
    if first == nil, row.parts.renamings.values.contains(false) { first = original }
    row.parts.renamings = [:]
    return .row(row)
  }

  /// Throws if no row had one of the columns.
  ///
  /// - Parameter isWhole: Whether the source has no further rows.
  func check(isWhole: Bool) throws(AuthoringMistake) {
    let missing = isFound.filter { !$0.value }.keys.sorted()
    guard let first, !missing.isEmpty else { return }
    let keys = first.allKeys
    let near = missing.flatMap { Suggestions.near($0, in: keys, limit: 1) }
    throw AuthoringMistake(
      "No row \(isWhole ? "" : "that was read ")has the column \(missing.map(\.quoted).joined(separator: " or ")) that "
        + "renaming(_:to:) renames; the first row has "
        + (keys.isEmpty ? "nothing" : keys.prefix(12).map(\.quoted).joined(separator: ", ")) + "."
        + Suggestions.question(near.map(\.quoted)), at: first.place)
  }
}

extension RowValue {
  fileprivate var trimmingFinalNewline: RowValue {
    var value = self
    switch content {
    case .string(let text): value.content = .string(text.withoutFinalNewline)
    case .untyped(let text): value.content = .untyped(text.withoutFinalNewline)
    case .file: value.trimsFinalNewline = true
    default: break
    }
    return value
  }
}

/// The rows of a source at some positions.
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
