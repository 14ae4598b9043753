import ExemplarCore
import Foundation

/// Finds the line and the column of each byte of a text. A line ends with a line feed.
struct LineTable {
  /// The indices of the first bytes of all lines.
  private let starts: [Int]
  private let first: Int

  /// - Parameters:
  ///   - start: Where the text begins, after a mark of its encoding.
  ///   - line: The number of the first line.
  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0, line: Int = 1) {
    var starts = [start]
    while let base = bytes.baseAddress, let last = starts.last,
      let end = memchr(base + last, 0x0A, bytes.count - last)
    {
      starts.append(UnsafeRawPointer(end) - UnsafeRawPointer(base) + 1)
    }
    self.starts = starts
    first = line
  }

  /// Complexity: O(log *n*) in the number of lines.
  func position(of byte: Int) -> (line: Int32, column: Int32) {
    var (line, end) = (0, starts.count)
    while end - line > 1 {
      let middle = (line + end) / 2
      if starts[middle] <= byte { line = middle } else { end = middle }
    }
    return (Int32(clamping: first + line), Int32(clamping: byte - starts[line] + 1))
  }

  /// The index of the byte at a location; `nil` if no line of the text has that number.
  func byte(at place: Place) -> Int? {
    let line = place.line - first
    return starts.indices.contains(line) && place.column > 0 ? starts[line] + place.column - 1 : nil
  }
}
