import ExemplarCore
import Foundation

/// Reads files, and says in people's words why one cannot be read.
package enum RowFile {
  /// Opens a file for reading. Throws ``AuthoringMistake`` if it is none or cannot be read.
  static func open(_ url: URL) throws -> FileHandle {
    try requireFile(url)
    do {
      return try FileHandle(forReadingFrom: url)
    } catch {
      throw unreadable(url, error)
    }
  }

  /// The whole content of a file. Throws ``AuthoringMistake`` if it cannot be read, or changes meanwhile.
  static func read(_ url: URL) throws -> Data { try content(of: url) { _ in false } }

  /// The content of a file that holds UTF-8 without NUL characters, such as JSON; what follows the first
  /// of those is left out, since reading ends there: it may be gigabytes of nothing.
  static func readText(_ url: URL) throws -> [UInt8] {
    try content(of: url) { chunk in
      chunk.baseAddress.map { memchr($0, 0, chunk.count) != nil } == true
    }
  }

  /// Reads a file up to a chunk after which nothing is needed. A mapped file would end the process if it
  /// was cut meanwhile.
  private static func content<Content: RangeReplaceableCollection<UInt8>>(
    of url: URL, until isLast: (UnsafeRawBufferPointer) -> Bool
  ) throws -> Content {
    let file = try open(url)
    let snapshot = FileSnapshot(of: file.fileDescriptor)
    var content = Content()
    // For a small file, the system takes longer to find so much space than to read.
    let size = snapshot.map { Int(clamping: $0.size) } ?? 0
    let space = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(max(size, 1 << 12), ByteReader.chunkSize), alignment: 16)
    defer { space.deallocate() }
    while true {
      let count = try read(file, into: space, path: url.path)
      if count == 0 { break }
      let chunk = UnsafeRawBufferPointer(rebasing: space[..<count])
      content.append(contentsOf: chunk)
      if isLast(chunk) { return content }
    }
    try snapshot?.compare(with: file.fileDescriptor, url, path: url.path)
    return content
  }

  /// Reads what comes next, up to as much as there is space; 0 at the end of the file.
  static func read(
    _ file: FileHandle, into space: UnsafeMutableRawBufferPointer, path: String
  ) throws -> Int {
    while true {
      #if os(Windows)
        let count = Int(_read(file.fileDescriptor, space.baseAddress, UInt32(space.count)))
      #else
        let count = Foundation.read(file.fileDescriptor, space.baseAddress, space.count)
      #endif
      if count >= 0 { return count }
      if errno == EINTR { continue }
      let reason = String(cString: strerror(errno))
      throw AuthoringMistake("The file cannot be read further: \(reason)", at: Place(path: path))
    }
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

  /// Throws ``AuthoringMistake`` if there is a link at `url`; there is no file behind it.
  static func refuseLooseLink(_ url: URL) throws {
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)
    guard let target else { return }
    throw AuthoringMistake(
      "\(url.lastPathComponent) is a link to \(target), where there is no file.",
      at: Place(path: url.path))
  }
}
