import ExemplarCore
import Foundation

extension RowFile {
  /// Opens a file for reading. Throws ``AuthoringMistake`` if it is none or cannot be read.
  static func open(_ url: URL) throws -> FileHandle {
    try requireFile(url)
    do {
      return try FileHandle(forReadingFrom: url)
    } catch {
      throw unreadable(url, error)
    }
  }

  /// The mistake that a file, or a folder that `subject` names, cannot be read.
  static func unreadable(
    _ url: URL, _ error: any Error, as subject: String? = nil
  ) -> AuthoringMistake {
    let isForbidden =
      (error as? CocoaError)?.code == .fileReadNoPermission
      || (error as? POSIXError)?.code == .EACCES
    let reason = isForbidden ? "there is no permission to do so." : error.localizedDescription
    return AuthoringMistake(
      "\(subject ?? url.lastPathComponent) cannot be read: \(reason)", at: Place(path: url.path))
  }

  /// Throws ``AuthoringMistake`` if there is something at `url` that is no file: a folder, or
  /// something like a pipe, which cannot be read a second time, or a link to nothing.
  static func requireFile(_ url: URL) throws {
    var status = stat()
    guard stat(url.path, &status) == 0 else { return try refuseLooseLink(url) }
    let kind: String
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: kind = "a folder"
    default: kind = "a pipe or a device"
    }
    throw AuthoringMistake(
      "\(url.lastPathComponent) is \(kind); a file is needed.", at: Place(path: url.path))
  }

  /// Whether the file holds one of `words`, as UTF-8, anywhere.
  ///
  /// Complexity: linear in the length of the file, in memory that does not grow with it. Throws
  /// ``AuthoringMistake`` if the file cannot be read.
  static func mentions(_ url: URL, anyOf words: [String]) throws -> Bool {
    try mentions(ByteReader(url, path: url.path), anyOf: words)
  }

  static func mentions(_ reader: ByteReader, anyOf words: [String]) throws -> Bool {
    let words = words.map { Array($0.utf8) }
    let longest = words.map(\.count).max() ?? 0
    repeat {
      try reader.fill()
      let isFound = reader.withUnread { bytes in
        words.contains { Self.contains($0, in: bytes) }
      }
      if isFound { return true }
      // A word may begin in this chunk and end in the next one.
      reader.consume(max(0, reader.unreadCount - max(0, longest - 1)))
    } while !reader.isComplete
    return false
  }

  private static func contains(_ word: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = word.first, var start = bytes.baseAddress.map(UnsafeRawPointer.init) else {
      return word.isEmpty
    }
    let end = start + bytes.count
    while end - start >= word.count,
      let found = memchr(start, Int32(first), end - start - word.count + 1)
    {
      if memcmp(found, word, word.count) == 0 { return true }
      start = UnsafeRawPointer(found) + 1
    }
    return false
  }
}
