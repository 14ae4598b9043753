import ExemplarCore

/// Events in the short form in which tests write those that a run would report.
extension Event {
  package static func runStart(
    seed: UInt64 = 7, order: Order = .defined, specs: Int = 1, examples: Int = 1,
    outlines: Int = 0, repetition: Int = 1, of repetitions: Int = 1, notSelected: Int = 0,
    focused: [ExampleID] = []
  ) -> Event {
    .runStarted(
      RunStarted(
        seed: seed, order: order, specs: specs, examples: examples, outlines: outlines,
        repetition: repetition, repetitions: repetitions, notSelected: notSelected,
        focused: focused))
  }

  /// The end of a run that counts `events`, and has finished unless `change` says otherwise.
  package static func runEnd(
    seed: UInt64 = 7, after events: [Event] = [], _ change: (inout RunSummary) -> Void = { _ in }
  ) -> Event {
    var summary = RunSummary(seed: seed)
    for event in events { summary.count(event) }
    summary.finished = true
    change(&summary)
    return .runEnded(summary)
  }

  package static func groupStart(
    _ id: ExampleID, at place: Place = .unknown, kind: GroupStarted.Kind = .group
  ) -> Event {
    .groupStarted(GroupStarted(id: id, place: place, kind: kind))
  }

  package static func groupEnd(
    _ id: ExampleID, duration: Double = 0, failed: Bool = false
  ) -> Event {
    .groupEnded(GroupEnded(id: id, duration: duration, failed: failed))
  }

  package static func hooksStart(_ id: ExampleID, _ phase: Phase, at place: Place) -> Event {
    .hooksStarted(HooksStarted(id: id, phase: phase, place: place))
  }

  package static func hooksEnd(_ id: ExampleID, _ phase: Phase) -> Event {
    .hooksEnded(HooksEnded(id: id, phase: phase))
  }

  package static func exampleStart(
    _ id: ExampleID, at place: Place? = nil, row: RowReference? = nil, tags: Set<String> = [],
    isLeftOut: Bool = false
  ) -> Event {
    let context = ExampleContext(at: place, row: row, tags: tags)
    return .exampleStarted(ExampleStarted(id, context, isLeftOut: isLeftOut))
  }

  package static func exampleEnd(
    _ id: ExampleID, _ outcome: Outcome = .passed, duration: Double = 0, attempts: Int = 1
  ) -> Event {
    .exampleEnded(ExampleEnded(id: id, outcome: outcome, duration: duration, attempts: attempts))
  }

  package static func issue(_ issue: Issue, of id: ExampleID? = nil) -> Event {
    .issueRecorded(IssueRecorded(id: id, issue: issue))
  }

  package static func attachment(
    _ name: String, of id: ExampleID, size: Int, path: String? = nil, text: String? = nil
  ) -> Event {
    .attachmentRecorded(
      AttachmentRecorded(id: id, name: name, size: size, path: path, text: text))
  }
}
