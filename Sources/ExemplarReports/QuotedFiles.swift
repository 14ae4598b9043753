import ExemplarCore
import Foundation

/// The lines of code and of data that failures point to.
///
/// A file that has changed since the run began is not quoted, since another line may be in the place.
package struct QuotedFiles {
  /// A line of a file, without its indentation, and shortened if it is long.
  package struct Line: Hashable {
    package var text: String
    /// The part of the text before the column of the location, if that is known.
    package var beforeColumn: String?

    /// The line, and a line with a caret below the column.
    package var marked: [String] {
      [text]
        + (beforeColumn.map {
          [String(repeating: " ", count: DisplayText.columns(of: $0)) + "^"]
        } ?? [])
    }
  }

  private struct File {
    var bytes: Data
    /// The offsets at which the lines begin.
    var lines: [Int]
  }

  private let begin: Double
  /// The files, `nil` for those that are not quoted.
  private var files: [String: File?] = [:]

  /// - Parameter begin: When the run began, in seconds since 1970.
  package init(since begin: Double) {
    self.begin = begin
  }

  /// The maximum size of a quoted file, in bytes.
  private static let sizeLimit = 1 << 24
  /// How many files are kept in memory.
  private static let fileLimit = 8
  /// How many characters of a line are shown, and how many of them before a column that is further right.
  private static let (length, lead) = (100, 40)

  package mutating func line(at place: Place) -> Line? {
    guard place.line > 0, let file = file(at: place.path), place.line <= file.lines.count else {
      return nil
    }
    let start = file.lines[place.line - 1]
    let end = place.line < file.lines.count ? file.lines[place.line] - 1 : file.bytes.count
    return Self.line(file.bytes[start..<max(start, end)], column: place.column)
  }

  private static func line(_ bytes: Data, column: Int) -> Line? {
    let all = String(decoding: bytes, as: UTF8.self).replacing("\t", with: " ")
    let indent = all.prefix { $0.isWhitespace }
    var text = all.dropFirst(indent.count)
    while text.last?.isWhitespace == true { text.removeLast() }
    // A bracket alone explains nothing.
    guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
    var before: Substring?
    if column > 0, column <= bytes.count {
      let prefix = String(decoding: bytes.prefix(column - 1), as: UTF8.self)
      before = text.prefix(max(0, prefix.count - indent.count))
    }
    if text.count > length {
      let hidden = max(0, (before?.count ?? 0) - lead)
      let rest = text.dropFirst(hidden)
      text = (hidden > 0 ? "…" : "") + rest.prefix(length) + (rest.count > length ? "…" : "")
      before = before.map { (hidden > 0 ? "…" : "") + $0.dropFirst(hidden) }
    }
    return Line(text: String(text), beforeColumn: before.map(String.init))
  }

  private mutating func file(at path: String) -> File? {
    if let known = files[path] { return known }
    if files.count == Self.fileLimit { files = [:] }
    let file = read(path)
    files[path] = .some(file)
    return file
  }

  private func read(_ path: String) -> File? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular,
      let size = attributes[.size] as? Int, size <= Self.sizeLimit,
      let change = attributes[.modificationDate] as? Date, change.timeIntervalSince1970 <= begin,
      let bytes = FileManager.default.contents(atPath: path)
    else { return nil }
    var lines = [0]
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var start = 0
      while start < bytes.count,
        let end = memchr(base + start, 0x0A, bytes.count - start)
      {
        start = UnsafeRawPointer(end) - base + 1
        lines.append(start)
      }
    }
    return File(bytes: bytes, lines: lines)
  }
}
