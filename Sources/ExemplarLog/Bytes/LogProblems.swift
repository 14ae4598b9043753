import ExemplarCore
import Foundation

/// The reason that the rest of a log is unreadable although its beginning is valid.
public struct EventLogDamage: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// Bytes are other than they were written.
    case damaged
    /// The end of the file is missing.
    case missing
  }

  /// The path of the file.
  package var path: String
  package var kind: Kind
  /// From which byte on nothing can be read.
  package var offset: Int
  /// How many bytes have been written.
  package var size: Int
  /// How many events could be read.
  package var events: Int
  /// How many events have been written.
  package var eventsWritten: Int
}

extension EventLogDamage: CustomStringConvertible {
  public var description: String {
    let beginning =
      switch kind {
      case .damaged: "The log \(path) is damaged at byte \(offset) of \(size)"
      case .missing: "The end of the log \(path) is missing, from byte \(offset) of \(size)"
      }
    let lost = eventsWritten - events
    return "\(beginning): \(events.counted("event")) can be read, "
      + (lost > 0 ? "\(lost) \(lost == 1 ? "is" : "are") lost." : "what comes after them is lost.")
  }
}

// Why a log cannot be read at all.
extension UsageError {
  /// The file cannot be opened, for the reason that the system states.
  static func logIsUnreadable(_ path: String) -> UsageError {
    UsageError("The log \(path) cannot be opened: \(String(cString: strerror(errno))).")
  }

  static func isNoLog(_ path: String) -> UsageError {
    UsageError(
      "\(path) is no event log. Give a file that --report log=PATH or exemplar test has written.")
  }

  /// The file ends within its head.
  static func logHasNoHead(_ path: String, size: Int) -> UsageError {
    UsageError(
      "The log \(path) is truncated: it has only \(size.counted("byte")), fewer than its head, so all of its events are "
        + "lost. Copy it again, or run again.")
  }

  static func logIsNewer(_ path: String, version: UInt32) -> UsageError {
    UsageError(
      "The log \(path) has the format version \(version), but this version of Exemplar reads only "
        + "versions up to \(LogHead.version). Use the version that has written it, or a newer one.")
  }
}
