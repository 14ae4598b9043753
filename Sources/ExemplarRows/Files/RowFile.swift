import ExemplarCore
import Foundation

/// Reads files, and explains why one cannot be read.
package enum RowFile {
  /// The whole content of a file. Throws ``UsageError`` if it cannot be read, or changes meanwhile.
  static func read(_ path: String) throws -> Data { try content(of: path) { _ in false } }

  static func read(_ url: URL) throws -> Data { try read(url.path) }

  /// The content of a file that holds UTF-8 without NUL characters, such as JSON; what follows the first
  /// of those is left out, since reading ends there: it may be gigabytes of nothing.
  static func readText(_ url: URL) throws -> [UInt8] {
    try content(of: url.path) { chunk in
      chunk.baseAddress.map { memchr($0, 0, chunk.count) != nil } == true
    }
  }

  /// Reads a file up to a chunk after which nothing is needed. A mapped file would end the process if it
  /// was cut meanwhile.
  private static func content<Content: RangeReplaceableCollection<UInt8>>(
    of path: String, until isLast: (UnsafeRawBufferPointer) -> Bool
  ) throws -> Content {
    let file = try OpenFile(path)
    let size = file.snapshot.size
    var content = Content()
    // For a small file, the system takes longer to find so much space than to read.
    let space = UnsafeMutableRawBufferPointer.allocate(
      byteCount: ByteReader.chunkSize(forFileOf: size), alignment: 16)
    defer { space.deallocate() }
    var pieces = 0
    while true {
      let count = try file.read(into: space, as: path)
      if count == 0 { break }
      pieces += 1
      let chunk = UnsafeRawBufferPointer(rebasing: space[..<count])
      content.append(contentsOf: chunk)
      if isLast(chunk) { return content }
      // If the file has grown, it is another one than it was.
      if content.count == size { break }
    }
    try file.requireUnchanged(isOnePiece: pieces < 2, as: path)
    return content
  }

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
