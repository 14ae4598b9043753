import Exemplar
import ExemplarCore
import TestSupport
import Testing

@testable import ExemplarRows

/// Paths for files of which some lack the list, and for files in two shapes.
struct PathAlternativesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(#"{"valid": [{"a": 1}], "invalid": [{"a": 2}]}"#, to: "cases/both.json")
    try folder.write(#"{"invalid": [{"a": 3}]}"#, to: "cases/invalid.json")
    try folder.write(#"[{"a": 4}, {"a": 5}]"#, to: "cases/list.json")
  }

  @Test func mayBeMissing() async throws {
    try folder.write("", to: "cases/empty.txt")
    let source = RowSource.json(
      "cases/{both,invalid}.json", each: .ifPresent("valid"))
    await expect(
      transcript(of: source, for: folder.site),
      equals: [
        "1:12 both/- {a: 1} in {invalid: [{a: 2}]}"
      ])
    let rows = try await source.rows(for: folder.site)
    while try await rows.next() != nil {}
    expect(rows.skips(), equals: ["1 of 2 elements of “cases/{both,invalid}.json”"])
    // Without it, the file that lacks the list fails.
    await expect(
      transcript(
        of: .json("cases/{both,invalid}.json", each: "valid"), for: folder.site),
      equals: [
        "1:12 both/- {a: 1} in {invalid: [{a: 2}]}",
        "1:1 invalid/rows mistake: There is no “valid”; there is “invalid”.",
      ])
  }

  @Test func mayNotBeMissingEverywhere() async {
    await expect(
      transcript(
        of: .json("cases/{both,invalid}.json", each: .ifPresent("vlid")), for: folder.site),
      equals: [
        "7:3 rows mistake: All 2 elements of “cases/{both,invalid}.json” are skipped, so nothing was checked."
      ])
  }

  @Test func mayBeMissingInGroups() async {
    let text = #"{"one": {"tests": [{"a": 1}]}, "two": {"other": 3}}"#
    await expect(
      transcript(
        of: .json(.text(text, path: "b.json"), each: .ifPresent("*.tests"))),
      equals: [
        "1:20 one/- {a: 1}"
      ])
  }

  @Test func areTriedOneAfterTheOther() async {
    await expect(
      transcript(
        of: .json("cases/*.json", each: .first("valid", "invalid", [])), for: folder.site),
      equals: [
        "1:12 both/- {a: 1} in {invalid: [{a: 2}]}", "1:14 invalid/- {a: 3}",
        "1:2 list/- {a: 4}", "1:12 list/- {a: 5}",
      ])
  }

  @Test func leadSomewhereOrFail() async throws {
    try folder.write(#"{"other": 3}"#, to: "cases/other.json")
    await expect(
      transcript(
        of: .json("cases/{both,other}.json", each: .first("valid", "tests")), for: folder.site),
      equals: [
        "1:12 both/- {a: 1} in {invalid: [{a: 2}]}",
        "1:1 other/rows mistake: There is no “tests”; there is “other”.",
      ])
    await expect(
      transcript(
        of: .json("cases/{both,other}.json", each: .first("valid", .ifPresent("tests"))),
        for: folder.site), equals: ["1:12 both/- {a: 1} in {invalid: [{a: 2}]}"])
    await expect(
      transcript(of: .json("cases/both.json", each: .first("a.", "b")), for: folder.site),
      equals: [
        "7:3 error: A step of the path “a.” is empty; expected keys with dots between them."
      ])
  }

  @Test func errorsAreNotHiddenByFurtherPaths() async {
    await expect(
      transcript(
        of: .json(
          .text(#"{"tests": [{"a": 1}, {"a": }]}"#, path: "b.json"), each: .first("tests", []))
      )
      .last?.hasPrefix("1:28 error: Malformed JSON: expected a value"), equals: true)
  }
}
