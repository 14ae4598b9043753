import ExemplarCore
import ExemplarRows
import Foundation
import Testing

@testable import Exemplar

/// What names mean in types, by running the specs of this folder.
@Suite struct ConventionSpecsTests {
  @Test(arguments: [
    (
      "WrittenSpec",
      """
      Written/testOnTheTablet_iPad skipped(reason: "only for iPad")
      Written/is labelled skipped(reason: "only for iPhone")
      Written/opens_windows skipped(reason: "only for windows")
      Written/testHere passed
      Written/testInAnExtension_iPad skipped(reason: "only for iPad")
      Written/outlineTestCounts_iPad skipped(reason: "only for iPad")
      Written/parameterisedTestHasPages/Emma passed
      Written/parameterisedTestHasPages/Dune passed
      Written/counts/Emma passed
      Written/counts/Dune passed
      """
    ),
    (
      "RowsOfAClassSpec",
      """
      RowsOfAClass/parameterisedTestOne/Book 9 passed
      RowsOfAClass/parameterisedTestOne/Book 10 passed
      RowsOfAClass/parameterisedTestOne/Emma passed
      """
    ),
    ("RowsOfAPropertySpec", "RowsOfAProperty/parameterisedTestOne/Emma passed"),
    (
      "RowsOfAnyDictionarySpec",
      """
      RowsOfAnyDictionary/parameterisedTestOne/Emma passed
      RowsOfAnyDictionary/parameterisedTestOne/poems/Howl passed
      """
    ),
    (
      "RowsOfAFoundationDictionarySpec",
      """
      RowsOfAFoundationDictionary/parameterisedTestOne/Dune passed
      RowsOfAFoundationDictionary/parameterisedTestOne/Emma passed
      """
    ),
    (
      "RowsOfRowsSpec",
      """
      RowsOfRows/outlineTestOne/for outlineTestOne passed
      RowsOfRows/outlineTestTwo/for outlineTestTwo passed
      RowsOfRows/parameterisedTestThree/Emma passed
      """
    ),
    (
      "PlainBooksSpec",
      """
      PlainBooks/parameterisedTestHasAName/Emma passed
      PlainBooks/isListed/Emma passed
      """
    ),
    (
      "PoemsSpec",
      """
      Poems/parameterisedTestHasAName/Howl passed
      Poems/isListed/Howl passed
      """
    ),
    (
      "OldPoemsSpec",
      """
      OldPoems/parameterisedTestHasAName/Howl passed
      OldPoems/isListed/Howl passed
      """
    ),
    (
      "SaidBooksSpec",
      """
      SaidBooks/parameterisedTestHasAName/said by SaidBooksSpec passed
      SaidBooks/isListed/Emma passed
      """
    ),
    (
      "SaidPoemsSpec",
      """
      SaidPoems/parameterisedTestHasAName/said by SaidPoemsSpec passed
      SaidPoems/isListed/Emma passed
      """
    ),
    (
      "OverridingBooksSpec",
      """
      OverridingBooks/parameterisedTestHasAName/overridden passed
      OverridingBooks/isListed/Emma passed
      """
    ),
    (
      "NestedTypesSpec",
      """
      NestedTypes/parameterisedTestColumns/Emma passed
      NestedTypes/parameterisedTestDefaults/Emma passed
      NestedTypes/parameterisedTestSelf/Emma passed
      NestedTypes/parameterisedTestWhole/Emma passed
      """
    ),
    ("OldHooksSpec", "OldHooks/testing passed"),
  ])
  func run(spec name: String, as expected: String) async {
    let outcomes = Locked([String]())
    let specs = [DiscoveredSpec].discovered().filter { $0.root.name == name }
    var options = RunOptions()
    options.order = .defined
    options.jobs = 1
    _ = await Exemplar.run(specs, options) { event in
      guard case .exampleEnded(let end) = event else { return }
      let path = end.id.components.dropFirst().joined(separator: "/")
      outcomes.withLock { $0.append("\(path) \(end.outcome)") }
    }
    #expect(
      outcomes.withLock { $0 }.joined(separator: "\n").replacing("Spec/", with: "/") == expected)
  }

  @Test func aFileOfAnInheritingClassIsNearerThanWhatItsBaseSays() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("exemplar-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func outlines() -> [Spec] {
      func location(_ file: String, _ line: Int) -> __Location {
        __Location("Shop/\(file).swift", "\(folder.path)/\(file).swift", line, 1)
      }
      let (base, sub) = (SaidBooksSpec.self, SaidPoemsSpec.self)
      return SpecAssembly([
        .__outline(
          __Label("reads"), of: __TypeReference(base, "Books"), at: location("Books", 1),
          forOutlineTest: "reads"
        ) { _ in },
        .__rows(
          of: __TypeReference(base, "Books"), perOutline: false, at: location("Books", 2)
        ) { type, _ in
          .rows(["said by \(type)": 1])
        },
        .__type(__Label("Poems"), __TypeReference(sub, "Poems"), at: location("Poems", 1)),
      ]).specs().filter { $0.root.name == "Poems" }
    }
    #expect(
      await transcript(of: outlines()) == """
        Shop/Poems
          reads/said by SaidPoemsSpec: passed
        """)
    try Data(#"{"Howl": 1}"#.utf8).write(to: folder.appendingPathComponent("Poems.json"))
    #expect(
      await transcript(of: outlines()) == """
        Shop/Poems
          reads/Howl: passed
        """)
  }

  @Test func whatWasLookedForIsToldOfAllClasses() async throws {
    var site = DeclarationSite(
      module: "Shop", place: Place(path: "/nowhere/Books.swift"), type: "Books")
    site.types = [
      DeclarationSite(
        module: "Shop", place: Place(path: "/nowhere/too/Poems.swift"), type: "Poems"), site,
    ]
    let mistake = await #expect(throws: AuthoringMistake.self) {
      try await RowSource.default.rows(for: site)
    }
    #expect(
      mistake?.message == """
        There is no row file named after Poems or Books: Poems.plist or Books.plist, or with \
        one of .testsuite, .json, .yaml, .yml, .csv, .tsv, .jsonl, .ndjson. Looked in:
          /nowhere/too
          /nowhere
        A resource has to be listed in Package.swift to be found in the module's resources.
        """)
  }
}
