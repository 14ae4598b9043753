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
    let expansion = OutlineExpansion(
      outline: outline, asked: rows, example: example, enclosing: enclosing, configuration,
      claims: claims(onRowsOf: example))
    let start = configuration.now()
    progress.emit(
      .groupStarted(GroupStarted(id: expansion.id, place: example.info.place, isOutline: true)))
    await expand(expansion)
    if let claims = expansion.claims, claims.isShared, expansion.isRead {
      configuration.recordRead?(expansion.id, claims.reading)
    }
    progress.emit(
      .groupEnded(GroupEnded(id: expansion.id, duration: configuration.elapsed(since: start))))
  }

  private func expand(_ expansion: OutlineExpansion) async {
    do {
      repeat {
        async let rows = runRows(of: expansion)
        if let unfinished = try await rows { await finish(unfinished) }
      } while !progress.stopped && !expansion.isRead
      close(expansion, downTo: 0)
      if expansion.rowsToPass > 0, expansion.isRead {
        reportOtherRows(expansion, "there are fewer")
      }
      if expansion.namer.count == 0, !progress.stopped {
        expansion.isMissing(OutlineExpansion.rowsName)
        report([.noRows(at: expansion.place)], as: OutlineExpansion.rowsName, expansion)
      }
      check(expansion)
      await reportFindings(expansion)
      for path in (expansion.missing ?? []).sorted(by: { $0.text < $1.text })
      where !progress.stopped {
        let name = path.components.joined(separator: "/")
        report(
          [
            UsageError(
              "There is no row \u{201C}\(name)\u{201D}.", at: expansion.place)
          ],
          as: name, at: path, expansion)
      }
    } catch {
      close(expansion, downTo: 0)
      let mistake = UsageError(
        wrapping: error, as: "The rows could not be read", at: expansion.place)
      report([mistake], as: OutlineExpansion.rowsName, expansion)
      check(expansion)
      await reportFindings(expansion)
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
    var isWaiting = expansion.pushedBack != nil
    while !progress.stopped {
      let next: RowExample?
      if isWaiting {
        next = expansion.popPushedBack()
        isWaiting = false
      } else if !expansion.takesAll, expansion.hasAll {
        next = nil
      } else {
        do { next = try cursor.nextNow() } catch let pending as RowIsPending {
          await pending.wait()
          continue
        }
      }
      guard let row = next else {
        expansion.isRead = true
        return nil
      }
      if Task.isCancelled {
        // The source did that. The row is for a task that goes on.
        expansion.pushedBack = row
        return nil
      }
      var name = expansion.namer.name(of: row)
      if name == nil { name = await expansion.namer.name(of: row, in: expansion.outline) }
      guard let name, let invocation = invocation(of: row, name, expansion) else { continue }
      if let unfinished = await run(invocation, inside: expansion.enclosing, body: row.body) {
        return unfinished
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
    of row: RowExample, _ name: RowNamer.Name, _ expansion: OutlineExpansion
  ) -> ExampleInvocation? {
    if let earlier = name.earlier, let written = row.name, !row.mayRepeat {
      expansion.duplicates.append(
        .duplicateRow(written, at: row.place ?? expansion.place, and: earlier))
    }
    if !expansion.takesAll {
      let path = name.path
      guard expansion.asked.contains(path) else { return nil }
      expansion.see(path)
      if expansion.claims?.claimNext(path) == false { return nil }
    }
    if expansion.rowsToPass > 0 {
      expansion.rowsToPass -= 1
      if expansion.rowsToPass == 0 { check(expansion, lastPassed: name.path) }
      return nil
    }
    let group = open(row.suites, expansion)
    let properties = row.traits.isEmpty ? nil : NodeProperties(row.traits)
    let context = expansion.context.inner(
      row: RowReference(name: name.name, place: row.place), adding: properties)
    let invocation = ExampleInvocation(
      ExampleInfo(group.appending(leaf: name.name), context),
      timeLimit: properties?.timeLimit ?? expansion.timeLimit,
      retries: properties?.retries.map { max(0, $0) } ?? expansion.retries, row: row,
      of: expansion, mayBeUnread: expansion.example.mayLeaveRowsUnread)
    let platform = plan.options.platform
    if let reason = properties?.skipReason(on: platform, of: invocation.info.id, at: row.place) {
      end(invocation, .skipped(reason: reason))
      return nil
    }
    return invocation
  }

  /// Looks whether the rows that are passed over are those which have run in another process.
  private func check(_ expansion: OutlineExpansion, lastPassed path: ExampleID) {
    guard let last = expansion.example.rowsOver.last else { return }
    let id = expansion.id.appending(path)
    if id != last {
      reportOtherRows(
        expansion, "\u{201C}\(id.name)\u{201D} is where \u{201C}\(last.name)\u{201D} was")
    }
  }

  /// Rows that another process has read differently may have run twice, or not at all.
  private func reportOtherRows(_ expansion: OutlineExpansion, _ difference: String) {
    let issue = Issue(
      "The rows of \(expansion.id.heading) were read again, since the process that ran them ended, and were others: "
        + "\(difference). So some may not have run. Rows must not depend on the process.",
      at: expansion.place, phase: .planning)
    progress.emit(.issueRecorded(IssueRecorded(id: nil, issue: issue)))
  }

  /// Reports duplicate names if all rows or just these were requested. Errors that were reported
  /// before and are fixed now pass.
  private func check(_ expansion: OutlineExpansion) {
    let isAsked = expansion.isMissing(OutlineExpansion.rowNamesName)
    if expansion.duplicates.isEmpty {
      if isAsked { pass(OutlineExpansion.rowNamesName, of: expansion) }
    } else if expansion.asked.isAll || isAsked {
      report(expansion.duplicates, as: OutlineExpansion.rowNamesName, expansion)
    }
    if expansion.namer.count > 0, expansion.isMissing(OutlineExpansion.rowsName) {
      pass(OutlineExpansion.rowsName, of: expansion)
    }
  }

  private func pass(_ name: String, of expansion: OutlineExpansion) {
    let id = expansion.id.appending(name)
    progress.emit(.exampleStarted(ExampleStarted(id, ExampleContext(at: expansion.place))))
    progress.emit(.exampleEnded(ExampleEnded(id: id, outcome: .passed)))
  }

  /// Reports the findings about the rows as a whole. Findings that were reported before and are
  /// fixed now pass.
  private func reportFindings(_ expansion: OutlineExpansion) async {
    let columns = expansion.findings.missingColumns(at: expansion.place)
    let isAsked = expansion.isMissing(OutlineFindings.columnsName)
    if !columns.isEmpty {
      report(columns, as: OutlineFindings.columnsName, expansion)
    } else if isAsked {
      pass(OutlineFindings.columnsName, of: expansion)
    }
    if expansion.asked.isAll, expansion.isRead, !progress.stopped,
      let slips = expansion.cursor?.slips()
    {
      let mistakes = await OutlineFindings.mistakes(
        ofSlips: slips, in: expansion.outline, at: expansion.place)
      for mistake in mistakes { warn(mistake, expansion) }
    }
    reportSkips(expansion)
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

  /// Reports the elements that the source has skipped as one skipped example of the outline.
  private func reportSkips(_ expansion: OutlineExpansion) {
    let skips = expansion.cursor?.skips() ?? []
    if skips.isEmpty || !expansion.asked.isAll || progress.stopped
      || expansion.enclosing.verdict != nil
    {
      return
    }
    expansion.isMissing(Outline.skipsName)
    let path = expansion.namer.name(besides: Outline.skipsName).path
    let info = ExampleInfo(expansion.id.appending(path), expansion.example.info.context)
    end(ExampleInvocation(info), .skipped(reason: skips.joined(separator: ", ")))
  }

  /// Reports what is wrong with the rows as one failing example of the outline.
  private func report(
    _ mistakes: [UsageError], as name: String, _ expansion: OutlineExpansion
  ) {
    let free = expansion.namer.name(besides: name)
    report(mistakes, as: free.name, at: free.path, expansion)
  }

  private func report(
    _ mistakes: [UsageError], as name: String, at path: ExampleID,
    _ expansion: OutlineExpansion
  ) {
    let info = ExampleInfo(expansion.id.appending(path), expansion.example.info.context)
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
      progress.emit(.groupStarted(GroupStarted(id: id, place: suite.place, isOutline: true)))
      expansion.suites.append((suite, id, configuration.now()))
    }
    return expansion.suites.last?.id ?? expansion.id
  }

  private func close(_ expansion: OutlineExpansion, downTo count: Int) {
    while expansion.suites.count > count, let last = expansion.suites.popLast() {
      progress.emit(
        .groupEnded(GroupEnded(id: last.id, duration: configuration.elapsed(since: last.start))))
    }
  }
}

extension UsageError {
  fileprivate static func duplicateRow(
    _ name: String, at place: Place, and earlier: Place
  ) -> UsageError {
    UsageError(
      "Two rows are named \u{201C}\(name)\u{201D}: the other one is at \(earlier.short). "
        + "Give every row of a source a name of its own; if the names are not yours, write "
        + "repeats: .numbered.",
      at: place)
  }

  fileprivate static func noRows(at place: Place) -> UsageError {
    UsageError("The row source has no rows, so nothing was checked.", at: place)
  }
}
