import Exemplar
import ExemplarCore
import Foundation
import Testing

@testable import ExemplarRows

/// Values are equal if they are the same data.
struct RowEqualityTests {
  @Sendable private func number(_ text: String) -> RowValue { RowValue(.number(text)) }

  @Test func comparesNumbersByTheirValues() {
    let classes = [
      ["1", "1.0", "1e0", "10e-1", "0.1e1", "1E+0"],
      ["0", "-0", "0.0", "-0e99999999999999999999"],
      ["-1", "-1.00"],
      ["0.1", "1e-1"],
      ["0.1000000000000000055511151231257827"],
      ["18446744073709551616", "1.8446744073709551616e19"],
      ["18446744073709551617"],
      ["1e400", "10e399"], ["1e401"],
      ["1e99999999999999999999"], ["1e99999999999999999998"],
      ["nan"], ["inf"], ["-inf"],
    ]
    for (index, these) in classes.enumerated() {
      for (other, those) in classes.enumerated() {
        for (a, b) in these.flatMap({ a in those.map { (a, $0) } }) {
          expect(number(a) == number(b), equals: index == other, "\(a) and \(b)")
        }
      }
      expect(Set(these.map(number)).count, equals: 1)
    }
    #expect(number("1.50") == 1.5 && number("1e2") == 100 && number("2") != 2.5)
  }

  @Test func comparesObjectsWithoutOrderAndArraysWithIt() async throws {
    let row = try await onlyRow(
      #"[{"a": {"x": 1, "y": [1, {"z": null, "w": 2.0}]}, "b": {"y": [1.0, {"w": 2, "z": null}], "x": 1e0}}]"#
    )
    #expect(row["a"] == row["b"] && row["a"]?.hashValue == row["b"]?.hashValue)
    expect(row["a"], equals: ["y": [1, ["w": 2, "z": nil]], "x": 1])
    #expect(row["a"] != ["y": [["w": 2, "z": nil], 1], "x": 1])
    #expect(row["a"] != ["x": 1] && row["a"] != ["x": 1, "y": 2] && row["a"] != ["x": 1, "v": 2])
    expect(RowFields([("a", 1), ("b", 2)]), equals: ["b": 2, "a": 1.0])
    expect(Set<RowFields>([["a": 1, "b": 2], ["b": 2, "a": 1]]).count, equals: 1)
  }

  @Test func takesTextWithoutATypeForText() async throws {
    let source = RowSource.csv(.text("code,title\n007,Emma\n", path: "books.csv"))
    let row = try #require(try source.opening(site)().nextNow()?.row)
    #expect(row["title"] == "Emma" && row["code"] == "007")
    #expect(row["code"] != 7 && row["code"] != "7" && row["code"]?.number == 7)
  }

  @Test func takesFilesForTheirContents() throws {
    let folder = try TemporaryFolder()
    try folder.write("Emma\n", to: "a.txt")
    try folder.write([0xEF, 0xBB, 0xBF] + Array("Emma\n".utf8), to: "b.txt")
    try folder.write([0x89, 0xFF], to: "c.png")
    func file(_ name: String) -> RowValue { RowValue(.file(path: folder.path + "/" + name)) }
    #expect(file("a.txt") == file("b.txt") && file("a.txt") == "Emma\n")
    #expect(file("a.txt") != "Emma" && file("a.txt") != file("c.png"))
    expect(file("c.png"), equals: RowValue(Data([0x89, 0xFF])))
    #expect(file("none") == file("none") && file("none") != file("other"))
    expect(Set([file("a.txt"), file("b.txt"), "Emma\n"]).count, equals: 1)
    #expect(!file("a.txt").isIdentical(to: file("b.txt")))
  }

  /// Every two values are equal or not in both directions, what equals the same is equal, and equal
  /// values have one hash.
  @Test func isAnEquivalence() throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "one.txt")
    let plain: [RowValue] = [
      nil, true, false, 0, 1, number("1.0"), number("-0"), number("nan"),
      number("1e99999999999999999999"),
      "1", "1.0", "", "true", "null", "nan", RowValue(.untyped("1")), RowValue(.untyped("")),
      RowValue(.untyped("true")), RowValue(.file(path: folder.path + "/one.txt")),
      RowValue(Date(timeIntervalSince1970: 0)), "1970-01-01T00:00:00Z", RowValue(Data("1".utf8)),
      "\u{E9}", "e\u{301}", [], [:],
    ]
    let values =
      plain + plain.flatMap { [[$0], ["a": $0], ["a": $0, "b": 1], ["b": 1, "a": $0]] }
    var wrong: [[RowValue]] = []
    for a in values {
      if a != a { wrong.append([a]) }
      for b in values {
        if (a == b) != (b == a) { wrong.append([a, b]) }
        guard a == b else { continue }
        if a.hashValue != b.hashValue { wrong.append([a, b]) }
        wrong += values.filter { (a == $0) != (b == $0) }.map { [a, b, $0] }
      }
    }
    expect(wrong, equals: [])
  }

  @Test func leavesPositionsAside() async throws {
    let text = #"[{"name": "Emma", "a": {"b": 1}}]"#
    let (row, other) = (try await onlyRow(text), try await onlyRow("\n\n" + text))
    let spelled = try await onlyRow(#"[{"a": {"b": 1.0}, "name": "Emma"}]"#)
    #expect(row == other && row == spelled && Set([row, other, spelled]).count == 1)
    expect(row["a"], equals: other["a"])
    #expect(row != row.setting("a", to: 2) && row != row.setting("c", to: 2))
    var renamed = row
    renamed.name = "Dune"
    #expect(row != renamed)
    #expect(row.isIdentical(to: row) && !row.isIdentical(to: other))
    #expect(!row.isIdentical(to: spelled))
    #expect(!row.fields.isIdentical(to: other.fields))
    let a = try #require(row["a"])
    #expect(a.isIdentical(to: a) && a == ["b": 1] && !a.isIdentical(to: ["b": 1]))
    #expect(!number("1").isIdentical(to: number("1.0")))
    #expect(!RowValue(.untyped("a")).isIdentical(to: "a"))
    let (one, two): (RowValue, RowValue) = (["a": 1, "b": 2], ["b": 2, "a": 1])
    #expect(one == two && !one.isIdentical(to: two))
  }

  @Test func comparesCodeUnitsOnlyOfIdenticalValues() {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    let pairs: [(RowValue, RowValue)] = [
      (RowValue(.string(composed)), RowValue(.string(decomposed))),
      (RowValue(.untyped(composed)), RowValue(.untyped(decomposed))),
      ([RowValue(composed)], [RowValue(decomposed)]),
      (RowValue(.null, path: composed), RowValue(.null, path: decomposed)),
    ]
    for (a, b) in pairs {
      #expect(a == b && a.isIdentical(to: a) && b.isIdentical(to: b))
      #expect(!a.isIdentical(to: b), "\(a)")
    }
    func row(_ name: String, in suite: String) -> Row {
      let place = Place(path: "b")
      return Row(name: name, fields: [:], place: place, suites: [RowSuite(suite, at: place)])
    }
    let one = row(composed, in: "a")
    #expect(one == row(composed, in: "a") && one.isIdentical(to: row(composed, in: "a")))
    #expect(one != row(decomposed, in: "a") && !one.isIdentical(to: row(decomposed, in: "a")))
    #expect(!row("a", in: composed).isIdentical(to: row("a", in: decomposed)))
  }

  @Test func reachesTheDeepestValuesOnASmallStack() throws {
    @Sendable func nested(_ inner: RowValue) -> RowValue {
      (0..<RowValue.maximumDepth / 2).reduce(inner) { value, _ in ["a": [value]] }
    }
    let results = Locked<[Bool]>([])
    let thread = Thread {
      let (a, b, c) = (nested(number("1.0")), nested(1), nested(2))
      results.withLock { $0 = [a == b, a == c, a.hashValue == b.hashValue, a.isIdentical(to: b)] }
    }
    thread.stackSize = 512 << 10
    thread.start()
    while !thread.isFinished { usleep(1000) }
    expect(results.withLock(\.self), equals: [true, false, true, false])
  }

  private let site = anySite
}

extension RowResult {
  fileprivate var row: Row? { if case .success(let row) = self { row } else { nil } }
}
