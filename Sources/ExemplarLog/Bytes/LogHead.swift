import ExemplarMemory

/// The head of a log: what kind of file it is, how much of it is written, and what runs right now.
///
/// | From | Bytes | |
/// |-|-|-|
/// | 0 | 8 | `EXEMPLOG` |
/// | 8 | 4 | the version of the form |
/// | 12 | 4 | where the records begin |
/// | 16 | 8 | where the last record that is written ends |
/// | 24 | 8 | 0 while it is written; 1 when all has been written, 2 when something could not |
/// | 32 | 8 | the id of the process |
/// | 40 | 8 | when it was made, in nanoseconds since 1970 |
/// | 48 | 8 | the same by the clock of the slots |
/// | 56 | 8 | how many events there are; while it is written it may be one too many |
/// | 256 | 256 | a slot whose checkpoint is the author's code that runs outside of examples |
/// | 512 | 62 × 256 | the slots, each for an example or a hook that runs |
///
/// All numbers have their lowest byte first.
enum LogHead {
  static let magic = Array("EXEMPLOG".utf8)
  /// The version of the form. It changes when a reader of the old form would misunderstand the new
  /// one.
  ///
  /// Additional parts do not change it, since older readers skip them: facts and numbers come after
  /// their count, and each record has a length, so that it may have more at its end.
  static let version: UInt32 = 5
  static let size = 1 << 14
  static let versionOffset = 8
  static let sizeOffset = 12
  static let end = 16
  static let state = 24
  static let process = 32
  static let wallClock = 40
  static let clock = 48
  static let events = 56
  static let step = 256
  static let slots = 512
  static let slotCount = 62

  /// The bit in the phase of a slot that is set if another attempt follows a failure.
  static let isRetryable: UInt8 = 0x80

  /// The values of the word at ``state``.
  enum State: UInt64 { case open, complete, incomplete }
}
