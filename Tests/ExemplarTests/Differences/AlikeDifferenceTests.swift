import Exemplar
import Foundation
import TestSupport
import Testing

/// The lines that a failing comparison shows of values whose texts are alike.
struct AlikeDifferenceTests {
  /// The lines after the first of the issue that a failing expectation records.
  private func lines(_ body: @Sendable @escaping () -> Void) async -> [String] {
    await traced(describe("A shelf") { it("holds") { body() } }).issues.flatMap {
      $0.message.split(separator: "\n").dropFirst().map(String.init)
    }
  }

  private final class Node: Hashable, @unchecked Sendable {
    var name: String
    var next: Node?
    init(_ name: String) { self.name = name }
    static func == (a: Node, b: Node) -> Bool { a.name == b.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  /// Two objects of different names, each of which leads to itself.
  private static var rings: (Node, Node) {
    let (a, b) = (Node("a"), Node("b"))
    (a.next, b.next) = (a, b)
    return (a, b)
  }

  @Test func objectsInCollectionsAreComparedByTheirParts() async {
    let name = ["− left, + right:", "− [0].name: \"a\"", "+ [0].name: \"b\""]
    #expect(await lines { expect([Node("a")], equals: [Node("b")]) } == name)
    let macro = await lines { #expect([Node("a")] == [Node("b")]) }
    #expect(macro == name)
    #expect(await lines { expect([Self.rings.0], equals: [Self.rings.1]) } == name)
    let rings = await lines { #expect([Self.rings.0] == [Self.rings.1]) }
    #expect(rings.prefix(3) == name[...])
    let many = await lines {
      expect(
        (0..<50).map { Node("\($0)") }, equals: (0..<50).map { Node($0 == 40 ? "x" : "\($0)") })
    }
    #expect(many == ["− left, + right:", "− [40].name: \"40\"", "+ [40].name: \"x\""])
    let values = await lines { expect(["k": Node("a")], equals: ["k": Node("b")]) }
    #expect(values == ["− left, + right:", "− [\"k\"].name: \"a\"", "+ [\"k\"].name: \"b\""])
    let set = await lines {
      expect([Node("a"), Node("c")] as Set, equals: [Node("b"), Node("c")])
    }
    #expect(set.count == 3)
    #expect(set[1].hasPrefix("− ") && set[1].contains("name: \"a\""))
    #expect(set[2].hasPrefix("+ ") && set[2].contains("name: \"b\""))
  }

  @Test func chainsOfObjectsDoNotExhaustTheStack() async {
    final class Link: @unchecked Sendable {
      let next: Link?
      init(_ next: Link?) { self.next = next }
    }
    struct Chain: Equatable {
      let first = (0..<5_000).reduce(Link(nil)) { next, _ in Link(next) }
      static func == (a: Self, b: Self) -> Bool { false }
    }
    let lines = await lines { expect(Chain(), equals: Chain()) }
    #expect(lines.count <= 3)
  }

  @Test func elementsAreEqualIfTheySayIt() async {
    struct Word: Equatable {
      var text: String
      static func == (a: Self, b: Self) -> Bool { a.text.lowercased() == b.text.lowercased() }
    }
    let lines = await lines {
      expect(
        ["Emma", "Dune", "It"].map(Word.init), equals: ["EMMA", "DUNE", "Solaris"].map(Word.init))
    }
    #expect(lines == ["− left, + right:", "− [2].text: \"It\"", "+ [2].text: \"Solaris\""])
  }

  @Test func datesWithinASecondShowIt() async {
    let (a, b) = (
      Date(timeIntervalSinceReferenceDate: 0.25), Date(timeIntervalSinceReferenceDate: 0.5)
    )
    let shown = { (path: String) in
      [
        "− \(path)timeIntervalSinceReferenceDate: 0.25",
        "+ \(path)timeIntervalSinceReferenceDate: 0.5",
      ]
    }
    #expect(await lines { expect(a, equals: b) }.dropFirst().prefix(2) == shown("")[...])
    #expect(await lines { expect([a], equals: [b]) }.dropFirst().prefix(2) == shown("[0].")[...])
    let macro = await lines { #expect([a] == [b]) }
    #expect(macro.dropFirst().prefix(2) == shown("[0].")[...])
    let set = await lines { expect([a] as Set, equals: [b]) }
    #expect(set.count == 3 && set[1].contains("0.25") && set[2].contains("0.5"))
    let keys = await lines { expect([a: 1, b: 1], equals: [a: 1, b: 2]) }
    #expect(keys.contains { $0.hasPrefix("− [2001-01-01 00:00:00 +0000") && $0.hasSuffix(": 1") })
    #expect(keys.count { $0.hasPrefix("− [") } == 1)
  }

  @Test func dataShowsItsBytes() async {
    #expect(
      await lines { expect(Data([1, 2, 3]), equals: Data([1, 2, 4])) } == [
        "− left, + right:", "− [2]: 3", "+ [2]: 4",
      ])
    let macro = await lines { #expect(Data([1, 2, 3]) == Data([1, 2, 4])) }
    #expect(macro == ["− left, + right:", "− bytes[2]: 3", "+ bytes[2]: 4"])
  }

  @Test(arguments: [
    ("10\u{A0}000 €", "10 000 €", "10\\u{00A0}000 €"),
    ("\u{410}lice", "Alice", "\\u{0410}lice"),
    ("a\u{200B}b", "ab", "a\\u{200B}b"),
    ("a\tb", "a       b", "a\\tb"),
    ("a \nb", "a\nb", "a "),
    ("a\r\nb\r\n", "a\nb\n", "a\\r\\nb\\r\\n"),
    ("it’s", "it's", "it\\u{2019}s"),
    ("Ａ", "A", "\\u{FF21}"),
  ])
  func textsThatLookAlikeShowTheirScalars(left: String, right: String, shown: String) async {
    let call = await traced(describe("A shelf") { it("holds") { expect(left, equals: right) } })
      .issues
    let macro = await traced(describe("A shelf") { it("holds") { #expect(left == right) } }).issues
    for message in (call + macro).map(\.message) {
      #expect(
        message.contains("\n− left, + right:\n− \"\(shown)\"\n+ "), "\(message.debugDescription)")
    }
    #expect(call.count == 1 && macro.count == 1)
  }

  @Test func textsThatLookAlikeInCollectionsShowTheirScalars() async {
    let set = await lines { expect(["\u{410}lice", "Bob"] as Set, equals: ["Alice", "Bob"]) }
    #expect(set == ["− left, + right:", "− \"\\u{0410}lice\"", "+ \"Alice\""])
    let keys = await lines { expect(["a\u{A0}b": 1], equals: ["a b": 1]) }
    #expect(keys.contains("− [\"a\\u{00A0}b\"]: 1"))
  }

  @Test func spaceInLinesThatWereAddedIsShown() async {
    let lines = await lines {
      expect("one\ntwo\nthree", equals: "one\ntwo \ntwo and a half\nthree")
    }
    #expect(lines.contains("+ \"two \""))
    #expect(lines.contains("+ two and a half"))
  }
}
