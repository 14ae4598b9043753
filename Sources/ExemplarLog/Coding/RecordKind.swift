import ExemplarCore

/// The first byte of a record. A record is an event, or a note of another process about this one;
/// its last two bytes are a checksum of the others.
///
/// Ids, repeated texts, locations and traits are written once and referred to by numbers, which
/// writer and reader assign in the same order.
enum RecordKind: UInt8 {
  case exampleStarted = 1
  /// The example passed at the first attempt.
  case examplePassed
  case exampleEnded
  case groupStarted
  case outlineStarted
  case groupEnded
  case issueRecorded
  case attachmentRecorded
  case hooksStarted
  case hooksEnded
  case exampleListed
  case runStarted
  case runEnded
  /// How the process ended, as recorded by the process that waited for it.
  case processEnded
  /// The output that was written while the subject of the next record ran.
  case output
  /// The time of the events that follow, and the worker that emitted them.
  case moment
  /// A text about the run with a name; see ``EventLog/sections``.
  case section
  /// A suite of rows begins.
  case suiteStarted
}

extension RecordKind {
  /// The names of events in JSON.
  private static let names = [
    "exampleStarted", "exampleEnded", "exampleEnded", "groupStarted", "groupStarted", "groupEnded",
    "issueRecorded", "attachmentRecorded", "hooksStarted", "hooksEnded", "exampleListed",
    "runStarted", "runEnded",
  ]

  /// The name of its event in JSON.
  var eventName: String {
    Self.names[Int((self == .suiteStarted ? .groupStarted : self).rawValue) - 1]
  }

  /// The kind of the record of an event. Examples that simply pass have one of their own.
  init(_ event: Event) {
    self =
      switch event {
      case .exampleStarted: .exampleStarted
      case .exampleEnded: .exampleEnded
      case .groupStarted(let group):
        switch group.kind {
        case .group: .groupStarted
        case .outline: .outlineStarted
        case .suite: .suiteStarted
        }
      case .groupEnded: .groupEnded
      case .issueRecorded: .issueRecorded
      case .attachmentRecorded: .attachmentRecorded
      case .hooksStarted: .hooksStarted
      case .hooksEnded: .hooksEnded
      case .exampleListed: .exampleListed
      case .runStarted: .runStarted
      case .runEnded: .runEnded
      }
  }

  /// An event of the kind, whose fields a reader sets; `nil` for other records.
  var blank: Event? {
    let id = ExampleID.nothing
    return switch self {
    case .exampleStarted: .exampleStarted(ExampleStarted(id, ExampleContext()))
    case .examplePassed, .exampleEnded: .exampleEnded(ExampleEnded(id: id, outcome: .passed))
    case .groupStarted: .groupStarted(GroupStarted(id: id, place: .unknown))
    case .outlineStarted: .groupStarted(GroupStarted(id: id, place: .unknown, kind: .outline))
    case .suiteStarted: .groupStarted(GroupStarted(id: id, place: .unknown, kind: .suite))
    case .groupEnded: .groupEnded(GroupEnded(id: id))
    case .issueRecorded: .issueRecorded(IssueRecorded(id: nil, issue: Issue("")))
    case .attachmentRecorded: .attachmentRecorded(AttachmentRecorded(id: id, name: "", size: 0))
    case .hooksStarted: .hooksStarted(HooksStarted(id: id, phase: .body, place: .unknown))
    case .hooksEnded: .hooksEnded(HooksEnded(id: id, phase: .body))
    case .exampleListed: .exampleListed(ExampleListed(id: id, place: .unknown))
    case .runStarted: .runStarted(RunStarted(seed: 0, order: .random, specs: 0, examples: 0))
    case .runEnded: .runEnded(RunSummary(seed: 0))
    case .processEnded, .output, .moment, .section: nil
    }
  }
}

/// Which number comes next: one that is free again, else a new one.
struct NumberPool {
  /// The number that was freed last. Most examples finish before another one begins, and an array
  /// is slow without optimization.
  private var latest: Int?
  private var free: [Int] = []
  private var count: Int

  init(from first: Int) {
    count = first
  }

  /// What ``take()`` will give.
  var next: Int { latest ?? free.last ?? count }

  mutating func take() -> Int {
    if let number = latest {
      latest = nil
      return number
    }
    if let number = free.popLast() { return number }
    defer { count += 1 }
    return count
  }

  mutating func give(back number: Int) {
    if let latest { free.append(latest) }
    latest = number
  }
}

enum StartBits {
  static let isLeftOut: UInt8 = 1
  static let samePlace: UInt8 = 2
  static let hasRow: UInt8 = 4
  static let rowHasNameOfID: UInt8 = 8
  static let rowHasPlace: UInt8 = 16
  static let rowHasValues: UInt8 = 32
  static let sameTraits: UInt8 = 64
  static let hasNoName: UInt8 = 128
}
