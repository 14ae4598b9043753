import Foundation

/// The records from which Swift Testing makes its tests, in the file of a program or of a library.
enum TestRecords {
  /// Whether a file has no record at all; `nil` if that cannot be read. Code that uses Exemplar has at least one, for
  /// the test that runs the specs.
  static func areMissing(inFileAt path: String) -> Bool? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    func bytes(at offset: UInt64, _ count: Int) -> Bytes? {
      guard count > 0, count < 1 << 24, offset <= Int64.max,
        (try? file.seek(toOffset: offset)) != nil,
        let data = try? file.read(upToCount: count), data.count == count
      else { return nil }
      return Bytes(Array(data))
    }
    // The header of an ELF file for 64 bits, with the lowest byte first.
    guard let header = bytes(at: 0, 64), header.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]),
      header.number(at: 0x3A, 2) == UInt64(entrySize)
    else { return nil }
    let count = Int(header.number(at: 0x3C, 2))
    guard let table = bytes(at: header.number(at: 0x28, 8), count * entrySize) else { return nil }
    let names = Int(header.number(at: 0x3E, 2)) * entrySize
    guard names < count * entrySize,
      let texts = bytes(
        at: table.number(at: names + 0x18, 8),
        Int(clamping: table.number(at: names + 0x20, 8)))
    else { return nil }
    for entry in stride(from: 0, to: count * entrySize, by: entrySize)
    where texts.text(at: Int(table.number(at: entry, 4))) == "swift5_tests" {
      return table.number(at: entry + 0x20, 8) == 0
    }
    // Each program that Swift links has the section.
    return nil
  }

  /// How many bytes describe a section.
  private static let entrySize = 64

  private struct Bytes {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func starts(with other: [UInt8]) -> Bool { bytes.starts(with: other) }

    func number(at offset: Int, _ count: Int) -> UInt64 {
      bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The text that ends with a zero; empty if it is out of range.
    func text(at offset: Int) -> String {
      String(decoding: bytes.dropFirst(offset).prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
