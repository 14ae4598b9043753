import ExemplarCore
import Foundation

/// Texts about bytes that were compared: how many they are, and the size of a picture.
enum ReviewedBytes {
  static func text(_ data: Data) -> String {
    let picture = picture(in: [UInt8](data.prefix(1 << 16)))
    return (picture.map { $0 + ", " } ?? "") + data.count.counted("byte")
  }

  /// The texts of both sides of a comparison; if they are the same, they have the first byte that differs.
  static func texts(_ left: Data, _ right: Data) -> [String] {
    let texts = [text(left), text(right)]
    guard texts[0] == texts[1],
      let index = zip(left, right).enumerated().first(where: { $1.0 != $1.1 })?.offset
    else { return texts }
    return zip(texts, [left, right]).map { text, data in
      let byte = String(data[data.startIndex + index], radix: 16, uppercase: true)
      return "\(text), \(byte.count < 2 ? "0" : "")\(byte) at byte \(index + 1)"
    }
  }

  /// The kind and the size of a picture that begins with some bytes: PNG, GIF or JPEG.
  private static func picture(in bytes: [UInt8]) -> String? {
    /// The number in two bytes, of which the first is the higher one.
    func number(at index: Int) -> Int {
      index + 1 < bytes.count ? Int(bytes[index]) << 8 | Int(bytes[index + 1]) : 0
    }
    func size(_ kind: String, _ width: Int, _ height: Int) -> String {
      "\(kind), \(width) × \(height) pixels"
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      func long(at index: Int) -> Int { number(at: index) << 16 | number(at: index + 2) }
      return size("PNG", long(at: 16), long(at: 20))
    }
    if bytes.starts(with: Array("GIF8".utf8)) {
      func swapped(at index: Int) -> Int {
        number(at: index) >> 8 | (number(at: index) & 0xFF) << 8
      }
      return size("GIF", swapped(at: 6), swapped(at: 8))
    }
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    // The size is in the first segment that begins a frame.
    var index = 2
    while index + 8 < bytes.count, bytes[index] == 0xFF {
      let marker = bytes[index + 1]
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        return size("JPEG", number(at: index + 7), number(at: index + 5))
      }
      index += 2 + number(at: index + 2)
    }
    return "JPEG"
  }
}
