import ExemplarCore

extension [Event] {
  package var ended: [ExampleEnded] {
    compactMap { if case .exampleEnded(let end) = $0 { end } else { nil } }
  }

  package var records: [IssueRecorded] {
    compactMap { if case .issueRecorded(let record) = $0 { record } else { nil } }
  }
}

extension Trace {
  package var started: [ExampleStarted] {
    events.compactMap { if case .exampleStarted(let start) = $0 { start } else { nil } }
  }

  package var ended: [ExampleEnded] { events.ended }
  package var records: [IssueRecorded] { events.records }

  /// The issues in the order in which they were recorded.
  package var issues: [Issue] { records.map(\.issue) }

  /// The ids of the examples that ran, in order.
  package var executedIDs: [ExampleID] { ended.filter(\.outcome.wasExecuted).map(\.id) }

  /// The names of the examples that ran, in order.
  package var executed: [String] { executedIDs.map(\.name) }

  /// The names of the examples that ran, in order, each with the groups around it.
  package var executedPaths: [String] {
    executedIDs.map { $0.components.dropFirst().joined(separator: "/") }
  }

  /// The names of the groups and examples, in the order in which they started.
  package var order: [String] {
    events.compactMap { event in
      switch event {
      case .groupStarted(let start): start.id.name
      case .exampleStarted(let start): start.id.name
      default: nil
      }
    }
  }

  /// The start of the run, if that is its first event.
  package var start: RunStarted? {
    if case .runStarted(let start) = events.first { start } else { nil }
  }

  /// The ids that the start of the run lists as focused.
  package var focused: [String] { start?.focused.map(\.text) ?? [] }

  /// The messages of all issues except warnings.
  package var messages: [String] { issues.filter { !$0.isWarning }.map(\.message) }

  /// The files and lines of all issues except warnings.
  package var places: [String] {
    issues.filter { !$0.isWarning }.compactMap { issue in
      issue.place.map { "\($0.fileName):\($0.line)" }
    }
  }

  /// The inclusions that each issue lists, each with its line.
  package var inclusions: [[String]] {
    issues.map { $0.context.inclusions.map { "\($0.name) @\($0.place.line)" } }
  }

  /// The lines that the specs wrote, if they contain no colon.
  package var words: [String] {
    lines.filter { $0.hasPrefix("  ") && !$0.contains(":") }.map { String($0.dropFirst(2)) }
  }
}
