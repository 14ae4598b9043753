import Testing

extension PackageTests {
  /// In parallel, one by one, and under limits: the specs run once, in order, and none waits for ever.
  @Test(arguments: [
    [], ["--no-parallel"], ["--experimental-maximum-parallelization-width", "1"],
    ["--experimental-maximum-parallelization-width", "2"],
  ])
  func listedSpecsRunOnceInTheirOrder(arguments: [String]) async throws {
    let result = try await EveryHost.swiftTesting(
      #"ListedTests|Exemplar\.examples"#, arguments,
      environment: ["LISTED": "1", "EXEMPLAR_SELECT": "ListedTests"])
    #expect(result.status != 0)
    #expect(result.marks == ["first", "second", "third"])
    #expect(result.everything.contains("The specs are cases of another test."))
    #expect(
      result.everything.ranges(of: #/recorded an issue with 1 argument spec → Second at/#).count
        == 1)
    #expect(result.output.contains("Second › fails"))
  }

  /// Two lists, one of them in a serialized suite that has traits of Swift Testing: one run, which
  /// both report.
  @Test(arguments: [[], ["--no-parallel"]])
  func specsThatAreListedTwiceRunOnce(arguments: [String]) async throws {
    let result = try await EveryHost.swiftTesting(
      #"ListedTests|Exemplar\.examples"#, arguments,
      environment: ["LISTED": "twice", "EXEMPLAR_SELECT": "ListedTests"])
    #expect(result.status != 0)
    #expect(result.marks == ["first", "second", "third"])
    #expect(
      result.everything.ranges(of: #/recorded an issue with 1 argument spec → Second at/#).count
        == 2)
  }

  @Test func repetitionsRunTheListedSpecsAgain() async throws {
    let result = try await EveryHost.swiftTesting(
      "ListedTests", ["--repetitions", "2"],
      environment: ["LISTED": "1", "EXEMPLAR_SELECT": "First\nThird"])
    #expect(result.status == 0)
    #expect(result.marks == ["first", "third", "first", "third"])
  }

  @Test func specsThatNoTestListsRunAllTheSame() async throws {
    let result = try await EveryHost.swiftTesting(
      #"ListedTests|Exemplar\.examples"#,
      environment: ["EXEMPLAR_SELECT": "First\nThird"])
    #expect(result.status == 0)
    #expect(result.marks == ["first", "third"])
  }
}
