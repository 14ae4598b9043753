extension Run {
  /// Runs an outline: one example per row, in the order of the source.
  func runOutline(
    _ outline: Outline, rows: RowSelection, of example: PlannedExample,
    inside enclosing: EnclosingGroups
  ) async {
    // An outline that cannot run here is left out too: reading its rows is work.
    if progress.stopped { return }
    if example.isRunnable { progress.state.withLock { $0.reached += 1 } }
    let expansion = OutlineExpansion(
      outline: outline, asked: rows, example: example,
      settings: example.settings.inside(configuration.settings), enclosing: enclosing,
      claim: example.sharingPart.flatMap { configuration.claimRows?(example.info.id, $0) })
    let start = configuration.now()
    progress.emit(
      .groupStarted(GroupStarted(id: expansion.id, place: example.info.place, kind: .outline)))
    await expand(expansion)
    if expansion.isShared, expansion.isRead {
      configuration.recordRead?(expansion.id, expansion.reading)
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
      report([mistake], at: expansion.id.appending(path), expansion)
    }
  }

  /// Runs rows up to the last one, or to one that cancels this task; see ``runInOrder(_:inside:)``.
  ///
  /// - Returns: That one.
  nonisolated(nonsending) private func runRows(of expansion: OutlineExpansion) async throws
    -> UnfinishedExample?
  {
    let cursor: RowCursor<ExampleInvocation>
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
        guard planRow(row, expansion) else { continue }
        if let unfinished = await runExample(row, of: expansion, inside: expansion.enclosing) {
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

  /// Names a row that was read, and gives it the facts and settings with which it runs. Returns whether it does, here.
  private func planRow(_ row: ExampleInvocation, _ expansion: OutlineExpansion) -> Bool {
    let (name, isNumbered) = expansion.namer.name(row)
    if isNumbered { expansion.findings.recordDuplicate(row, at: expansion.place) }
    guard expansion.takes(rowNamed: name) else { return false }
    row.info.id = expansion.namer.id(ofLast: name)
    if expansion.rowsToPass > 0 {
      expansion.rowsToPass -= 1
      if expansion.rowsToPass == 0 { check(expansion, lastPassed: row.info.id) }
      return false
    }
    open(row.suites, expansion)
    let reference = RowReference(name: name, place: row.place)
    if row.traits.isEmpty {
      row.info.context = quarantined(expansion.context.with(reference), row.info.id)
      row.settings = expansion.settings
      return true
    }
    let (id, properties) = (row.info.id, NodeProperties(row.traits))
    row.info.context = quarantined(
      expansion.context.inner(
        at: expansion.context.place, row: reference, adding: properties), id)
    row.settings = properties.settings.inside(expansion.settings)
    if let mistake = properties.mistake?.placed(at: row.place) {
      fail(row.info, with: [mistake])
      return false
    }
    if let reason = properties.skipReason(on: plan.options.platform, of: id, at: row.place) {
      end(row.info, .skipped(reason: reason))
      return false
    }
    return true
  }

  /// The context of a row, with the quarantines that a list has for it.
  private func quarantined(_ context: ExampleContext, _ id: ExampleID) -> ExampleContext {
    // A copy for each row would take longer than the answer.
    if plan.options.quarantine.isEmpty { return context }
    return context.adding(plan.options.quarantine.facts(of: id))
  }

  /// Looks whether the rows that are passed over are those which have run in another process.
  private func check(_ expansion: OutlineExpansion, lastPassed id: ExampleID) {
    guard let last = expansion.rowsOver.last else { return }
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
      for mistake in mistakes { warn(mistake, expansion) }
    }
    if expansion.asked.reportsNotes { reportNotes(expansion) }
    reportSkips(expansion)
    let unread = findings.unreadRows(at: place)
    if let unread, !plan.options.isStrict {
      _ = expansion.isMissing(Outline.unreadName)
      warn(unread, expansion)
    } else {
      report(unread.map { [$0] } ?? [], as: Outline.unreadName, expansion)
    }
  }

  /// Reports notes about the rows, unless an outline of the same source has, or an earlier repetition.
  private func reportNotes(_ expansion: OutlineExpansion) {
    guard expansion.isRead, !progress.stopped, configuration.repetition == 1 else { return }
    for note in expansion.cursor?.notes() ?? []
    where progress.state.withLock({ $0.notes.insert(note).inserted }) {
      warn(note, expansion)
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
    let info = ExampleInfo(expansion.namer.id(besides: Outline.skipsName), expansion.context)
    end(info, .skipped(reason: skips.joined(separator: ", ")))
  }

  /// Reports what is wrong with the rows as one failing example of the outline. If nothing is, that example
  /// passes, provided that it was asked for, since it failed before.
  private func report(
    _ mistakes: [UsageError], as name: String, _ expansion: OutlineExpansion
  ) {
    let isAsked = expansion.isMissing(name)
    if !mistakes.isEmpty {
      report(mistakes, at: expansion.namer.id(besides: name), expansion)
    } else if isAsked {
      let id = expansion.id.appending(name)
      progress.emit(.exampleStarted(ExampleStarted(id, ExampleContext(at: expansion.place))))
      progress.emit(.exampleEnded(ExampleEnded(id: id, outcome: .passed)))
    }
  }

  private func report(_ mistakes: [UsageError], at id: ExampleID, _ expansion: OutlineExpansion) {
    let info = ExampleInfo(id, expansion.context)
    if let verdict = expansion.enclosing.verdict {
      end(info, verdict)
    } else {
      fail(info, with: mistakes)
    }
  }
}

// MARK: - Data suites

extension Run {
  /// Opens the groups of the data suites around the next row, and closes those that it is not in.
  private func open(_ suites: [RowSuite], _ expansion: OutlineExpansion) {
    let open = expansion.suites
    if suites.isEmpty, open.isEmpty { return }
    let common = zip(open, suites).prefix { $0.suite == $1 }.count
    if common == suites.count, common == open.count { return }
    close(expansion, downTo: common)
    for suite in suites.dropFirst(common) {
      let id = (expansion.suites.last?.id ?? expansion.id).appending(suite.name)
      progress.emit(.groupStarted(GroupStarted(id: id, place: suite.place, kind: .suite)))
      expansion.suites.append((suite, id, configuration.now()))
    }
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
