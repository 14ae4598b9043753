import ExemplarCore
import Foundation

/// A file in the form of tar (POSIX ustar, with pax headers for long names), which people can open on any system.
enum TarFile {
  fileprivate static let block = 512

  fileprivate static func padding(after size: Int) -> Int { (block - size % block) % block }

  /// The header of an entry.
  fileprivate static func header(
    _ name: Data, size: Int, kind: Character, isProgram: Bool, modified: Int
  ) -> Data {
    var header = Data(count: block)
    func put(_ bytes: some Collection<UInt8>, at offset: Int) {
      header.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
    func put(_ number: Int, at offset: Int, digits: Int) {
      let text = String(number, radix: 8)
      put((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8, at: offset)
    }
    put(name.prefix(100), at: 0)
    put(isProgram ? 0o755 : 0o644, at: 100, digits: 7)
    put(0, at: 108, digits: 7)
    put(0, at: 116, digits: 7)
    put(size, at: 124, digits: 11)
    put(max(0, modified), at: 136, digits: 11)
    put("        ".utf8, at: 148)
    put(kind.utf8, at: 156)
    put("ustar".utf8, at: 257)
    put("00".utf8, at: 263)
    put(header.reduce(0) { $0 + Int($1) }, at: 148, digits: 6)
    header[154] = 0
    return header
  }
}

/// Writes entries one after the other.
struct TarWriter {
  let file: FileHandle

  /// Adds a file.
  func add(_ name: String, _ data: Data, isProgram: Bool = false, modified: Int = 0) throws {
    let bytes = Data(name.utf8)
    if bytes.count > 100 {
      // The length counts itself.
      var length = bytes.count + " path=\n".utf8.count
      length += "\(length + "\(length)".utf8.count)".utf8.count
      let record = Data("\(length) path=".utf8) + bytes + Data("\n".utf8)
      try add("long-name", record, kind: "x", isProgram: false, modified: modified)
    }
    try add(name, data, kind: "0", isProgram: isProgram, modified: modified)
  }

  private func add(
    _ name: String, _ data: Data, kind: Character, isProgram: Bool, modified: Int
  ) throws {
    try file.write(
      contentsOf: TarFile.header(
        Data(name.utf8), size: data.count, kind: kind, isProgram: isProgram, modified: modified))
    try file.write(contentsOf: data)
    try file.write(contentsOf: Data(count: TarFile.padding(after: data.count)))
  }

  /// Writes the end of the file.
  func finish() throws { try file.write(contentsOf: Data(count: 2 * TarFile.block)) }
}

/// Reads entries one after the other, and trusts none of them.
struct TarReader {
  let file: FileHandle

  /// A file in it.
  struct Entry {
    /// A relative path without `.` and `..`.
    var name: String
    var data: Data
    var isProgram: Bool
    var modified: Int
  }

  /// The next file; `nil` at the end. Throws ``UsageError`` for anything that is not a file with a path in the archive.
  func next() throws -> Entry? {
    var long: String?
    while true {
      let header = try read(TarFile.block)
      if header.allSatisfy({ $0 == 0 }) { return nil }
      var sum = header.reduce(0) { $0 + Int($1) }
      for byte in header[148..<156] { sum += 0x20 - Int(byte) }
      guard Self.number(header[148..<156]) == sum, let size = Self.number(header[124..<136]),
        size >= 0
      else {
        throw UsageError("it is no file of tar, or damaged")
      }
      let prefix = Self.text(header[345..<500])
      let short = (prefix.isEmpty ? "" : prefix + "/") + Self.text(header[0..<100])
      let name = long ?? short
      let kind = Character(Unicode.Scalar(header[156]))
      let data = try read(size, of: name)
      _ = try read(TarFile.padding(after: size), of: name)
      switch kind {
      case "x": long = Self.path(in: data) ?? long
      case "g", "5": long = nil
      case "0", "\0":
        return Entry(
          name: try Self.checked(name), data: data,
          isProgram: (Self.number(header[100..<108]) ?? 0) & 0o100 != 0,
          modified: Self.number(header[136..<148]) ?? 0)
      default: throw UsageError("\(name) in it is a link or a device, which no archive has")
      }
    }
  }

  private static func checked(_ name: String) throws -> String {
    var parts = name.split(separator: "/", omittingEmptySubsequences: false)
    // Programs for tar put it before each path.
    if parts.first == ".", parts.count > 1 { parts.removeFirst() }
    guard !parts.contains(where: { ["", ".", ".."].contains($0) }), !name.utf8.contains(0) else {
      throw UsageError("the path \(name) in it leads out of the archive")
    }
    return parts.joined(separator: "/")
  }

  /// The path that a pax header states.
  private static func path(in data: Data) -> String? {
    var rest = data[...]
    while let space = rest.firstIndex(of: 0x20),
      let length = Int(String(decoding: rest[..<space], as: UTF8.self)), length > 0,
      length <= rest.count
    {
      let record = rest[rest.index(after: space)..<rest.startIndex + length].dropLast()
      let text = String(decoding: record, as: UTF8.self)
      if text.hasPrefix("path=") { return String(text.dropFirst(5)) }
      rest = rest.dropFirst(length)
    }
    return nil
  }

  private static func text(_ bytes: Data) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// An octal number; `nil` if it is none.
  private static func number(_ bytes: Data) -> Int? {
    let digits = bytes.drop { $0 == 0x20 }.prefix { $0 != 0 && $0 != 0x20 }
    return digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self), radix: 8)
  }

  private func read(_ count: Int, of name: String = "its next file") throws -> Data {
    var data = Data()
    while data.count < count {
      guard let more = try file.read(upToCount: count - data.count), !more.isEmpty else {
        throw UsageError("it ends in the middle of \(name): it was copied only in part")
      }
      data += more
    }
    return data
  }
}
