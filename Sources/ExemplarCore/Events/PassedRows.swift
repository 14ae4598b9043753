/// Consecutive rows that passed at the first attempt without any other event in between: two events
/// for each row, as one value.
///
/// Most events of a run are of this kind, and most of their consumers only count.
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

  /// The node that contains all of them.
  package let parent: ExampleID
  /// The facts that they share, without the row.
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

  /// Calls `tell` with each of the events it represents, in order.
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
    // Facts that siblings share are stored once.
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

/// Receives the events of a run, and consecutive passed rows as one value where they arrive
/// together.
package struct EventSink: Sendable {
  private let event: @Sendable (Event) -> Void
  private let rows: @Sendable (PassedRows) -> Void

  /// Passes each event to a closure, including those that passed rows represent.
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
