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

  private let begin: Double
  /// The lines of each file; none of those that are not quoted.
  private var files: [String: [Substring.UTF8View]] = [:]

  /// - Parameter begin: When the run began, in seconds since 1970.
  package init(since begin: Double) {
    self.begin = begin
  }

  /// The maximum sizes of a quoted file and of a quoted line, in bytes.
  private static let (sizeLimit, lineLimit) = (1 << 23, 1 << 14)
  private static let fileLimit = 8
  /// How many characters of a line are shown, and how many of them before a column that is further right.
  private static let (length, lead) = (100, 40)

  package mutating func line(at place: Place) -> Line? {
    if files[place.path] == nil, files.count == Self.fileLimit { files = [:] }
    let lines = files[place.path] ?? lines(of: place.path)
    files[place.path] = lines
    guard place.line > 0, place.line <= lines.count else { return nil }
    return Self.line(lines[place.line - 1], column: place.column)
  }

  private static func line(_ bytes: Substring.UTF8View, column: Int) -> Line? {
    if bytes.count > lineLimit { return nil }
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

  private func lines(of path: String) -> [Substring.UTF8View] {
    let path = MovedPackage.here(path)
    // A relative path may lead to another file here.
    guard (path as NSString).isAbsolutePath,
      let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular,
      let size = attributes[.size] as? Int, size <= Self.sizeLimit,
      let change = attributes[.modificationDate] as? Date, change.timeIntervalSince1970 <= begin,
      let bytes = FileManager.default.contents(atPath: path)
    else { return [] }
    return String(decoding: bytes, as: UTF8.self).utf8
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }
}
