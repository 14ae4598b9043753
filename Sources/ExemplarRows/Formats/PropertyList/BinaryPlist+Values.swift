import Foundation

extension BinaryPlist {
  /// Reads a value that holds no others.
  mutating func plain(
    _ kind: UInt8, _ detail: Int, at start: Int
  ) throws -> PlistNode.Content {
    switch kind {
    case 0x0: return .plain(try constant(detail))
    case 0x1: return .plain(.number(try integer(at: start, power: detail)))
    case 0x2: return .plain(.number("\(try real(at: start, power: detail))"))
    case 0x3: return .plain(.date(try date(at: start, power: detail)))
    case 0x4, 0x5, 0x6, 0x7: return .plain(try text(kind, at: start, detail))
    case 0x8:
      let number = try? integer(bytes(at: start, detail + 1))
      throw Problem("found the UID \(number ?? "?") of a keyed archive; rows have none.")
    case 0xB, 0xC: throw Problem("found a set; expected an array, which has an order.")
    default: throw Problem.damaged
    }
  }

  private func constant(_ detail: Int) throws -> RowValue.Content {
    switch detail {
    case 0: return .null
    case 8: return .bool(false)
    case 9: return .bool(true)
    default: throw Problem.damaged
    }
  }

  private func integer(at start: Int, power: Int) throws -> String {
    guard power <= 4 else { throw Problem.damaged }
    return try integer(bytes(at: start, 1 << power))
  }

  /// The number in some bytes, the highest first; those of eight have a sign. Numbers of sixteen
  /// bytes are written for what is too large for eight with a sign.
  private func integer(_ bytes: ArraySlice<UInt8>) throws -> String {
    func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    let low = word(bytes.suffix(8))
    let high = word(bytes.dropLast(8))
    switch (bytes.count, high) {
    case (..<8, _): return String(low)
    case (8, _): return String(Int64(bitPattern: low))
    case (_, 0): return String(low)
    case (_, .max) where Int64(bitPattern: low) < 0: return String(Int64(bitPattern: low))
    default: throw Problem("found an integer of more than 64 bits.")
    }
  }

  private func real(at start: Int, power: Int) throws -> Double {
    let pattern = try bytes(at: start, 1 << power).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch power {
    case 2: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern)))
    case 3: return Double(bitPattern: pattern)
    default: throw Problem.damaged
    }
  }

  /// Dates are seconds since 2001. Those that no calendar can show are refused.
  private func date(at start: Int, power: Int) throws -> Date {
    guard power == 3 else { throw Problem.damaged }
    let date = Date(timeIntervalSinceReferenceDate: try real(at: start, power: power))
    let years0To9999 = -62_167_219_200.0..<253_402_300_800.0
    guard years0To9999.contains(date.timeIntervalSince1970) else {
      throw Problem("found a date that is not of the years 0 to 9999.")
    }
    return date
  }

  private mutating func text(_ kind: UInt8, at start: Int, _ detail: Int) throws -> RowValue.Content
  {
    let (start, count) = try self.count(at: start, detail)
    let content = try bytes(at: start, kind == 0x6 ? count.multiplied(by: 2) : count)
    budget -= content.count / 16
    switch kind {
    case 0x4: return .data(Data(content))
    case 0x6:
      let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map {
        UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
      }
      let text = String(decoding: units, as: UTF16.self)
      guard text.utf16.elementsEqual(units) else { throw Problem("found a text with half a pair.") }
      return .string(text)
    default:
      let text = String(decoding: content, as: UTF8.self)
      guard text.utf8.elementsEqual(content) else {
        throw Problem("found a text that is not UTF-8.")
      }
      return .string(text)
    }
  }

  // MARK: Bytes

  /// The count of an object, which is in its first byte or follows as an integer.
  func count(at start: Int, _ detail: Int) throws -> (start: Int, count: Int) {
    if detail < 0xF { return (start, detail) }
    guard let marker = try bytes(at: start, 1).first, marker >> 4 == 0x1, marker & 0xF <= 3,
      let count = Self.number(bytes, at: start + 1, 1 << Int(marker & 0xF))
    else { throw Problem.damaged }
    return (start + 1 + 1 << Int(marker & 0xF), count)
  }

  /// Bytes of an object; they all stand before the table.
  func bytes(at start: Int, _ count: Int) throws -> ArraySlice<UInt8> {
    guard start <= table.lowerBound, count >= 0, count <= table.lowerBound - start else {
      throw Problem.damaged
    }
    return bytes[start..<start + count]
  }

  /// A number without a sign; `nil` if it is not in the file or larger than any that makes sense.
  static func number(_ bytes: [UInt8], at start: Int, _ size: Int) -> Int? {
    guard start >= 0, size <= bytes.count, start <= bytes.count - size else { return nil }
    let number = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: number)
  }
}

extension Int {
  /// The product; the largest number if it is larger, which no file has bytes for.
  func multiplied(by factor: Int) -> Int {
    let (product, isTooMuch) = multipliedReportingOverflow(by: factor)
    return isTooMuch ? .max : product
  }
}
