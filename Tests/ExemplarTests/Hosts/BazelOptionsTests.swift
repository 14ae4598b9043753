import Exemplar
import ExemplarCore
import Testing

/// Options that Bazel states in variables of its test contract.
struct BazelOptionsTests {
  private func options(_ variables: [String: String]) throws -> [String: String] {
    let environment = variables.merging(["BAZEL_TEST": "1"]) { $1 }
    return try EnvironmentOption.addingOptionsOfBazel(to: environment)
      .filter { $0.key.hasPrefix("EXEMPLAR_") }
  }

  @Test func everyVariableStatesAnOption() throws {
    #expect(
      try options([
        "TEST_TOTAL_SHARDS": "4", "TEST_SHARD_INDEX": "3", "TESTBRIDGE_TEST_ONLY": "a|b",
        "TESTBRIDGE_TEST_RUNNER_FAIL_FAST": "1", "TEST_RANDOM_SEED": "7",
        "TEST_UNDECLARED_OUTPUTS_DIR": "/outputs", "XML_OUTPUT_FILE": "/test.xml",
      ]) == [
        "EXEMPLAR_SHARD": "4/4", "EXEMPLAR_FILTER": "a|b", "EXEMPLAR_FAIL_FAST": "1",
        "EXEMPLAR_SEED": "7", "EXEMPLAR_ATTACHMENTS": "/outputs",
        "EXEMPLAR_REPORT": "junit=/test.xml",
      ])
  }

  @Test func theSeedIsFixed() throws {
    try expect(options([:]), equals: ["EXEMPLAR_SEED": "1"])
    let off = [
      "TEST_TOTAL_SHARDS": "0", "TESTBRIDGE_TEST_ONLY": "", "TESTBRIDGE_TEST_RUNNER_FAIL_FAST": "0",
      "XML_OUTPUT_FILE": "",
    ]
    try expect(options(off), equals: ["EXEMPLAR_SEED": "1"])
  }

  @Test func optionsOfTheUserWin() throws {
    let own = [
      "EXEMPLAR_SHARD": "2/2", "EXEMPLAR_FILTER": "c", "EXEMPLAR_FAIL_FAST": "3",
      "EXEMPLAR_SEED": "5", "EXEMPLAR_ATTACHMENTS": "own", "EXEMPLAR_REPORT": "html=own.html",
    ]
    let bazel = [
      "TEST_TOTAL_SHARDS": "2", "TEST_SHARD_INDEX": "1", "TESTBRIDGE_TEST_ONLY": "a",
      "TESTBRIDGE_TEST_RUNNER_FAIL_FAST": "1", "TEST_RANDOM_SEED": "7",
      "TEST_UNDECLARED_OUTPUTS_DIR": "/outputs", "XML_OUTPUT_FILE": "/test.xml",
    ]
    var expected = own
    expected["EXEMPLAR_REPORT"] = "html=own.html\njunit=/test.xml"
    try expect(options(own.merging(bazel) { $1 }), equals: expected)
  }

  @Test(arguments: [
    (
      ["TEST_SHARD_INDEX": "4"],
      "There is no shard 5 of 4: the last is 4. TEST_SHARD_INDEX of Bazel states it."
    ),
    (
      ["TEST_SHARD_INDEX": "-1"],
      "There is no shard 0 of 4: the first is 1. TEST_SHARD_INDEX of Bazel states it."
    ),
    (
      ["TEST_SHARD_INDEX": "x"],
      "TEST_SHARD_INDEX of Bazel should be a number; found “x”. State the shard, such as 2/4."
    ),
    (
      [:],
      "TEST_SHARD_INDEX of Bazel should be a number; found no value. State the shard, such as 2/4."
    ),
    (
      ["TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "x"],
      "TEST_TOTAL_SHARDS of Bazel should be a number; found “x”. State the shard, such as 2/4."
    ),
  ])
  func aShardThatDoesNotExistIsAMistake(variables: [String: String], message: String) {
    #expect(throws: UsageError(message)) {
      try options(variables.merging(["TEST_TOTAL_SHARDS": "4"]) { own, _ in own })
    }
  }

  /// Each process of Bazel would run the same share.
  @Test func anotherShardThanThatOfBazelIsAMistake() throws {
    let bazel = ["BAZEL_TEST": "1", "TEST_TOTAL_SHARDS": "4", "TEST_SHARD_INDEX": "1"]
    let message =
      "EXEMPLAR_SHARD must be a shard such as 2/4, or auto; found “1/4”. Bazel runs the shard 2/4 here, so some "
      + "examples would run in no shard. Leave the shard to Bazel."
    #expect(throws: UsageError(message)) {
      try RunOptions(environment: bazel.merging(["EXEMPLAR_SHARD": "1/4"]) { $1 })
    }
    for text in ["2/4", "auto", "auto/4"] {
      let environment = bazel.merging(["EXEMPLAR_SHARD": text, "JOB_COMPLETION_INDEX": "7"]) { $1 }
      try expect(RunOptions(environment: environment).shard?.text, equals: "2/4")
    }
    #expect(throws: UsageError.self) {
      try RunOptions(environment: bazel.merging(["EXEMPLAR_SHARD": "auto/5"]) { $1 })
    }
    // Without its mark, these are variables of others.
    let other = ["TEST_TOTAL_SHARDS": "4", "TEST_SHARD_INDEX": "9", "EXEMPLAR_SHARD": "1/2"]
    try expect(RunOptions(environment: other).shard?.text, equals: "1/2")
  }
}
