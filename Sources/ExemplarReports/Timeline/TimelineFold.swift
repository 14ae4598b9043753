import ExemplarCore

// The trace format of Chrome, which Perfetto and chrome://tracing open.
//
// Each worker is a process of the trace. A lane is a row of the picture: each running spec has one,
// and an example has its own if others of its spec run beside it. Lanes are reused, so that their
// number is the number of things that run side by side in a worker. The remainder of a worker that
// has exited continues in another one.

struct TimelineFold: ReportFold {
  private let context: ReportContext
  private var entries = TraceEntries()
  private var lanes: [Int: Lanes] = [:]
  private var specs: [ExampleID: Part] = [:]
  private var examples: [ExampleID: TraceLane] = [:]
  /// The example that has the lane of its spec.
  private var first: [ExampleID: ExampleID] = [:]

  /// The part of a spec that runs in one worker.
  private struct Part {
    var lane: TraceLane
    /// The groups that are open, and since when in this worker.
    var groups: [(id: ExampleID, kind: GroupStarted.Kind, begin: Double)] = []
    /// The time of its last event.
    var last: Double
  }

  init(_ context: ReportContext) {
    self.context = context
  }

  mutating func start(_ output: inout ReportOutput) {
    entries.begin(at: context.now(), in: &output.text)
  }

  mutating func begin(_ event: Event, _ output: inout ReportOutput) {
    let now = context.now()
    if let spec = event.node?.spec { keep(spec, now, &output.text) }
    begin(event, now, &output.text)
  }

  mutating func add(_ entry: ReportEntry, to output: inout ReportOutput) throws {
    let now = context.now()
    switch entry {
    case .example(let example): end(example, now, &output.text)
    case .group(let group): end(group, now, &output.text)
    case .hooks(let end, let begin):
      entries.span(end.phase.rawValue, "hooks", begin, now, lane(of: end.id), in: &output.text) {
        $0.append(key: "id", end.id.text)
      }
    case .runStarted, .issueOutside, .runEnded: break
    }
  }

  mutating func finish(_ output: inout ReportOutput) { output.text += "\n]}\n" }

  /// Continues a spec in the worker that emits its events.
  private mutating func keep(_ spec: ExampleID, _ now: Double, _ text: inout ReportText) {
    guard var part = specs[spec] else { return }
    if part.lane.worker != context.worker() {
      for index in part.groups.indices.reversed() {
        let group = part.groups[index]
        span(group, until: max(part.last, group.begin), part.lane, &text)
        part.groups[index].begin = now
      }
      release(part.lane)
      part.lane = takeLane(&text)
    }
    part.last = now
    specs[spec] = part
  }

  private mutating func begin(_ event: Event, _ now: Double, _ text: inout ReportText) {
    switch event {
    case .runStarted:
      // An earlier repetition may have been cut short.
      (specs, examples, first) = ([:], [:], [:])
      lanes = lanes.mapValues { $0.released }
    case .groupStarted(let group):
      let spec = group.id.spec
      if group.id == spec { specs[spec] = Part(lane: takeLane(&text), last: now) }
      specs[spec]?.groups.append((group.id, group.kind, now))
    case .exampleStarted(let start):
      let spec = start.id.spec
      if first[spec] == nil, let lane = specs[spec]?.lane {
        first[spec] = start.id
        examples[start.id] = lane
      } else {
        examples[start.id] = takeLane(&text)
      }
    case .issueRecorded(let record) where record.issue.isFailure || record.issue.isRetried:
      let lane = record.id.map { examples[$0] ?? self.lane(of: $0) }
      let name = String(record.issue.message.firstLine.prefix(200))
      entries.instant(name, now, lane, in: &text)
    default: break
    }
  }

  private mutating func end(
    _ example: OpenExamples.Example, _ now: Double, _ text: inout ReportText
  ) {
    let lane = examples.removeValue(forKey: example.id) ?? lane(of: example.id)
    let directory = context.directory
    entries.span(
      ExampleID.printable(example.id.name), "example", example.begin, now, lane, in: &text
    ) { text in
      text.append(key: "id", example.id.text)
      text.append(key: "outcome", example.outcome.word)
      if example.attempts > 1 { text.append(key: "attempts", example.attempts) }
      if let place = example.place {
        text.append(key: "place", place.relative(to: directory).description)
      }
      if let values = example.context.row?.values { text.append(key: "row", values) }
    }
    if first[example.id.spec] == example.id {
      first[example.id.spec] = nil
    } else if specs[example.id.spec]?.lane != lane {
      release(lane)
    }
  }

  private mutating func end(_ group: OpenExamples.Group, _ now: Double, _ text: inout ReportText) {
    let spec = group.id.spec
    let lane = lane(of: group.id)
    let index = specs[spec]?.groups.lastIndex { $0.id == group.id }
    let open = index.flatMap { specs[spec]?.groups.remove(at: $0) }
    span((group.id, group.kind, open?.begin ?? group.begin), until: now, lane, &text)
    if group.id == spec, specs.removeValue(forKey: group.id) != nil { release(lane) }
  }

  private mutating func span(
    _ group: (id: ExampleID, kind: GroupStarted.Kind, begin: Double), until end: Double,
    _ lane: TraceLane, _ text: inout ReportText
  ) {
    entries.span(
      ExampleID.printable(group.id.name), group.kind == .group ? "group" : "outline", group.begin,
      end,
      lane, in: &text
    ) { $0.append(key: "id", group.id.text) }
  }

  // MARK: Lanes

  private func lane(of id: ExampleID) -> TraceLane {
    specs[id.spec]?.lane ?? TraceLane(worker: context.worker(), number: 0)
  }

  /// A free lane of the worker; a new one gets a name.
  private mutating func takeLane(_ text: inout ReportText) -> TraceLane {
    let worker = context.worker()
    let (number, isNew) = lanes[worker, default: Lanes()].take()
    let lane = TraceLane(worker: worker, number: number)
    if isNew { entries.name("thread_name", "lane \(number)", lane, in: &text) }
    return lane
  }

  private mutating func release(_ lane: TraceLane) { lanes[lane.worker]?.release(lane.number) }
}

/// Which lanes are taken, counted from 1.
private struct Lanes {
  private var taken: [Bool] = []

  /// The lowest that is free, and whether it is used for the first time.
  mutating func take() -> (lane: Int, isNew: Bool) {
    if let free = taken.firstIndex(of: false) {
      taken[free] = true
      return (free + 1, false)
    }
    taken.append(true)
    return (taken.count, true)
  }

  mutating func release(_ lane: Int) { if lane > 0 { taken[lane - 1] = false } }

  var released: Lanes {
    var lanes = self
    lanes.taken = taken.map { _ in false }
    return lanes
  }
}

extension ReportFormat {
  package static let timeline = ReportFormat(
    "timeline", "what ran when, as a trace that ui.perfetto.dev opens", path: "timeline.json"
  ) { try FoldReporter(TimelineFold($1), path: $0, $1) }
}
