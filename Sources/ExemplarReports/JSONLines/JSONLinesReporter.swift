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
    var encoder = EventLineEncoder()
    /// The first error that kept an event out of the report.
    var error: (any Error)?
    var isFinished = false
  }

  /// Writes to the file at `path`, replacing an old one unless it is a pipe.
  ///
  /// A later write error is printed to the standard error when the report is finished. Throws if
  /// the file cannot be opened for writing.
  public convenience init(path: String) throws {
    try self.init(path: path) { StandardStream.error.say($0) }
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
    let descriptor = try ReportFile.open(path)
    output = Locked(Output(file: FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)))
  }

  public func report(_ event: Event) {
    output.withLock { output in
      do {
        var line = try output.encoder.line(of: event)
        line.append(0x0A)
        do {
          // Each event is in the file when the call returns: the process may exit in the next
          // example.
          if let file = output.file {
            try StandardStream(descriptor: file.fileDescriptor).write(line)
          }
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

extension ReportFormat {
  package static let jsonLines = ReportFormat(
    "json", "the events as JSON Lines", path: "events.jsonl"
  ) { path, context in
    if let path { return try JSONLinesReporter(path: path) }
    return try FoldReporter(JSONLinesFold(), path: nil, context)
  }
}

/// Writes events as JSON Lines where others write too, as to the standard output.
private struct JSONLinesFold: ReportFold {
  mutating func add(_ event: Event, to output: inout ReportOutput) throws {
    output.text.bytes += try EventLine.encode(event)
    output.text += "\n"
  }

  mutating func finish(_ output: inout ReportOutput) throws {}
}
