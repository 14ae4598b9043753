import Exemplar
import ExemplarCore
import ExemplarRows
import Foundation
import TestSupport
import Testing

/// Keys and names that differ in their Unicode scalars only, which Swift takes for equal.
struct SpellingTests {
  private let composed = "\u{E9}"
  private let decomposed = "e\u{301}"

  private func sources(_ first: String, _ second: String) -> [RowSource] {
    [
      .json(.text(#"[{"\#(first)": "1", "\#(second)": "2"}]"#, path: "b.json")),
      .jsonLines(.text(#"{"\#(first)": "1", "\#(second)": "2"}"#, path: "b.jsonl")),
      .csv(.text("\(first),\(second)\n1,2\n", path: "b.csv")),
      .tsv(.text("\(first)\t\(second)\n1\t2\n", path: "b.tsv")),
      .plist(
        .text(
          """
          <array><dict><key>\(first)</key><string>1</string><key>\(second)</key>\
          <string>2</string></dict></array>
          """, path: "b.plist")),
      .lines(.text("1 2", path: "b.txt"), columns: first, second, matching: /(.) (.)/),
      .lines(.text("12", path: "b.txt"), widths: [first: 1, second: 1]),
      .rows(["a row": RowValue(.object([first: "1", second: "2"]))]),
    ] + ifRead(.yaml(.text("- \(first): '1'\n  \(second): '2'\n", path: "b.yaml")))
  }

  @Test func areDifferentKeysInEachFormat() async throws {
    for source in sources(composed, decomposed) {
      let row = try await source.onlyRow()
      try expect(row.decode(composed, as: String.self), equals: "1", "\(source.name)")
      try expect(row.decode(decomposed, as: String.self), equals: "2", "\(source.name)")
      expect(row.keys.count, equals: 2)
    }
  }

  @Test func areDifferentAmongManyKeys() async throws {
    let others = (0..<20).map { "k\($0)" }
    let header = ([composed] + others + [decomposed]).joined(separator: ",")
    let row = try await RowSource.csv(
      .text(header + "\n" + (0..<22).map(String.init).joined(separator: ","), path: "b.csv")
    ).onlyRow()
    #expect(row[composed] == RowValue(.untyped("0")) && row[decomposed] == RowValue(.untyped("21")))
  }

  private struct Accents: Decodable {
    var composed: String
    var decomposed: String?

    enum CodingKeys: String, CodingKey {
      case composed = "\u{E9}"
      case decomposed = "e\u{301}"
    }
  }

  @Test func areToldApartByCodingKeys() async throws {
    for source in sources(composed, decomposed) {
      let row = try await source.onlyRow()
      let both = try row.decode(as: Accents.self)
      #expect(both.composed == "1" && both.decomposed == "2")
    }
  }

  @Test func areShownByTheirScalars() async throws {
    let row = try await onlyRow(#"{"b": {"\#(decomposed)": 1, "c": 2}}"#)
    expect(
      mistake { try row.decode(composed, as: Int.self) },
      equals:
        "1:2 Row “b” has no “é (U+00E9)”; it has “é (U+0065 U+0301)”, “c”. Did you mean “é (U+0065 U+0301)”?"
    )
    row.expectMistakes(
      (
        nil, Accents.self,
        "1:2 In row “b”, there is no “é (U+00E9)”; it has “é (U+0065 U+0301)”, “c”. Did you mean “é (U+0065 U+0301)”?"
      ))
    let space = try await onlyRow("{\"b\": {\"a\u{A0}c\": 1}}")
    expect(
      mistake { try space.decode("a c", as: Int.self) },
      equals:
        "1:2 Row “b” has no “a c”; it has “a\u{A0}c (U+00A0)”. Did you mean “a\u{A0}c (U+00A0)”?")
    await expect(
      transcript(
        of: .json(.text(#"{"\#(decomposed)": [1]}"#, path: "b.json"), each: .init([composed]))),
      equals: [
        "1:1 error: There is no “é (U+00E9)”; there is “é (U+0065 U+0301)”."
      ])
  }

  /// A dictionary would have one value for both.
  @Test func areNoKeysOfADictionary() async throws {
    let row = try await onlyRow(#"{"b": {"a": {"\#(composed)": 1, "\#(decomposed)": 2}}}"#)
    expect(
      mistake { try row.decode("a", as: [String: Int].self) },
      equals:
        "1:13 In “a” of row “b”, the key “é (U+00E9)” and another one are equal in Swift, so a dictionary "
        + "has one of their values; decode RowFields, which has both.")
    try expect(row.decode("a", as: RowFields.self).keys.count, equals: 2)
    #expect(row["a"] != ["\u{E9}": 1])
  }

  @Test func areDuplicatesOnlyIfTheyAreSpelledAlike() async {
    await expect(
      transcript(#"[{"\#(composed)": 1, "\#(decomposed)": 2, "\#(composed)": 3}]"#),
      equals: [
        "1:22 mistake: The key “é” appears twice in one object. The first one is on line 1."
      ])
  }

  @Test func areGroupsOfTheirOwn() async {
    await expect(
      transcript(
        of: .json(
          .text(#"{"\#(composed)": [{"a": 1}], "\#(decomposed)": [{"a": 2}]}"#, path: "b.json"),
          each: "*")), equals: ["1:9 é/- {a: 1}", "1:28 é (U+0065 U+0301)/- {a: 2}"])
  }

  @Test func areSelectedByPathsAndSkipped() async {
    let text = #"{"\#(composed)": [{"a": 1}], "\#(decomposed)": [{"a": 2}]}"#
    await expect(
      transcript(
        of: .json(.text(text, path: "b.json"), each: .init([decomposed]))),
      equals: [
        #"1:28 - {a: 2} in {é: [{a: 1}]}"#
      ])
    await expect(
      transcript(
        of: .json(
          .text(#"{"\#(composed)": 1, "\#(decomposed)": 2}"#, path: "b.json"),
          skipping: .keys(decomposed))), equals: ["1:2 é {value: 1}"])
  }
}
