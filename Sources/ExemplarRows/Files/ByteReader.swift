import ExemplarCore
import Foundation

/// Reads a file a chunk at a time, so that it needs no more memory than the longest row.
///
/// Unread bytes have been loaded but not consumed. Callers that need more of them request another
/// chunk. The file is closed at its end, or with the reader.
final class ByteReader {
  /// The name of the file in messages.
  let path: String
  /// The argument by which code names it, for messages.
  let input: String
  private var bytes: [UInt8]
  @exclusivity(unchecked) private var unread: Range<Int>
  /// The file; `nil` after its last byte has been loaded.
  @exclusivity(unchecked) private var file: OpenFile?
  /// How much of the file was read, in how many pieces.
  @exclusivity(unchecked) private var taken: (bytes: Int64, pieces: Int) = (0, 0)

  /// How many bytes are read at a time, where no row is longer.
  static let chunkSize = 1 << 18

  /// The same for a file of that size, which may be unknown, that is, 0.
  static func chunkSize(forFileOf size: Int64) -> Int {
    min(max(Int(clamping: size), 1 << 12), chunkSize)
  }

  /// A row of more bytes than this is refused, 64 MB: it is a mistake such as a quotation mark that
  /// nothing closes, and what reads it would otherwise take as much memory as the file.
  static let longestRow = 64 << 20
  /// The same for this file.
  let longestRow: Int

  /// Opens the file at `url`. Throws ``UsageError`` if that cannot be done.
  init(
    _ url: URL, path: String, named input: String? = nil, chunkSize: Int? = nil,
    longestRow: Int = ByteReader.longestRow
  ) throws {
    self.path = path
    self.input = input ?? path.lastPathPart.debugDescription
    self.longestRow = longestRow
    let file = try OpenFile(url.path)
    self.file = file
    bytes = [UInt8](
      repeating: 0, count: chunkSize ?? Self.chunkSize(forFileOf: file.snapshot.size))
    unread = 0..<0
  }

  init(_ bytes: [UInt8], path: String, named input: String? = nil) {
    self.path = path
    self.input = input ?? path.lastPathPart.debugDescription
    longestRow = Self.longestRow
    self.bytes = bytes
    unread = bytes.indices
  }

  /// Whether everything that is left is there.
  var isComplete: Bool { file == nil }

  var unreadCount: Int { unread.count }

  /// Calls `body` with the unread bytes, which it must not keep.
  func withUnread<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    let unread = unread
    return try bytes.withUnsafeBufferPointer { try body(.init(rebasing: $0[unread])) }
  }

  func consume(_ count: Int) { unread = unread.lowerBound + count..<unread.upperBound }

  /// Leaves out everything that is left.
  func abandon() {
    file = nil
    unread = 0..<0
  }

  /// Reads more of the file, if there is more. Throws ``UsageError`` at its end if it is not what
  /// it was when it was opened.
  ///
  /// Complexity: linear in the length of the file over all calls, since the space doubles.
  func fill() throws {
    guard let file else { return }
    let count = unread.count
    bytes.withUnsafeMutableBytes { space in
      space.copyMemory(from: .init(rebasing: space[unread]))
    }
    unread = 0..<count
    if count > bytes.count / 2 {
      bytes.append(contentsOf: repeatElement(0, count: bytes.count))
    }
    do {
      let added = try bytes.withUnsafeMutableBytes { space in
        try file.read(into: .init(rebasing: space[count...]), as: path)
      }
      unread = 0..<count + added
      taken.bytes += Int64(added)
      taken.pieces += added > 0 ? 1 : 0
      // If the file has grown, it is another one than it was.
      if added > 0, taken.bytes != file.snapshot.size { return }
      self.file = nil
      try file.requireUnchanged(isOnePiece: taken.pieces < 2, as: path)
    } catch {
      abandon()
      throw error
    }
  }

  /// Reads everything that is left.
  ///
  /// - Parameter isText: Whether the file holds text. Then nothing after a chunk with a NUL character is read,
  ///   where reading ends: it may be gigabytes of nothing.
  func readRest(ofText isText: Bool = false) throws -> [UInt8] {
    var searched = 0
    while !isComplete {
      try fill()
      let hasNull = withUnread { bytes in
        bytes.baseAddress.map { memchr($0 + searched, 0, bytes.count - searched) != nil } == true
      }
      if isText, hasNull { break }
      searched = unreadCount
    }
    defer { abandon() }
    return withUnread { Array($0) }
  }

  /// Skips the mark that some programs write before UTF-8.
  ///
  /// Throws ``UsageError`` if the first bytes show a different encoding.
  func skipMark() throws {
    while unreadCount < 4, !isComplete { try fill() }
    consume(try withUnread { try TextEncoding.markLength(of: $0, in: path) })
  }
}

extension ByteReader {
  /// Whether one of `words` occurs, as UTF-8, anywhere in the rest of the file, which is read for
  /// it; always `false` for a file that is not UTF-8, which is rejected when it is read.
  ///
  /// - Parameter isMeant: Whether a word counts, given the bytes after it, which are more than 60
  ///   unless the file, or the part that was read, ends there. Complexity: linear in the length of
  ///   the file, in constant memory. Throws ``UsageError`` if the file cannot be read.
  func mentions(
    anyOf words: [String], where isMeant: (Slice<UnsafeRawBufferPointer>) -> Bool = { _ in true }
  ) throws -> Bool {
    try fill()
    if withUnread({ try? TextEncoding.markLength(of: $0, in: path) }) == nil { return false }
    let words = words.map { Data($0.utf8) }
    let longest = words.map(\.count).max() ?? 0
    while true {
      let isFound = withUnread { bytes in
        words.contains { word in Self.contains(word, in: bytes, where: isMeant) }
      }
      if isFound { return true }
      if isComplete { return false }
      // A word may begin in this chunk and end in the next one.
      consume(max(0, unreadCount - max(0, longest - 1)))
      try fill()
    }
  }

  private static func contains(
    _ word: Data, in bytes: UnsafeBufferPointer<UInt8>,
    where isMeant: (Slice<UnsafeRawBufferPointer>) -> Bool
  ) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    let text = Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: base), count: bytes.count, deallocator: .none)
    var start = 0
    while let found = text.range(of: word, in: start..<text.count) {
      if isMeant(UnsafeRawBufferPointer(bytes)[found.upperBound...]) { return true }
      start = found.lowerBound + 1
    }
    return false
  }
}
