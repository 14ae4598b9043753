import ExemplarCore

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

  package var count: Int { rows.count }

  package init(in parent: ExampleID, _ context: ExampleContext, _ rows: [Row]) {
    self.parent = parent
    self.context = context
    self.rows = rows
  }

  /// Calls a closure with each of the events that the rows represent, in order.
  fileprivate func forEach(_ body: (Event) -> Void) {
    for row in rows {
      let id = parent.appending(row.name)
      body(.exampleStarted(ExampleStarted(id, context.with(row.reference))))
      body(.exampleEnded(ExampleEnded(id: id, outcome: .passed, duration: row.duration)))
    }
  }
}

/// Events that are reported together: one, or those of consecutive rows that passed.
package enum EventBatch: Sendable {
  case event(Event)
  case passedRows(PassedRows)

  package func forEach(_ body: (Event) -> Void) {
    switch self {
    case .event(let event): body(event)
    case .passedRows(let rows): rows.forEach(body)
    }
  }
}

extension RunSummary {
  package mutating func count(_ batch: EventBatch) {
    switch batch {
    case .event(let event): count(event)
    case .passedRows(let rows):
      executed += rows.count
      passed += rows.count
    }
  }
}
