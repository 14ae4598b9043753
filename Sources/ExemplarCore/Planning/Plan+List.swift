extension Plan {
  /// Emits every example of the plan to `sink`, including the rows of outlines, in the order of the
  /// plan, without running them. Row sources are read; one that cannot be read is reported with the
  /// reason.
  package func list(_ sink: (Event) -> Void) async {
    for example in examples { await list(example, sink) }
    end(sink)
  }

  /// The same for all existing examples: those outside the plan are emitted with the reason.
  ///
  /// - Parameters:
  ///   - whole: A plan that leaves nothing out.
  ///   - selected: A plan that leaves out what the selection does, but nothing for a focus.
  package func list(allOf whole: Plan, selected: Plan, _ sink: (Event) -> Void) async {
    func byID(_ plan: Plan) -> [ExampleID: PlannedExample] {
      Dictionary(plan.examples.map { ($0.info.id, $0) }) { first, _ in first }
    }
    let (planned, selected) = (byID(self), byID(selected))
    for example in whole.examples {
      let id = example.info.id
      guard let chosen = selected[id] else {
        await list(example, leftOut: { _ in "not selected" }, sink)
        continue
      }
      let inPlan = planned[id]
      await list(
        example,
        leftOut: { path in
          if !chosen.holds(path) { return "not selected" }
          return inPlan?.holds(path) == true ? nil : "something else is focused"
        }, sink)
    }
    end(sink)
  }

  private func end(_ sink: (Event) -> Void) {
    var summary = RunSummary(seed: options.seed, order: options.order)
    summary.nothingRan = nothingToRun?.message
    summary.finished = true
    sink(.runEnded(summary))
  }

  /// Lists an example or the rows of an outline.
  ///
  /// - Parameter leftOut: Why the plan does not hold it, or the row at a path; `nil` if it does.
  private func list(
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
    do {
      try await outline.forEachRow { name, row in
        let path = name.path
        guard rows.contains(path) else { return }
        let reference = RowReference(name: name.name, place: row.place, values: row.values())
        let reason =
          leftOut(path)
          ?? NodeProperties(row.traits).skipReason(
            on: options.platform, of: id.appending(path), at: row.place)
        sink(
          .exampleListed(
            ExampleListed(
              id: id.appending(path), place: example.info.place, row: reference, skipReason: reason)
          ))
      }
    } catch {
      sink(
        .exampleListed(
          ExampleListed(
            id: id.appending("rows"), place: example.info.place,
            skipReason: "the rows cannot be read: \(error)")))
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
