import Exemplar
import Foundation
import Testing

@testable import ExemplarRows

/// The ends of lines in text files.
struct LineEndsTests {
  @Test(arguments: ["\r", "\n", "\r\n"])
  func areTakenAsTheyAre(end: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(["# shelves", "A1 Emma", "", "B2 Dune"].joined(separator: end), to: "s.txt")
    await expect(
      transcript(of: .lines("s.txt", comments: "#"), for: folder.site),
      equals: [
        #"2:1 - {value: "A1 Emma"}"#, #"4:1 - {value: "B2 Dune"}"#,
      ])
    let shelves = RowSource.lines("s.txt", matching: /(?<shelf>\w+) (?<title>\w+)/, comments: "#")
    await expect(
      transcript(of: shelves, for: folder.site),
      equals: [
        #"2:1 - {shelf: "A1", title: "Emma"}"#, #"4:1 - {shelf: "B2", title: "Dune"}"#,
      ])
  }

  /// All texts of six of these characters, read in pieces of any size.
  @Test(arguments: 1...8) func areFoundInPiecesOfAnySize(size: Int) throws {
    let folder = try TemporaryFolder()
    let url = URL(filePath: folder.path + "/s.txt")
    let characters = Array("a\r\n".utf8)
    for number in 0..<729 {
      var (bytes, rest): ([UInt8], Int) = ([], number)
      for _ in 0..<6 {
        bytes.append(characters[rest % 3])
        rest /= 3
      }
      try folder.write(bytes, to: "s.txt")
      for endsAtReturn in [true, false] {
        let reader = try ByteReader(url, path: "s.txt", chunkSize: size)
        var lines = LineReader(reader, endsAtReturn: endsAtReturn)
        var found: [String] = []
        while let line = try lines.next() {
          found.append("\(line.number) \(String(decoding: line.bytes ?? [], as: UTF8.self))")
        }
        expect(found, equals: expected(bytes, endsAtReturn), "\(bytes)")
      }
    }
  }

  private func expected(_ bytes: [UInt8], _ endsAtReturn: Bool) -> [String] {
    var lines: [[UInt8]] = [[]]
    for (index, byte) in bytes.enumerated() {
      let isPair = endsAtReturn && byte == 0x0A && index > 0 && bytes[index - 1] == 0x0D
      if isPair { continue }
      if byte == 0x0A || endsAtReturn && byte == 0x0D {
        lines.append([])
      } else {
        lines[lines.count - 1].append(byte)
      }
    }
    return lines.enumerated().filter { $0.element.contains(UInt8(ascii: "a")) }
      .map { "\($0.offset + 1) \(String(decoding: $0.element, as: UTF8.self))" }
  }
}
