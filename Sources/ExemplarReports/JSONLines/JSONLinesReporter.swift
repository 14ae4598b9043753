import ExemplarCore
import Foundation

/// Writes events as JSON Lines: one event a line, in the order in which they happen.
///
/// The first line carries the version of the format, `Event.formatVersion`.
public final class JSONLinesReporter: Reporter {
  private let path: String
  private let output: Locked<Output>
  private let complain: @Sendable (String) -> Void

  private struct Output {
    /// Where to write; `nil` when it is closed.
    var file: FileHandle?
    /// The first error that kept an event out of the report.
    var error: (any Error)?
    var isFinished = false
  }

  /// Writes to the file at `path`, which is made anew unless it is a pipe.
  ///
  /// What cannot be written later is told on the standard error when the report is finished. Throws
  /// if the file cannot be opened for writing.
  public convenience init(path: String) throws {
    try self.init(path: path) {
      try? FileHandle.standardError.write(contentsOf: Data($0.utf8))
    }
  }

  init(path: String, complain: @escaping @Sendable (String) -> Void) throws {
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
    self.path = path
    self.complain = complain
    output = Locked(Output(file: try FileHandle(forWritingTo: url)))
  }

  public func report(_ event: Event) {
    let line = Result { try EventLine.encode(event) + [0x0A] }
    output.withLock { output in
      do {
        let line = try line.get()
        do {
          try output.file?.write(contentsOf: line)
        } catch {
          // A part of the line may have been written; nothing can follow it.
          try? output.file?.close()
          output.file = nil
          throw error
        }
      } catch {
        output.error = output.error ?? error
      }
    }
  }

  public var isComplete: Bool { output.withLock { $0.error == nil } }

  public func finish() {
    let error = output.withLock { output in
      do {
        try output.file?.close()
      } catch {
        output.error = output.error ?? error
      }
      output.file = nil
      defer { output.isFinished = true }
      return output.isFinished ? nil : output.error
    }
    if let error {
      complain("The report at \(path) is incomplete: \(error.localizedDescription)\n")
    }
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
  ///
  /// Throws ``UnknownEventFormat`` if it begins a run in a newer form.
  public static func decode(_ line: Data) throws -> Event {
    let event = Result { try JSONDecoder().decode(Event.self, from: line) }
    let version: Int? =
      switch event {
      case .success(.runStarted(let start)): start.version
      case .success: nil
      // Fields that are missed may be missing because the form is another.
      case .failure: (try? JSONDecoder().decode(Beginning.self, from: line))?.version
      }
    if let version, version > Event.formatVersion { throw UnknownEventFormat(version: version) }
    return try event.get()
  }

  /// What every form of the first event has.
  private struct Beginning: Decodable {
    private enum Name: String, Decodable { case runStarted }
    private let event: Name
    let version: Int
  }
}

/// Events are in a newer form than this version can read.
public struct UnknownEventFormat: Error, Hashable, CustomStringConvertible {
  /// The version of their form.
  public let version: Int

  public var description: String {
    "The events have the format version \(version), but this version of Exemplar reads only "
      + "versions up to \(Event.formatVersion)."
  }
}
