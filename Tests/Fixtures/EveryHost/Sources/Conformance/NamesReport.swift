import Exemplar
import Foundation

/// A report of the user's: the name of each example that passed, a line each.
public final class NamesReport: CustomReport, Sendable {
  private nonisolated(unsafe) let file: FileHandle

  public init(path: String?) throws {
    guard let path, FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw UsageError("NamesReport needs a path that can be written.") }
    self.file = file
  }

  public func report(_ event: RunEvent) {
    guard case .exampleEnded(let end) = event, end.outcome == .passed else { return }
    file.write(Data("\(end.id)\n".utf8))
  }

  public func finish() { try? file.close() }
}
