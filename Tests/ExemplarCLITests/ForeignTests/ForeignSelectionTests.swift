import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI
@testable import ExemplarSources

/// Plain tests are selected by their names in every form that people write.
struct ForeignSelectionTests {
  /// A list of Swift Testing, as 6.3 writes it.
  private static let list: String = [
    suite("Shop.TillTests", line: 3, title: "The till", tags: [".money"]),
    suite("Shop.TillTests/Drawer", line: 20, tags: [".Parts.deep"]),
    function("Shop.TillTests/opens()", line: 5, title: "Opens when asked", tags: [".slow"]),
    function("Shop.TillTests/opensLate()", line: 8),
    function("Shop.TillTests/counts(n:)", line: 11, isParameterized: true),
    function("Shop.TillTests/`in/out, at once`()", line: 15),
    function("Shop.TillTests/Drawer/inner()", line: 21),
    function("Shop.free()", line: 30),
    function("Office.TillTests/closes()", line: 4, file: "Office"),
  ].map { $0 + "\n" }.joined()

  private static func suite(
    _ id: String, line: Int, title: String? = nil, tags: [String] = []
  ) -> String {
    record(id, "suite", line, "Till", title, tags, "")
  }

  private static func function(
    _ id: String, line: Int, file: String = "Till", title: String? = nil, tags: [String] = [],
    isParameterized: Bool = false
  ) -> String {
    record(
      "\(id)/\(file).swift:\(line):2", "function", line, file, title, tags,
      #","isParameterized":\#(isParameterized)"#)
  }

  private static func record(
    _ id: String, _ kind: String, _ line: Int, _ file: String, _ title: String?, _ tags: [String],
    _ more: String
  ) -> String {
    let title = title.map { #","displayName":"\#($0)""# } ?? ""
    let tags = tags.isEmpty ? "" : #","_tags":["\#(tags.joined(separator: "\",\""))"]"#
    let place = #"{"filePath":"/shop/\#(file).swift","line":\#(line),"column":2}"#
    return
      #"{"kind":"test","payload":{"id":"\#(id)","kind":"\#(kind)","name":"n","sourceLocation":\#(place)\#(title)\#(tags)\#(more)},"version":"6.3.0"}"#
  }

  private static let sources = TestDeclarations([
    (
      "Shop",
      [
        SourceFile(
          path: "/shop/Old.swift",
          text: """
            class OldTests: XCTestCase {
              func testFine() {}

              func testWrong() {
              }
            }
            """),
        SourceFile(
          path: "/shop/Sub.swift", text: "class SubTests: OldTests {\n  func testOwn() {}\n}"),
      ]
    )
  ])

  private static var tests: [ForeignTest] {
    get throws {
      let names = [
        "OldTests/testFine", "OldTests/testWrong", "SubTests/testFine", "SubTests/testOwn",
      ]
      let xctest =
        "Listing 4 tests in debug.xctest:\n\n" + names.map { "Shop.\($0)\n" }.joined()
      return
        (try ForeignTestProcess.swiftTestingTests(inStream: Data(list.utf8))
        + ForeignTestProcess.xctestTests(inList: xctest)).withUniqueIDs.located(by: sources)
    }
  }

  private func chosen(
    _ selectors: [String] = [], filters: [String] = [], skips: [String] = [], tags: [String] = [],
    rerun: [String]? = nil
  ) async throws -> String {
    let selection = Selection(
      selectors: selectors, filters: try filters.map(IDFilter.init),
      skips: try skips.map(IDFilter.init), tags: try tags.map { try TagCondition($0) })
    let selected = await ForeignTestSelection(of: try Self.tests, by: selection).tests
    let tests = rerun.map { selected.rerunning(Set($0.map { ExampleID(text: $0) })) } ?? selected
    return tests.map { $0.id.text }.sorted().joined(separator: ", ")
  }

  @Test(arguments: [
    // Ids, as reports print them, with and without the module.
    ("Shop/TillTests/opens()", "Shop/TillTests/opens()"),
    ("TillTests/opens()", "Shop/TillTests/opens()"),
    ("Shop/OldTests", "Shop/OldTests/testFine, Shop/OldTests/testWrong"),
    ("OldTests", "Shop/OldTests/testFine, Shop/OldTests/testWrong"),
    ("Office", "Office/TillTests/closes()"),
    ("Shop/Till.swift/free()", "Shop/Till.swift/free()"),
    // As swift test writes them.
    ("Shop.OldTests/testFine", "Shop/OldTests/testFine"),
    ("Shop.SubTests", "Shop/SubTests/testFine, Shop/SubTests/testOwn"),
    ("Shop.TillTests/opens()", "Shop/TillTests/opens()"), ("Shop.free()", "Shop/Till.swift/free()"),
    ("Shop.TillTests/Drawer/inner()", "Shop/TillTests/Drawer/inner()"),
    // Without parentheses, labels and backticks.
    ("TillTests/opens", "Shop/TillTests/opens()"),
    ("Shop.TillTests/counts", "Shop/TillTests/counts(n:)"),
    ("TillTests/in%2Fout, at once", "Shop/TillTests/%60in%2Fout, at once%60()"),
    ("Shop/free", "Shop/Till.swift/free()"),
    ("in/out", "Shop/TillTests/%60in%2Fout, at once%60()"),
    // The names that Swift Testing shows.
    ("The till/Opens when asked", "Shop/TillTests/opens()"),
    ("TillTests/Opens when asked", "Shop/TillTests/opens()"),
    ("The till/opensLate", "Shop/TillTests/opensLate()"), ("when ASKED", "Shop/TillTests/opens()"),
    // Parts of names, and globs.
    ("opens", "Shop/TillTests/opens(), Shop/TillTests/opensLate()"),
    ("shop.tilltests/opens", "Shop/TillTests/opens(), Shop/TillTests/opensLate()"),
    ("wrong", "Shop/OldTests/testWrong"),
    ("*/test[FW]*", "Shop/OldTests/testFine, Shop/OldTests/testWrong, Shop/SubTests/testFine"),
    ("Shop.OldTests/*", "Shop/OldTests/testFine, Shop/OldTests/testWrong"),
    // An argument stands for its test.
    ("TillTests/counts(n:)/2", "Shop/TillTests/counts(n:)"),
    ("Shop.TillTests/counts/2", "Shop/TillTests/counts(n:)"), ("TillTests/opens()/2", ""),
    ("Shop/TillTests/Drawer/other", ""),
    // Files and lines.
    ("Old.swift", "Shop/OldTests/testFine, Shop/OldTests/testWrong, Shop/SubTests/testFine"),
    ("Sub.swift", "Shop/SubTests/testFine, Shop/SubTests/testOwn"),
    ("Old.swift:1", "Shop/OldTests/testFine, Shop/OldTests/testWrong"),
    ("Old.swift:3", "Shop/OldTests/testFine, Shop/SubTests/testFine"),
    ("Old.swift:4", "Shop/OldTests/testWrong"), ("Old.swift:40", ""),
    ("Till.swift:7", "Shop/TillTests/opens()"),
    ("Till.swift:20", "Shop/TillTests/Drawer/inner()"),
    (
      "Till.swift",
      "Shop/Till.swift/free(), Shop/TillTests/%60in%2Fout, at once%60(), Shop/TillTests/Drawer/inner(), "
        + "Shop/TillTests/counts(n:), Shop/TillTests/opens(), Shop/TillTests/opensLate()"
    ), ("Till.swift:2", ""),
    ("Till.swift:30", "Shop/Till.swift/free()"), ("Other.swift:3", ""),
    ("zzz", ""), ("Shop.Zzz/testFine", ""),
  ])
  func selectorsFindTests(selector: String, expected: String) async throws {
    try await expect(chosen([selector]), equals: expected)
  }

  /// What `swift test` matches, and ids.
  @Test func regularExpressionsMatchWhatSwiftTestMatches() async throws {
    try await expect(
      chosen(filters: [#"^Shop\.OldTests/"#, #"Till\.swift:5"#]),
      equals: "Shop/OldTests/testFine, Shop/OldTests/testWrong, Shop/TillTests/opens()")
    try await expect(chosen(filters: ["Drawer/inner"]), equals: "Shop/TillTests/Drawer/inner()")
    try await expect(
      chosen(["OldTests"], skips: [#"\.OldTests/testF"#]), equals: "Shop/OldTests/testWrong")
    try await expect(
      chosen(skips: ["Till", "Sub"]), equals: "Shop/OldTests/testFine, Shop/OldTests/testWrong")
    try await expect(
      chosen(filters: ["^(?!Shop/)"]), equals: "Office/TillTests/closes()")
    try await expect(
      chosen(filters: [#"^(?!Shop\.)"#]), equals: "Office/TillTests/closes()")
  }

  @Test func tagsOfSuitesHoldForTheirTests() async throws {
    try await expect(chosen(tags: ["slow"]), equals: "Shop/TillTests/opens()")
    try await expect(
      chosen(tags: ["money", "!slow", "!Parts.deep"]),
      equals:
        "Shop/TillTests/%60in%2Fout, at once%60(), Shop/TillTests/counts(n:), Shop/TillTests/opensLate()"
    )
    try await expect(chosen(tags: ["Parts.deep"]), equals: "Shop/TillTests/Drawer/inner()")
  }

  @Test func aRerunTakesTestsGroupsAndArguments() async throws {
    try await expect(
      chosen(rerun: [
        "Shop/OldTests/testWrong", "Shop/TillTests/counts(n:)/2", "Gone/Tests/testOld",
      ]),
      equals: "Shop/OldTests/testWrong, Shop/TillTests/counts(n:)")
    try await expect(
      chosen(["testFine"], rerun: ["Shop/SubTests"]), equals: "Shop/SubTests/testFine")
    try await expect(chosen(rerun: []), equals: "")
  }

  @Test func otherSelectorsMayAgreeWithSpecs() async throws {
    let selection = Selection(selectors: ["opens", "sells", "Shop.OldTests/testFine"])
    let selected = await ForeignTestSelection(of: try Self.tests, by: selection)
    expect(selected.matched, equals: ["opens", "Shop.OldTests/testFine"])
    expect(selected.tests.count, equals: 3)
  }

  @Test func similarNamesAreSuggested() async throws {
    func near(_ selectors: String..., tags: [String] = []) async throws -> String? {
      let tags = try tags.map { try TagCondition($0) }
      return await ForeignTestSelection(
        of: try Self.tests, by: Selection(selectors: selectors, tags: tags)
      ).near.first
    }
    try await expect(near("OldTests/testFyne"), equals: "Shop/OldTests/testFine")
    try await expect(near("Shop.OldTests/testWrang"), equals: "Shop/OldTests/testWrong")
    try await expect(near("Odl.swift:3"), equals: "Old.swift:3")
    try await expect(near(tags: ["slwo"]), equals: "the tag “slow”")
    try await expect(near("OldTests/testFine"), equals: nil)
  }

  /// A line past the end of its file would select the last test.
  @Test func aLineThatIsNotThereIsExplained() async {
    let test = ForeignTest(
      library: .xctest, name: "Shop.OldTests/testFine",
      id: ExampleID(text: "Shop/OldTests/testFine"),
      place: Place(path: #filePath, line: 3))
    func selected(_ line: Int) async -> ForeignTestSelection {
      let selector = "ForeignSelectionTests.swift:\(line)"
      return await ForeignTestSelection(of: [test], by: Selection(selectors: [selector]))
    }
    let (near, past) = (await selected(4), await selected(99_999))
    expect(near.tests.count, equals: 1)
    expect(past.tests.count, equals: 0)
    #expect(past.explanations.first?.hasPrefix("ForeignSelectionTests.swift has ") == true)
    expect(past.near, equals: [])
  }

  /// The tests of every library appear in reports with their files.
  @Test func testsHaveTheirPlacesAndTags() throws {
    let tests = Dictionary(uniqueKeysWithValues: try Self.tests.map { ($0.id.text, $0) })
    expect(
      tests["Shop/SubTests/testFine"]?.context.place,
      equals: Place(path: "/shop/Old.swift", line: 2, column: 8))
    expect(tests["Shop/TillTests/opens()"]?.context.tags, equals: ["money", "slow"])
    expect(
      tests["Shop/TillTests/Drawer/inner()"]?.suites.map { $0?.line }, equals: [3, 20])
  }
}
