import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// A list of quarantines in a run of the tool: its old entries, and tests that are not examples.
struct QuarantineListTests {
  private static func entry(_ id: String, until date: String = "9999-12-31", line: Int = 1)
    -> QuarantineList.Entry
  {
    QuarantineList.Entry(
      id: id, text: "SHOP-12 until \(date)", at: Place(path: "list.json", line: line))
  }

  private static let run: [Event] = [
    .groupStart(ExampleID(["Shop", "Till"])), .exampleStart(ExampleID(["Shop", "Till", "adds"])),
    .exampleEnd(ExampleID(["Shop", "Till", "adds"]), .passed),
    .groupEnd(ExampleID(["Shop", "Till"])),
  ]

  private static func messages(
    _ entries: [QuarantineList.Entry], isWhole: Bool = true, isStrict: Bool = false,
    start: Event = .runStart()
  ) -> [String] {
    let findings = QuarantineFindings(
      QuarantineList(entries), isWhole: isWhole, isStrict: isStrict)
    for event in [start] + run { findings.report(event) }
    return findings.issues.map { record in
      "\(record.issue.isWarning ? "warning" : "failure") \(record.issue.place?.line ?? 0): \(record.issue.message)"
    }
  }

  @Test func entriesThatMatchNothingAreFound() {
    let entries = [
      Self.entry("Shop/Till/adds"), Self.entry("Till"), Self.entry("Shop"), Self.entry("*dd?"),
      Self.entry("Till/add", line: 7),
    ]
    let message =
      "7: The quarantine of “Till/add” matches nothing that ran. Remove it from the list."
    #expect(Self.messages(entries) == ["warning \(message)"])
    #expect(Self.messages(entries, isStrict: true) == ["failure \(message)"])
    #expect(Self.messages(entries, isWhole: false) == [])
    // A selection or a focus leaves something out.
    #expect(Self.messages(entries, start: .runStart(notSelected: 1)) == [])
    #expect(Self.messages(entries, start: .runStart(focused: [ExampleID(["Shop", "Till"])])) == [])
  }

  @Test func entriesThatHaveEndedAreFoundInEveryRun() {
    let message =
      "failure 1: The quarantine of “Till” has ended: SHOP-12 until 2020-02-29. Remove it from the list, or name a "
      + "later day."
    for isWhole in [true, false] {
      #expect(
        Self.messages([Self.entry("Till", until: "2020-02-29")], isWhole: isWhole, isStrict: true)
          == [message])
    }
  }

  // MARK: Tests that are not examples

  private static let test = ForeignTest(
    library: .xctest, name: "Shop.OldTests/testAdds",
    id: ExampleID(["Shop", "OldTests", "testAdds"]),
    place: .unknown)
  private static let counts = ForeignTest(
    library: .swiftTesting, name: "Shop.Till/counts(n:)",
    id: ExampleID(["Shop", "Till", "counts(n:)"]),
    place: .unknown, hasArguments: true)

  private static func outcomes(_ test: ForeignTest, _ id: String) -> [String] {
    var events = ForeignTestEvents([test], quarantine: QuarantineList([entry(id)]))
    var all = events.begin(test, at: 0)
    if test.hasArguments {
      let row = events.row(of: test, named: "1")
      all += events.begin(row, of: test, RowReference(name: "1"), at: 0)
      all += events.record(Issue("wrong"), of: row) + events.end(row, at: 1)
      all += events.record(Issue("broken"), of: test.id)
    } else {
      all += events.record(Issue("wrong"), of: test.id)
    }
    all += events.end(test, hasFailed: true, at: 1)
    return all.compactMap { event in
      switch event {
      case .exampleEnded(let end): "\(end.id.name): \(end.outcome)"
      case .groupEnded(let end): end.failed ? "\(end.id.name) failed" : nil
      case .issueRecorded(let record):
        "\(record.issue.message)\(record.issue.isQuarantined ? ", quarantined" : "")"
      default: nil
      }
    }
  }

  @Test func aFailingTestIsQuarantined() {
    let reason = #"quarantined(reason: "SHOP-12 until 9999-12-31")"#
    for id in ["Shop/OldTests/testAdds", "OldTests", "Shop", "*Adds"] {
      #expect(Self.outcomes(Self.test, id) == ["wrong, quarantined", "testAdds: \(reason)"])
    }
    #expect(
      Self.outcomes(Self.test, "testAdds") == ["wrong", "testAdds: failed(unexpected: true)"])
    #expect(
      Self.outcomes(Self.counts, "Till/counts(n:)") == [
        "wrong, quarantined", "1: \(reason)", "broken, quarantined",
      ])
    #expect(
      Self.outcomes(Self.counts, "Till/counts(n:)/1") == [
        "wrong, quarantined", "1: \(reason)", "broken", "counts(n:) failed",
      ])
  }
}

/// A package that has never heard of Exemplar.
extension PackageTests {
  @Test func aPackageOfPlainTestsHasAllPowers() async throws {
    let fixture = try Fixture.temporary(
      named: "Plain",
      files: [
        "OldTests.swift": """
        import Foundation
        import XCTest

        let way = ProcessInfo.processInfo.environment["WAY"] ?? ""
        nonisolated(unsafe) var isOpen = true

        final class OldTests: XCTestCase {
          func testA() {}
          func testCloses() { if way == "order" { isOpen = false } }
          func testIsOpen() { XCTAssertTrue(isOpen) }
          func testTraps() { if way == "trap" { fatalError("no paper") } }
        }
        """,
        "NewTests.swift": """
        import Testing

        @Suite struct NewTests {
          @Test(arguments: [1, 2]) func counts(n: Int) { #expect(n != 2 || way != "count") }
          @Test func adds() {}
        }
        """,
      ], library: false)
    func test(_ arguments: String..., way: String = "") async throws -> Tool.Result {
      try await fixture.test(arguments, environment: ["WAY": way])
    }
    try await test().expect(
      0, counts: "7 tests: 7 passed ", prints: "Running 6 tests · in the defined order\n")
    try await test("--specs").expect(
      4, prints: "No specs were found, and --specs leaves out 6 tests. Leave it out.\n")
    try await fixture.exemplar("list").expect(0, prints: "6 tests would run · ")
    try await fixture.exemplar("list", ["OldTests/testA"]).expect(
      0, prints: "1 test would run, 5 would not")
    try await test("--dry-run", "adds").expect(0, prints: "1 test would run")
    try await test("zzz").expect(4, errors: "Nothing matches “zzz”.")
    try await test("--filter", "zzz").expect(4, errors: "Nothing matches “zzz”.")
    try await test("NewTests").expect(
      0, counts: "3 tests: 3 passed ", prints: "Running 2 tests, 4 not selected")

    // A crash fails one test, which then runs again, as an argument that failed does.
    try await test(way: "trap").expect(1, counts: "7 tests: 6 passed, 1 failed (1 unexpectedly) ")
    try await test("--only-failures").expect(
      0, counts: "1 test: 1 passed ", prints: "Outstanding: 1 failed\n")
    try await test(way: "count").expect(1, counts: "7 tests: 6 passed, 1 failed ")
    try await test("--only-failures").expect(0, counts: "2 tests: 2 passed ")
    try await test("--only-failures").expect(4, prints: "Nothing is outstanding")

    // One test makes another one fail.
    try await test(way: "order").expect(1)
    let culprit = try await fixture.exemplar(
      "bisect", ["testIsOpen"], environment: ["WAY": "order"])
    culprit.expect(
      0, prints: "OldTests/testIsOpen fails after 1 of ", ":\n  PlainSpecs/OldTests/testCloses\n")

    let folder = try temporaryFolder()
    let list = try folder.write(
      #"[{"id": "OldTests/testIsOpen", "reason": "SHOP-12", "until": "9999-12-31"}]"#,
      to: "list.json"
    ).path
    try await test("--quarantine", list, way: "order").expect(
      0, counts: "7 tests: 6 passed, 1 quarantined, 1 known issue ")
    try folder.write(
      #"[{"id": "OldTests/testIsShut", "reason": "SHOP-12", "until": "9999-12-31"}]"#,
      to: "list.json")
    try await test("--quarantine", list).expect(
      0, prints: "The quarantine of “OldTests/testIsShut” matches nothing that ran.")
    try await test("--quarantine", list, "--strict").expect(1)

    let records = (1...2).map { folder.path + "/\($0).exemplar" }
    for number in 1...2 {
      try await test("--shard", "\(number)/2", "--record", records[number - 1]).expect(0)
    }
    try await fixture.exemplar("merge", records).expect(0, counts: "7 tests: 7 passed ")
  }
}
