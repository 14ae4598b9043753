/// A row of a trace: a lane of a worker, counted from 1; 0 stands for the worker as a whole.
struct TraceLane: Hashable {
  var worker: Int
  var number: Int
}

/// Entries of a trace, one after another in a list.
struct TraceEntries {
  /// When the trace begins, in seconds.
  private var begin = 0.0
  private var isFirst = true
  private var workers: Set<Int> = []

  /// Writes the text before the first entry.
  mutating func begin(at now: Double, in text: inout ReportText) {
    begin = now
    text += #"{"displayTimeUnit":"ms","traceEvents":["#
    name("process_name", "Exemplar", TraceLane(worker: 0, number: 0), in: &text)
  }

  mutating func name(
    _ kind: String, _ name: String, _ lane: TraceLane, in text: inout ReportText
  ) {
    entry("M", kind, lane, &text)
    text.object(key: "args") { $0.append(key: "name", name) }
    text += "}"
  }

  /// Something that took time.
  mutating func span(
    _ name: String, _ category: String, _ begin: Double, _ end: Double, _ lane: TraceLane,
    in text: inout ReportText, _ details: (inout ReportText) -> Void
  ) {
    entry("X", name, lane, &text)
    text.append(key: "cat", category)
    append(begin, &text)
    text.append(key: "dur")
    text.append(max(0, end - begin) * 1e6, digits: 3)
    text.object(key: "args", details)
    text += "}"
  }

  /// Something that happened, on a lane or, without one, in the whole run.
  mutating func instant(
    _ name: String, _ time: Double, _ lane: TraceLane?, in text: inout ReportText
  ) {
    entry("i", name, lane ?? TraceLane(worker: 0, number: 0), &text)
    append(time, &text)
    text.append(key: "s", lane == nil ? "g" : "t")
    text += "}"
  }

  private mutating func entry(
    _ phase: String, _ name: String, _ lane: TraceLane, _ text: inout ReportText
  ) {
    if lane.worker > 0, workers.insert(lane.worker).inserted {
      self.name(
        "process_name", "worker \(lane.worker)", TraceLane(worker: lane.worker, number: 0),
        in: &text)
    }
    text += isFirst ? "\n{" : ",\n{"
    isFirst = false
    text.append(key: "ph", phase)
    text.append(key: "name", name)
    text.append(key: "pid", lane.worker + 1)
    text.append(key: "tid", lane.number)
  }

  private func append(_ time: Double, _ text: inout ReportText) {
    text.append(key: "ts")
    text.append(max(0, time - begin) * 1e6, digits: 3)
  }
}
