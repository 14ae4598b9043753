import Foundation

/// Bytes that take the place of others in a file.
package struct ByteEdit: Sendable, Hashable {
  /// The index of the first byte in the file before.
  package var start: Int
  /// The bytes before and after.
  package var old: [UInt8]
  package var new: [UInt8]

  package init(_ range: Range<Int>, in bytes: [UInt8], new: [UInt8]) {
    (start, old, self.new) = (range.lowerBound, Array(bytes[range]), new)
  }

  package var end: Int { start + old.count }
  private var growth: Int { new.count - old.count }

  /// The edits in their order, each of which begins where the one before has ended, or later; `nil` if two overlap.
  package static func sorted(_ edits: [ByteEdit]) -> [ByteEdit]? {
    // Of two that insert at one place, the first one stays the first.
    let sorted = edits.enumerated().sorted {
      ($0.element.start, $0.element.end, $0.offset) < ($1.element.start, $1.element.end, $1.offset)
    }.map(\.element)
    let isDisjoint = zip(sorted, sorted.dropFirst()).allSatisfy { $0.end <= $1.start }
    return isDisjoint ? sorted : nil
  }

  /// The file after edits, which are sorted.
  package static func applying(_ edits: [ByteEdit], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + edits.reduce(0) { $0 + max(0, $1.growth) })
    var index = 0
    for edit in edits {
      result += bytes[index..<edit.start]
      result += edit.new
      index = edit.end
    }
    return result + bytes[index...]
  }

  /// The edits that undo edits, which are sorted.
  package static func undoing(_ edits: [ByteEdit]) -> [ByteEdit] {
    var shift = 0
    return edits.map { edit in
      var undo = edit
      (undo.start, undo.old, undo.new) = (edit.start + shift, edit.new, edit.old)
      shift += edit.growth
      return undo
    }
  }

  /// The same edit in the file after other edits, which are sorted; `nil` if one of them changes the same bytes.
  package func after(_ others: [ByteEdit]) -> ByteEdit? {
    var moved = self
    for other in others {
      if other.start >= end, !(other.old.isEmpty && other.start == start) { break }
      if other.end > start { return nil }
      moved.start += other.growth
    }
    return moved
  }
}

// A coder writes data as it is, and bytes as a list of numbers.
extension ByteEdit: Codable {
  package init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    start = try values.decode(Int.self)
    old = [UInt8](try values.decode(Data.self))
    new = [UInt8](try values.decode(Data.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(start)
    try values.encode(Data(old))
    try values.encode(Data(new))
  }
}
