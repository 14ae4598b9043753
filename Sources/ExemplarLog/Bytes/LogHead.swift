import ExemplarCore
import ExemplarMemory
import Foundation

/// The head of a log: what kind of file it is, who writes it, and, at the end, how much of it is written.
///
/// | From | Bytes | |
/// |-|-|-|
/// | 0 | 8 | `EXEMPLOG` |
/// | 8 | 4 | the version of the form |
/// | 12 | 4 | where the records begin |
/// | 16 | 8 | where the last record ends; 0 while it is written: then, at the end of the file |
/// | 24 | 8 | 0 while it is written; 1 when all has been written, 2 when something could not |
/// | 32 | 8 | the id of the process |
/// | 40 | 8 | when it was made, in nanoseconds since 1970 |
/// | 48 | 8 | the same by the clock of limits |
/// | 56 | 8 | how many events there are; 0 while it is written |
///
/// All numbers have their lowest byte first.
struct LogHead {
  static let magic = Array("EXEMPLOG".utf8)
  /// The version of the form. It changes when a reader of the old form would misunderstand the new
  /// one.
  ///
  /// Additional parts do not change it, since older readers skip them: facts and numbers come after
  /// their count, and each record has a length, so that it may have more at its end.
  static let version: UInt32 = 7
  static let size = 64

  private var words: [UInt64]

  /// The head of a log that this process begins to write.
  init() {
    let magic = Self.magic.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    words = [
      magic, UInt64(Self.version) | UInt64(Self.size) << 32, 0, State.open.rawValue,
      UInt64(getpid()), exemplar_wall_clock(), exemplar_clock(), 0,
    ]
  }

  /// Reads the head of a file. Throws if this version cannot read it.
  init(of descriptor: Int32, _ path: String) throws(UsageError) {
    var bytes = [UInt8](repeating: 0, count: Self.size)
    let count = bytes.withUnsafeMutableBytes { LogReading.read(descriptor, $0, at: 0) }
    words = stride(from: 0, to: Self.size, by: 8).map { start in
      bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    let known = min(count, Self.magic.count)
    guard bytes[..<known] == Self.magic[..<known] else { throw .isNoLog(path) }
    guard count >= 12 else { throw .logHasNoHead(path, size: count) }
    let version = UInt32(truncatingIfNeeded: words[1])
    if version > Self.version { throw .logIsNewer(path, version: version) }
    guard version == Self.version else { throw .isNoLog(path) }
    guard count == Self.size else { throw .logHasNoHead(path, size: count) }
    guard words[1] >> 32 == UInt64(Self.size) else { throw .isNoLog(path) }
  }

  var bytes: [UInt8] {
    words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) } }
  }

  /// Where the last record ends; 0 while the log is written.
  private(set) var end: Int {
    get { Int(clamping: words[2]) }
    set { words[2] = UInt64(newValue) }
  }
  var state: State? { State(rawValue: words[3]) }
  var process: Int32 { Int32(truncatingIfNeeded: words[4]) }
  /// When the log was made, in nanoseconds since 1970.
  var date: UInt64 { words[5] }
  /// The same by the clock of limits.
  var clock: UInt64 { words[6] }
  /// How many events there are; 0 while the log is written.
  var events: Int { Int(clamping: words[7]) }

  /// Notes that nothing more is written.
  mutating func complete(_ state: State, end: Int, events: Int) {
    words[3] = state.rawValue
    words[7] = UInt64(events)
    self.end = end
  }

  enum State: UInt64 { case open, complete, incomplete }
}
