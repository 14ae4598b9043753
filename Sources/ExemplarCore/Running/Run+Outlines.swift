extension Run {
  /// Runs an outline: one example per row, in the order of the source.
  func run(
    outline: Outline, rows: RowSelection, of example: PlannedExample,
    inside enclosing: EnclosingGroups
  ) async {
    if example.isRunnable {
      if progress.stopped { return }
      progress.reach()
    }
    // An outline that cannot run here is left out too: reading its rows is work.
    if progress.stopped { return }
    let expansion = Expansion(
      outline: outline, asked: rows, example: example, enclosing: enclosing)
    let start = configuration.now()
    progress.tell(
      .groupStarted(GroupStarted(id: expansion.id, place: example.info.place, isOutline: true)))
    await expand(expansion)
    progress.tell(.groupEnded(GroupEnded(id: expansion.id, duration: configuration.now() - start)))
  }

  /// An outline that is being expanded. One task has it at a time.
  fileprivate final class Expansion: @unchecked Sendable {
    let outline: Outline
    var asked: RowSelection
    var findings = OutlineFindings()
    let example: PlannedExample
    let enclosing: EnclosingGroups
    var namer = RowNamer()
    var duplicates: [AuthoringMistake] = []
    /// What was asked for and not seen yet; `nil` if everything was asked for.
    var missing: Set<ExampleID>?
    /// Whether a data suite was asked for as a whole, so that only its end tells that it is over.
    var isSuiteAsked = false
    /// The data suites that are open, with the times at which they began.
    var suites: [(suite: RowSuite, id: ExampleID, start: Double)] = []

    /// Reads the rows.
    var cursor: RowCursor?
    /// A row that was read and is still to be run.
    var pushedBack: RowExample?
    /// Whether all rows were read that are to be.
    var isRead = false

    /// The next row; `nil` after the last one.
    nonisolated(nonsending) func nextRow() async throws -> RowExample? {
      if let row = pushedBack {
        pushedBack = nil
        return row
      }
      return try await cursor?.next()
    }

    var id: ExampleID { example.info.id }
    var place: Place { example.info.place }

    init(
      outline: Outline, asked: RowSelection, example: PlannedExample, enclosing: EnclosingGroups
    ) {
      self.outline = outline
      // What is told of all rows together needs all of them.
      self.asked = OutlineFindings.needAllRows(asked) ? .all : asked
      missing = asked.paths
      self.example = example
      self.enclosing = enclosing
    }
  }

  private func expand(_ expansion: Expansion) async {
    do {
      let cursor = try await expansion.outline.open()
      expansion.cursor = cursor
      for warning in cursor.warnings { warn(warning, expansion) }
      repeat {
        async let rows = runRows(of: expansion)
        if let unfinished = try await rows { await finish(unfinished) }
      } while !progress.stopped && !expansion.isRead
      close(expansion, downTo: 0)
      if expansion.namer.count == 0, !progress.stopped {
        expansion.isMissing(Expansion.rowsName)
        report([.noRows(at: expansion.place)], as: Expansion.rowsName, expansion)
      }
      check(expansion)
      tellFindings(expansion)
      for path in (expansion.missing ?? []).sorted(by: { $0.text < $1.text })
      where !progress.stopped {
        let name = path.components.joined(separator: "/")
        report(
          [
            AuthoringMistake(
              "There is no row \u{201C}\(name)\u{201D}.", at: expansion.place)
          ],
          as: name, at: path, expansion)
      }
    } catch {
      close(expansion, downTo: 0)
      let mistake = AuthoringMistake(
        wrapping: error, as: "The rows could not be read", at: expansion.place)
      report([mistake], as: Expansion.rowsName, expansion)
      check(expansion)
      tellFindings(expansion)
    }
  }

  /// Runs rows up to the last one, or to one that cancels this task; see ``run(inOrder:inside:)``.
  ///
  /// - Returns: That one.
  nonisolated(nonsending) private func runRows(of expansion: Expansion) async throws
    -> UnfinishedExample?
  {
    while !progress.stopped {
      guard !expansion.hasAll, let row = try await expansion.nextRow() else {
        expansion.isRead = true
        return nil
      }
      if Task.isCancelled {
        // The source did that. The row is for a task that goes on.
        expansion.pushedBack = row
        return nil
      }
      if let unfinished = await run(row, expansion) { return unfinished }
    }
    return nil
  }

  private func warn(_ warning: AuthoringMistake, _ expansion: Expansion) {
    let issue = Issue(
      warning.message, at: warning.place ?? expansion.place, phase: .planning,
      isWarning: true)
    progress.tell(.issueRecorded(IssueRecorded(id: expansion.id, issue: issue)))
  }

  nonisolated(nonsending) private func run(
    _ row: RowExample, _ expansion: Expansion
  ) async -> UnfinishedExample? {
    var named = expansion.namer.name(of: row)
    if named == nil { named = await expansion.namer.name(of: row, in: expansion.outline) }
    guard let (path, name, earlier) = named else { return nil }
    if let earlier, let written = row.name, !row.mayRepeat {
      expansion.duplicates.append(
        .duplicateRow(written, at: row.place ?? expansion.place, and: earlier))
    }
    guard expansion.asked.contains(path) else { return nil }
    expansion.see(path)
    open(row.suites, expansion)
    return await run(row: row, named: name, at: path, of: expansion)
  }

  /// Reports names that stand twice, if all rows or just that were asked for. What was reported
  /// before and is mended now passes.
  private func check(_ expansion: Expansion) {
    let isAsked = expansion.isMissing(Expansion.rowNamesName)
    if expansion.duplicates.isEmpty {
      if isAsked { pass(Expansion.rowNamesName, of: expansion) }
    } else if expansion.asked.isAll || isAsked {
      report(expansion.duplicates, as: Expansion.rowNamesName, expansion)
    }
    if expansion.namer.count > 0, expansion.isMissing(Expansion.rowsName) {
      pass(Expansion.rowsName, of: expansion)
    }
  }

  private func pass(_ name: String, of expansion: Expansion) {
    let id = expansion.id.appending(name)
    progress.tell(.exampleStarted(ExampleStarted(id, ExampleContext(at: expansion.place))))
    progress.tell(.exampleEnded(ExampleEnded(id: id, outcome: .passed)))
  }

  nonisolated(nonsending) private func run(
    row: RowExample, named name: String, at path: ExampleID, of expansion: Expansion
  ) async -> UnfinishedExample? {
    let example = expansion.example
    let properties = row.traits.isEmpty ? nil : NodeProperties(row.traits)
    let context = example.info.context.inner(
      at: expansion.place, row: RowReference(name: name, place: row.place), adding: properties)
    var leaf = Leaf(
      info: ExampleInfo(expansion.id.appending(path), context),
      timeLimit: properties?.timeLimit ?? example.timeLimit ?? configuration.timeLimit,
      retries: max(0, properties?.retries ?? example.retries ?? configuration.retries),
      rowValues: row.values, payload: row.payload)
    if let reason = properties?.obstacle(on: plan.options.platform) {
      end(leaf, .skipped(reason: reason))
      return nil
    }
    if let isUnread = row.isUnread, !example.mayLeaveRowsUnread, let reference = context.row {
      leaf.onEnd = { outcome in
        guard outcome == .passed || outcome == .flaky, isUnread() else { return }
        expansion.findings.noteUnread(reference)
      }
    }
    return await run(leaf, inside: expansion.enclosing, body: body(of: row, expansion))
  }

  /// The body of a row, which is skipped if it asks for a column that no row has: that is told once.
  private func body(
    of row: RowExample, _ expansion: Expansion
  ) -> @Sendable () async throws -> Void {
    guard expansion.asked.isAll, row.hasColumn != nil else { return row.body }
    let body = row.body
    return {
      do { try await body() } catch let mistake as AuthoringMistake {
        guard let missing = mistake.missing,
          await expansion.findings.note(missing, in: expansion.outline)
        else { throw mistake }
        throw Skip("no row has \u{201C}\(missing.name)\u{201D}, which the outline asks for")
      }
    }
  }

  /// Tells what was found out about the rows as a whole. What was reported before and is mended now
  /// passes.
  private func tellFindings(_ expansion: Expansion) {
    let columns = expansion.findings.missingColumns(at: expansion.place)
    let isAsked = expansion.isMissing(OutlineFindings.columnsName)
    if !columns.isEmpty {
      report(columns, as: OutlineFindings.columnsName, expansion)
    } else if isAsked {
      pass(OutlineFindings.columnsName, of: expansion)
    }
    let unread = expansion.findings.unreadRows(at: expansion.place)
    let isUnreadAsked = expansion.isMissing(OutlineFindings.unreadName)
    if let unread, plan.options.isStrict {
      report([unread], as: OutlineFindings.unreadName, expansion)
    } else if let unread {
      warn(unread, expansion)
    } else if isUnreadAsked {
      pass(OutlineFindings.unreadName, of: expansion)
    }
  }

  /// Reports what is wrong with the rows as one failing example of the outline.
  private func report(
    _ mistakes: [AuthoringMistake], as name: String, _ expansion: Expansion
  ) {
    let free = expansion.namer.name(besides: name)
    report(mistakes, as: free.name, at: free.path, expansion)
  }

  private func report(
    _ mistakes: [AuthoringMistake], as name: String, at path: ExampleID,
    _ expansion: Expansion
  ) {
    let info = ExampleInfo(expansion.id.appending(path), expansion.example.info.context)
    let leaf = Leaf(info: info, timeLimit: nil, retries: 0)
    if let verdict = expansion.enclosing.verdict {
      end(leaf, verdict)
    } else {
      fail(leaf, with: mistakes)
    }
  }
}

// MARK: - Data suites

extension Run {
  /// Opens the groups of the data suites around the next row, and closes those that it is not in.
  private func open(_ suites: [RowSuite], _ expansion: Expansion) {
    if suites.isEmpty, expansion.suites.isEmpty { return }
    let common = zip(expansion.suites, suites).prefix { $0.suite == $1 }.count
    close(expansion, downTo: common)
    for suite in suites.dropFirst(common) {
      let id = (expansion.suites.last?.id ?? expansion.id).appending(suite.name)
      progress.tell(.groupStarted(GroupStarted(id: id, place: suite.place, isOutline: true)))
      expansion.suites.append((suite, id, configuration.now()))
    }
  }

  private func close(_ expansion: Expansion, downTo count: Int) {
    while expansion.suites.count > count, let last = expansion.suites.popLast() {
      progress.tell(
        .groupEnded(GroupEnded(id: last.id, duration: configuration.now() - last.start)))
    }
  }
}

extension Run.Expansion {
  /// Where what is wrong with all the rows of an outline is reported.
  fileprivate static let rowsName = "rows"
  /// Where names that stand twice are reported.
  fileprivate static let rowNamesName = "row names"

  /// Whether everything that was asked for has been seen, so that the rest need not be read.
  fileprivate var hasAll: Bool {
    missing?.isEmpty == true && !isSuiteAsked
  }

  /// Notes that a row was seen that was asked for.
  fileprivate func see(_ path: ExampleID) {
    guard missing != nil else { return }
    if missing?.remove(path) != nil { return }
    var current = path.parent
    while let suite = current {
      if asked.paths?.contains(suite) == true {
        // More rows of it may follow.
        isSuiteAsked = true
        missing?.remove(suite)
      }
      current = suite.parent
    }
  }

  /// Whether `name`, which is no row's, was asked for and is still to be told of; it no longer is.
  @discardableResult
  fileprivate func isMissing(_ name: String) -> Bool {
    missing?.remove(ExampleID([name])) != nil
  }
}

extension AuthoringMistake {
  fileprivate static func duplicateRow(
    _ name: String, at place: Place, and earlier: Place
  ) -> AuthoringMistake {
    AuthoringMistake(
      "Two rows are named \u{201C}\(name)\u{201D}: the other one is at \(earlier.short). "
        + "Give every row of a source a name of its own; if the names are not yours, say "
        + "repeats: .numbered.",
      at: place)
  }

  fileprivate static func noRows(at place: Place) -> AuthoringMistake {
    AuthoringMistake("The row source has no rows, so nothing was checked.", at: place)
  }
}
