import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import Exemplar

struct EnvironmentTests {
  private static let tag = "a tag (a), one of several (a,b), or one that must not be (!a)"

  @Test func theTableInTheDocumentationIsTrue() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/Exemplar/Exemplar.docc/Environment.md")
    var lines = try String(contentsOf: page, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let isRow = { (line: String) in line.hasPrefix("| `") }
    let first = try #require(lines.firstIndex(where: isRow))
    lines.removeAll(where: isRow)
    lines.insert(
      contentsOf: EnvironmentOption.allCases.map { option in
        "| `\(option.rawValue)` | \(option.values) | \(option.entry.meaning) |"
      }, at: first)
    try expectGolden(lines.joined(separator: "\n"), in: page)
  }

  @Test func everyOptionIsRead() throws {
    let options = try RunOptions(environment: [
      "EXEMPLAR_SELECT": "a\nb", "EXEMPLAR_FILTER": "x.*", "EXEMPLAR_SKIP": "y\nz",
      "EXEMPLAR_TAG": "fast\n!slow,odd",
      "EXEMPLAR_SEED": "7", "EXEMPLAR_ORDER": "defined", "EXEMPLAR_JOBS": "3",
      "EXEMPLAR_RETRIES": "2", "EXEMPLAR_FAIL_FAST": "4", "EXEMPLAR_TIME_LIMIT": "500ms",
      "EXEMPLAR_REPEAT": "5", "EXEMPLAR_TIMEOUT": "20s", "EXEMPLAR_PLANNING_TIMEOUT": "3min",
      "CI": "true",
    ])
    expect(options.selection.selectors, equals: ["a", "b"])
    expect(options.selection.filters.map(\.text), equals: ["x.*"])
    expect(options.selection.skips.map(\.text), equals: ["y", "z"])
    #expect(options.selection.tags == [try TagCondition("fast"), try TagCondition("!slow,odd")])
    expect(options.seed, equals: 7)
    expect(options.order, equals: .defined)
    expect(options.jobs, equals: 3)
    expect(options.retries, equals: 2)
    expect(options.failFast, equals: 4)
    expect(options.timeLimit, equals: .milliseconds(500))
    expect(options.repetitions, equals: 5)
    expect(options.timeout, equals: .seconds(20))
    expect(options.planningTimeout, equals: .seconds(180))
    expect(options.limit(of: .planning).duration, equals: .seconds(180))
    expect(options.limit(of: .rows).duration, equals: .seconds(20))
    expect(RunOptions().limit(of: .rows).duration, equals: .seconds(120))
    #expect(!options.allowsFocus)
    try expect(RunOptions(environment: ["EXEMPLAR_UNTIL_FAILURE": "1"]).repetitions, equals: 1_000)
    let until = ["EXEMPLAR_UNTIL_FAILURE": "1", "EXEMPLAR_REPEAT": "5000"]
    try expect(RunOptions(environment: until).repetitions, equals: 5_000)
    #expect(try RunOptions(environment: ["CI": "1", "EXEMPLAR_ALLOW_FOCUS": "1"]).allowsFocus)
  }

  @Test(arguments: [
    (nil, nil, false), (nil, "1", true), (nil, "0", false), ("true", nil, true),
    ("true", "0", false), ("false", nil, false), ("", nil, false), ("false", "1", true),
  ])
  func strictnessIsOnWhereCIIsSetUnlessTheVariableSaysOtherwise(
    ci: String?, strict: String?, isStrict: Bool
  ) throws {
    var environment: [String: String] = [:]
    environment["CI"] = ci
    environment["EXEMPLAR_STRICT"] = strict
    try expect(RunOptions(environment: environment).isStrict, equals: isStrict)
  }

  @Test(arguments: EnvironmentOption.allCases.filter { $0.isFlag || $0 == .leftOut })
  func everySwitchIsReadTheSameWay(option: EnvironmentOption) throws {
    /// The options that result from a value.
    func options(_ value: String) throws -> String {
      "\(try RunOptions(environment: [option.rawValue: value]))"
    }
    let (on, off) = (try options("1"), try options("0"))
    #expect(on != off || option == .allowFocus)
    for word in ["true", "yes", "on", "YES"] { try expect(options(word), equals: on) }
    for word in ["false", "no", "off", "Off"] { try expect(options(word), equals: off) }
    let mistake = UsageError("\(option.rawValue) must be 1 or 0; found “maybe”.")
    #expect(throws: mistake) { try options("maybe") }
  }

  @Test(arguments: [
    ("EXEMPLAR_SEED", "x", "EXEMPLAR_SEED must be a whole number; found “x”."),
    ("EXEMPLAR_SEED", "-1", "EXEMPLAR_SEED must be a whole number; found “-1”."),
    ("EXEMPLAR_ORDER", "abc", "EXEMPLAR_ORDER must be “random” or “defined”; found “abc”."),
    ("EXEMPLAR_JOBS", "0", "EXEMPLAR_JOBS must be at least 1; found “0”."),
    ("EXEMPLAR_FAIL_FAST", "0", "EXEMPLAR_FAIL_FAST must be at least 1; found “0”."),
    ("EXEMPLAR_REPEAT", "0", "EXEMPLAR_REPEAT must be at least 1; found “0”."),
    (
      "EXEMPLAR_FILTER", "(",
      "EXEMPLAR_FILTER must be a regular expression; found “(”. Expected ')'."
    ),
    ("EXEMPLAR_TAG", ",", "EXEMPLAR_TAG must be \(tag); found “,”."),
    ("EXEMPLAR_TAG", "slow,", "EXEMPLAR_TAG must be \(tag); found “slow,”."),
    ("EXEMPLAR_TAG", "a\n!", "EXEMPLAR_TAG must be \(tag); found “!”."),
    ("EXEMPLAR_TAG", " ", "EXEMPLAR_TAG must be \(tag); found “ ”."),
    ("EXEMPLAR_STRICT", "very", "EXEMPLAR_STRICT must be 1 or 0; found “very”."),
    (
      "EXEMPLAR_TIME_LIMIT", "soon",
      "EXEMPLAR_TIME_LIMIT must be a duration such as 500ms, 5s or 2min; found “soon”."
    ),
  ])
  func aValueThatIsNotUnderstoodIsAMistake(name: String, value: String, message: String) {
    #expect(throws: UsageError(message)) {
      try RunOptions(environment: [name: value])
    }
  }

  @Test func selectorsMayBeInAFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/selectors"
    let environment = ["EXEMPLAR_SELECT": "a", "EXEMPLAR_SELECT_FILE": path]
    #expect(
      throws: UsageError(
        "EXEMPLAR_SELECT_FILE must be the path of a text file that can be read; found “\(path)”.")
    ) { try RunOptions(environment: environment) }
    try "b\nM/c d\n".write(toFile: path, atomically: false, encoding: .utf8)
    #expect(try RunOptions(environment: environment).selection.selectors == ["a", "b", "M/c d"])
    try "\n".write(toFile: path, atomically: false, encoding: .utf8)
    // A selection of nothing must not run everything.
    #expect(throws: UsageError.self) { try RunOptions(environment: environment) }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(throws: UsageError.self) { try RunOptions(environment: environment) }
  }

  @Test(arguments: EnvironmentOption.allCases)
  func anEmptyValueIsAMistake(option: EnvironmentOption) {
    let name = option.rawValue
    let mistake = UsageError("\(name) has an empty value. Give it one, or leave it out.")
    #expect(throws: mistake) { try RunOptions(environment: [name: ""]) }
    guard [.select, .filter, .tag, .check].contains(option) else { return }
    for lines in ["\na", "a\n", "a\n\nb", "\n"] {
      #expect(throws: mistake) { try RunOptions(environment: [name: lines]) }
    }
  }

  @Test(arguments: [
    ("EXEMPLAR_SEEED", "EXEMPLAR_SEED"), ("EXEMPLAR_TAGS", "EXEMPLAR_TAG"),
    ("EXEMPLAR_FAILFAST", "EXEMPLAR_FAIL_FAST"), ("exemplar_seed", "EXEMPLAR_SEED"),
    ("EXAMPLAR_SELECT", "EXEMPLAR_SELECT"), ("EXEMPLAR_UNTIL_FAILED", "EXEMPLAR_UNTIL_FAILURE"),
    ("EXEMPLAR_SLOW_TESTS", nil), ("EXEMPLAR_UPDATE_GOLDEN", nil), ("EXEMPLAR_TEST_SCRATCH", nil),
    ("EXEMPLAR_WARNINGS_AS_ERRORS", nil), ("EXEMPLAR_HOME", nil), ("EXAMPLE_SEED", nil),
    ("EXEMPLAR", nil), ("SEED", nil), ("XEMPLAR_TAGS", nil),
  ])
  func aVariableThatIsNearlyOneOfOursIsAMistake(name: String, meant: String?) throws {
    guard let meant else {
      _ = try RunOptions(environment: [name: "7"])
      return
    }
    let mistake = UsageError(
      "There is no variable \(name). Did you mean \(meant)? Unset it if it is not meant for Exemplar."
    )
    #expect(throws: mistake) { try RunOptions(environment: [name: "7"]) }
  }

  @Test(arguments: [
    ("500ms", 0.5), ("5s", 5), ("5", 5), ("1.5 s", 1.5), ("2min", 120), ("1h", 3600),
    ("0", nil), ("-1s", nil), ("s", nil), ("1e3", nil), ("5 days", nil), ("", nil),
  ])
  func durationsAreRead(text: String, seconds: Double?) {
    expect(Duration(text: text)?.seconds, equals: seconds)
  }
}
