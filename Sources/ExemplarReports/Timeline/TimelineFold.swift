import ExemplarCore

// The trace format of Chrome, which Perfetto and chrome://tracing open.
//
// A lane is a row of the picture: each spec that runs has one, and an example has one of its own where others
// of its spec run beside it. Lanes are used again, so that there are as many as things that ran side by side.

/// Writes when what ran, as a trace.
struct TimelineFold: ReportFold {
  private let context: ReportContext
  private var entries = TraceEntries()
  private var lanes = Lanes()
  private var open = OpenExamples()
  /// The lanes of the specs and of the examples that are running.
  private var specs: [ExampleID: Int] = [:]
  private var examples: [ExampleID: Int] = [:]
  /// The example that has the lane of its spec.
  private var first: [ExampleID: ExampleID] = [:]
  private var hooks: [HooksEnded: Double] = [:]

  init(_ context: ReportContext) {
    self.context = context
  }

  mutating func add(_ event: Event, to output: inout ReportOutput) throws {
    if case .exampleListed = event { return }
    let now = context.now()
    entries.begin(at: now, in: &output.text)
    begin(event, now, &output.text)
    switch open.note(event, at: now) {
    case .example(let example): end(example, now, &output.text)
    case .group(let group): end(group, now, &output.text)
    case .nothing: break
    }
    if case .hooksEnded(let end) = event, let begin = hooks.removeValue(forKey: end) {
      entries.span(
        end.phase.rawValue, "hooks", begin, now, specs[end.id.spec] ?? 0, in: &output.text
      ) { $0.append(key: "id", end.id.text) }
    }
  }

  mutating func finish(_ output: inout ReportOutput) throws {
    entries.begin(at: context.now(), in: &output.text)
    entries.end(in: &output.text)
  }

  private mutating func begin(_ event: Event, _ now: Double, _ text: inout ReportText) {
    switch event {
    case .runStarted:
      // What ran before may have broken off.
      (specs, examples, first, hooks) = ([:], [:], [:], [:])
      lanes.releaseAll()
    case .groupStarted(let group) where group.id == group.id.spec:
      specs[group.id] = lane(&text)
    case .exampleStarted(let start):
      let spec = start.id.spec
      if first[spec] == nil, let lane = specs[spec] {
        first[spec] = start.id
        examples[start.id] = lane
      } else {
        examples[start.id] = lane(&text)
      }
    case .hooksStarted(let hooks):
      self.hooks[HooksEnded(id: hooks.id, phase: hooks.phase)] = now
    case .issueRecorded(let record) where record.issue.isFailure || record.issue.isRetried:
      let lane = record.id.map { examples[$0] ?? specs[$0.spec] ?? 0 }
      let name = String(record.issue.message.prefix { $0 != "\n" }.prefix(200))
      entries.instant(name, now, lane, in: &text)
    default: break
    }
  }

  private mutating func end(
    _ example: OpenExamples.Example, _ now: Double, _ text: inout ReportText
  ) {
    let lane = examples.removeValue(forKey: example.id) ?? 0
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
    } else {
      lanes.release(lane)
    }
  }

  private mutating func end(_ group: OpenExamples.Group, _ now: Double, _ text: inout ReportText) {
    entries.span(
      ExampleID.printable(group.id.name), group.isOutline ? "outline" : "group", group.begin, now,
      specs[group.id.spec] ?? 0, in: &text
    ) { $0.append(key: "id", group.id.text) }
    if group.id == group.id.spec, let lane = specs.removeValue(forKey: group.id) {
      lanes.release(lane)
    }
  }

  /// A free lane; a new one gets a name.
  private mutating func lane(_ text: inout ReportText) -> Int {
    let (lane, isNew) = lanes.take()
    if isNew { entries.name("thread_name", "lane \(lane)", lane, in: &text) }
    return lane
  }
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

  mutating func releaseAll() { taken = taken.map { _ in false } }
}

extension ReportFormat {
  package static let timeline = ReportFormat(
    "timeline", "what ran when, as a trace that ui.perfetto.dev opens", path: "timeline.json"
  ) { try FoldReporter(TimelineFold($1), path: $0, $1) }
}
