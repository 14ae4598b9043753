import ExemplarCore

// Operators: sources that are made of other sources.
//
// What an operator does stands once, as steps that ask for rows of its sources and give rows of its
// own. So it is the same whether rows have to be waited for or not, and it is lazy: a row is asked
// for only when one is needed.

/// What an operator asks for, or gives, next.
enum OperatorStep {
  /// Opens a source, again if it is open already.
  case open(Int)
  /// Asks an open source for its next row.
  case pull(Int)
  /// Gives a row.
  case give(RowOrMistake)
  case end
}

/// What came of the last step.
enum StepResult {
  /// Nothing came of it: this is the first step, or a source was opened, or a row was given.
  case none
  /// The row that was asked for; `nil` after the last.
  case row(RowOrMistake?)
}

/// One walk over the rows of other sources, which gives rows of its own.
protocol RowOperator {
  mutating func next(after result: StepResult) throws -> OperatorStep
}

extension RowSource {
  /// The source that an operator makes of others.
  ///
  /// - Parameters:
  ///   - mayAddMetadata: Whether rows may say more about themselves than those they are made from.
  ///   - makeOperator: Begins a walk from the beginning; called each time the source is opened.
  init(
    _ name: String, from sources: [RowSource], mayAddMetadata: Bool = false,
    _ makeOperator: @escaping @Sendable () -> any RowOperator
  ) {
    let isImmediate = sources.allSatisfy(\.isImmediate)
    let open: @Sendable (DeclarationSite) -> RowIterator = { site in
      OperatorWalk(sources, site, makeOperator()).iterator
    }
    self.init(
      name,
      mayHaveMetadata: { site in
        if mayAddMetadata { return true }
        for source in sources where source.takesMetadata {
          if await source.mayHaveMetadata(site) { return true }
        }
        return false
      },
      open: open, openNow: isImmediate ? open : nil, mayWarn: sources.contains(where: \.mayWarn))
    if !sources.allSatisfy(\.takesMetadata) { self = withoutMetadata }
  }
}

/// Carries out the steps of an operator.
private final class OperatorWalk {
  private let sources: [RowSource]
  private let site: DeclarationSite
  private var open: [Int: RowIterator] = [:]
  /// Sources that are open already though no step has asked for it yet.
  private var opened: [Int: RowIterator] = [:]
  private var warnings: [AuthoringMistake] = []
  private var operation: any RowOperator
  private var isOver = false

  init(_ sources: [RowSource], _ site: DeclarationSite, _ operation: any RowOperator) {
    self.sources = sources
    self.site = site
    self.operation = operation
    // What they warn of has to be known at the beginning. What keeps one from being opened is told
    // when its rows are needed.
    for (index, source) in sources.enumerated() where source.mayWarn {
      guard let rows = try? source.rowsNow(for: site) else { continue }
      warnings += rows.warnings
      // A process may not have all too many files open.
      if index < 8 { opened[index] = rows }
    }
  }

  var iterator: RowIterator {
    RowIterator(
      warnings: warnings,
      next: { try await self.next() },
      nextNow: sources.allSatisfy(\.isImmediate) ? { try self.nextNow() } : nil)
  }

  private func next() async throws -> RowOrMistake? {
    var result = StepResult.none
    while let step = try step(after: result) {
      switch step {
      case .open(let index):
        if let rows = opened.removeValue(forKey: index) {
          open[index] = rows
        } else {
          open[index] = try await ending { try await sources[index].rows(for: site) }
        }
        result = .none
      case .pull(let index): result = .row(try await ending { try await open[index]?.next() })
      case .give(let row): return row
      case .end: return nil
      }
    }
    return nil
  }

  private func nextNow() throws -> RowOrMistake? {
    var result = StepResult.none
    while let step = try step(after: result) {
      switch step {
      case .open(let index):
        open[index] =
          try opened.removeValue(forKey: index)
          ?? endingNow { try sources[index].rowsNow(for: site) }
        result = .none
      case .pull(let index): result = .row(try endingNow { try open[index]?.nextNow?() })
      case .give(let row): return row
      case .end: return nil
      }
    }
    return nil
  }

  private func step(after result: StepResult) throws -> OperatorStep? {
    if isOver { return nil }
    let step = try endingNow { try operation.next(after: result) }
    if case .end = step { isOver = true }
    return step
  }

  /// An error is the end.
  private func endingNow<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch {
      isOver = true
      throw error
    }
  }

  private func ending<Result>(_ body: () async throws -> Result) async throws -> Result {
    do { return try await body() } catch {
      isOver = true
      throw error
    }
  }
}
