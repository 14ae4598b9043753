import Exemplar
import ExemplarCore
import Testing

@testable import ExemplarRows

/// Rows in groups, whose values belong to them too.
struct RowGroupsTests {
  private struct Key: Decodable {
    var v: Int
    var keySize: Int?
  }

  private func rows(
    _ text: String, each path: RowPath = "tests", named naming: RowNaming = []
  ) async throws -> [Row] {
    try await RowSource.json(.text(text, path: "k.json"), each: path, named: naming).readRows()
  }

  @Test func aKeyOfAGroupThatIsSpelledOtherwiseIsRefused() async throws {
    let row = try #require(
      try await rows("[{\"key_size\": 256, \"tests\": [{\"v\": 1}]}]").first)
    let mistake = #expect(throws: UsageError.self) { try row.decode(as: Key.self) }
    expect(mistake?.message.contains("has no “keySize”, but “key_size”"), equals: true)
  }

  @Test func theNameOfAGroupIsAValueLikeOthersWhereAColumnNamesTheRows() async throws {
    let text =
      "[{\"name\": \"G\", \"tests\": [{\"title\": \"r1\", \"v\": 1}, {\"v\": 2}]}]"
    let names = try await rows(text, named: "title").map { $0["name"]?.text }
    expect(names, equals: ["G", "G"])
    try await expect(rows(text, named: "title").map(\.name), equals: ["r1", nil])
  }

  @Test func aStarWithNothingToStandForSaysSo() async {
    for text in ["{}", "[]"] {
      let lines = await transcript(of: .json(.text(text, path: "b.json"), each: "*.books"))
      expect(lines.last?.contains("nothing for “*” to stand for"), equals: true, "\(lines)")
    }
  }

  @Test func columnsAreForRowsThatAreArrays() async {
    await expect(
      transcript(of: .json(.text("[5, 6]", path: "b.json"), columns: "n")),
      equals: [
        "1:2 - {n: 5}", "1:5 - {n: 6}",
      ])
    let lines = await transcript(
      of: .json(.text("[{\"a\": 1}, [1, 2]]", path: "b.json"), columns: "n", "v"))
    #expect(lines.count == 2 && lines[0].contains("columns: is for rows that are arrays"))
    #expect(lines[1].hasSuffix("{n: 1, v: 2}"))
  }

  @Test func aMistakeInCodeIsToldOnce() async throws {
    let folder = try TemporaryFolder()
    try folder.write("a b c\nd e f\n", to: "b.txt")
    for source: RowSource in [
      .lines("b.txt", columns: "x", "y", matching: /(\w) (\w) (\w)/),
      .lines("b.txt", widths: ["shelf": 0]),
      .matches("b.txt", columns: "x", "y", of: /(\w) (\w) (\w)/),
    ] {
      let lines = await transcript(of: source, for: folder.site)
      #expect(lines.count == 1 && lines[0].contains("error: "), "\(lines)")
    }
    for width in [0, -1, .min] {
      await expect(
        transcript(of: .lines("b.txt", widths: ["a": 9, "b": width]), for: folder.site),
        equals: [
          "error: The column “b” is \(width) characters wide. Give it a width of 1 or more."
        ])
    }
  }

  @Test func whatStandsBehindLongGroupsBelongsToTheirRows() async throws {
    let odd = #"\"]} \\ {["#
    var lines = ["{\"groups\": ["]
    var wanted: [String] = []
    for group in 1...12 {
      lines.append("{\"tests\": [")
      // Every third group is long.
      let count = group % 3 == 0 ? 200 : 2
      for test in 1...count {
        lines.append("{\"v\": \(test), \"odd\": [[\"\(odd)\", {}]]}\(test < count ? "," : "")")
        wanted.append("\(lines.count): \(test) of \(group) in a")
      }
      lines.append("], \"size\": \(group), \"odd\": \"\(odd)\"}\(group < 12 ? "," : "")")
    }
    lines.append("], \"odd\": {\"\(odd)\": []}, \"name\": \"a\"}")
    let found = try await rows(lines.joined(separator: "\n"), each: "groups.tests").map { row in
      let (v, size, name) = (row["v"]?.number, row["size"]?.number, row["name"]?.text)
      return "\(row.place.line): \(Int(v ?? 0)) of \(Int(size ?? 0)) in \(name ?? "nothing")"
    }
    expect(found, equals: wanted)
  }

  @Test func everythingThatIsAskedOfARowIsReadOfIt() async throws {
    let row = try #require(try await rows("[{\"a\": 0, \"tests\": [{\"v\": 1}]}]").first)
    for read: (Row) -> Void in [
      { _ = $0.outerFields }, { _ = $0.suites }, { _ = $0.valuesText }, { _ = "\($0)" },
      { _ = $0 == row }, { _ = $0.hashValue },
    ] {
      let reads = RowReads(of: row, Locked(WalkNotes()))
      #expect(reads.isEmpty)
      read(reads.trackedRow)
      #expect(!reads.isEmpty)
    }
  }
}

/// Classes of the user's, which decode what their superclass has in one of two ways.
struct SuperclassTests {
  private class Animal: Decodable {
    var id: Int
    init(id: Int) { self.id = id }
  }

  private final class Dog: Animal {
    let n: String

    private enum Keys: CodingKey { case n }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      n = try container.decode(String.self, forKey: .n)
      try super.init(from: container.superDecoder())
    }
  }

  @Test(arguments: [
    ("[{\"n\": \"rex\", \"id\": 1, \"super\": {\"id\": 2}}]", 2),
    ("[{\"n\": \"rex\", \"id\": 1}]", 1),
  ])
  func areDecodedFromSuperWhereThatIs(text: String, id: Int) async throws {
    try await expect(onlyRow(text).decode(as: Dog.self).id, equals: id)
  }
}
