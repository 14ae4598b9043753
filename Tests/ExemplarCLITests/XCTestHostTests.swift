import Exemplar
import Foundation
import TestSupport
import Testing

extension PackageTests {
  /// Two data items and two methods make four failures, in the log of XCTest; and other ports.
  @Test func portsLogAsTheirOriginalsDid() async throws {
    let result = try await EveryHost.xctest(
      "PortTests.Ports",
      environment: ["EXEMPLAR_ORDER": "defined", "EXEMPLAR_SELECT": "PortTests"])
    #expect(result.status != 0)
    try expectGolden("ports.txt", result.xctestLog(of: "Ports"))
  }

  @Test func aTestCaseRunsItsSpecs() async throws {
    let result = try await EveryHost.xctest(
      "XCTestTests.HostedSpecs",
      environment: [
        "EXEMPLAR_ORDER": "defined", "EXEMPLAR_SELECT": "XCTestTests/Hosted\nSide by side",
      ])
    #expect(result.status != 0)
    try expectGolden("hosted.txt", result.xctestLog(of: "HostedSpecs"))
  }

  @Test func swiftTestOptionsWorkOnATestCase() async throws {
    let selected = ["EXEMPLAR_SELECT": "Hosted/has an instance of its own"]
    let parallel = try await EveryHost.swiftTest(
      ["--filter", "HostedSpecs", "--disable-swift-testing", "--parallel"], environment: selected)
    expect(parallel.status, equals: 0)
    try await EveryHost.swiftTest(
      ["--filter", "HostedSpecs/testSpecs", "--disable-swift-testing", "--parallel"],
      environment: ["EXEMPLAR_SELECT": "Hosted/expects"]
    ).expectFailure(prints: "Hosted.expects : Expectation failed: 1 == 2")
    try await EveryHost.xctest(
      "XCTestTests.HostedSpecs", environment: ["EXEMPLAR_SELECT": "Unhosted"]
    ).expectFailure(prints: "HostedSpecs.testSpecs : Nothing matches “Unhosted”.")
  }

  /// Its specs run elsewhere, or not at all; a test that runs none must not look green.
  @Test func aTestCaseOfAModuleWithoutSpecsFails() async throws {
    let result = try await EveryHost.xctest(
      "ConformanceTests.ConformanceInXCTest", environment: ["IN_XCTEST": "Conformence"])
    result.expectFailure(prints: "Executed 0 tests, with 1 failure")
    #expect(
      result.output.contains(
        """
        error: ConformanceInXCTest.testSpecs : ConformanceInXCTest runs the specs of Conformence, \
        which contains none. There are specs in: Conformance, ListedTests, MixedTests, \
        PortTests, XCTestTests.
        """))
  }

  /// Swift Testing leaves its specs to it, so they would run nowhere.
  @Test func aTestCaseThatXCTestDoesNotFindFails() async throws {
    let arguments = ["--disable-swift-testing"]
    let selected = ["EXEMPLAR_SELECT": "Side by side/passes"]
    let result = try await EveryHost.swiftTest(
      arguments, environment: selected.merging(["UNREACHED": "1"]) { $1 })
    #expect(result.status != 0)
    let message =
      "error: The specs of Unreached do not run: UnreachedSpecs should run them, but XCTest does "
      + "not find it. Move the class into a test target."
    #expect(result.everything.contains(message))
    let fine = try await EveryHost.swiftTest(arguments, environment: selected)
    #expect(!fine.everything.contains("do not run"))
  }

  /// Two classes in one process write over the files of neither.
  @Test func eachTestCaseHasItsReports() async throws {
    let folder = try temporaryFolder()
    let path = folder.appendingPathComponent("events.jsonl").path
    _ = try await EveryHost.xctest(
      "XCTestTests.HostedSpecs,PortTests.Ports",
      environment: [
        "EXEMPLAR_SELECT": "Side by side/passes\nPortTests", "EXEMPLAR_EVENTS": path,
      ])
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    expect(
      files,
      equals: [
        "events-xctest-PortTests.Ports.jsonl", "events-xctest-XCTestTests.HostedSpecs.jsonl",
      ])
    let modules = try files.map { file in
      Set(
        try Outcomes(atPath: folder.appendingPathComponent(file).path).ids
          .map { $0.prefix { $0 != "/" } })
    }
    expect(modules, equals: [["PortTests"], ["XCTestTests"]])
  }

  /// Each spec runs in one host, and what one host leaves to the other is no failure.
  @Test func hostsShareTheSpecsOfAPackage() async throws {
    let folder = try temporaryFolder()
    let path = folder.appendingPathComponent("events.jsonl").path
    try await EveryHost.swiftTest(
      ["--filter", #"Exemplar\.examples|HostedSpecs"#],
      environment: ["EXEMPLAR_SELECT": "Side by side/passes\nGivens", "EXEMPLAR_EVENTS": path]
    ).expect(0, prints: "The specs of XCTestTests run in XCTest, by HostedSpecs.")
    try expect(
      Outcomes(atPath: path).ids,
      equals: [
        "Conformance/Givens/are made once for an example",
        "Conformance/Givens/redefined/hold for outer hooks",
      ])
    let other = folder.appendingPathComponent("events-xctest-XCTestTests.HostedSpecs.jsonl").path
    try expect(Outcomes(atPath: other).ids, equals: ["XCTestTests/Side by side/passes"])

    try await EveryHost.swiftTesting(
      environment: ["EXEMPLAR_SELECT": "Side by side/passes"]).expect(
        0, prints: "No spec is selected here")
    // The verdict of XCTest says that nothing ran, and the log why.
    let unfocused = try await EveryHost.xctest("XCTestTests.HostedSpecs")
    unfocused.expect(0, prints: "Focus › runs what is focused is focused.")
    #expect(unfocused.output.contains("HostedSpecs.testSpecs : Test skipped - No spec is selected"))
    #expect(unfocused.output.contains("with 1 test skipped and 0 failures"))
    try await EveryHost.xctest("XCTestTests.HostedSpecs", environment: ["CI": "true"])
      .expectFailure()
  }
}

/// Compares `text` with a golden file of these tests.
func expectGolden(
  _ name: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  try expectGolden(
    text, in: folder.appendingPathComponent("Golden/\(name)"), sourceLocation: sourceLocation)
}
