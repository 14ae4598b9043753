import ExemplarCore
import Foundation

/// Reads binary property lists (`bplist00`): objects that refer to each other by number, a table of
/// where they begin, and a trailer that tells where the table is.
///
/// Nothing in the file is believed: numbers may point anywhere, and objects may hold themselves.
struct BinaryPlist {
  let bytes: [UInt8]
  private let path: String
  let table: Range<Int>
  let offsetSize: Int
  let referenceSize: Int
  private let objectCount: Int
  private let top: Int
  /// How much may still be read: a value costs one, and long ones more. Values that are referred to
  /// once cost less than the file has bytes; those that are referred to often, and hold others that
  /// are, could make more of a small file than any memory holds.
  var budget: Int

  private static let headerSize = 8
  private static let trailerSize = 32

  /// What is wrong with one value.
  struct Problem: Error {
    var message: String
    init(_ message: String) { self.message = message }
    static let damaged = Problem("the file is damaged here.")
  }

  /// Reads the trailer. Throws ``AuthoringMistake`` if it makes no sense.
  init(_ bytes: [UInt8], path: String) throws {
    self.bytes = bytes
    self.path = path
    func broken(_ problem: String) -> AuthoringMistake {
      AuthoringMistake("Malformed binary property list: \(problem)", at: Place(path: path))
    }
    let version = String(decoding: bytes.prefix(Self.headerSize).dropFirst(6), as: UTF8.self)
    guard version.hasPrefix("0") || version.isEmpty else {
      throw broken("version \u{201C}\(version)\u{201D} is not known; only 00 is read.")
    }
    guard bytes.count >= Self.headerSize + Self.trailerSize else {
      throw broken("it has only \(bytes.count) bytes, so its end is missing.")
    }
    let trailer = bytes.count - Self.trailerSize
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard let count = Self.number(bytes, at: trailer + 8, 8),
      let top = Self.number(bytes, at: trailer + 16, 8),
      let start = Self.number(bytes, at: trailer + 24, 8),
      (1...8).contains(offsetSize), (1...8).contains(referenceSize), top < count,
      start >= Self.headerSize, start <= trailer, count <= (trailer - start) / offsetSize
    else { throw broken("its end is missing or damaged.") }
    objectCount = count
    self.top = top
    table = start..<trailer
    budget = 100_000 + bytes.count
  }

  /// A dictionary or an array of which not everything has been read.
  private struct Container {
    /// The keys of a dictionary.
    var keys: [String]?
    var references: [Int]
    var nodes: [PlistNode] = []

    var isOver: Bool { nodes.count == references.count }
    /// The key of the value that is next, as messages show it.
    var key: String { keys?[nodes.count] ?? "[\(nodes.count)]" }
    var node: PlistNode {
      guard let keys else { return PlistNode(content: .array(nodes)) }
      return PlistNode(
        content: .dictionary(zip(keys, nodes).map { PlistEntry(key: $0, node: $1) }))
    }
  }

  /// Reads everything, without recursion, as the stack of a thread is small. Values that cannot be
  /// read are ``PlistNode/Content/wrong(_:)``.
  mutating func root() throws -> PlistNode {
    var open: [Container] = []
    var reference = top
    while true {
      var over = begin(reference, &open)
      if budget < 0 { throw tooMuch }
      while let node = over {
        guard var container = open.popLast() else { return node }
        container.nodes.append(node)
        over = container.isOver ? container.node : nil
        if !container.isOver { open.append(container) }
      }
      if let container = open.last { reference = container.references[container.nodes.count] }
    }
  }

  private var tooMuch: AuthoringMistake {
    AuthoringMistake(
      "The binary property list refers to the same values so often that it would not fit into "
        + "memory.", at: Place(path: path))
  }

  /// Reads a value, or opens it if it holds others.
  private mutating func begin(_ reference: Int, _ open: inout [Container]) -> PlistNode? {
    do {
      let (kind, detail, start) = try marker(reference)
      guard kind == 0xA || kind == 0xD else {
        return PlistNode(content: try plain(kind, detail, at: start))
      }
      guard open.count < RowValue.maximumDepth else {
        throw Problem("it is nested more than \(RowValue.maximumDepth) levels deep.")
      }
      let container = try kind == 0xA ? array(at: start, detail) : dictionary(at: start, detail)
      if container.isOver { return container.node }
      open.append(container)
      return nil
    } catch {
      // What tells where it is gets longer with the depth.
      budget -= open.count
      let problem = (error as? Problem)?.message ?? "\(error)"
      let subject = open.isEmpty ? "" : "\(open.map(\.key).plistKeyPath) of "
      return PlistNode(
        content: .wrong(
          AuthoringMistake(
            "Cannot read \(subject)the binary property list: \(problem)", at: Place(path: path))))
    }
  }

  /// What an object begins with: its kind, what else that byte tells, and where the rest is.
  private mutating func marker(_ reference: Int) throws -> (kind: UInt8, detail: Int, start: Int) {
    budget -= 1
    guard reference < objectCount,
      let offset = Self.number(bytes, at: table.lowerBound + reference * offsetSize, offsetSize),
      (Self.headerSize..<table.lowerBound).contains(offset)
    else { throw Problem.damaged }
    return (bytes[offset] >> 4, Int(bytes[offset] & 0xF), offset + 1)
  }

  // MARK: Containers

  private func array(at start: Int, _ detail: Int) throws -> Container {
    let (start, count) = try self.count(at: start, detail)
    return Container(references: try references(at: start, count))
  }

  /// Dictionaries have no order in the file that anyone has chosen, so it is that of the keys.
  private mutating func dictionary(at start: Int, _ detail: Int) throws -> Container {
    let (start, count) = try self.count(at: start, detail)
    var keys: [String] = []
    for reference in try references(at: start, count) { keys.append(try key(reference)) }
    let values = try references(at: start + count * referenceSize, count)
    let sorted = zip(keys, values).sorted { $0.0.naturallyPrecedes($1.0) }
    return Container(keys: sorted.map(\.0), references: sorted.map(\.1))
  }

  private mutating func key(_ reference: Int) throws -> String {
    let (kind, detail, start) = try marker(reference)
    guard budget >= 0, case .plain(.string(let key)) = try plain(kind, detail, at: start) else {
      throw Problem("a key is not text.")
    }
    return key
  }

  private func references(at start: Int, _ count: Int) throws -> [Int] {
    let all = try bytes(at: start, count.multiplied(by: referenceSize))
    return try (0..<count).map { index in
      guard
        let reference = Self.number(
          bytes, at: all.startIndex + index * referenceSize, referenceSize)
      else { throw Problem.damaged }
      return reference
    }
  }
}

extension [String] {
  /// The keys as messages show them: `“shelf.books[2]”`.
  var plistKeyPath: String {
    let path = joined(separator: ".").replacing(".[", with: "[")
    return "\u{201C}\(path.shortened(to: 120))\u{201D}"
  }
}
