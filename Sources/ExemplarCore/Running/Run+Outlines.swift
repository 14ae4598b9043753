extension Run {
  /// Runs an outline: one example per row, in the order of the source.
  func run(
    outline: Outline, rows: RowSelection, of example: PlannedExample,
    inside enclosing: EnclosingGroups
  ) async {
    // An outline that cannot run here is left out too: reading its rows is work.
    if progress.stopped { return }
    if example.isRunnable { progress.state.withLock { $0.reached += 1 } }
    let expansion = OutlineExpansion(
      outline: outline, asked: rows, example: example,
      settings: example.settings.inside(configuration.settings), enclosing: enclosing,
      claims: claims(onRowsOf: example))
    let start = configuration.now()
    progress.emit(
      .groupStarted(GroupStarted(id: expansion.id, place: example.info.place, kind: .outline)))
    await expand(expansion)
    if let claims = expansion.claims, claims.isShared, expansion.isRead {
      configuration.recordRead?(expansion.id, claims.reading)
    }
    progress.emit(
      .groupEnded(GroupEnded(id: expansion.id, duration: elapsed(since: start))))
  }

  private func expand(_ expansion: OutlineExpansion) async {
    var unreadable: UsageError?
    do {
      repeat {
        async let rows = runRows(of: expansion)
        if let unfinished = try await rows { await finish(unfinished) }
      } while !progress.stopped && !expansion.isRead
    } catch {
      unreadable = UsageError(
        wrapping: error, as: "The rows could not be read", at: expansion.place)
    }
    close(expansion, downTo: 0)
    if expansion.rowsToPass > 0, expansion.isRead { reportOtherRows(expansion, "there are fewer") }
    if let listed = expansion.asked.listedRows, expansion.isRead, !progress.stopped,
      listed != expansion.rowsRead
    {
      progress.fail(
        with: Issue(
          "The rows of \(expansion.id.heading) are others than those that were listed for the shards, so some may not "
            + "have run in any. Rows must not depend on the process.",
          at: expansion.place, phase: .planning))
    }
    if let unreadable {
      report([unreadable], as: Outline.rowsName, expansion)
    } else if expansion.namer.count > 0 || !progress.stopped {
      report(
        expansion.namer.count > 0 ? [] : [.noRows(at: expansion.place)],
        as: Outline.rowsName, expansion)
    }
    await reportFindings(expansion)
    if unreadable != nil || progress.stopped { return }
    for path in (expansion.missing ?? []).sorted(by: { $0.text < $1.text }) {
      let name = path.components.joined(separator: "/")
      let mistake = UsageError("There is no row \u{201C}\(name)\u{201D}.", at: expansion.place)
      report([mistake], at: path, expansion)
    }
  }

  /// Runs rows up to the last one, or to one that cancels this task; see ``run(inOrder:inside:)``.
  ///
  /// - Returns: That one.
  nonisolated(nonsending) private func runRows(of expansion: OutlineExpansion) async throws
    -> UnfinishedExample?
  {
    let cursor: RowCursor
    if let open = expansion.cursor {
      cursor = open
    } else {
      cursor = try await expansion.outline.open()
      expansion.cursor = cursor
      for warning in cursor.warnings { warn(warning, expansion) }
    }
    while !progress.stopped {
      do {
        guard let row = try expansion.nextRow(of: cursor) else {
          expansion.isRead = true
          return nil
        }
        if Task.isCancelled {
          // The source did that. The row is for a task that goes on.
          expansion.pushedBack = row
          return nil
        }
        guard let invocation = invocation(of: row, expansion) else { continue }
        if let unfinished = await run(invocation, inside: expansion.enclosing, body: row.body) {
          return unfinished
        }
      } catch let pending as RowIsPending {
        await pending.wait()
      }
    }
    return nil
  }

  private func warn(_ warning: UsageError, _ expansion: OutlineExpansion) {
    let issue = Issue(
      warning.message, at: warning.place ?? expansion.place, phase: .planning,
      isWarning: true)
    progress.emit(.issueRecorded(IssueRecorded(id: expansion.id, issue: issue)))
  }

  /// The invocation of a row that was read; `nil` if it does not run here.
  private func invocation(
    of row: RowExample, _ expansion: OutlineExpansion
  ) -> ExampleInvocation? {
    let name = expansion.namer.name(of: row)
    if name.isNumbered { expansion.findings.recordDuplicate(row, at: expansion.place) }
    if !expansion.takesAll {
      let path = name.path
      if expansion.asked.listedRows != nil { expansion.rowsRead.record(path.text) }
      guard expansion.asked.contains(path) else { return nil }
      expansion.see(path)
      if expansion.claims?.claimNext(path) == false { return nil }
    }
    if expansion.rowsToPass > 0 {
      expansion.rowsToPass -= 1
      if expansion.rowsToPass == 0 { check(expansion, lastPassed: name.path) }
      return nil
    }
    let id = open(row.suites, expansion).appending(name.name)
    let reference = RowReference(name: name.name, place: row.place)
    guard row.traits.isEmpty else { return invocation(of: row, with: reference, id, expansion) }
    return ExampleInvocation(
      ExampleInfo(id, expansion.context.with(reference)), expansion.settings, row: row,
      of: expansion)
  }

  /// The same for a row with traits of its own.
  private func invocation(
    of row: RowExample, with reference: RowReference, _ id: ExampleID, _ expansion: OutlineExpansion
  ) -> ExampleInvocation? {
    let properties = NodeProperties(row.traits)
    let context = expansion.context.inner(
      at: expansion.context.place, row: reference, adding: properties)
    let invocation = ExampleInvocation(
      ExampleInfo(id, context), properties.settings.inside(expansion.settings), row: row,
      of: expansion)
    if let mistake = properties.mistake?.placed(at: row.place) {
      fail(invocation, with: [mistake])
      return nil
    }
    if let reason = properties.skipReason(on: plan.options.platform, of: id, at: row.place) {
      end(invocation, .skipped(reason: reason))
      return nil
    }
    return invocation
  }

  /// Looks whether the rows that are passed over are those which have run in another process.
  private func check(_ expansion: OutlineExpansion, lastPassed path: ExampleID) {
    guard let last = expansion.rowsOver.last else { return }
    let id = expansion.id.appending(path)
    if id != last {
      reportOtherRows(
        expansion, "\u{201C}\(id.name)\u{201D} is where \u{201C}\(last.name)\u{201D} was")
    }
  }

  /// Rows that another process has read differently may have run twice, or not at all.
  private func reportOtherRows(_ expansion: OutlineExpansion, _ difference: String) {
    progress.fail(
      with: Issue(
        "The rows of \(expansion.id.heading) were read again, since the process that ran them ended, and were others: "
          + "\(difference). So some may not have run. Rows must not depend on the process.",
        at: expansion.place, phase: .planning))
  }

  /// Reports the findings about the rows as a whole.
  private func reportFindings(_ expansion: OutlineExpansion) async {
    let (findings, place) = (expansion.findings, expansion.place)
    if expansion.asked.reportsAll || expansion.isAsked(Outline.rowNamesName) {
      let duplicates = await findings.duplicateNames(in: expansion.outline)
      report(duplicates, as: Outline.rowNamesName, expansion)
    }
    if expansion.asked.reportsAll || !expansion.asked.isOfAll {
      report(findings.missingColumns(at: place), as: Outline.columnsName, expansion)
    }
    if expansion.asked.reportsAll, expansion.isRead, !progress.stopped,
      let cursor = expansion.cursor
    {
      let mistakes = await OutlineFindings.mistakes(
        ofSlips: cursor.slips(), in: expansion.outline, at: place)
      for mistake in mistakes + cursor.notes() { warn(mistake, expansion) }
    }
    reportSkips(expansion)
    let unread = findings.unreadRows(at: place)
    if let unread, !plan.options.isStrict {
      _ = expansion.isMissing(Outline.unreadName)
      warn(unread, expansion)
    } else {
      report(unread.map { [$0] } ?? [], as: Outline.unreadName, expansion)
    }
  }

  /// Reports the elements that the source has skipped as one skipped example of the outline.
  private func reportSkips(_ expansion: OutlineExpansion) {
    let skips = expansion.cursor?.skips() ?? []
    if skips.isEmpty || !expansion.asked.reportsAll || progress.stopped
      || expansion.enclosing.verdict != nil
    {
      return
    }
    _ = expansion.isMissing(Outline.skipsName)
    let path = expansion.namer.name(besides: Outline.skipsName).path
    let info = ExampleInfo(expansion.id.appending(path), expansion.context)
    end(ExampleInvocation(info), .skipped(reason: skips.joined(separator: ", ")))
  }

  /// Reports what is wrong with the rows as one failing example of the outline. If nothing is, that example
  /// passes, provided that it was asked for, since it failed before.
  private func report(
    _ mistakes: [UsageError], as name: String, _ expansion: OutlineExpansion
  ) {
    let isAsked = expansion.isMissing(name)
    if !mistakes.isEmpty {
      report(mistakes, at: expansion.namer.name(besides: name).path, expansion)
    } else if isAsked {
      let id = expansion.id.appending(name)
      progress.emit(.exampleStarted(ExampleStarted(id, ExampleContext(at: expansion.place))))
      progress.emit(.exampleEnded(ExampleEnded(id: id, outcome: .passed)))
    }
  }

  private func report(_ mistakes: [UsageError], at path: ExampleID, _ expansion: OutlineExpansion) {
    let info = ExampleInfo(expansion.id.appending(path), expansion.context)
    let invocation = ExampleInvocation(info)
    if let verdict = expansion.enclosing.verdict {
      end(invocation, verdict)
    } else {
      fail(invocation, with: mistakes)
    }
  }
}

// MARK: - Data suites

extension Run {
  /// Opens the groups of the data suites around the next row, and closes those that it is not in.
  ///
  /// - Returns: The innermost.
  private func open(_ suites: [RowSuite], _ expansion: OutlineExpansion) -> ExampleID {
    let open = expansion.suites
    if suites.isEmpty, open.isEmpty { return expansion.id }
    let common = zip(open, suites).prefix { $0.suite == $1 }.count
    if common == suites.count, common == open.count { return open[common - 1].id }
    close(expansion, downTo: common)
    for suite in suites.dropFirst(common) {
      let id = (expansion.suites.last?.id ?? expansion.id).appending(suite.name)
      progress.emit(.groupStarted(GroupStarted(id: id, place: suite.place, kind: .suite)))
      expansion.suites.append((suite, id, configuration.now()))
    }
    return expansion.suites.last?.id ?? expansion.id
  }

  private func close(_ expansion: OutlineExpansion, downTo count: Int) {
    while expansion.suites.count > count, let last = expansion.suites.popLast() {
      progress.emit(
        .groupEnded(GroupEnded(id: last.id, duration: elapsed(since: last.start))))
    }
  }
}

extension UsageError {
  fileprivate static func noRows(at place: Place) -> UsageError {
    UsageError("The row source has no rows, so nothing was checked.", at: place)
  }
}

extension Run {
  /// The claims on the rows of an outline, if other processes may run some of them.
  func claims(onRowsOf example: PlannedExample) -> RowClaims? {
    let (part, shareable) = current.withLock { $0 }
    guard shareable.contains(example.info.id),
      let claim = configuration.claimRows?(example.info.id, part)
    else { return nil }
    return RowClaims(claim)
  }
}
