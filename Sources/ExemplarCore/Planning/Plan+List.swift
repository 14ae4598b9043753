extension Plan {
  /// Tells every example of the plan to `sink`, the rows of outlines too, in the order of the plan,
  /// and runs none. Row sources are read; one that cannot be read is told with the reason.
  package func list(_ sink: (Event) -> Void) async {
    for example in examples {
      let id = example.info.id
      switch example.action {
      case .run, .fail:
        sink(.exampleListed(ExampleListed(id: id, place: example.info.place)))
      case .skip(let reason):
        sink(.exampleListed(ExampleListed(id: id, place: example.info.place, skipReason: reason)))
      case .markPending(let reason):
        sink(
          .exampleListed(
            ExampleListed(id: id, place: example.info.place, skipReason: reason ?? "pending")))
      case .expand(let outline, let rows):
        await list(outline, rows, of: example, id, sink)
      }
    }
    var summary = RunSummary(seed: options.seed, order: options.order)
    summary.nothingRan = nothingToRun?.message
    summary.finished = true
    sink(.runEnded(summary))
  }

  private func list(
    _ outline: Outline, _ rows: RowSelection, of example: PlannedExample, _ id: ExampleID,
    _ sink: (Event) -> Void
  ) async {
    var namer = RowNamer()
    do {
      let cursor = try await outline.open()
      while let row = try await cursor.next() {
        let (path, name, _) = await namer.name(of: row, in: outline)
        guard rows.contains(path) else { continue }
        let reference = RowReference(name: name, place: row.place, values: row.values())
        let reason = NodeProperties(row.traits).obstacle(on: options.platform)
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
