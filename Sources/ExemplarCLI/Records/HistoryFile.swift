import ExemplarCore
import ExemplarReports
import Foundation

/// The outcomes of the examples of one run, as a file with twelve bytes for each.
///
/// | From | Bytes | |
/// |-|-|-|
/// | 0 | 8 | `EXEMHIST` |
/// | 8 | 4 | the version of the format |
/// | 12 | 4 | the number of entries |
/// | 16 | 8 | when the run began, in seconds since 1970, as the bits of a floating-point number |
/// | 24 | 12 each | entries: the key of an example, and its mark |
/// | end - 8 | 8 | a checksum of everything before it |
///
/// All numbers are little-endian.
struct HistoryFile {
  private static let magic = Array("EXEMHIST".utf8)
  private static let version: UInt32 = 1
  private static let headSize = 24
  private static let entrySize = 12

  /// The key of an example and its mark, as stored in the file.
  private struct Entry {
    private let low, high, mark: UInt32

    init(_ key: UInt64, _ mark: RunMark) {
      low = UInt32(truncatingIfNeeded: key).littleEndian
      high = UInt32(truncatingIfNeeded: key >> 32).littleEndian
      self.mark = mark.bits.littleEndian
    }
  }

  /// When the run began, in seconds since 1970; `nil` if it has not.
  private(set) var begin: Double?
  private var entries: [Entry] = []
  private var keys = ExampleKeys()

  var isEmpty: Bool { entries.isEmpty }

  /// How many bytes a file has of so many entries.
  static func size(of entries: Int) -> Int { headSize + entries * entrySize + 8 }

  /// Notes an event that happened at `time`, in seconds since 1970.
  mutating func note(_ event: Event, at time: @autoclosure () -> Double) {
    if begin == nil { begin = time() }
    guard case .exampleEnded(let end) = event else { return }
    entries.append(Entry(keys.key(of: end.id), RunMark(end.outcome, duration: end.duration)))
  }

  /// Notes rows that passed together.
  mutating func note(_ rows: PassedRows, at time: @autoclosure () -> Double) {
    if begin == nil { begin = time() }
    for row in rows.rows {
      let mark = RunMark(.passed, duration: row.duration)
      entries.append(Entry(keys.key(of: row.name, in: rows.parent), mark))
    }
  }

  var data: Data {
    var bytes = Self.magic
    func put(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }
    put(Self.version)
    put(UInt32(clamping: entries.count))
    put((begin ?? 0).bitPattern)
    entries.withUnsafeBytes { bytes += $0 }
    put(bytes.withUnsafeBytes { Self.sum($0[...]) })
    return Data(bytes)
  }

  /// When a run began, and the outcomes of its examples. Throws ``AuthoringMistake`` with the
  /// reason if the file is invalid.
  static func read(
    _ data: Data
  ) throws -> (begin: Double, marks: [(key: UInt64, mark: RunMark)]) {
    try data.withUnsafeBytes { bytes in
      guard bytes.count >= headSize, bytes.starts(with: magic) else {
        throw AuthoringMistake("it is not a history file of Exemplar")
      }
      func number<Number: FixedWidthInteger>(_ offset: Int, as: Number.Type) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
      }
      let version = number(8, as: UInt32.self)
      if version > Self.version {
        throw NewerHistory(version: version)
      }
      let count = Int(number(12, as: UInt32.self))
      let end = headSize + count * entrySize
      guard version == Self.version, bytes.count == end + 8,
        number(end, as: UInt64.self) == sum(bytes[..<end])
      else { throw AuthoringMistake("it is damaged") }
      let marks = (0..<count).map { index in
        let offset = headSize + index * entrySize
        return (number(offset, as: UInt64.self), RunMark(bits: number(offset + 8, as: UInt32.self)))
      }
      return (Double(bitPattern: number(16, as: UInt64.self)), marks)
    }
  }

  private static func sum(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt64 {
    // The head and each entry are whole words of four bytes.
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    var offset = bytes.startIndex
    while offset < bytes.endIndex {
      let word = bytes.base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      sum = (sum ^ UInt64(UInt32(littleEndian: word))) &* 0x0000_0100_0000_01b3
      sum ^= sum &>> 29
      offset += 4
    }
    return sum
  }
}

/// The history was written by a later version, and is left as it is.
struct NewerHistory: Error, CustomStringConvertible {
  let version: UInt32

  var description: String { "a later version of Exemplar wrote it, in form \(version)" }
}
