extension Run {
  /// Runs an outline: one example per row, in the order of the source.
  func run(
    outline: Outline, rows: RowSelection, of example: PlannedExample,
    inside enclosing: EnclosingGroups
  ) async {
    var expansion = Expansion(
      outline: outline, asked: rows, example: example, enclosing: enclosing)
    let start = configuration.now()
    progress.tell(
      .groupStarted(GroupStarted(id: expansion.id, place: example.info.place, isOutline: true)))
    await expand(&expansion)
    progress.tell(.groupEnded(GroupEnded(id: expansion.id, duration: configuration.now() - start)))
  }

  /// An outline that is being expanded.
  fileprivate struct Expansion {
    let outline: Outline
    var asked: RowSelection
    let example: PlannedExample
    let enclosing: EnclosingGroups
    var namer = RowNamer()
    var findings = OutlineFindings()
    var duplicates: [AuthoringMistake] = []
    /// What was asked for and not seen yet; `nil` if everything was asked for.
    var missing: Set<ExampleID>?
    /// Whether a data suite was asked for as a whole, so that only its end tells that it is over.
    var isSuiteAsked = false
    /// The data suites that are open, with the times at which they began.
    var suites: [(suite: RowSuite, id: ExampleID, start: Double)] = []

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

  private func expand(_ expansion: inout Expansion) async {
    do {
      let cursor = try await expansion.outline.open()
      for warning in cursor.warnings { warn(warning, expansion) }
      while !progress.stopped, !expansion.hasAll, let row = try await cursor.next() {
        await run(row, &expansion)
      }
      close(&expansion, downTo: 0)
      if expansion.namer.count == 0, !progress.stopped {
        expansion.isMissing(Expansion.rowsName)
        report([.noRows(at: expansion.place)], as: Expansion.rowsName, &expansion)
      }
      check(&expansion)
      tellFindings(&expansion)
      for path in (expansion.missing ?? []).sorted(by: { $0.text < $1.text })
      where !progress.stopped {
        let name = path.components.joined(separator: "/")
        report(
          [
            AuthoringMistake(
              "There is no row \u{201C}\(name)\u{201D}.", at: expansion.place)
          ],
          as: name, at: path, &expansion)
      }
    } catch {
      close(&expansion, downTo: 0)
      let mistake = AuthoringMistake(
        wrapping: error, as: "The rows could not be read", at: expansion.place)
      report([mistake], as: Expansion.rowsName, &expansion)
      check(&expansion)
      tellFindings(&expansion)
    }
  }

  private func warn(_ warning: AuthoringMistake, _ expansion: Expansion) {
    let issue = Issue(
      warning.message, at: warning.place ?? expansion.place, phase: .planning,
      isWarning: true)
    progress.tell(.issueRecorded(IssueRecorded(id: expansion.id, issue: issue)))
  }

  private func run(_ row: RowExample, _ expansion: inout Expansion) async {
    let (path, name, earlier) = await expansion.namer.name(of: row, in: expansion.outline)
    if let earlier, let written = row.name, !row.mayRepeat {
      expansion.duplicates.append(
        .duplicateRow(written, at: row.place ?? expansion.place, and: earlier))
    }
    guard expansion.asked.contains(path) else { return }
    expansion.see(path)
    open(row.suites, &expansion)
    await run(row: row, named: name, at: path, of: &expansion)
  }

  /// Reports names that stand twice, if all rows or just that were asked for. What was reported
  /// before and is mended now passes.
  private func check(_ expansion: inout Expansion) {
    let isAsked = expansion.isMissing(Expansion.rowNamesName)
    if expansion.duplicates.isEmpty {
      if isAsked { pass(Expansion.rowNamesName, of: expansion) }
    } else if expansion.asked.isAll || isAsked {
      report(expansion.duplicates, as: Expansion.rowNamesName, &expansion)
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

  private func run(
    row: RowExample, named name: String, at path: ExampleID, of expansion: inout Expansion
  ) async {
    let example = expansion.example
    let properties = NodeProperties(row.traits)
    let leaf = Leaf(
      info: ExampleInfo(
        expansion.id.appending(path),
        example.info.context.inner(
          at: expansion.place, row: RowReference(name: name, place: row.place),
          adding: properties)),
      timeLimit: properties.timeLimit ?? example.timeLimit ?? configuration.timeLimit,
      retries: max(0, properties.retries ?? example.retries ?? configuration.retries),
      rowValues: row.values, payload: row.payload)
    if let reason = properties.obstacle(on: plan.options.platform) {
      end(leaf, .skipped(reason: reason))
    } else {
      await run(leaf, row, &expansion)
    }
  }

  private func run(_ leaf: Leaf, _ row: RowExample, _ expansion: inout Expansion) async {
    let canBeLeftOut = expansion.asked.isAll && row.hasColumn != nil
    let findings = Locked(expansion.findings)
    let outline = expansion.outline
    let outcome = await run(leaf, inside: expansion.enclosing) {
      do { try await row.body() } catch let mistake as AuthoringMistake {
        guard canBeLeftOut, let missing = mistake.missing else { throw mistake }
        var found = findings.withLock { $0 }
        let isEverywhere = await found.note(missing, in: outline)
        findings.withLock { [found] in $0 = found }
        if !isEverywhere { throw mistake }
        throw Skip(
          "no row has \u{201C}\(missing.name)\u{201D}, which the outline asks for")
      }
    }
    expansion.findings = findings.withLock { $0 }
    guard outcome == .passed || outcome == .flaky, row.isUnread?() == true,
      !expansion.example.mayLeaveRowsUnread, let reference = leaf.info.row
    else { return }
    expansion.findings.noteUnread(reference)
  }

  /// Tells what was found out about the rows as a whole. What was reported before and is mended now
  /// passes.
  private func tellFindings(_ expansion: inout Expansion) {
    let columns = expansion.findings.missingColumns(at: expansion.place)
    let isAsked = expansion.isMissing(OutlineFindings.columnsName)
    if !columns.isEmpty {
      report(columns, as: OutlineFindings.columnsName, &expansion)
    } else if isAsked {
      pass(OutlineFindings.columnsName, of: expansion)
    }
    let unread = expansion.findings.unreadRows(at: expansion.place)
    let isUnreadAsked = expansion.isMissing(OutlineFindings.unreadName)
    if let unread, plan.options.isStrict {
      report([unread], as: OutlineFindings.unreadName, &expansion)
    } else if let unread {
      warn(unread, expansion)
    } else if isUnreadAsked {
      pass(OutlineFindings.unreadName, of: expansion)
    }
  }

  /// Reports what is wrong with the rows as one failing example of the outline.
  private func report(
    _ mistakes: [AuthoringMistake], as name: String, _ expansion: inout Expansion
  ) {
    let free = expansion.namer.name(besides: name)
    report(mistakes, as: free.name, at: free.path, &expansion)
  }

  private func report(
    _ mistakes: [AuthoringMistake], as name: String, at path: ExampleID,
    _ expansion: inout Expansion
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
  private func open(_ suites: [RowSuite], _ expansion: inout Expansion) {
    let common = zip(expansion.suites, suites).prefix { $0.suite == $1 }.count
    close(&expansion, downTo: common)
    for suite in suites.dropFirst(common) {
      let id = (expansion.suites.last?.id ?? expansion.id).appending(suite.name)
      progress.tell(.groupStarted(GroupStarted(id: id, place: suite.place, isOutline: true)))
      expansion.suites.append((suite, id, configuration.now()))
    }
  }

  private func close(_ expansion: inout Expansion, downTo count: Int) {
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
  fileprivate mutating func see(_ path: ExampleID) {
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
  fileprivate mutating func isMissing(_ name: String) -> Bool {
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
