import ExemplarCore
import Foundation

/// Reads binary property lists (`bplist00`): objects that refer to each other by number, a table of
/// their offsets, and a trailer with the location of the table.
///
/// It treats its input as untrusted: numbers may point anywhere, and objects may contain themselves.
struct BinaryPlistReader {
  private let bytes: [UInt8]
  private let path: String
  private let table: Range<Int>
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let top: Int
  /// The number of values that may still be read. Objects that refer to each other often enough could
  /// turn a small file into more values than fit into memory.
  private var budget: Int
  /// The keys around the current value.
  private var keys: [String] = []

  /// The error that a value is damaged. Errors in one value have no place yet.
  private static let damage = UsageError("the file is damaged here.")

  /// Reads the trailer. Throws ``UsageError`` if it is damaged.
  init(_ bytes: [UInt8], path: String) throws {
    func malformed(_ problem: String) -> UsageError {
      UsageError("Malformed binary property list: \(problem)", at: Place(path: path))
    }
    let version = String(decoding: bytes.dropFirst(6).prefix(2), as: UTF8.self)
    guard version.hasPrefix("0") || version.isEmpty else {
      throw malformed("version \(version.quoted) is unknown; only 00 can be read.")
    }
    let end = bytes.count - 32
    guard end >= 8 else {
      throw malformed("it has only \(bytes.count.counted("byte")), so its end is missing.")
    }
    func number(_ offset: Int) -> Int { Int(clamping: bytes[(end + offset)...].prefix(8).number) }
    (offsetSize, referenceSize) = (Int(bytes[end + 6]), Int(bytes[end + 7]))
    (count, top) = (number(8), number(16))
    let start = number(24)
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), top < count,
      (8...end).contains(start), count <= (end - start) / offsetSize
    else { throw malformed("its end is missing or damaged.") }
    self.bytes = bytes
    self.path = path
    table = start..<end
    budget = 100_000 + bytes.count
  }

  /// Reads everything. Values that cannot be read become ``RowNode/Content/wrong(_:)``.
  mutating func root() throws -> RowNode { node(try content(of: top)) }

  private func node(_ content: RowNode.Content) -> RowNode {
    RowNode(content: content, place: Place(path: path))
  }

  private mutating func value(_ reference: Int, under key: String) throws -> RowNode.Content {
    keys.append(key)
    defer { keys.removeLast() }
    return try content(of: reference)
  }

  /// Reads an object. Everything that needs much of the stack is in other functions, because threads
  /// can have small stacks.
  private mutating func content(of reference: Int) throws -> RowNode.Content {
    do {
      let (kind, detail, start) = try marker(reference)
      switch kind {
      case 0xA: return try array(at: start, detail)
      case 0xD: return try dictionary(at: start, detail)
      default: return .value(try scalar(kind, detail, at: start))
      }
    } catch let problem as UsageError where problem.place == nil {
      return try wrong(problem)
    }
  }

  private mutating func wrong(_ problem: UsageError) throws -> RowNode.Content {
    // The message grows with the depth.
    try spend(keys.count)
    let keyPath = keys.joined(separator: ".").replacing(".[", with: "[")
    let subject = keys.isEmpty ? "" : "\(keyPath.shortened(to: 120).quoted) of "
    return .wrong(
      UsageError(
        "Cannot read \(subject)the binary property list: \(problem.message)",
        at: Place(path: path)))
  }

  private mutating func spend(_ cost: Int) throws {
    budget -= cost
    if budget >= 0 { return }
    throw UsageError(
      "The binary property list refers to the same values so often that they do not fit into memory.",
      at: Place(path: path))
  }

  /// The first byte of an object, which has its kind and a detail, and the offset of its content.
  private mutating func marker(
    _ reference: Int
  ) throws -> (kind: UInt8, detail: Int, start: Int) {
    try spend(1)
    guard reference < count else { throw Self.damage }
    let entry = bytes[(table.lowerBound + reference * offsetSize)...].prefix(offsetSize)
    let offset = Int(clamping: entry.number)
    guard (8..<table.lowerBound).contains(offset) else { throw Self.damage }
    return (bytes[offset] >> 4, Int(bytes[offset] & 0xF), offset + 1)
  }

  private mutating func scalar(
    _ kind: UInt8, _ detail: Int, at start: Int
  ) throws -> RowValue.Content {
    switch (kind, detail) {
    case (0x0, 0): return .null
    case (0x0, 8): return .bool(false)
    case (0x0, 9): return .bool(true)
    case (0x1, 0...4): return .number(try integer(object(at: start, 1 << detail)))
    case (0x2, 2...3): return .number("\(try real(at: start, 1 << detail))")
    case (0x3, 3): return .date(try date(at: start))
    case (0x4, _), (0x5, _), (0x6, _), (0x7, _): return try text(kind, at: start, detail)
    case (0x8, _):
      let number = try integer(object(at: start, detail + 1))
      throw UsageError("found the UID \(number) of a keyed archive; rows have no such value.")
    case (0xB, _), (0xC, _): throw UsageError("found a set; expected an array, which has an order.")
    default: throw Self.damage
    }
  }

  // MARK: Values

  /// The number of 1 to 16 bytes. Only those of 8 and 16 bytes have a sign.
  private func integer(_ bytes: ArraySlice<UInt8>) throws -> String {
    let low = bytes.suffix(8).number
    switch (bytes.count, bytes.dropLast(8).number) {
    case (8, _): return String(Int64(bitPattern: low))
    case (_, 0): return String(low)
    case (_, .max) where Int64(bitPattern: low) < 0: return String(Int64(bitPattern: low))
    default: throw UsageError("found an integer of more than 64 bits.")
    }
  }

  private func real(at start: Int, _ size: Int) throws -> Double {
    let pattern = try object(at: start, size).number
    return size == 4
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern))) : Double(bitPattern: pattern)
  }

  private func date(at start: Int) throws -> Date {
    let date = Date(timeIntervalSinceReferenceDate: try real(at: start, 8))
    let years0To9999 = -62_167_219_200.0..<253_402_300_800.0
    guard years0To9999.contains(date.timeIntervalSince1970) else {
      throw UsageError("found a date outside the years 0 to 9999.")
    }
    return date
  }

  private mutating func text(
    _ kind: UInt8, at start: Int, _ detail: Int
  ) throws -> RowValue.Content {
    let (start, count) = try self.count(at: start, detail)
    let content = try object(at: start, count, of: kind == 0x6 ? 2 : 1)
    try spend(content.count / 16)
    if kind == 0x4 { return .data(Data(content)) }
    if kind == 0x6 {
      let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map {
        UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
      }
      if let text = String(validating: units, as: UTF16.self) { return .string(text) }
      throw UsageError("found a text with half a surrogate pair.")
    }
    if let text = String(validating: content, as: UTF8.self) { return .string(text) }
    throw UsageError("found a text that is not UTF-8.")
  }

  // MARK: Containers

  private mutating func array(at start: Int, _ detail: Int) throws -> RowNode.Content {
    var nodes: [RowNode] = []
    for (index, reference) in try elements(at: start, detail).enumerated() {
      nodes.append(node(try value(reference, under: "[\(index)]")))
    }
    return .array(nodes)
  }

  private func elements(at start: Int, _ detail: Int) throws -> [Int] {
    try checkDepth()
    let (start, count) = try self.count(at: start, detail)
    return try references(at: start, count)
  }

  private mutating func dictionary(at start: Int, _ detail: Int) throws -> RowNode.Content {
    var nodes: [RowNode] = []
    for (key, reference) in try entries(at: start, detail) {
      nodes.append(node(try value(reference, under: key)).under(key))
    }
    return .object(nodes)
  }

  /// The order of a binary dictionary has no meaning, so the order of the keys replaces it.
  private mutating func entries(
    at start: Int, _ detail: Int
  ) throws -> [(key: String, value: Int)] {
    try checkDepth()
    let (start, count) = try self.count(at: start, detail)
    let names = try references(at: start, count)
    var entries: [(key: String, value: Int)] = []
    for (name, value) in zip(names, try references(at: start + count * referenceSize, count)) {
      let (kind, detail, start) = try marker(name)
      guard 0x5...0x7 ~= kind, case .string(let key) = try text(kind, at: start, detail) else {
        throw UsageError("a key is not text.")
      }
      entries.append((key, value))
    }
    return entries.sorted { $0.key.naturallyPrecedes($1.key) }
  }

  private func checkDepth() throws {
    if keys.count < RowValue.maximumDepth { return }
    throw UsageError("it is nested more than \(RowValue.maximumDepth) levels deep.")
  }

  private func references(at start: Int, _ count: Int) throws -> [Int] {
    let all = try object(at: start, count, of: referenceSize)
    return stride(from: all.startIndex, to: all.endIndex, by: referenceSize).map {
      Int(clamping: all[$0...].prefix(referenceSize).number)
    }
  }

  /// The count of an object, which is in its first byte or follows as an integer.
  private func count(at start: Int, _ detail: Int) throws -> (start: Int, count: Int) {
    if detail < 0xF { return (start, detail) }
    let marker = try object(at: start, 1).number
    guard (0x10...0x13).contains(marker) else { throw Self.damage }
    let size = 1 << Int(marker & 0xF)
    return (start + 1 + size, Int(clamping: try object(at: start + 1, size).number))
  }

  /// The bytes of an object, which are all before the table.
  private func object(at start: Int, _ count: Int, of size: Int = 1) throws -> ArraySlice<UInt8> {
    let (size, isTooMuch) = count.multipliedReportingOverflow(by: size)
    guard !isTooMuch, start <= table.lowerBound, size <= table.lowerBound - start else {
      throw Self.damage
    }
    return bytes[start..<start + size]
  }
}

extension ArraySlice<UInt8> {
  /// The number in at most eight bytes, the highest first.
  fileprivate var number: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}
