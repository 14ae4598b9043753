import ExemplarCore

/// The examples and groups that have begun and not finished, with their issues: all that a report
/// has to remember of a run.
package struct OpenExamples {
  package struct Example {
    package var id: ExampleID
    package var context = ExampleContext()
    package var begin = 0.0
    package var outcome = Outcome.passed
    /// How long it took, in seconds.
    package var duration = 0.0
    package var attempts = 1
    package var issues: [Issue] = []
    package var attachments: [AttachmentRecorded] = []

    /// Adds an issue. The values of a row, which are expensive, are included in its message.
    fileprivate mutating func record(_ issue: Issue) {
      issues.append(issue)
      guard context.row?.values == nil, let row = issue.context.row, row.values != nil else {
        return
      }
      context.row = row
    }
  }

  package struct Group {
    package var id: ExampleID
    package var place = Place.unknown
    package var kind = GroupStarted.Kind.group
    package var begin = 0.0
    package var duration = 0.0
    package var failed = false
    package var issues: [Issue] = []
    package var attachments: [AttachmentRecorded] = []
  }

  private var examples: [ExampleID: Example] = [:]
  private var groups: [ExampleID: Group] = [:]
  /// When the running hooks around all examples of a group began.
  private var hooks: [HooksEnded: Double] = [:]
  /// The example that began last: most examples finish before another one begins.
  private var latest: Example?

  package init() {}

  /// Receives an event that happened at `now`. Returns the node or the hooks that it has finished.
  package mutating func receive(_ event: Event, at now: Double = 0) -> ReportEntry? {
    switch event {
    case .runStarted:
      self = Self()
    case .groupStarted(let group):
      groups[group.id] = Group(
        id: group.id, place: group.place, kind: group.kind, begin: now)
    case .exampleStarted(let start):
      keepLatest()
      latest = Example(id: start.id, context: start.context, begin: now)
    case .issueRecorded(let record):
      if let id = record.id {
        change(id, { $0.record(record.issue) }, { $0.issues.append(record.issue) })
      }
    case .attachmentRecorded(let attachment):
      change(
        attachment.id, { $0.attachments.append(attachment) }, { $0.attachments.append(attachment) })
    case .exampleEnded(let end): return .example(ended(end, now))
    case .groupEnded(let end):
      var group = groups.removeValue(forKey: end.id) ?? Group(id: end.id, begin: now)
      group.duration = end.duration
      group.failed = end.failed
      return .group(group)
    case .hooksStarted(let start): hooks[HooksEnded(id: start.id, phase: start.phase)] = now
    case .hooksEnded(let end): return hooks.removeValue(forKey: end).map { .hooks(end, begin: $0) }
    case .exampleListed, .runEnded: break
    }
    return nil
  }

  private mutating func ended(_ end: ExampleEnded, _ now: Double) -> Example {
    var example: Example
    if let latest, latest.id == end.id {
      example = latest
      self.latest = nil
    } else {
      example = examples.removeValue(forKey: end.id) ?? Example(id: end.id, begin: now)
    }
    example.outcome = end.outcome
    example.duration = end.duration
    example.attempts = end.attempts
    return example
  }

  private mutating func keepLatest() {
    if let latest { examples[latest.id] = latest }
    latest = nil
  }

  private mutating func change(
    _ id: ExampleID, _ example: (inout Example) -> Void, _ group: (inout Group) -> Void
  ) {
    if latest?.id == id {
      example(&latest!)
    } else if examples[id] != nil {
      example(&examples[id]!)
    } else if groups[id] != nil {
      group(&groups[id]!)
    }
  }

  package var running: [String] {
    ([latest].compactMap(\.self) + examples.values).map(\.id.heading).sorted()
  }
}

extension OpenExamples.Example {
  /// The place to look at: that of the row, if it was written beside the body, else that of the body.
  package var place: Place? {
    if let row = context.row?.place, row.path == context.place?.path { return row }
    return context.place
  }
}

extension OpenExamples.Group {
  /// Why it failed: what failed without a reason has failed all the same. None if it did not.
  package var failures: [Issue] {
    let failures = issues.filter(\.isFailure)
    return failures.isEmpty && failed ? [Issue("The group failed.")] : failures
  }
}

extension Outcome {
  /// Why the example did not run, or `nil` if it did.
  package var reason: String? {
    switch self {
    case .passed, .flaky, .failed, .quarantined: nil
    case .skipped(let reason): reason
    case .pending(let reason): "pending" + (reason.map { ": \($0)" } ?? "")
    case .blocked(let group): "blocked: what comes before all examples of \(group.heading) failed"
    }
  }
}

extension RunSummary {
  /// A warning about a run without failures, which a report of the examples alone would not show.
  package var warningOfRun: Issue? {
    guard isFocused, !isFocusRefused else { return nil }
    return Issue(RunSummary.focus, isWarning: true)
  }

  package static let focus =
    "Something is focused: the rest did not run. Remove the focus."

  /// The problems of a run apart from its examples, groups and issues. A report of examples alone
  /// would not show them.
  package var troublesOfRun: [String] {
    [
      nothingRan, isFocusRefused ? RunSummary.refusedFocus : nil,
      finished ? nil : "The run did not finish.",
      notReached > 0
        ? "The run stopped: \(notReached) of the examples not reached." : nil,
    ].compactMap(\.self)
  }
}
