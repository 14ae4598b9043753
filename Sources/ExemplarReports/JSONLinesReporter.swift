import ExemplarCore
import Foundation

/// Writes events as JSON Lines: one event a line, in the order in which they happen.
///
/// The first line carries the version of the format, `Event.formatVersion`.
public final class JSONLinesReporter: Reporter {
  private let output: Locked<FileHandle>

  /// Writes to the file at `path`, which is made anew unless it is a pipe.
  ///
  /// Throws if it cannot be opened for writing.
  public init(path: String) throws {
    let url = URL(fileURLWithPath: path)
    let type =
      (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    if type == nil || type == .typeRegular {
      let folder = url.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      guard FileManager.default.createFile(atPath: path, contents: nil) else {
        throw AuthoringMistake("The report \(path) cannot be written.")
      }
    }
    output = Locked(try FileHandle(forWritingTo: url))
  }

  public func report(_ event: Event) {
    guard var line = try? EventLine.encode(event) else { return }
    line.append(0x0A)
    output.withLock { try? $0.write(contentsOf: line) }
  }

  public func finish() {
    output.withLock { try? $0.close() }
  }
}

/// An event as one line of JSON.
public enum EventLine {
  /// The line, without its end.
  public static func encode(_ event: Event) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(event)
  }

  /// Reads a line. Throws if it is not an event that this version understands.
  public static func decode(_ line: Data) throws -> Event {
    try JSONDecoder().decode(Event.self, from: line)
  }
}
