// The events: the only thing a run produces.
//
// An event is one fact, a value that can be compared, sent between processes and stored. Events
// know nothing of output formats; reporters fold over them.

/// One fact about a run.
///
/// Its JSON form is one object with the case's name under `event` and the fields of the payload
/// beside it. See ``Event/formatVersion``.
public enum Event: Sendable, Hashable {
  /// An example is there; told instead of running it when a plan is only listed.
  case exampleListed(ExampleListed)
  /// A run begins; always the first event.
  case runStarted(RunStarted)
  /// The first example of a group is about to run.
  case groupStarted(GroupStarted)
  /// An example begins.
  case exampleStarted(ExampleStarted)
  /// Something is to be reported about an example, a group or the run.
  case issueRecorded(IssueRecorded)
  /// An example is over, or was not run for the reason its outcome says.
  case exampleEnded(ExampleEnded)
  /// The last example of a group is over.
  case groupEnded(GroupEnded)
  /// The run is over; always the last event of a run that finished.
  case runEnded(RunSummary)

  /// The version of the events' JSON form. It changes when a reader of the old form would
  /// misunderstand the new one; new fields do not change it.
  public static let formatVersion = 1
}

/// How a run begins.
public struct RunStarted: Sendable, Hashable, Codable {
  public var version = Event.formatVersion
  /// The seed of the order.
  public var seed: UInt64
  /// `random` or `defined`.
  public var order: Order
  /// How many specs have something to run.
  public var specs: Int
  /// How many examples are going to run, an outline counting as one.
  public var examples: Int
  /// How many were left out by a selection.
  public var notSelected: Int
  /// What is focused, if anything is.
  public var focused: [ExampleID]

  public init(
    seed: UInt64, order: Order, specs: Int, examples: Int, notSelected: Int = 0,
    focused: [ExampleID] = []
  ) {
    self.seed = seed
    self.order = order
    self.specs = specs
    self.examples = examples
    self.notSelected = notSelected
    self.focused = focused
  }
}

/// A group begins. Outlines are groups here: their examples are the rows.
public struct GroupStarted: Sendable, Hashable, Codable {
  public var id: ExampleID
  public var place: Place
  public var isOutline: Bool

  public init(id: ExampleID, place: Place, isOutline: Bool = false) {
    self.id = id
    self.place = place
    self.isOutline = isOutline
  }
}

/// A group is over.
public struct GroupEnded: Sendable, Hashable, Codable {
  public var id: ExampleID
  /// How long it took, in seconds.
  public var duration: Double
  /// Whether a hook of the group itself failed.
  public var failed: Bool

  public init(id: ExampleID, duration: Double = 0, failed: Bool = false) {
    self.id = id
    self.duration = duration
    self.failed = failed
  }
}

/// An example begins.
public struct ExampleStarted: Sendable, Hashable, Codable {
  public var id: ExampleID
  public var place: Place
  public var row: RowReference?

  public init(id: ExampleID, place: Place, row: RowReference? = nil) {
    self.id = id
    self.place = place
    self.row = row
  }
}

/// An example that a plan holds.
public struct ExampleListed: Sendable, Hashable, Codable {
  public var id: ExampleID
  public var place: Place
  public var row: RowReference?
  /// Why it would not run, if it would not.
  public var skipReason: String?

  public init(
    id: ExampleID, place: Place, row: RowReference? = nil, skipReason: String? = nil
  ) {
    self.id = id
    self.place = place
    self.row = row
    self.skipReason = skipReason
  }
}

/// An example is over.
public struct ExampleEnded: Sendable, Hashable, Codable {
  public var id: ExampleID
  public var outcome: Outcome
  /// How long it took, in seconds.
  public var duration: Double
  /// How many times it ran.
  public var attempts: Int

  public init(
    id: ExampleID, outcome: Outcome, duration: Double = 0, attempts: Int = 1
  ) {
    self.id = id
    self.outcome = outcome
    self.duration = duration
    self.attempts = attempts
  }
}

/// Something to report.
public struct IssueRecorded: Sendable, Hashable, Codable {
  /// The example or the group it belongs to; `nil` for the run as a whole.
  public var id: ExampleID?
  public var issue: Issue

  public init(id: ExampleID?, issue: Issue) {
    self.id = id
    self.issue = issue
  }
}
