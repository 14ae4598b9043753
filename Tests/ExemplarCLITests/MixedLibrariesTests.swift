import Exemplar
import Foundation
import Testing

extension FixturePackageTests {
  /// On Swift 6.3, each of these would pass unseen.
  @Test func assertionsOfXCTestCountUnderSwiftTesting() async throws {
    let result = try await EveryHost.swiftTesting(
      #"Exemplar\.examples|plainTest"#,
      environment: ["EXEMPLAR_SELECT": "Mixed", "EXEMPLAR_ORDER": "defined"])
    result.expectFailure(counts: "10 examples: 3 passed, 5 failed, 2 skipped, 1 known issue ")
    expect(
      result.drawing(of: "Mixed"),
      equals: """
        Mixed
          ✘ asserts
          ✘ unwraps
          ✔ asserts truth
          ✘ asserts on a thread
          ✘ asserts in a detached task
          ✘ expects on a thread
          ✔ knows it 1 known issue
          ✔ asserts until it holds
          ↷ skips skipped: not here
          ↷ skips if asked skipped: nor here
        """)
    for message in [
      #"XCTAssertEqual failed: ("1") is not equal to ("2") - one is not two"#,
      "XCTUnwrap failed: expected non-nil value", "failed - on a thread",
      "failed - in a detached task", "expected on a thread",
    ] {
      #expect(result.output.contains(message))
    }
    #expect(result.errors.contains("Test plainTest() recorded an issue at MixedSpecs.swift"))
    let worker = try await Fixture.everyHost.test(["Mixed"])
    expect(worker.status, equals: 1)
    // The test cases of the module run too.
    expect(
      worker.counts,
      equals:
        "16 examples and tests: 4 passed, 10 failed, 2 skipped, 1 known issue ")
  }

  @Test func assertionsOfXCTestCountInPrograms() async throws {
    let result = try await EveryHost.ownProgram(named: "mixed-program", ["--order", "defined"])
    result.expect(1, counts: "4 examples: 1 passed, 2 failed, 1 skipped ")
    expect(
      result.drawing(of: "Assertions"),
      equals: """
        Assertions
          ✔ holds
          ✘ fails
          ✘ fails on a thread
          ↷ skips skipped: not here
        """)
    try await EveryHost.ownProgram(
      named: "mixed-program", ["Assertions/fails"],
      environment: ["SWIFT_TESTING_XCTEST_INTEROP_MODE": "none"]
    ).expect(0, prints: "INTEROP_MODE is 'none': a failing XCTAssert passes unnoticed")
  }

  @Test func expectationsCountInPlainTestCases() async throws {
    let result = try await EveryHost.xctest("MixedTests.PlainTestCase")
    #expect(result.status != 0)
    expect(
      result.xctestLog(of: "PlainTestCase").split(separator: "\n").filter {
        $0.hasPrefix("Test Case") && !$0.hasSuffix("started")
      },
      equals: [
        "Test Case 'PlainTestCase.testDetached' failed",
        "Test Case 'PlainTestCase.testExpects' failed",
        "Test Case 'PlainTestCase.testFine' passed",
        "Test Case 'PlainTestCase.testOnAThread' failed",
        "Test Case 'PlainTestCase.testRequires' failed",
      ])
  }

  @Test(arguments: ["none", "limited", "complete", "strict"])
  func theModeOfInteroperabilityIsRespected(mode: String) async throws {
    let environment = [
      "EXEMPLAR_SELECT": "Mixed/asserts", "SWIFT_TESTING_XCTEST_INTEROP_MODE": mode,
    ]
    let result = try await EveryHost.swiftTesting(environment: environment)
    expect(result.status == 0, equals: ["none", "limited"].contains(mode))
    expect(result.output.contains("1 warning"), equals: ["none", "limited"].contains(mode))
    expect(result.output.contains("XCTAssertEqual failed"), equals: mode != "none")
    #expect(
      result.output.contains("INTEROP_MODE is strict: write #expect instead")
        == (mode == "strict"))
    let plain = try await EveryHost.xctest(
      "MixedTests.PlainTestCase/testExpects", environment: environment)
    expect(plain.status == 0, equals: mode == "none")
  }

  @Test func whatComesAfterItsExampleFailsTheRun() async throws {
    let environment = ["EXEMPLAR_SELECT": "MixedTests/Late"]
    let hosted = try await EveryHost.swiftTesting(environment: environment)
    hosted.expectFailure(counts: "2 examples: 2 passed, 2 failures outside examples ")
    let worker = try await Fixture.everyHost.test(["MixedTests/Late"])
    expect(worker.status, equals: 1)
    expect(worker.counts, equals: hosted.counts)
  }

  @Test(arguments: ["expectation", "assertion"])
  func whatComesAfterTheRunFailsTheProcess(kind: String) async throws {
    let selector = "Too late/leaves an \(kind) behind"
    try await EveryHost.swiftTesting(environment: ["EXEMPLAR_SELECT": selector]).expectFailure(
      errors: "error: ", "too late \(kind)", "This was recorded after the run had ended")
    try await Fixture.everyHost.test([selector]).expectFailure()
  }

  @Test func whatComesAfterTheRunFailsXCTestAndProgramsToo() async throws {
    let results = [
      try await EveryHost.xctest(
        "XCTestTests.HostedSpecs", environment: ["EXEMPLAR_SELECT": "XCTestTests/Too late"]),
      try await EveryHost.xctest(
        "ConformanceTests.ConformanceInXCTest",
        environment: [
          "EXEMPLAR_SELECT": "Conformance/Too late", "IN_XCTEST": "Conformance",
        ]),
      try await EveryHost.ownProgram(["Too late"]),
    ]
    for (result, kind) in zip(results, ["assertion", "expectation", "expectation"]) {
      #expect(result.status != 0)
      #expect(result.errors.contains("too late \(kind)"))
      #expect(result.errors.contains("This was recorded after the run had ended"))
    }
  }

  /// The test that runs all specs is canceled, and nothing after it runs; that is no success.
  @Test func anExampleThatCancelsTheTestAroundItFailsTheRun() async throws {
    let environment = ["EXEMPLAR_SELECT": "Canceling", "EXEMPLAR_ORDER": "defined"]
    try await EveryHost.swiftTesting(environment: environment).expectFailure(
      counts: "2 examples: 1 failed (1 unexpectedly), 1 not reached ",
      prints: "Write throw Skip(\"…\") to skip this example.", errors: "The run did not finish.",
      "The run stopped: 1 of the examples not reached.")
  }
}

extension Tool.Result {
  /// The lines of a spec on the console.
  func drawing(of spec: String) -> String {
    output.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != spec }.prefix { !$0.isEmpty }
      .map { $0.replacing(#/ [0-9.]+ s$/#, with: "") }.joined(separator: "\n")
  }
}
