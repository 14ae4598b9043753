extension Plan {
  /// Emits every example of the plan to `sink`, including the rows of outlines, in the order of the
  /// plan, without running them. Row sources are read; one that cannot be read is reported with the
  /// reason.
  package func list(_ sink: (Event) -> Void) async {
    for example in examples { await list(example, sink) }
    endList(sink)
  }

  /// The same for all existing examples: those outside the plan are emitted with the reason.
  ///
  /// - Parameters:
  ///   - whole: A plan that leaves nothing out.
  ///   - selected: A plan that leaves out what the selection does, but nothing for a focus.
  ///   - unshared: The same plan for all shards, if this is of one.
  package func list(
    allOf whole: Plan, selected: Plan, unshared: Plan? = nil, _ sink: (Event) -> Void
  ) async {
    func byID(_ plan: Plan) -> [ExampleID: PlannedExample] {
      Dictionary(plan.examples.map { ($0.info.id, $0) }) { first, _ in first }
    }
    let (planned, selected, unshared) = (byID(self), byID(selected), byID(unshared ?? self))
    for example in whole.examples {
      let id = example.info.id
      guard let chosen = selected[id] else {
        await list(example, leftOut: { _ in ExampleListed.notSelected }, sink)
        continue
      }
      let (inPlan, inShards) = (planned[id], unshared[id])
      await list(
        example,
        leftOut: { path in
          if !chosen.holds(path) { return ExampleListed.notSelected }
          if inPlan?.holds(path) == true { return nil }
          return inShards?.holds(path) == true
            ? "in another shard" : ExampleListed.focusIsElsewhere
        }, sink)
    }
    endList(sink)
  }

  /// Ends a list of the plan.
  package func endList(_ sink: (Event) -> Void) {
    var summary = RunSummary(seed: options.seed, order: options.order)
    summary.nothingRan = nothingToRun?.message
    summary.finished = true
    sink(.runEnded(summary))
  }

  /// Lists an example or the rows of an outline.
  ///
  /// - Parameter leftOut: Why the plan does not hold it, or the row at a path; `nil` if it does.
  func list(
    _ example: PlannedExample, leftOut: (ExampleID?) -> String? = { _ in nil },
    _ sink: (Event) -> Void
  ) async {
    let skipReason: String?
    switch example.action {
    case .run, .fail: skipReason = nil
    case .skip(let reason): skipReason = reason
    case .markPending(let reason): skipReason = reason ?? "pending"
    case .expand(let outline, let rows):
      return await list(outline, rows, of: example, example.info.id, leftOut, sink)
    }
    sink(
      .exampleListed(
        ExampleListed(
          id: example.info.id, place: example.info.place, skipReason: leftOut(nil) ?? skipReason)))
  }

  private func list(
    _ outline: Outline, _ rows: RowSelection, of example: PlannedExample, _ id: ExampleID,
    _ leftOut: (ExampleID?) -> String?, _ sink: (Event) -> Void
  ) async {
    func emit(
      _ path: ExampleID, _ row: RowReference? = nil, _ otherFiles: [String] = [],
      skipped reason: String?
    ) {
      var listed = ExampleListed(
        id: id.appending(path), place: example.info.place, row: row, skipReason: reason)
      listed.otherFiles = otherFiles
      sink(.exampleListed(listed))
    }
    let rows = rows.needsAllRows ? .all : rows
    var (isEmpty, isBroken, missing) = (true, false, rows.paths ?? [])
    do {
      try await outline.forEachRow { row in
        let path = row.info.id
        isEmpty = false
        guard rows.contains(path) else { return }
        var asked: ExampleID? = path
        while let current = asked, !missing.isEmpty {
          missing.remove(current)
          asked = current.parent
        }
        let reference = RowReference(name: path.name, place: row.place, values: row.values())
        let reason =
          leftOut(path)
          ?? NodeProperties(row.traits).skipReason(
            on: options.platform, of: id.appending(path), at: row.place)
        emit(path, reference, row.otherFiles?() ?? [], skipped: reason)
      }
      isBroken = isEmpty
      if isEmpty { emit(ExampleID([Outline.rowsName]), skipped: "there are no rows") }
    } catch {
      isBroken = true
      emit(
        ExampleID([Outline.rowsName]), skipped: "the rows cannot be read: \(error)")
    }
    // A run reports about rows that are asked for and do not exist, and about findings that are asked for.
    for path in missing.sorted(by: { $0.text < $1.text }) {
      let isFinding = path.depth == 1 && Outline.findingNames.contains(path.name)
      if isBroken, path.name == Outline.rowsName { continue }
      emit(path, skipped: isFinding ? nil : "there is no such row")
    }
  }
}

extension PlannedExample {
  /// Whether the plan contains the row at a path, or an example without rows.
  fileprivate func holds(_ path: ExampleID?) -> Bool {
    guard let path, case .expand(_, let rows) = action else { return true }
    return rows.contains(path)
  }
}
