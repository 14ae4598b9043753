import ExemplarCore

extension ReportFormat {
  package static let jsonLines = ReportFormat(
    "json", "the events as JSON Lines", path: "events.jsonl"
  ) { path, context in
    // Each event is in the file when the call returns: the process may exit in the next example.
    try FoldReporter(JSONLinesFold(), path: path, limit: 0, context)
  }
}

/// Writes events as JSON Lines: one event a line, in the order in which they happen.
///
/// The first line carries the version of the format, `Event.formatVersion`.
private struct JSONLinesFold: ReportFold {
  private var encoder = EventLineEncoder()

  mutating func receive(
    _ event: Event, of run: inout ReportedRun, _ output: inout ReportOutput
  ) throws {
    output.text.bytes += try encoder.line(of: event)
    output.text += "\n"
  }
}
