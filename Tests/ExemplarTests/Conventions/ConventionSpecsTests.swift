import ExemplarCore
import ExemplarRows
import TestSupport
import Testing

@testable import Exemplar

/// The meaning of names in types, proved by running the specs of this folder.
@Suite struct ConventionSpecsTests {
  @Test func theSpecsRunAsTheirNamesSay() async {
    let specs = [Spec].discovered().filter { $0.root.place.fileName == "ConventionSpecs.swift" }
    let trace = await traced(plan: specs)
    #expect(
      trace.description == """
        WrittenSpec
          testOnTheTablet_iPad: skipped, only for iPad
          is labelled: skipped, only for iPhone
          opens_windows: skipped, only for windows
          testHere: passed
          testInAnExtension_iPad | outlineTestCounts_iPad: skipped, only for iPad
          parameterisedTestHasPages › Emma | Dune: passed
          counts › Emma | Dune: passed
        RowsOfAClassSpec › parameterisedTestOne › Book 9 | Book 10 | Emma: passed
        RowsOfAnyDictionarySpec › parameterisedTestOne
          Emma: passed
          poems › Howl: passed
        RowsOfAFoundationDictionarySpec › parameterisedTestOne › Dune | Emma: passed
        RowsOfRowsSpec
          outlineTestOne › for outlineTestOne: passed
          outlineTestTwo › for outlineTestTwo: passed
          parameterisedTestThree › Emma: passed
        PlainBooksSpec
          parameterisedTestHasAName › Emma: passed
          isListed › Emma: passed
        PoemsSpec
          parameterisedTestHasAName › Howl: passed
          isListed › Howl: passed
        OldPoemsSpec
          parameterisedTestHasAName › Howl: passed
          isListed › Howl: passed
        SaidBooksSpec
          parameterisedTestHasAName › said by SaidBooksSpec: passed
          isListed › Emma: passed
        SaidPoemsSpec
          parameterisedTestHasAName › said by SaidPoemsSpec: passed
          isListed › Emma: passed
        OverridingBooksSpec
          parameterisedTestHasAName › overridden: passed
          isListed › Emma: passed
        NestedTypesSpec
          parameterisedTestColumns › Emma: passed
          parameterisedTestDefaults › Emma: passed
          parameterisedTestSelf › Emma: passed
          parameterisedTestWhole › Emma: passed
        OldHooksSpec › testing: passed
        32 executed, 5 skipped
        """)
  }

  @Test func aFileOfAnInheritingClassIsNearerThanWhatItsBaseSays() async throws {
    let folder = try TemporaryFolder()
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
    #expect(await traced(plan: outlines()).executedPaths == ["Poems/reads/said by SaidPoemsSpec"])
    try folder.write(#"{"Howl": 1}"#, to: "Poems.json")
    await expect(traced(plan: outlines()).executedPaths, equals: ["Poems/reads/Howl"])
  }

  @Test func whatWasLookedForIsToldOfAllClasses() async throws {
    var site = DeclarationSite(
      module: "Shop", place: Place(path: "/nowhere/Books.swift"), type: "Books")
    site.types = [
      DeclarationSite(
        module: "Shop", place: Place(path: "/nowhere/too/Poems.swift"), type: "Poems"), site,
    ]
    let mistake = await #expect(throws: UsageError.self) {
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
