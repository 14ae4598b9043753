import Exemplar
import Foundation
import Testing

struct UsageTests {
  /// How a command is used helps only who has used it in another way.
  @Test(arguments: [
    (["test", "--package-path", "/"], "There is no package at /", false),
    (["check", "--alone"], "Name the files to check.", true),
    (["check", ""], "The name of a file is empty.", true),
    (["report", ""], "The name of a log is empty.", true),
    (["report", "--failure", ""], "The id is empty. Give the id of a failure.", true),
    (
      ["report", "--failure", "A", "--report", "tap"],
      "--failure shows one failure, and --report writes the whole run. Leave one of them out.", true
    ),
    (["report", "Sources"], "There is no log in Sources.", false),
    (["report", "-999"], "No recorded run is named “999”.", false),
    (["runs", "diff", "-999", "-998"], "No recorded run is named “999”.", false),
    (["bisect", "a", "--run", "-999"], "No recorded run is named “999”.", false),
    (["bisect", "a", "--repeat", "-999"], "Missing value for '--repeat <count>'", true),
    (["test", "-999"], "Unknown option '-999'", true),
    (
      ["run-mutants", "nosuch.json", "--results", "/dev/null"],
      "nosuch.json is no list of mutants. exemplar mutate makes one, and starts this.",
      false
    ),
    (["flaky", "999"], "No recorded run is named “999”.", false),
    (["runs", "--store", "/nowhere"], ". Run exemplar test first.", false),
    (["flaky", "Package.swift"], "is no event log.", false),
    (["flaky", "nosuch.exemplar"], "cannot be opened", false),
    (["report", "--report", "x"], "--report must be FORMAT or FORMAT=PATH, with one of", true),
    (["config", "--report", "x="], "--report has an empty path; found “x=”.", true),
    (
      ["config", "--report", "ctrf=a", "--report", "junit=./a"],
      "The reports ctrf and junit would both be written to ./a. Give each a path of its own.", false
    ),
    (["test", ""], "A path has an empty value. Give it one, or leave it out.", false),
    (
      ["test", "--package-path", ""],
      "--package-path has an empty value. Give it one, or leave it out.", true
    ),
    (
      ["test", "--profile", ""], "--profile has an empty value. Give it one, or leave it out.", true
    ),
    (["test", "--profile", "quick"], "Define it there under “profiles”.", false),
    (["test", "--bogus"], "Unknown option '--bogus'", true),
    (["nonsense"], "Unexpected argument 'nonsense'", true),
    (["list", "--order", "x"], "--order must be", true),
    (
      ["list", "--ids", "--json"],
      "--ids and --json cannot be given together. Leave one of them out.", true
    ),
    (
      ["new", "spec", "…"],
      "The name of a spec needs a letter or a digit, and must not contain a line break.", true
    ),
    (
      ["init", "--target", "a b"],
      "“a b” is not a valid target name. Use letters, digits and _.", true
    ),
    (
      ["test", "--in-process", "--grace", "1s"],
      "needs processes of their own for the specs; leave it out, or", true
    ),
    (
      ["test", "--watch", "--only-failures"],
      "--watch runs tests again and again, so it cannot be given with --dry-run, --only-failures, --failed-first, --cause, --changed or --coverage; the key f runs only what failed.",
      true
    ),
    (
      ["test", "--unrelated", "*.md"],
      "--unrelated is for --changed. Add it, or leave --unrelated out.", true
    ),
    (["list", "--changed", ""], "--changed and --unrelated need a value.", true),
    (
      ["test", "--package-path", "/", "--changed", "main"],
      "--changed compares files with a commit of Git, and / is in no work tree of Git. Leave it out.",
      false
    ),
    (["shards"], "Missing expected argument '--target <duration>'", true),
    (
      ["shards", "--target", "soon"],
      "--target must be a duration such as 90s or 2min; found “soon”.", true
    ),
    (
      ["shards", "--target", "2min", "--store", "/nowhere"],
      "No durations are known. Name records of earlier runs with --durations, or run exemplar test first.",
      false
    ),
    (
      ["test", "--failed-first", "--shard", "1/2"],
      "--failed-first orders a run by the examples that are outstanding on this machine, so it cannot be given with --only-failures and --cause, which run nothing else, nor with --shard. Leave it out.",
      true
    ),
    (
      ["test", "--dry-run", "--coverage"],
      "--dry-run runs nothing, so nothing is covered. Leave one of --dry-run and --coverage out.",
      true
    ),
    (
      ["test", "--coverage-minimum", "101"],
      "--coverage-minimum must be a percentage from 0 to 100.",
      true
    ),
    (
      ["test", "--dry-run", "--report", "tap"],
      "--dry-run runs nothing, so there is nothing to report. Leave one of --dry-run and --report out.",
      true
    ),
    (
      ["test", "--dry-run", "--record", "run.exemplar"],
      "nothing to record. Leave one of --dry-run and --record out.", true
    ),
  ])
  func aMessageStatesWhatIsWrongAndWhatToDo(
    arguments: [String], message: String, showsUsage: Bool
  ) async throws {
    let result = try await Tool.exemplar(arguments)
    result.expect(2, errors: message)
    expect(result.errors.contains("\nUsage: exemplar "), equals: showsUsage, "\(result.errors)")
  }

  @Test(arguments: [
    ("EXEMPLAR_SEED", "x", "EXEMPLAR_SEED must be a whole number; found “x”."),
    ("EXEMPLAR_TAG", "", "EXEMPLAR_TAG has an empty value. Give it one, or leave it out."),
    ("EXEMPLAR_STORE", "", "EXEMPLAR_STORE has an empty value. Give it one, or leave it out."),
    ("EXEMPLAR_SEEED", "7", "There is no variable EXEMPLAR_SEEED. Did you mean EXEMPLAR_SEED?"),
  ])
  func aWrongEnvironmentCannotStart(name: String, value: String, message: String) async throws {
    let readers = name == "EXEMPLAR_STORE" ? [["runs"], ["flaky"], ["report"]] : []
    for command in [["test"], ["check", "books.json"]] + readers {
      let result = try await Tool.exemplar(command, environment: [name: value])
      expect(result.status, equals: 2)
      #expect(result.errors.hasPrefix("Error: \(message)"))
      #expect(!result.errors.contains("Usage:"))
    }
  }

  @Test func anEmptyVariableCannotStartAlsoWhereTheCommandLineWins() async throws {
    for (name, arguments) in [
      ("EXEMPLAR_SELECT", ["A shelf"]), ("EXEMPLAR_SEED", ["--seed", "7"]),
      ("EXEMPLAR_PROFILE", ["--profile", "ci"]),
    ] {
      try await Tool.exemplar(["test"] + arguments, environment: [name: ""]).expect(
        2, errors: "\(name) has an empty value. Give it one, or leave it out.")
    }
  }

  @Test(arguments: [
    ["--help"], ["test", "--help"], ["test", "-vh"], ["test", "--help-hidden"], ["--version"],
    ["test", "--version"],
  ])
  func helpIsFine(_ arguments: [String]) async throws {
    let result = try await Tool.exemplar(arguments)
    expect(result.status, equals: 0)
    #expect(!result.output.isEmpty)
    let usage = result.output.split(separator: "\n").first { $0.hasPrefix("USAGE: ") }
    #expect(usage?.hasPrefix("USAGE: exemplar ") != false)
  }
}
