import Foundation

extension JSONScanner {
  /// Skips one value. Only brackets and quotation marks are examined: errors inside are reported
  /// when it is read.
  ///
  /// - Parameter long: Receives the ends of the long values in it.
  ///
  /// Throws ``AuthoringMistake`` if the value has no end.
  mutating func skipValue(noting long: inout LongValues) throws {
    guard let first = peek() else { throw unexpected("a value") }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "\"")
    else {
      _ = try value()
      return
    }
    var position = position
    let isClosed = position.skipNested(in: base, count, noting: &long)
    position.index = min(position.index, count)
    self.position = position
    if !isClosed { throw unexpected("the end of the value") }
  }
}

/// Where long values end that lie in one that was skipped, so that who comes to them need not look for
/// their ends again.
struct LongValues {
  /// How many bytes make a value long: the notes are few beside its text.
  private static let length = 4096

  private var ends: [Int: JSONScanner.Position] = [:]

  fileprivate mutating func note(_ start: Int, _ end: JSONScanner.Position) {
    if end.index - start >= Self.length { ends[start] = end }
  }

  /// The end of the value that begins at an index, if it is known.
  func end(ofValueAt start: Int) -> JSONScanner.Position? { ends[start] }
}

extension JSONScanner.Position {
  /// Moves past the array, the object or the text that begins here; `false` if it has no end.
  fileprivate mutating func skipNested(
    in base: UnsafePointer<UInt8>, _ count: Int, noting long: inout LongValues
  ) -> Bool {
    var starts: [Int] = []
    while index < count {
      let byte = base[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard skipText(in: base, count) else { return false }
        if starts.isEmpty { return true }
      case UInt8(ascii: "{"), UInt8(ascii: "["): starts.append(index - 1)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        let start = starts.removeLast()
        if starts.isEmpty { return true }
        // More deeply nested values are never groups.
        if starts.count < 32 { long.note(start, self) }
      case 0x0A: endLine(before: index)
      default: break
      }
    }
    return false
  }

  /// Moves past the rest of a text, and its quotation mark; `false` if it has no end.
  private mutating func skipText(in base: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if let end = memchr(base + index, 0x22, count - index) {
      let rest = UnsafeRawPointer(base + index)
      let size = rest.distance(to: UnsafeRawPointer(end))
      if memchr(rest, 0x5C, size) == nil, memchr(rest, 0x0A, size) == nil {
        index += size + 1
        return true
      }
    }
    while index < count, base[index] != UInt8(ascii: "\"") {
      // A line cannot end in a text, but locations must be right if one does.
      if base[index] == 0x0A { endLine(before: index + 1) }
      index += base[index] == 0x5C ? 2 : 1
    }
    guard index < count else { return false }
    index += 1
    return true
  }

  private mutating func endLine(before index: Int) {
    line += 1
    lineStart = index
  }
}
