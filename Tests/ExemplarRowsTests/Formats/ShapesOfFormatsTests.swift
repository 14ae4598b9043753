import Exemplar
import ExemplarCore
import TestSupport
import Testing

@testable import ExemplarRows

/// The same rows in the same shapes, in each format that has them.
struct ShapesOfFormatsTests {
  /// The names on the way to each row and the row's own, and what stands under `n` and `tax`.
  private func rows(_ source: RowSource) async throws -> [String] {
    let rows = try await source.rows(for: anySite)
    var found: [String] = []
    while let row = try await rows.next() {
      guard case .success(let row) = row else {
        found.append("\(row)")
        continue
      }
      let names = row.suites.map(\.name) + [row.name ?? "-"]
      let values = [row["n"], row["tax"]].compactMap { $0.map { $0.text ?? "\($0)" } }
      found.append("\(names.joined(separator: "/")) [\(values.joined(separator: ", "))]")
    }
    return found
  }

  private let wanted = ["Maps/Rome [3, 19]", "Novels/Emma [1, 7]", "Novels/Dune [2, 7]"]

  @Test func groupsAreNamedByAColumn() async throws {
    let texts = try FormatTexts(
      """
      [{"title": "Maps", "tax": 19, "books": [{"title": "Rome", "n": 3}]},
       {"title": "Novels", "books": [{"title": "Emma", "n": 1}, {"title": "Dune", "n": 2}], "tax": 7}]
      """)
    for source: RowSource in [
      .json(.text(texts.json, path: "b"), each: "books", named: "title"),
      .jsonLines(.text(texts.lines, path: "b"), each: "books", named: "title"),
      .plist(.text(texts.plist, path: "b"), each: "books", named: "title"),
    ] + ifRead(.yaml(.text(texts.json, path: "b"), each: "books", named: "title")) {
      try await expect(rows(source), equals: wanted)
    }
  }

  @Test func aStarStandsForKeys() async throws {
    let texts = try FormatTexts(
      """
      {"Maps": {"books": [{"title": "Rome", "n": 3}], "tax": 19},
       "Novels": {"tax": 7, "books": [{"title": "Emma", "n": 1}, {"title": "Dune", "n": 2}]}}
      """)
    for source: RowSource in [
      .json(.text(texts.json, path: "b"), each: "*.books", named: "title"),
      .plist(.text(texts.plist, path: "b"), each: "*.books", named: "title"),
    ] + ifRead(.yaml(.text(texts.json, path: "b"), each: "*.books", named: "title")) {
      try await expect(rows(source), equals: wanted)
    }
    // The first star stands for the lines.
    let lines = texts.json.replacing("},\n ", with: "}}\n{\"name\": \"b\", ")
      .replacing(#/^{/#, with: "{\"name\": \"a\", ")
    let found = try await rows(
      .jsonLines(.text(lines, path: "b"), each: "*.*.books", named: "title"))
    expect(found, equals: zip(["a/", "b/", "b/"], wanted).map { $0 + $1 })
  }

  @Test func columnsAreNamedInCode() async throws {
    let texts = try FormatTexts(#"[["Emma", 1], ["Dune", 2]]"#)
    for source: RowSource in [
      .json(.text(texts.json, path: "b"), columns: "title", "n", named: "title"),
      .jsonLines(.text(texts.lines, path: "b"), columns: "title", "n", named: "title"),
      .plist(.text(texts.plist, path: "b"), columns: "title", "n", named: "title"),
      .csv(.text("Emma,1\nDune,2\n", path: "b"), columns: "title", "n", named: "title"),
      .tsv(.text("Emma\t1\nDune\t2\n", path: "b"), columns: "title", "n", named: "title"),
    ] + ifRead(.yaml(.text(texts.json, path: "b"), columns: "title", "n", named: "title")) {
      try await expect(rows(source), equals: ["Emma [1]", "Dune [2]"])
    }
  }

  @Test func namesThatRepeatAreToldOrNumbered() async throws {
    let texts = try FormatTexts(#"[{"n": 1}, {"n": 1}]"#)
    for repeats: RowRepeats in [.refused, .numbered] {
      for source: RowSource in [
        .json(.text(texts.json, path: "b"), named: "n", repeats: repeats),
        .jsonLines(.text(texts.lines, path: "b"), named: "n", repeats: repeats),
        .csv(.text("n\n1\n1\n", path: "b"), named: "n", repeats: repeats),
        .tsv(.text("n\n1\n1\n", path: "b"), named: "n", repeats: repeats),
        .plist(.text(texts.plist, path: "b"), named: "n", repeats: repeats),
      ] + ifRead(.yaml(.text(texts.json, path: "b"), named: "n", repeats: repeats)) {
        let ends = await traced(plan: [describe(source)]).ended.map {
          "\($0.id.name) \($0.outcome.isFailure)"
        }
        expect(
          ends,
          equals: ["1 false", "1 (2) false"] + (repeats == .refused ? ["row names true"] : []))
      }
    }
  }

  /// A spec of one outline that reads the names of its rows.
  private func describe(_ source: RowSource) -> Spec {
    let place = Place(path: "Books.swift")
    let outline = source.outline(for: DeclarationSite(module: "M", place: place)) { _ = $0.name }
    return Spec(module: "M", root: SpecNode("holds", at: place, content: .outline(outline)))
  }

  @Test func aRaggedRowIsAMistakeAndItsNameNone() async {
    let source = RowSource.csv(
      .text("name,n\na,1\na\na,2\n", path: "b"), repeats: .numbered)
    let messages = await traced(plan: [describe(source)]).issues.map(\.message)
    expect(messages.map { $0.prefix(23) }, equals: ["The row has 1 cell, but"])
  }
}

/// A source of YAML, which is read only where the trait for it is on.
func ifRead(_ source: RowSource) -> [RowSource] {
  #if YAML
    [source]
  #else
    []
  #endif
}
