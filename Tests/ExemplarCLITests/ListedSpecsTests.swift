import Exemplar
import Testing

extension FixturePackageTests {
  /// In parallel, one by one, and under limits: the specs run once, in order, and none waits for ever.
  @Test(arguments: [
    [], ["--no-parallel"], ["--experimental-maximum-parallelization-width", "1"],
    ["--experimental-maximum-parallelization-width", "2"],
  ])
  func listedSpecsRunOnceInTheirOrder(arguments: [String]) async throws {
    let result = try await EveryHost.swiftTesting(
      #"ListedTests|Exemplar\.examples"#, arguments,
      environment: ["LISTED": "1", "EXEMPLAR_SELECT": "ListedTests"])
    result.expectFailure(prints: "Second › fails")
    expect(result.marks, equals: ["first", "second", "third"])
    #expect(result.everything.contains("The specs are cases of another test."))
    expect(
      result.everything.ranges(of: #/recorded an issue with 1 argument spec → Second at/#).count,
      equals: 1)
  }

  /// Two lists, one of them in a serialized suite that has traits of Swift Testing: one run, which
  /// both report.
  @Test(arguments: [[], ["--no-parallel"]])
  func specsThatAreListedTwiceRunOnce(arguments: [String]) async throws {
    let result = try await EveryHost.swiftTesting(
      #"ListedTests|Exemplar\.examples"#, arguments,
      environment: ["LISTED": "twice", "EXEMPLAR_SELECT": "ListedTests"])
    #expect(result.status != 0)
    expect(result.marks, equals: ["first", "second", "third"])
    expect(
      result.everything.ranges(of: #/recorded an issue with 1 argument spec → Second at/#).count,
      equals: 2)
  }

  /// All cases are green, and no other test would report the spec that has no case, or does not run.
  @Test(arguments: [
    (
      "in part",
      """
      error: These specs failed, and no case reported it, since the test that lists the specs leaves \
      them out, or does not call run():
        Second
      """
    ),
    (
      "in vain",
      """
      error: The specs were left to the test that lists them, but none of its cases ran one. Give it \
      all of Exemplar.specs, and call run() of each.
      """
    ),
  ])
  func whatNoCaseReportsFailsTheProcess(list: String, error: String) async throws {
    let environment = ["LISTED": list, "EXEMPLAR_SELECT": "ListedTests"]
    let result = try await EveryHost.swiftTesting(
      #"ListedTests|Exemplar\.examples"#, environment: environment)
    result.expectFailure(errors: "passed after")
    #expect(!result.errors.contains("recorded an issue"))
    #expect(result.errors.hasSuffix(error + "\n"))
    try await EveryHost.swiftTesting(
      #"CutDownTests|Exemplar\.examples"#,
      environment: ["LISTED": "in part", "EXEMPLAR_SELECT": "First\nThird"]
    ).expect(0)
  }

  @Test func repetitionsRunTheListedSpecsAgain() async throws {
    let result = try await EveryHost.swiftTesting(
      "ListedTests", ["--repetitions", "2"],
      environment: ["LISTED": "1", "EXEMPLAR_SELECT": "First\nThird"])
    expect(result.status, equals: 0)
    expect(result.marks, equals: ["first", "third", "first", "third"])
  }

  /// Each repetition runs the listed specs again, and no result is one of an earlier repetition.
  @Test(arguments: [
    ("pass", "Second", 2, 2), ("fail", "Second", 1, 1), ("pass", "First", 1, 0),
    ("fail", "First", 2, 0),
  ])
  func aRepetitionReportsItsOwnResults(until: String, spec: String, runs: Int, failures: Int)
    async throws
  {
    for list in ["1", "no"] {
      let result = try await EveryHost.swiftTesting(
        list == "1" ? "ListedTests" : #"Exemplar\.examples"#,
        ["--repetitions", "2", "--repeat-until", until],
        environment: ["LISTED": list == "1" ? list : "", "EXEMPLAR_SELECT": spec])
      #expect((result.status == 0) == (failures == 0))
      // Without a list, only the failure runs again, and the mark is of the example that passes.
      let count = list == "no" ? 1 : runs
      expect(
        result.marks,
        equals: Array(repeating: spec.lowercased(), count: until == "pass" ? count : runs))
      expect(result.everything.ranges(of: #/recorded an issue.* at/#).count, equals: failures)
    }
  }

  /// Until everything passes, only the failures run again, and are flaky if they pass; a search for failures repeats all.
  @Test func repetitionsUntilASuccessRunTheFailuresAgain() async throws {
    let folder = try temporaryFolder()
    let report = folder.appendingPathComponent("junit.xml").path
    func run(_ until: String, _ select: String = "Repeated", _ filter: String = "") async throws
      -> Tool.Result
    {
      try await EveryHost.swiftTesting(
        #"Exemplar\.examples"# + filter, ["--repetitions", "3", "--repeat-until", until],
        environment: [
          "REPEATED": "1", "EXEMPLAR_SELECT": select, "EXEMPLAR_REPORT": "junit=\(report)\ntree",
        ])
    }
    let passing = try await run("pass")
    passing.expect(prints: "4 examples: 2 passed, 2 failed", "2 examples: 2 flaky")
    expect(passing.marks, equals: ["passes", "settles", "1", "2", "settles", "2"])
    // The report of the first repetition stays.
    let second = folder.appendingPathComponent("junit-2.xml").path
    #expect(try String(contentsOfFile: report, encoding: .utf8).contains("tests=\"4\""))
    #expect(try String(contentsOfFile: second, encoding: .utf8).contains("tests=\"2\""))

    #expect(passing.output.contains("✔ settles flaky, failed in the last repetition"))

    // What is skipped, or no longer there, has not passed.
    let undecided = try await run("pass", "Undecided")
    let verdict = """
      These failed in the last repetition, and were skipped or not found in this one, so they have still failed:
      """
    expect(undecided.everything.ranges(of: verdict).count, equals: 2, "\(undecided.everything)")
    #expect(undecided.everything.contains("  Undecided › counts › #2"))
    #expect(undecided.everything.contains("  Undecided › is skipped"))

    let failing = try await run("fail")
    expect(failing.marks, equals: ["passes", "settles", "1", "2"])

    // Something else fails in each repetition.
    let beside = try await run("pass", "First", "|plainTest")
    #expect(beside.status != 0)
    expect(beside.marks, equals: ["first"])
    expect(
      beside.output.components(
        separatedBy: "No example failed in the last repetition, so none runs again."
      ).count, equals: 3, "\(beside.everything)")
  }

  @Test func specsThatNoTestListsRunAllTheSame() async throws {
    let result = try await EveryHost.swiftTesting(
      #"ListedTests|Exemplar\.examples"#,
      environment: ["EXEMPLAR_SELECT": "First\nThird"])
    expect(result.status, equals: 0)
    expect(result.marks, equals: ["first", "third"])
  }
}
