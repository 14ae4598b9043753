import ExemplarCore

// Operators: sources that are built from other sources.
//
// An operator is implemented once, as steps that request rows of its sources and return rows of its
// own. So it is the same whether rows suspend or not, and it is lazy: a row is requested only when
// one is needed.

/// The next request or result of an operator.
enum OperatorStep {
  /// Opens a source, again if it is open already.
  case open(Int)
  /// Asks an open source for its next row.
  case pull(Int)
  /// Gives a row.
  case give(RowOrMistake)
  case end
}

/// The result of the last step.
enum StepResult {
  /// Nothing came of it: this is the first step, or a source was opened, or a row was given.
  case none
  /// The row that was asked for; `nil` after the last.
  case row(RowOrMistake?)
}

/// One walk over the rows of other sources, which gives rows of its own.
protocol RowOperator {
  mutating func next(after result: StepResult) throws -> OperatorStep
  /// Called where no more rows are needed. Throws what is wrong with all rows so far.
  func stop() throws
}

extension RowOperator {
  func stop() {}
}

extension RowSource {
  /// The source that an operator builds from others.
  ///
  /// - Parameters: - mayAddMetadata: Whether rows may have more metadata than those they are built
  ///   from. - makeOperator: Creates the operator for a new walk; called each time the source is
  ///   opened.
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
    // Their warnings must be known at the beginning. A source that cannot be opened is reported
    // when its rows are needed.
    for (index, source) in sources.enumerated() where source.mayWarn {
      guard let rows = try? source.rowsNow(for: site) else { continue }
      warnings += rows.warnings
      // A process may not have all too many files open.
      if index < 8 { opened[index] = rows }
    }
  }

  var iterator: RowIterator {
    var rows = RowIterator(
      warnings: warnings,
      next: { try await self.next() },
      nextNow: sources.allSatisfy(\.isImmediate) ? { try self.nextNow() } : nil)
    rows.skips = { self.inOrder.flatMap { $0.skips() } }
    rows.stop = { try self.stop() }
    return rows
  }

  /// The rows of the sources that were opened, as they were last.
  private var inOrder: [RowIterator] { open.sorted { $0.key < $1.key }.map(\.value) }

  private func stop() throws {
    if isOver { return }
    isOver = true
    try operation.stop()
    try stopSources()
  }

  private func stopSources() throws { for rows in inOrder { try rows.stop() } }

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
    if case .end = step {
      isOver = true
      try stopSources()
    }
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
