extension Run {
  /// Runs an outline: one example per row, in the order of the source.
  func run(
    outline: Outline, rows: RowSelection, of example: PlannedExample,
    inside surroundings: Surroundings
  ) async {
    let id = surroundings.id(of: example.path)
    let start = configuration.now()
    progress.tell(
      .groupStarted(GroupStarted(id: id, place: example.place, isOutline: true)))
    await expand(outline, rows: rows, of: example, id, inside: surroundings)
    progress.tell(.groupEnded(GroupEnded(id: id, duration: configuration.now() - start)))
  }

  private func expand(
    _ outline: Outline, rows: RowSelection, of example: PlannedExample, _ id: ExampleID,
    inside surroundings: Surroundings
  ) async {
    var namer = RowNamer()
    var duplicates: [AuthoringMistake] = []
    var missing = rows
    do {
      let cursor = try await outline.open()
      while !progress.stopped, let row = try await cursor.next() {
        let (name, earlier) = namer.name(of: row)
        if let earlier, let written = row.name {
          duplicates.append(.duplicateRow(written, at: row.place ?? example.place, and: earlier))
        }
        guard rows.contains(name) else { continue }
        missing.remove(name)
        await run(row: row, named: name, of: example, id, inside: surroundings)
      }
      if namer.count == 0, !progress.stopped {
        missing.remove(Self.rowsName)
        report([.noRows(at: example.place)], as: Self.rowsName, of: example, id, surroundings)
      }
      check(duplicates, &missing, &namer, of: example, id, surroundings)
      for name in missing.names where !progress.stopped {
        report(
          [AuthoringMistake("There is no row \u{201C}\(name)\u{201D}.", at: example.place)],
          as: name, of: example, id, surroundings)
      }
    } catch {
      let mistake =
        error as? AuthoringMistake
        ?? AuthoringMistake("The rows could not be read: \(error)", at: example.place)
      let name = namer.name(besides: Self.rowsName)
      report([mistake], as: name, of: example, id, surroundings)
      check(duplicates, &missing, &namer, of: example, id, surroundings)
    }
  }

  /// Where what is wrong with all the rows of an outline is reported.
  private static let rowsName = "rows"
  /// Where names that stand twice are reported.
  private static let rowNamesName = "row names"

  /// Reports names that stand twice, if all rows or just that were asked for. What was reported
  /// before and is mended now passes.
  private func check(
    _ duplicates: [AuthoringMistake], _ missing: inout RowSelection, _ namer: inout RowNamer,
    of example: PlannedExample, _ id: ExampleID, _ surroundings: Surroundings
  ) {
    let isAsked = missing.names.contains(Self.rowNamesName)
    missing.remove(Self.rowNamesName)
    if !duplicates.isEmpty, missing == .all || isAsked {
      let name = namer.name(besides: Self.rowNamesName)
      report(duplicates, as: name, of: example, id, surroundings)
    }
    for name in isAsked && duplicates.isEmpty ? [Self.rowNamesName] : [] {
      pass(name, of: example, id)
    }
    if missing.names.contains(Self.rowsName), namer.count > 0 {
      missing.remove(Self.rowsName)
      pass(Self.rowsName, of: example, id)
    }
  }

  private func pass(_ name: String, of example: PlannedExample, _ id: ExampleID) {
    let id = id.appending(name)
    progress.tell(.exampleStarted(ExampleStarted(id: id, place: example.place)))
    progress.tell(.exampleEnded(ExampleEnded(id: id, outcome: .passed)))
  }

  private func run(
    row: RowExample, named name: String, of example: PlannedExample, _ id: ExampleID,
    inside surroundings: Surroundings
  ) async {
    let properties = NodeProperties(row.traits)
    let leaf = Leaf(
      info: ExampleInfo(
        id: id.appending(name), name: name, tags: example.tags.union(properties.tags),
        place: example.place,
        row: RowReference(name: name, place: row.place), inclusions: example.inclusions),
      timeLimit: properties.timeLimit ?? example.timeLimit ?? configuration.timeLimit,
      retries: max(0, properties.retries ?? example.retries ?? configuration.retries),
      rowValues: row.values, payload: row.payload)
    if let reason = properties.obstacle(on: plan.options.platform) {
      end(leaf, .skipped(reason: reason))
    } else {
      await run(leaf, inside: surroundings, body: row.body)
    }
  }

  /// Reports what is wrong with the rows as one failing example of the outline.
  private func report(
    _ mistakes: [AuthoringMistake], as name: String, of example: PlannedExample, _ id: ExampleID,
    _ surroundings: Surroundings
  ) {
    let info = ExampleInfo(
      id: id.appending(name), name: name, tags: example.tags, place: example.place,
      inclusions: example.inclusions)
    let leaf = Leaf(info: info, timeLimit: nil, retries: 0)
    if let verdict = surroundings.verdict {
      end(leaf, verdict)
    } else {
      fail(leaf, with: mistakes)
    }
  }
}

extension RowSelection {
  fileprivate mutating func remove(_ name: String) {
    if case .named(var names) = self {
      names.remove(name)
      self = .named(names)
    }
  }

  fileprivate var names: [String] {
    if case .named(let names) = self { names.sorted() } else { [] }
  }
}

extension AuthoringMistake {
  fileprivate static func duplicateRow(
    _ name: String, at place: Place, and earlier: Place
  ) -> AuthoringMistake {
    AuthoringMistake(
      "Two rows are named \u{201C}\(name)\u{201D}: the other one is at \(earlier.short). "
        + "Give every row of a source a name of its own.",
      at: place)
  }

  fileprivate static func noRows(at place: Place) -> AuthoringMistake {
    AuthoringMistake("The row source has no rows, so nothing was checked.", at: place)
  }
}
