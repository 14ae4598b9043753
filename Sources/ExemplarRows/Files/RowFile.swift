import ExemplarCore
import Foundation

/// Reads files, and explains why one cannot be read.
package enum RowFile {
  /// The whole content of a file. Throws ``UsageError`` if it cannot be read, or changes meanwhile.
  static func read(_ path: String) throws -> Data {
    Data(try ByteReader(URL(ofFileAt: path), path: path).readRest())
  }

  /// All of the text of a file; `nil` if it holds no text. Throws ``UsageError`` if the file cannot be read.
  static func text(_ path: String) throws -> String? { String(textOf: try read(path)) }

  /// How many lines a text file has; `nil` if it cannot be read. A line ends with a line feed, a carriage
  /// return, or both.
  package static func lineCount(of url: URL) -> Int? {
    guard let reader = try? ByteReader(url, path: url.path) else { return nil }
    var ends = 0
    var last: UInt8 = 0x0A
    repeat {
      guard (try? reader.fill()) != nil else { return nil }
      reader.withUnread { bytes in
        for byte in bytes {
          if byte == 0x0D || byte == 0x0A && last != 0x0D { ends += 1 }
          last = byte
        }
      }
      reader.consume(reader.unreadCount)
    } while !reader.isComplete
    return last == 0x0A || last == 0x0D ? ends : ends + 1
  }

  /// The mistake that a file, or a folder that `subject` names, cannot be read.
  static func unreadable(
    _ path: String, _ error: any Error, as subject: String? = nil
  ) -> UsageError {
    let isForbidden =
      (error as? CocoaError)?.code == .fileReadNoPermission
      || (error as? POSIXError)?.code == .EACCES
    let reason = isForbidden ? "there is no permission to do so." : error.localizedDescription
    return UsageError(
      "\(subject ?? path.lastPathPart) cannot be read: \(reason)", at: Place(path: path))
  }

  /// Throws ``UsageError`` if there is a link at `path`; there is no file behind it.
  static func refuseLooseLink(_ path: String) throws {
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    guard let target else { return }
    throw UsageError(
      "\(path.lastPathPart) is a link to \(target), where there is no file.",
      at: Place(path: path))
  }
}
