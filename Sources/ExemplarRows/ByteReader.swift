import ExemplarCore
import Foundation

/// Reads a file a chunk at a time, so that the memory it takes is that of the longest row.
///
/// The bytes that are there but not consumed yet are the unread ones: who needs more of them than
/// there are asks for another chunk. The file is closed at its end, or with the reader.
final class ByteReader {
  /// What messages call the file.
  let path: String
  private var bytes: [UInt8]
  private var unread: Range<Int>
  /// The file; `nil` when nothing more is to come from it.
  private var file: FileHandle?
  private let url: URL?
  /// The file as it was when it was opened.
  private let snapshot: FileSnapshot?

  /// How many bytes are read at a time, where no row is longer.
  static let chunkSize = 1 << 18

  /// A row of more bytes than this is refused, 64 MB: it is a mistake such as a quotation mark that
  /// nothing closes, and what reads it would otherwise take as much memory as the file.
  static let longestRow = 64 << 20
  /// The same for this file.
  let longestRow: Int

  /// Opens the file at `url`. Throws ``AuthoringMistake`` if that cannot be done.
  init(
    _ url: URL, path: String, chunkSize: Int = ByteReader.chunkSize,
    longestRow: Int = ByteReader.longestRow
  ) throws {
    self.path = path
    self.longestRow = longestRow
    self.url = url
    let file = try RowFile.open(url)
    snapshot = FileSnapshot(of: file.fileDescriptor)
    self.file = file
    bytes = [UInt8](repeating: 0, count: chunkSize)
    unread = 0..<0
  }

  /// Reads bytes that are in memory.
  init(_ bytes: [UInt8], path: String) {
    self.path = path
    longestRow = Self.longestRow
    url = nil
    snapshot = nil
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

  /// Moves on by `count` of the unread bytes.
  func consume(_ count: Int) { unread = unread.lowerBound + count..<unread.upperBound }

  /// Leaves out everything that is left.
  func abandon() {
    file = nil
    unread = 0..<0
  }

  /// Reads more of the file, if there is more. Throws ``AuthoringMistake`` at its end if it is not what
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
        try RowFile.read(file, into: .init(rebasing: space[count...]), path: path)
      }
      unread = 0..<count + added
      if added > 0 { return }
      self.file = nil
      if let url { try snapshot?.compare(with: file.fileDescriptor, url, path: path) }
    } catch {
      abandon()
      throw error
    }
  }

  /// Skips the mark that some programs put before UTF-8.
  ///
  /// Throws ``AuthoringMistake`` if the text is of another encoding, as far as its beginning tells.
  func skipMark() throws {
    while unreadCount < 4, !isComplete { try fill() }
    let encoding = withUnread { TextEncoding(ofTextThatBeginsWith: $0) }
    switch encoding {
    case .utf8(let mark): consume(mark)
    case .other: throw TextEncoding.mistake(in: path)
    }
  }
}

/// What the first bytes of a text tell of its encoding.
enum TextEncoding {
  /// UTF-8, with a mark of so many bytes.
  case utf8(mark: Int)
  case other

  init(ofTextThatBeginsWith bytes: some Collection<UInt8>) {
    let start = Array(bytes.prefix(3))
    if start == [0xEF, 0xBB, 0xBF] {
      self = .utf8(mark: 3)
    } else if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
      || (start.count > 1 && (start[0] == 0 || start[1] == 0))
    {
      self = .other
    } else {
      self = .utf8(mark: 0)
    }
  }

  static func mistake(in path: String) -> AuthoringMistake {
    AuthoringMistake(
      "The file is not UTF-8 but looks like UTF-16 or UTF-32. Save it as UTF-8.",
      at: Place(path: path, line: 1, column: 1))
  }
}

extension String {
  /// The text that bytes are as UTF-8; `invalid` is the index of the first byte that is not.
  static func validating(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (text: String, invalid: Int?) {
    var text = String(decoding: bytes, as: UTF8.self)
    let count = bytes.count
    // What is not UTF-8 has been replaced, so that the text is not the same any more.
    let invalid = text.withUTF8 { utf8 -> Int? in
      guard let given = bytes.baseAddress, let valid = utf8.baseAddress else { return nil }
      if utf8.count == count, memcmp(valid, given, count) == 0 { return nil }
      return zip(utf8, bytes).prefix { $0 == $1 }.count
    }
    return (text, invalid)
  }
}
