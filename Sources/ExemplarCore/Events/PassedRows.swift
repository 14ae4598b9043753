/// Rows that passed at the first attempt, one right after the other, with nothing told in between: two events for
/// each, as one value.
///
/// Most of what a run tells is this, and most of who hears it only counts.
package struct PassedRows: Sendable {
  package struct Row: Sendable {
    /// The last name of its id.
    package var name: String
    package var reference: RowReference
    /// In seconds.
    package var duration: Double

    package init(_ name: String, _ reference: RowReference, duration: Double) {
      self.name = name
      self.reference = reference
      self.duration = duration
    }
  }

  /// The node in which they all stand.
  package let parent: ExampleID
  /// What is known about each of them, but for its row.
  package let context: ExampleContext
  /// At least one.
  package var rows: [Row]

  /// How many they are.
  package var count: Int { rows.count }

  package init(in parent: ExampleID, _ context: ExampleContext, _ rows: [Row]) {
    self.parent = parent
    self.context = context
    self.rows = rows
  }

  /// Tells the events that they are, in order.
  package func tell(_ tell: (Event) -> Void) {
    for row in rows {
      let id = parent.appending(leaf: row.name)
      tell(.exampleStarted(ExampleStarted(id, context.with(row.reference))))
      tell(.exampleEnded(ExampleEnded(id: id, outcome: .passed, duration: row.duration)))
    }
  }
}

extension ExampleContext {
  /// The same for a row.
  package func with(_ row: RowReference) -> ExampleContext {
    // What siblings have in common is kept once.
    if let place { return inner(at: place, row: row) }
    var context = self
    context.row = row
    return context
  }
}

extension RunSummary {
  package mutating func count(_ rows: PassedRows) {
    executed += rows.count
    passed += rows.count
  }
}

/// Who is told the events of a run, and rows that passed together where they come together.
package struct EventSink: Sendable {
  private let event: @Sendable (Event) -> Void
  private let rows: @Sendable (PassedRows) -> Void

  /// Tells each event; also those that rows are.
  package init(_ event: @escaping @Sendable (Event) -> Void) {
    self.init(event) { $0.tell(event) }
  }

  package init(
    _ event: @escaping @Sendable (Event) -> Void, rows: @escaping @Sendable (PassedRows) -> Void
  ) {
    self.event = event
    self.rows = rows
  }

  package func callAsFunction(_ event: Event) { self.event(event) }
  package func callAsFunction(_ rows: PassedRows) { self.rows(rows) }
}
