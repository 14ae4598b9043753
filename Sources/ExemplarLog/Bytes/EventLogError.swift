/// Why a log cannot be read at all.
public enum EventLogError: Error, Sendable, Hashable {
  /// The file cannot be opened.
  case unreadable(path: String, reason: String)
  /// The file is something else.
  case noLog(path: String)
  /// The file ends within its head, so that nothing can be read.
  case headMissing(path: String, size: Int)
  /// The log is in a newer form than this version can read.
  case newerVersion(path: String, version: Int)
}

extension EventLogError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "The log \(path) cannot be opened: \(reason)."
    case .noLog(let path):
      "\(path) is no event log. Give a file that --report log=PATH or exemplar test has written."
    case .headMissing(let path, let size):
      "Of the log \(path) only \(size) bytes are there, which is less than its head: all of its events "
        + "are lost."
    case .newerVersion(let path, let version):
      "The log \(path) has the format version \(version), but this version of Exemplar reads only "
        + "versions up to \(LogHead.version). Use the version that has written it, or a newer one."
    }
  }
}

/// The reason that the rest of a log is unreadable although its beginning is valid.
public struct EventLogDamage: Error, Sendable, Hashable {
  /// The kind of damage.
  public enum Kind: Sendable, Hashable {
    /// Bytes are other than they were written.
    case damaged
    /// The end of the file is missing.
    case missing
  }

  /// The path of the file.
  public var path: String
  /// The kind of damage.
  public var kind: Kind
  /// From which byte on nothing can be read.
  public var offset: Int
  /// How many bytes have been written.
  public var size: Int
  /// How many events could be read.
  public var events: Int
  /// How many events have been written.
  public var eventsWritten: Int
}

extension EventLogDamage: CustomStringConvertible {
  public var description: String {
    let beginning =
      switch kind {
      case .damaged: "The log \(path) is damaged at byte \(offset) of \(size)"
      case .missing: "The end of the log \(path) is missing, from byte \(offset) of \(size)"
      }
    let lost = eventsWritten - events
    return "\(beginning): \(events) events can be read, "
      + (lost > 0 ? "\(lost) are lost." : "what comes after them is lost.")
  }
}
