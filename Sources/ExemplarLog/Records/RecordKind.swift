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
}

/// Which number comes next: one that is free again, else a new one.
struct Numbers {
  /// The number that was freed last. Most examples finish before another one begins, and an array
  /// is slow without optimization.
  private var latest: Int?
  private var free: [Int] = []
  private var count: Int

  /// Numbers from `first`.
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

/// Bits in a record.
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

enum IssueBits {
  static let hasID: UInt64 = 1
  static let hasPlace: UInt64 = 2
  static let isExpected: UInt64 = 4
  static let isKnown: UInt64 = 8
  static let isWarning: UInt64 = 16
  static let isRetried: UInt64 = 32
  static let hasCheckpoint: UInt64 = 64
  static let hasLabels: UInt64 = 128
  static let hasContextPlace: UInt64 = 256
  static let hasRow: UInt64 = 512
  static let hasTraits: UInt64 = 1024
  static let isTimeLimit: UInt64 = 2048
  static let isEndOfProcess: UInt64 = 4096
}

enum OutcomeKind: UInt8 {
  case passed, flaky, failed, failedUnexpectedly, skipped, pending, pendingWithReason, blocked
}
