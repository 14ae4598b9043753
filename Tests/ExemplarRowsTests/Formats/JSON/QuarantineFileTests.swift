import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarRows

/// The file with the list of quarantines.
struct QuarantineFileTests {
  private static func list(_ text: String) throws -> QuarantineList {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try QuarantineList(file: folder.write(text, to: "list.json").path)
  }

  @Test func hasAnEntryForEachObject() throws {
    let list = try Self.list(
      """
      [
        { "id": "Shop/Till", "reason": "SHOP-12", "until": "2027-03-01" },
        { "until": "2027-04-01", "id": "Net*", "reason": "until it rains" }
      ]
      """)
    #expect(list.entries.map(\.id) == ["Shop/Till", "Net*"])
    #expect(
      list.entries.map(\.text) == [
        "SHOP-12 until 2027-03-01", "until it rains until 2027-04-01",
      ])
    #expect(list.entries.map(\.place.line) == [2, 3])
    #expect(try Self.list("[]").isEmpty && QuarantineList(file: nil).isEmpty)
  }

  static let mistakes = [
    ("", "list.json:1:1: The file is empty"),
    ("{}", "list.json:1:1: The list of quarantines must be an array of objects, not an object."),
    ("[1]", "list.json:1:2: A quarantine must be an object, not the number 1."),
    (
      #"[{"id": "a", "reason": "b"}]"#,
      "list.json:1:2: A quarantine needs a text “until” of one line."
    ),
    (
      #"[{"id": "a", "reason": "", "until": "2027-03-01"}]"#,
      "list.json:1:24: A quarantine needs a text “reason” of one line."
    ),
    (
      #"[{"id": "a", "reason": "b", "untill": "2027-03-01"}]"#,
      "list.json:1:39: A quarantine has no “untill”; it has “id”, “reason” and “until”. Did you mean until?"
    ),
    (
      #"[{"id": "a", "reason": "b", "until": "2027-13-01"}]"#,
      "list.json:1:2: A quarantine needs a reason and a date that exists, such as 2027-03-01"
    ),
  ]

  @Test(arguments: mistakes)
  func aMistakeHasItsLine(_ text: String, _ message: String) throws {
    let error = #expect(throws: UsageError.self) { try Self.list(text) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func aFileThatIsNotThereIsAMistake() {
    let error = #expect(throws: UsageError.self) { try QuarantineList(file: "/missing/list.json") }
    #expect(error?.message == "The list of quarantines, /missing/list.json, cannot be read.")
  }

  @Test func idsAreWholeOrGlobs() {
    let ids = ["Shop/Till", "Till/adds", "*/n?t", "Shop/Till/counts(n:)", "Shop"]
    let list = QuarantineList(
      ids.map { QuarantineList.Entry(id: $0, text: "R until 2027-03-01", at: .unknown) })
    func found(_ id: String) -> [String] { list.entries(for: ExampleID(text: id)).map { ids[$0] } }
    #expect(found("Shop/Till") == ["Shop/Till"])
    #expect(found("Shop/Till/adds") == ["Till/adds"])
    #expect(found("Shop/Till/adds up") == [])
    #expect(found("Other/Till/net") == ["*/n?t"])
    #expect(found("Shop/Till/counts(n:)") == ["Shop/Till/counts(n:)"])
    #expect(found("Shop") == ["Shop"])
    #expect(list.facts(of: ExampleID(text: "Shop/Other/adds"))[.quarantines].count == 1)
    #expect(list.facts(of: ExampleID(text: "Other/Other/adds")).isEmpty)
  }
}
