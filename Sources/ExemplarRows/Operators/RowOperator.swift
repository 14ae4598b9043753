import ExemplarCore

// Operators: sources that are built from other sources.
//
// An operator is a function that returns its next row, and requests rows of its sources for that. So it
// is lazy. A row that has to be awaited is thrown as `RowIsPending` through all operators, and the
// function is called again. So it changes nothing before a request that it would not repeat.

/// The sources of an operator, for one walk over its rows.
final class OperatorInputs {
  private let openings: [() throws -> RowCursor<RowResult>]
  private var open: [Int: RowCursor<RowResult>] = [:]
  private(set) var warnings: [UsageError] = []
  /// Throws the errors of all rows so far. Called where no more rows are needed.
  var check: () throws -> Void = {}
  private var isOver = false

  fileprivate init(_ sources: [RowSource], _ site: DeclarationSite) {
    var openings = sources.map { $0.opening(site) }
    // Their warnings must be known at the beginning. A source that cannot be opened is reported
    // when its rows are needed.
    for (index, source) in sources.enumerated() where source.mayWarn {
      guard let rows = try? openings[index]() else { continue }
      warnings += rows.warnings
      // The number of open files is limited.
      if index < 8 {
        var opened: RowCursor<RowResult>? = rows
        openings[index] = { [reopen = openings[index]] in
          defer { opened = nil }
          return try opened ?? reopen()
        }
      }
    }
    self.openings = openings
  }

  /// The next row of a source, which is opened if it is not open.
  func next(_ index: Int = 0) throws -> RowResult? {
    if let rows = open[index] { return try rows.nextNow() }
    let rows = try openings[index]()
    open[index] = rows
    return try rows.nextNow()
  }

  /// Closes a source, so that the next request opens it at its beginning.
  func close(_ index: Int) { open[index] = nil }

  /// The sources that are open, in their order.
  private var inOrder: [RowCursor<RowResult>] { open.sorted { $0.key < $1.key }.map(\.value) }

  fileprivate func stop() throws {
    if isOver { return }
    isOver = true
    try check()
    for rows in inOrder { try rows.stop() }
  }

  fileprivate func iterator(_ next: @escaping () throws -> RowResult?) -> RowCursor<RowResult> {
    var rows = RowCursor<RowResult>(warnings: warnings) { [self] in
      if isOver { return nil }
      do {
        if let row = try next() { return row }
      } catch {
        if !(error is RowIsPending) { isOver = true }
        throw error
      }
      isOver = true
      for rows in inOrder { try rows.stop() }
      return nil
    }
    rows.skips = { self.inOrder.flatMap { $0.skips() } }
    rows.stop = { try self.stop() }
    return rows
  }
}

extension RowSource {
  /// The source that an operator builds from others.
  ///
  /// - Parameters:
  ///   - mayAddMetadata: Whether rows may have more metadata than those they are built from.
  ///   - makeNext: Creates, for a new walk, the function that returns the next row.
  init(
    _ name: String, from sources: [RowSource], mayAddMetadata: Bool = false,
    _ makeNext: @escaping @Sendable (OperatorInputs) -> () throws -> RowResult?
  ) {
    self.init(
      name,
      mayHaveMetadata: { site in
        if mayAddMetadata { return true }
        for source in sources {
          if await source.mayHaveMetadata(site) { return true }
        }
        return false
      }
    ) { site in
      let inputs = OperatorInputs(sources, site)
      return inputs.iterator(makeNext(inputs))
    }
    mayWarn = sources.contains(where: \.mayWarn)
    mayHold = { file, site in sources.contains { $0.mayHold(file, site) } }
    self = taking(
      metadata: sources.allSatisfy(\.takesMetadata),
      isAsked: sources.allSatisfy(\.isAskedForMetadata))
  }
}
