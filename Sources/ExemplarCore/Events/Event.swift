// The events: the only thing a run produces.
//
// An event is one fact, a value that can be compared, sent between processes and stored. Events
// know nothing of output formats; reporters fold over them.

/// One fact about a run.
///
/// Large and rare payloads are stored indirectly: nearly all events are starts and ends of
/// examples.
///
/// The JSON form of an event is one object with the name of the case under `event` and the fields
/// of the payload beside it. See ``Event/formatVersion``.
public enum Event: Sendable, Hashable {
  /// An example is part of the plan. Emitted instead of running the example when a plan is only
  /// listed.
  indirect case exampleListed(ExampleListed)
  /// A run begins; the first event, unless the examples are only listed.
  indirect case runStarted(RunStarted)
  /// The first example of a group is about to run.
  case groupStarted(GroupStarted)
  /// An example begins.
  case exampleStarted(ExampleStarted)
  /// There is something to report about an example, a group or the run.
  indirect case issueRecorded(IssueRecorded)
  /// Hooks around all examples of a group begin, or the cleanups that they registered.
  case hooksStarted(HooksStarted)
  /// Hooks around all examples of a group have finished.
  case hooksEnded(HooksEnded)
  /// Something was attached to an example.
  indirect case attachmentRecorded(AttachmentRecorded)
  /// An example has finished, or did not run for the reason in its outcome.
  case exampleEnded(ExampleEnded)
  /// The last example of a group has finished.
  case groupEnded(GroupEnded)
  /// The run has finished. This is always the last event of a run that finished.
  indirect case runEnded(RunSummary)

  /// The version of the events' JSON form. It changes when a reader of the old form would
  /// misunderstand the new one; new fields do not change it.
  package static let formatVersion = 1
}

/// How a run begins.
public struct RunStarted: Sendable, Hashable {
  /// The version of the JSON form, ``Event/formatVersion``.
  public var version = Event.formatVersion
  /// The seed of the order.
  public var seed: UInt64
  /// `random` or `defined`.
  public var order: Order
  /// How many specs have something to run.
  public var specs: Int
  /// How many examples are going to run, an outline counting as one.
  public var examples: Int
  /// How many of them are outlines: their rows are read during the run.
  public var outlines: Int
  /// How many of them are tests of Swift Testing and XCTest, which belong to no spec.
  public var tests = 0
  /// How many were left out by a selection.
  public var notSelected: Int
  /// How many tests of Swift Testing and XCTest were left out because only specs were asked for.
  public var testsLeftOut = 0
  /// The focused nodes. Empty if nothing is focused.
  public var focused: [ExampleID]

  /// Which repetition this is, counted from 1.
  public var repetition: Int
  /// How many repetitions were asked for.
  public var repetitions: Int

  /// Creates the event.
  package init(
    seed: UInt64, order: Order, specs: Int, examples: Int, outlines: Int = 0, repetition: Int = 1,
    repetitions: Int = 1, notSelected: Int = 0, focused: [ExampleID] = []
  ) {
    self.seed = seed
    self.order = order
    self.specs = specs
    self.examples = examples
    self.outlines = outlines
    self.repetition = repetition
    self.repetitions = repetitions
    self.notSelected = notSelected
    self.focused = focused
  }
}

/// A group begins. Outlines are groups here: their examples are the rows.
public struct GroupStarted: Sendable, Hashable {
  /// The kinds of groups.
  public enum Kind: String, Sendable, Hashable {
    /// A spec, a group in it, or hooks that several specs share.
    case group
    /// A declaration whose examples are rows.
    case outline
    /// A suite of rows in an outline, or in another suite.
    case suite
  }

  /// The id of the group.
  public var id: ExampleID
  /// Where the group is declared.
  public var place: Place
  /// Whether it is an outline, a suite of rows in one, or another group.
  public var kind: Kind

  /// Makes the event.
  package init(id: ExampleID, place: Place, kind: Kind = .group) {
    self.id = id
    self.place = place
    self.kind = kind
  }
}

/// A group has finished.
public struct GroupEnded: Sendable, Hashable {
  /// The id of the group.
  public var id: ExampleID
  /// How long it took, in seconds.
  public var duration: Double
  /// Whether a hook of the group itself failed.
  public var failed: Bool

  /// Makes the event; `duration` is in seconds.
  package init(id: ExampleID, duration: Double = 0, failed: Bool = false) {
    self.id = id
    self.duration = duration
    self.failed = failed
  }
}

/// Hooks around all examples of a group begin.
public struct HooksStarted: Sendable, Hashable {
  /// The id of the group.
  public var id: ExampleID
  /// The kind of hook: `beforeAll`, `afterAll`, or `cleanup` for cleanups that these registered.
  public var phase: Phase
  /// Where the group is declared.
  public var place: Place

  /// Makes the event.
  package init(id: ExampleID, phase: Phase, place: Place) {
    self.id = id
    self.phase = phase
    self.place = place
  }
}

/// Hooks around all examples of a group have finished.
public struct HooksEnded: Sendable, Hashable {
  /// The id of the group.
  public var id: ExampleID
  /// Which hooks: `beforeAll`, `afterAll`, or `cleanup`.
  public var phase: Phase

  /// Makes the event.
  package init(id: ExampleID, phase: Phase) {
    self.id = id
    self.phase = phase
  }
}

/// An example begins.
public struct ExampleStarted: Sendable, Hashable {
  /// The id of the example.
  public var id: ExampleID
  /// Where the example is declared, its row, its tags, and so on.
  public var context: ExampleContext
  /// Whether the plan leaves it out: it does not run and is only reported.
  public var isLeftOut: Bool

  /// Makes the event.
  package init(_ id: ExampleID, _ context: ExampleContext, isLeftOut: Bool = false) {
    self.id = id
    self.context = context
    self.isLeftOut = isLeftOut
  }
}

/// An example that a plan holds.
public struct ExampleListed: Sendable, Hashable {
  /// The id of the example.
  public var id: ExampleID
  /// Where the example is declared.
  public var place: Place
  /// The row of the example, for examples of an outline.
  public var row: RowReference?
  /// Why it would not run, if it would not.
  public var skipReason: String?
  /// The number of the shard that has the example, if the plan is divided.
  public var shard: Int?
  /// The files of which any change concerns a row: those that further values come from, and its own if values beside
  /// the row are in it.
  package var otherFiles: [String] = []

  /// Makes the event.
  package init(
    id: ExampleID, place: Place, row: RowReference? = nil, skipReason: String? = nil
  ) {
    self.id = id
    self.place = place
    self.row = row
    self.skipReason = skipReason
  }

  /// The reasons for examples that a selection or a focus leaves out.
  package static let notSelected = "not selected"
  package static let focusIsElsewhere = "something else is focused"

  /// Whether a selection or a focus leaves it out.
  package var isHidden: Bool {
    skipReason == Self.notSelected || skipReason == Self.focusIsElsewhere
  }
}

/// An example has finished.
public struct ExampleEnded: Sendable, Hashable {
  /// The id of the example.
  public var id: ExampleID
  /// How it ended, or why it did not run.
  public var outcome: Outcome
  /// How long it took, in seconds.
  public var duration: Double
  /// How many times it ran.
  public var attempts: Int
  /// The expected values that its values equaled, except those that an earlier example of the process has.
  package var confirmed: [ConfirmedPlace] = []

  /// Makes the event; `duration` is in seconds.
  package init(
    id: ExampleID, outcome: Outcome, duration: Double = 0, attempts: Int = 1
  ) {
    self.id = id
    self.outcome = outcome
    self.duration = duration
    self.attempts = attempts
  }
}

/// Something to report.
public struct IssueRecorded: Sendable, Hashable {
  /// The example or the group it belongs to; `nil` for the run as a whole.
  public var id: ExampleID?
  /// The issue to report.
  public var issue: Issue

  /// Makes the event; without an `id` the issue belongs to the run.
  package init(id: ExampleID?, issue: Issue) {
    self.id = id
    self.issue = issue
  }
}

extension Event {
  /// The node that it is about, if it is about one.
  package var node: ExampleID? {
    switch self {
    case .groupStarted(let event): event.id
    case .exampleStarted(let event): event.id
    case .issueRecorded(let event): event.id
    case .hooksStarted(let event): event.id
    case .hooksEnded(let event): event.id
    case .attachmentRecorded(let event): event.id
    case .exampleEnded(let event): event.id
    case .groupEnded(let event): event.id
    case .exampleListed, .runStarted, .runEnded: nil
    }
  }
}
