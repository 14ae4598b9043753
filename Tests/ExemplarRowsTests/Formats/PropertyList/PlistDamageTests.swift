import Exemplar
import Foundation
import TestSupport
import Testing

@testable import ExemplarRows

/// Files that are damaged end in a message, never in a crash.
@Suite(.apart) struct PlistDamageTests {
  /// Good files of the corpus.
  private static let files: [[UInt8]] = CorpusFile.all
    .filter { $0.format == "plist" && $0.isGood }
    .compactMap { (try? Data(contentsOf: $0.url)).map { [UInt8]($0) } }

  private func read(_ bytes: [UInt8]) async {
    _ = try? PropertyList.value(of: Data(bytes), path: "books.plist")
    guard let rows = try? RowFormat.propertyListRows(of: bytes, path: "books.plist") else { return }
    while (try? await rows.next()) != nil {}
  }

  @Test func cutOffAnywhere() async throws {
    for file in Self.files {
      let isBinary = file.starts(with: "bplist".utf8)
      for count in stride(from: 0, to: file.count, by: isBinary ? 1 : 7) {
        let part = Array(file[..<count])
        // Only white space may be missing without harm, and what follows the value.
        let rest = String(decoding: file[count...], as: UTF8.self)
        await read(part)
        if rest.contains("</dict>") || rest.contains("</array>") {
          #expect(mistake { try PropertyList.value(of: Data(part), path: "books.plist") } != nil)
        }
      }
    }
    #expect(Self.files.count > 10)
  }

  @Test func changedAnywhere() async {
    for file in Self.files {
      // In binary, every byte has a meaning of its own.
      let isBinary = file.starts(with: "bplist".utf8)
      for index in stride(from: 0, to: file.count, by: isBinary ? 1 : 13) {
        for byte: UInt8 in [0, 0x3C, 0xFF, file[index] &+ 1] {
          var changed = file
          changed[index] = byte
          await read(changed)
        }
      }
    }
  }

  @Test func nestedDeeplyInBinary() async throws {
    // Each array holds the next object.
    var bytes = Array("bplist00".utf8)
    let count = 100_000
    var offsets: [Int] = []
    for index in 0..<count {
      offsets.append(bytes.count)
      bytes += [0xA1] + bigEndian(index + 1, 4)
    }
    offsets.append(bytes.count)
    bytes.append(0x09)
    let table = bytes.count
    for offset in offsets { bytes += bigEndian(offset, 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, 4] + bigEndian(count + 1, 8) + bigEndian(0, 8)
    bytes += bigEndian(table, 8)
    let problem = mistake { try PropertyList.value(of: Data(bytes), path: "books.plist") }
    let path = String(repeating: "[0]", count: 40).prefix(119) + "…"
    expect(
      problem,
      equals: "0:0 Cannot read “\(path)” of the binary property list: "
        + "it is nested more than 128 levels deep.")
  }

  private func bigEndian(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
