import ExemplarCore
import Foundation

/// The visible contents of a folder, in natural order.
struct FolderListing {
  struct Entry {
    let name: String
    let path: String

    fileprivate init(_ name: String, in folder: String) {
      self.name = name
      path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    /// Made when it is asked for: that takes longer than to read a small file.
    var url: URL { URL(filePath: path, directoryHint: .notDirectory) }
    /// The path of the folder, with a slash at its end.
    var folder: String { String(decoding: path.utf8.dropLast(name.utf8.count), as: UTF8.self) }
    var kind: FileKind { FileKind(atPath: path) }
    /// The reason why it cannot be read as a file; `nil` if it can be.
    func problem(as kind: FileKind) -> String? {
      if kind != .file { return "\(name) is \(kind.words(at: path)); a file is needed." }
      return FileManager.default.isReadableFile(atPath: path)
        ? nil : "\(name) cannot be read: there is no permission to do so."
    }
    var stem: String { name.fileStem }
    /// The last extension, in lower case; empty for a name without one.
    var fileExtension: String { name.fileExtension }
  }

  let entries: [Entry]

  /// Throws ``UsageError`` if `url` is no folder or cannot be read; `path` is the folder as a
  /// person would open it.
  init(_ url: URL, path: String? = nil) throws {
    let place = Place(path: path ?? url.path)
    let name = url.lastPathComponent
    switch FileKind(at: url) {
    case .folder: break
    case let kind:
      throw UsageError(
        "\(name) is \(kind.words(at: url.path)); a folder is needed.", at: place)
    }
    do {
      entries = try FileManager.default.contentsOfDirectory(atPath: url.path)
        .filter { !$0.hasPrefix(".") }.map { NaturalKey($0) }.sorted { $0.precedes($1) }
        .map { Entry($0.text, in: url.path) }
    } catch {
      throw RowFile.unreadable(url.path, error, as: "The folder \(name)").moved(to: place)
    }
  }
}

extension String {
  /// The name of a file without its last extension.
  var fileStem: String { lastDot.map { String(self[..<$0]) } ?? self }
  /// The last extension of a file name, in lower case; empty for a name without one.
  var fileExtension: String {
    lastDot.map { String(self[utf8.index(after: $0)...]).lowercased() } ?? ""
  }

  /// The last dot that is not the beginning.
  private var lastDot: Index? {
    guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")), dot != startIndex else { return nil }
    return dot
  }
}

extension String {
  /// Whether the text comes before `other` in the order in which people expect names: numbers in
  /// them count as numbers, and case matters only between names that are otherwise equal.
  ///
  /// The order is the same on every machine, unlike that of Foundation, which depends on the locale.
  func naturallyPrecedes(_ other: String) -> Bool {
    NaturalKey(self).precedes(NaturalKey(other))
  }
}

/// A text with its sort key, which takes longer to compute than to compare.
struct NaturalKey {
  let text: String
  /// The text without case, as UTF-8, whose bytes sort as its characters do.
  private let bytes: [UInt8]

  init(_ text: String) {
    self.text = text
    bytes = Array(text.lowercased().utf8)
  }

  func precedes(_ other: NaturalKey) -> Bool {
    var (index, otherIndex) = (0, 0)
    while index < bytes.count, otherIndex < other.bytes.count {
      let (a, b) = (bytes[index], other.bytes[otherIndex])
      if a.isDigit, b.isDigit {
        let number = bytes.number(at: &index)
        let otherNumber = other.bytes.number(at: &otherIndex)
        if number.elementsEqual(otherNumber) { continue }
        return number.count == otherNumber.count
          ? number.lexicographicallyPrecedes(otherNumber) : number.count < otherNumber.count
      }
      // Numbers come where their digits would.
      if a != b { return a < b }
      index += 1
      otherIndex += 1
    }
    let (isOver, isOtherOver) = (index == bytes.count, otherIndex == other.bytes.count)
    return isOver && isOtherOver ? text < other.text : isOver
  }
}

extension [UInt8] {
  /// Passes over the number at an index; its digits without leading zeros.
  fileprivate func number(at index: inout Int) -> ArraySlice<UInt8> {
    let digits = self[index...].prefix { $0.isDigit }
    index = digits.endIndex
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self &- 0x30 < 10 }
}
