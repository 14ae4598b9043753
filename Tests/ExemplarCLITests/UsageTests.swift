import Foundation
import Testing

struct UsageTests {
  @Test func aFolderWithoutPackageCannotStart() async throws {
    let folder = FileManager.default.temporaryDirectory.path
    let result = try await Tool.exemplar(["test", "--package-path", folder])
    #expect(result.status == 2)
    #expect(result.errors.contains("There is no package at \(folder)"))
  }

  @Test(arguments: [
    ["test", "--bogus"], ["test", "--seed", "x"], ["test", "--order", "alphabetical"],
    ["test", "--report", "json="], ["test", "--report", "unknown=x"], ["test", "--jobs", "0"],
    ["nonsense"], ["check", ""], ["test", ""], ["test", "--package-path", ""],
    ["test", "--tag", ""], ["test", "--tag", ","], ["test", "--tag", "a", "--tag", ""],
    ["test", "--filter", ""], ["test", "--filter", "("], ["test", "--seed", ""],
    ["test", "--order", ""], ["test", "--jobs", ""], ["test", "--retries", ""],
    ["test", "--time-limit", ""], ["test", "--repeat", ""], ["test", "--attachments", ""],
    ["test", "--report", ""], ["test", "--dry-run", "--report", "tap"],
  ])
  func wrongUsageCannotStart(_ arguments: [String]) async throws {
    let result = try await Tool.exemplar(arguments)
    #expect(result.status == 2)
    #expect(!result.errors.isEmpty)
  }

  @Test(arguments: [
    (["check", "--alone"], "Name the files to check."),
    (["check", ""], "The name of a file is empty."),
    (["report", ""], "The name of a log is empty."),
    (["report", "Sources"], "There is no log in Sources."),
    (
      ["test", "--package-path", ""],
      "--package-path has an empty value. Give it one, or leave it out."
    ),
    (["test", "--profile", ""], "--profile has an empty value. Give it one, or leave it out."),
    (["test", "--profile", "quick"], "Define it there under “profiles”."),
    (["list", "--ids", "--json"], "--ids and --json are two forms. Ask for one of them."),
    (
      ["new", "spec", "…"],
      "The name of a spec needs a letter or a digit, and must not contain a line break."
    ),
    (["init", "--target", "a b"], "“a b” is not a valid target name. Use letters, digits and _."),
    (["test", "--report", "tape"], "--report must be FORMAT or FORMAT=PATH, with one of"),
    (
      ["test", "--in-process", "--grace", "1s"],
      "needs processes of their own for the specs; leave it out, or"
    ),
    (
      ["test", "--watch", "--only-failures"],
      "--watch runs tests again and again, so it cannot be given with --dry-run, --only-failures or --cause; the key f runs only what failed."
    ),
    (
      ["test", "--dry-run", "--report", "tap"],
      "--dry-run runs nothing, so there is nothing to report. Leave one of --dry-run and --report out."
    ),
  ])
  func aMessageStatesWhatIsWrongAndWhatToDo(arguments: [String], message: String) async throws {
    let result = try await Tool.exemplar(arguments)
    #expect(result.status == 2)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test(arguments: [
    ("EXEMPLAR_SEED", "x", "EXEMPLAR_SEED must be a whole number; found “x”."),
    ("EXEMPLAR_TAG", "", "EXEMPLAR_TAG has an empty value. Give it one, or leave it out."),
    ("EXEMPLAR_SEEED", "7", "There is no variable EXEMPLAR_SEEED. Did you mean EXEMPLAR_SEED?"),
  ])
  func aWrongEnvironmentCannotStart(name: String, value: String, message: String) async throws {
    for command in [["test"], ["check", "books.json"]] {
      let result = try await Tool.exemplar(command, environment: [name: value])
      #expect(result.status == 2)
      #expect(result.errors.hasPrefix("Error: \(message)"))
      #expect(!result.errors.contains("Usage:"))
    }
  }

  @Test func anEmptyVariableCannotStartAlsoWhereTheCommandLineWins() async throws {
    for (name, arguments) in [
      ("EXEMPLAR_SELECT", ["A shelf"]), ("EXEMPLAR_SEED", ["--seed", "7"]),
      ("EXEMPLAR_PROFILE", ["--profile", "ci"]),
    ] {
      let result = try await Tool.exemplar(["test"] + arguments, environment: [name: ""])
      #expect(result.status == 2)
      #expect(
        result.errors.contains("\(name) has an empty value. Give it one, or leave it out."),
        "\(result.errors)")
    }
  }

  /// How a command is used helps only who has used it in another way.
  @Test(arguments: [
    ["test", "--seed", "x"], ["list", "--order", "x"], ["config", "--report", "x="],
    ["report", "--report", "x"], ["test", "--bogus"], ["list", "--ids", "--json"],
  ])
  func wrongUsageIsShownWithTheUsage(_ arguments: [String]) async throws {
    let result = try await Tool.exemplar(arguments)
    #expect(result.errors.contains("\nUsage: exemplar \(arguments[0]) "), "\(result.errors)")
  }

  @Test(arguments: [
    ["--help"], ["test", "--help"], ["test", "-vh"], ["test", "--help-hidden"], ["--version"],
    ["test", "--version"],
  ])
  func helpIsFine(_ arguments: [String]) async throws {
    let result = try await Tool.exemplar(arguments)
    #expect(result.status == 0)
    #expect(!result.output.isEmpty)
    let usage = result.output.split(separator: "\n").first { $0.hasPrefix("USAGE: ") }
    #expect(usage?.hasPrefix("USAGE: exemplar ") != false)
  }
}
