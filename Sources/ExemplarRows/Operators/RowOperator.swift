import ExemplarCore

// Combinators: sources that are made of other sources.
//
// What a combination does stands once, as moves that ask for rows of its sources and give rows of
// its own. So it is the same whether rows have to be waited for or not, and it is lazy: a row is
// asked for only when one is needed.

/// What a combination asks for, or gives, next.
enum CombiningMove {
  /// Opens a source, again if it is open already.
  case open(Int)
  /// Asks an open source for its next row.
  case pull(Int)
  /// Gives a row.
  case give(SourcedRow)
  case end
}

/// What came of the last move.
enum CombiningAnswer {
  /// Nothing is there to tell: it is the first move, or a source was opened, or a row was given.
  case none
  /// The row that was asked for; `nil` after the last.
  case row(SourcedRow?)
}

/// The moves of one walk over a combination.
protocol CombiningMoves {
  mutating func next(after answer: CombiningAnswer) throws -> CombiningMove
}

extension RowSource {
  /// A source that combines others.
  ///
  /// - Parameters:
  ///   - mayAddMetadata: Whether rows may say more of themselves than those they are made from.
  ///   - moves: Begins a walk from the beginning; called each time the source is opened.
  static func combining(
    _ name: String, _ sources: [RowSource], mayAddMetadata: Bool = false,
    _ moves: @escaping @Sendable () -> any CombiningMoves
  ) -> RowSource {
    let isImmediate = sources.allSatisfy(\.isImmediate)
    let open: @Sendable (RowSite) -> RowIterator = { site in
      Combination(sources, site, moves()).iterator
    }
    let source = RowSource(
      name,
      mayHaveMetadata: { site in
        if mayAddMetadata { return true }
        for source in sources where source.takesMetadata {
          if await source.mayHaveMetadata(site) { return true }
        }
        return false
      },
      open: open, openNow: isImmediate ? open : nil, mayWarn: sources.contains(where: \.mayWarn))
    return sources.allSatisfy(\.takesMetadata) ? source : source.withoutMetadata
  }
}

/// A walk over a combination.
private final class Combination {
  private let sources: [RowSource]
  private let site: RowSite
  private var open: [Int: RowIterator] = [:]
  /// Sources that are open already though no move has asked for it yet.
  private var opened: [Int: RowIterator] = [:]
  private var warnings: [AuthoringMistake] = []
  private var moves: any CombiningMoves
  private var isOver = false

  init(_ sources: [RowSource], _ site: RowSite, _ moves: any CombiningMoves) {
    self.sources = sources
    self.site = site
    self.moves = moves
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

  private func next() async throws -> SourcedRow? {
    var answer = CombiningAnswer.none
    while let move = try move(after: answer) {
      switch move {
      case .open(let index):
        if let rows = opened.removeValue(forKey: index) {
          open[index] = rows
        } else {
          open[index] = try await ending { try await sources[index].rows(for: site) }
        }
        answer = .none
      case .pull(let index): answer = .row(try await ending { try await open[index]?.next() })
      case .give(let row): return row
      case .end: return nil
      }
    }
    return nil
  }

  private func nextNow() throws -> SourcedRow? {
    var answer = CombiningAnswer.none
    while let move = try move(after: answer) {
      switch move {
      case .open(let index):
        open[index] =
          try opened.removeValue(forKey: index)
          ?? endingNow { try sources[index].rowsNow(for: site) }
        answer = .none
      case .pull(let index): answer = .row(try endingNow { try open[index]?.nextNow?() })
      case .give(let row): return row
      case .end: return nil
      }
    }
    return nil
  }

  private func move(after answer: CombiningAnswer) throws -> CombiningMove? {
    if isOver { return nil }
    let move = try endingNow { try moves.next(after: answer) }
    if case .end = move { isOver = true }
    return move
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
