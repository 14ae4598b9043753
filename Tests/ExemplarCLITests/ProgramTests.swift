import Exemplar
import Foundation
import Testing

extension FixturePackageTests {
  /// A program that an example starts would otherwise write its events among those of the run.
  @Test func programsThatExamplesStartAreNoWorkers() async throws {
    try await Fixture.everyHost.test(
      ["MixedTests/Children"],
      environment: ["PROGRAM": Fixture.program("conformance-program").path]
    ).expect(0, counts: "1 example: 1 passed ", prints: "2 examples: 2 passed, 1 warning")
  }

  @Test func aProgramRunsItsOwnSpecs() async throws {
    try await EveryHost.ownProgram(["Givens", "--seed=7", "-v"]).expect(
      0, counts: "2 examples: 2 passed ", prints: "seed 7")

    try await EveryHost.ownProgram(
      ["Outcomes/fails by an expectation", "--retries", "1", "--jobs", "1"]).expect(
        1, prints: "Expectation failed: Bool(false)",
        "conformance-program 'Conformance/Outcomes/fails by an")

    let twice = [
      "Shared examples/behaves like a countable", "Shared examples/behaves like a countable (2)",
    ]
    try await expect(EveryHost.ownProgram(twice + ["--strict"]).status, equals: 1)
    try await expect(
      EveryHost.ownProgram(twice + ["--no-strict"], environment: ["CI": "1"]).status, equals: 0)

    try await EveryHost.ownProgram(["Givenz"]).expect(4, prints: "Nothing matches “Givenz”.")
    try await expect(EveryHost.ownProgram(["Focus"], environment: ["CI": "1"]).status, equals: 3)
    try await expect(
      EveryHost.ownProgram(["Focus", "--allow-focus"], environment: ["CI": "1"]).status, equals: 0)

    let listed = try await EveryHost.ownProgram(["Givens", "--list"])
    expect(listed.status, equals: 0)
    #expect(listed.output.hasSuffix("\n2 examples\n"))

    let full = try await EveryHost.ownProgram(["Givens", "--report", "json=/dev/full"])
    expect(full.status, equals: 1)
    let program = Fixture.program("conformance-program")
    try await Tool.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", "\"$0\" Givens > /dev/full", program.path],
      in: Tool.repository
    ).expect(1)
  }

  /// The output of examples is printed before their spec in the report, in a file and in a pipe too.
  @Test(arguments: ["", " | cat"])
  func aProgramPrintsTheOutputOfExamplesInItsPlace(rest: String) async throws {
    // Builds the fixture.
    _ = try await EveryHost.ownProgram(named: "mixed-program", ["--list"])
    let result = try await Tool.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "\"$0\" -v --order defined --jobs 1\(rest)", Fixture.program("mixed-program").path],
      in: Tool.repository)
    let marks = ["Running 4", "~ a line", "✔ holds", "Failures", "4 examples: 1"]
    let positions = marks.compactMap { result.output.firstRange(of: $0)?.lowerBound }
    expect(positions.count, equals: marks.count, "\(result.output)")
    expect(positions, equals: positions.sorted(), "\(result.output)")
  }

  /// Without what Swift's interoperability library offers, a failing `#expect` would pass unseen.
  @Test func aProgramThatCannotHearExpectationsRunsNothing() async throws {
    let folder = try temporaryFolder()
    // In the place of the library, one that offers only what Swift Testing needs to start.
    let source = try folder.write(
      "void *_swift_testing_getFallbackEventHandler(void) { return 0; }\n", to: "interop.c")
    let library = folder.appendingPathComponent("lib_TestingInterop.so")
    let built = try await Tool.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["clang", "-shared", "-fPIC", "-o", library.path, source.path], in: folder)
    try #require(built.status == 0, "\(built.errors)")
    let result = try await EveryHost.ownProgram(
      ["Givens"], environment: ["LD_LIBRARY_PATH": folder.path])
    expect(result.status, equals: 2)
    #expect(result.output.isEmpty)
    #expect(
      result.errors.hasPrefix(
        """
        error: Swift's interoperability library was not found, so a failing #expect would pass \
        unseen. Install lib_TestingInterop beside libTesting, where the program finds its libraries.
        """))
    try await EveryHost.ownProgram(
      ["Givens", "--list"], environment: ["LD_LIBRARY_PATH": folder.path]
    ).expect(0)
  }

  @Test(arguments: [
    (["--sed", "7"], "There is no option --sed. Did you mean --seed?"),
    (["--seed"], "--seed needs a value."),
    (["--seed", "x"], "--seed must be a whole number; found “x”."),
    (["--list=1"], "--list takes no value."),
    (
      ["--report", "junit="],
      "--report has an empty path; found “junit=”. Give one, or leave the “=” out."
    ),
    ([""], "A path has an empty value. Give it one, or leave it out."),
    (["--attachments="], "--attachments has an empty value. Give it one, or leave it out."),
  ])
  func aCommandLineThatIsNotUnderstoodRunsNothing(
    arguments: [String], message: String
  ) async throws {
    let result = try await EveryHost.ownProgram(arguments)
    expect(result.status, equals: 2)
    #expect(result.errors.hasPrefix("error: \(message)\n"))
    #expect(result.output.isEmpty)
  }

  @Test func anEmptyVariableKeepsAProgramFromRunning() async throws {
    let result = try await EveryHost.ownProgram(["Givens"], environment: ["EXEMPLAR_SELECT": ""])
    expect(result.status, equals: 2)
    #expect(result.errors.hasPrefix("error: EXEMPLAR_SELECT has an empty value."))
  }

  /// The tool and a program have the same options, except for those about packages, and those that need
  /// processes beside the one that is asked.
  @Test func aProgramHasTheOptionsOfTheTool() async throws {
    func options(_ help: String) -> Set<String> {
      Set(help.matches(of: #/--[a-z][a-z-]+/#).map { String($0.output) })
    }
    let program = try await EveryHost.ownProgram(["--help"])
    expect(program.status, equals: 0)
    let tool = try await Tool.exemplar(["test", "--help"])
    expect(
      options(program.output),
      equals: options(tool.output).subtracting([
        "--package-path", "--profile", "--version", "--specs", "--dry-run", "--only-failures",
        "--failed-first", "--queue", "--accept-vanished", "--archive", "--baseline", "--changed",
        "--pool", "--skip-build", "--stale", "--unrelated", "--in-process", "--memory-limit",
        "--show-output", "--record", "--record-output",
        "--store", "--watch", "--cause", "--coverage", "--coverage-minimum", "--coverage-lcov",
        "--coverage-json",
      ]))
  }
}

extension PackageTests {
  @Test func anExampleProgramTestsItself() async throws {
    try await Fixture.example("SelfTest").build()
    let till = Fixture.program("till")
    let sum = try await Tool.run(till, ["12.50", "3.20"], in: Tool.repository)
    expect(sum.output, equals: "15.70\n")
    let folder = try temporaryFolder()
    try await Tool.run(
      till, ["self-test"], in: Tool.repository, environment: ["TILL_FOLDER": folder.path]
    ).expect(0, counts: "6 examples: 6 passed ")
    try await Tool.run(
      till, ["self-test", "This machine"], in: Tool.repository,
      environment: ["TILL_FOLDER": folder.path + "/missing"]
    ).expect(1, prints: "✘ can write a journal", "till self-test")
  }
}
