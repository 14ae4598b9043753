import Exemplar
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Bazel's side of its test contract, as https://bazel.build/reference/test-encyclopedia states it.
struct BazelTest {
  /// What Bazel starts.
  enum Host: CaseIterable { case program, swiftTesting }

  let host: Host
  let folder: URL
  var variables = ["BAZEL_TEST": "1"]

  init(_ host: Host) throws {
    self.host = host
    folder = try temporaryFolder()
    for name in ["tmp", "outputs"] { try folder.subfolder(name) }
    for (variable, name) in [
      ("TEST_TMPDIR", "tmp"), ("TEST_UNDECLARED_OUTPUTS_DIR", "outputs"),
      ("XML_OUTPUT_FILE", "test.xml"), ("TEST_PREMATURE_EXIT_FILE", "premature"),
      ("TEST_WARNINGS_OUTPUT_FILE", "warnings"),
    ] {
      variables[variable] = path(name)
    }
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
  func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// A test passes if its status is 0 and no file states that it ended too early.
  struct Verdict {
    let result: Tool.Result
    let passes: Bool
    /// The cases in the file that Bazel reads; `nil` without a file.
    let cases: [String]?
  }

  private static let build = Task { try await Fixture.workers.build() }

  /// Runs the test once, with the variables that Bazel adds for it or the user passes on.
  func run(
    _ added: [String: String] = [:], _ arguments: [String] = [], through shell: String? = nil
  ) async throws -> Verdict {
    try await Self.build.value
    for name in ["test.xml", "premature", "warnings", "status"] {
      try? FileManager.default.removeItem(atPath: path(name))
    }
    var command: [String]
    var environment = variables
    switch host {
    case .program:
      command = [Fixture.program("contract-program").path]
    case .swiftTesting:
      command = [
        Fixture.program("WorkersPackageTests.xctest").path, "--testing-library", "swift-testing",
        "--filter", #"Exemplar\.examples|plainTest"#,
      ]
      // The program contains the specs of other tests too.
      environment["EXEMPLAR_SELECT"] = "Contract"
    }
    command += arguments
    if let shell { command = ["sh", "-c", shell] + command }
    let result = try await Tool.run(
      URL(fileURLWithPath: "/usr/bin/env"), command, in: folder,
      environment: environment.merging(added) { $1 })
    let xml = try? text("test.xml")
    if let xml { _ = try XMLDocument(xmlString: xml) }
    let cases = xml?.matches(of: #/<testcase classname="([^"]*)" name="([^"]*)"/#)
    return Verdict(
      result: result, passes: result.status == 0 && !exists("premature"),
      cases: cases?.map { "\($0.1) › \($0.2)" }.sorted())
  }

  /// Runs all shards.
  func shards(_ count: Int, _ added: [String: String] = [:]) async throws -> [Verdict] {
    var verdicts: [Verdict] = []
    for index in 0..<count {
      let variables = [
        "TEST_TOTAL_SHARDS": "\(count)", "TEST_SHARD_INDEX": "\(index)",
        "TEST_SHARD_STATUS_FILE": path("status"),
      ]
      verdicts.append(try await run(variables.merging(added) { $1 }))
      #expect(exists("status"))
    }
    return verdicts
  }
}

/// Programs and test processes that Bazel starts.
extension FixturePackageTests {
  @Test(arguments: [BazelTest.Host.program, .swiftTesting])
  func shardsOfBazelRunEachExampleOnce(host: BazelTest.Host) async throws {
    let bazel = try BazelTest(host)
    let whole = try await bazel.run()
    #expect(whole.passes)
    expect(whole.cases?.count, equals: 50)
    let shards = try await bazel.shards(4)
    #expect(shards.allSatisfy { $0.passes })
    expect(shards.compactMap(\.cases).joined().sorted(), equals: whole.cases)
    #expect(shards.allSatisfy { ($0.cases?.count ?? 0) > 0 })
    if host == .swiftTesting {
      // Tests that are no examples are not divided.
      #expect(shards.allSatisfy { $0.result.everything.contains("A plain test ran") })
      // A filter would read the rows of other specs of the program, some of which end it.
      return
    }

    // Two of three shards are empty: a group with `beforeAll` stays together.
    let filtered = try await bazel.shards(3, ["TESTBRIDGE_TEST_ONLY": "register/(opens|closes)"])
    #expect(filtered.allSatisfy { $0.passes })
    expect(filtered.map { $0.cases?.count }.sorted { $0! < $1! }, equals: [0, 0, 2])
    expect(
      filtered.count { $0.result.output.contains("has no examples: the plan has 2. Nothing") },
      equals: 2)
  }

  @Test func aFilterOfBazelThatMatchesNothingFailsEachShard() async throws {
    let bazel = try BazelTest(.program)
    for verdict in try await bazel.shards(2, ["TESTBRIDGE_TEST_ONLY": "registar"]) {
      expect(verdict.result.status, equals: 4)
      #expect(verdict.result.output.contains("Nothing matches “registar”."))
    }
  }

  @Test(arguments: [BazelTest.Host.program, .swiftTesting])
  func variablesOfBazelAreHonored(host: BazelTest.Host) async throws {
    let bazel = try BazelTest(host)
    let run = try await bazel.run(["CONTRACT": "run", "TEST_RANDOM_SEED": "7"])
    #expect(run.passes)
    #expect(run.result.output.contains("seed 7"))
    #expect(run.result.marks.contains("folder \(bazel.path("tmp"))"))
    try expect(bazel.text("outputs/Contract/The run/attaches/page.txt"), equals: "a page")
    #expect(try bazel.text("warnings").hasPrefix("The run › warns · rather slow · at "))
    #expect(try bazel.text("warnings").contains("/Contract.swift:"))

    let usual = try await bazel.run(["CONTRACT": "failures"])
    #expect(!usual.passes)
    #expect(usual.result.output.contains("seed 1"))
    #expect(usual.result.output.contains("9 failed"))
    let fast = try await bazel.run([
      "CONTRACT": "failures", "TESTBRIDGE_TEST_RUNNER_FAIL_FAST": "1", "EXEMPLAR_JOBS": "1",
    ])
    #expect(!fast.passes)
    #expect(fast.result.output.contains("1 failed"))
  }

  /// Without the mark of Bazel, its variables belong to other programs.
  @Test(arguments: [BazelTest.Host.program, .swiftTesting])
  func variablesOfBazelHaveNoEffectElsewhere(host: BazelTest.Host) async throws {
    var bazel = try BazelTest(host)
    bazel.variables["BAZEL_TEST"] = nil
    let run = try await bazel.run([
      "CONTRACT": "run", "TEST_TOTAL_SHARDS": "4", "TEST_SHARD_INDEX": "9",
      "TEST_RANDOM_SEED": "x", "TESTBRIDGE_TEST_ONLY": "(",
    ])
    #expect(run.passes)
    #expect(run.result.output.contains("50 examples: 47 passed"))
    #expect(!run.result.marks.contains("folder \(bazel.path("tmp"))"))
    let left = try FileManager.default.contentsOfDirectory(atPath: bazel.folder.path)
    expect(left.sorted(), equals: ["outputs", "tmp"])
  }

  @Test func optionsOfTheUserWinOverBazel() async throws {
    let bazel = try BazelTest(.program)
    let run = try await bazel.run(
      [
        "CONTRACT": "run", "TEST_RANDOM_SEED": "7", "EXEMPLAR_SEED": "3",
        "TESTBRIDGE_TEST_ONLY": "closes",
      ],
      [
        "--filter", "opens|attaches", "--attachments", bazel.path("own"),
        "--report", "tap=\(bazel.path("own.tap"))",
      ])
    #expect(run.passes)
    #expect(run.result.output.contains("seed 3"))
    expect(run.cases, equals: ["Contract.A register › opens", "Contract.The run › attaches"])
    #expect(bazel.exists("own/Contract/The run/attaches/page.txt"))
    #expect(try bazel.text("own.tap").contains("ok 2 - "))
  }

  @Test(arguments: [BazelTest.Host.program, .swiftTesting])
  func whatBazelStatesWronglyFails(host: BazelTest.Host) async throws {
    let file = "of Bazel should be the path of a file that can be written; found “/dev/null/x”."
    let mistakes: [(variables: [String: String], message: String)] = [
      (
        ["TEST_TOTAL_SHARDS": "4", "TEST_SHARD_INDEX": "4"],
        "There is no shard 5 of 4: the last is 4. TEST_SHARD_INDEX of Bazel states it."
      ),
      (["TEST_SHARD_STATUS_FILE": "/dev/null/x"], "TEST_SHARD_STATUS_FILE \(file)"),
      (["TEST_PREMATURE_EXIT_FILE": "/dev/null/x"], "TEST_PREMATURE_EXIT_FILE \(file)"),
      (
        ["TEST_WARNINGS_OUTPUT_FILE": "/dev/null/x"],
        "The report cannot be written to /dev/null/x. Not a directory."
      ),
      (
        ["XML_OUTPUT_FILE": "/dev/null/x"],
        "The report cannot be written to /dev/null/x. Not a directory."
      ),
      (["TEST_TMPDIR": "/dev/null"], "TEST_TMPDIR of Bazel should be a folder; found “/dev/null”."),
      (["TEST_RANDOM_SEED": "x"], "TEST_RANDOM_SEED must be a whole number; found “x”."),
      (["TESTBRIDGE_TEST_ONLY": "("], "TESTBRIDGE_TEST_ONLY must be a regular expression; found"),
      (
        ["TESTBRIDGE_TEST_RUNNER_FAIL_FAST": "x"],
        "TESTBRIDGE_TEST_RUNNER_FAIL_FAST must be a whole number; found “x”."
      ),
    ]
    let bazel = try BazelTest(host)
    for mistake in mistakes {
      let verdict = try await bazel.run(mistake.variables)
      expect(verdict.result.status, equals: host == .program ? 2 : 1, "\(mistake.variables)")
      #expect(verdict.result.everything.contains(mistake.message), "\(verdict.result.everything)")
      #expect(!verdict.result.marks.contains("opened"))
    }
    let full = try await bazel.run(["CONTRACT": "run", "TEST_UNDECLARED_OUTPUTS_DIR": "/dev/null"])
    #expect(!full.passes)
    #expect(full.result.everything.contains("“page.txt” could not be attached"))
  }

  @Test(arguments: [BazelTest.Host.program, .swiftTesting])
  func aTestOfBazelThatEndsTooEarlyFails(host: BazelTest.Host) async throws {
    let bazel = try BazelTest(host)
    for end in ["exit", "trap", "system call"] {
      let run = try await bazel.run(["END": end])
      #expect(!run.passes, "\(end)")
      // Nothing in the process sees the system call, but the file remains.
      expect(run.result.status == 0, equals: end == "system call", "\(end)")
      expect(bazel.exists("premature"), equals: end != "exit", "\(end)")
      #expect(try bazel.text("test.xml").contains("The run did not finish."), "\(end)")
    }
    #expect(try await bazel.run(["END": "none"]).passes)
  }

  /// At its time limit, Bazel sends SIGTERM, and kills the process later.
  @Test(arguments: [BazelTest.Host.program, .swiftTesting])
  func aTestOfBazelThatHangsStatesWhatWasRunning(host: BazelTest.Host) async throws {
    let bazel = try BazelTest(host)
    let stop = #"""
      "$0" "$@" & child=$!
      while [ ! -e "$MARK" ]; do sleep 0.1; done
      kill -TERM $child
      wait $child
      """#
    let run = try await bazel.run(
      ["END": "hang", "MARK": bazel.path("mark"), "EXEMPLAR_GRACE": "5s"], through: stop)
    #expect(!run.passes)
    expect(run.result.status, equals: host == .program ? 5 : 128 + SIGTERM)
    let message =
      host == .program
      ? "The program did not end within 5 s after SIGTERM." : "interrupted by signal 15"
    #expect(run.result.errors.contains(message))
    #expect(run.result.errors.contains("An end › comes early"))
    let xml = try bazel.text("test.xml")
    #expect(xml.contains("The run did not finish."))
    #expect(xml.contains("comes early"))
  }

  /// A program that an example starts runs all of its specs, and leaves the files to the test.
  @Test func programsThatExamplesStartAreNoTestsOfBazel() async throws {
    let bazel = try BazelTest(.program)
    let program = Fixture.program("contract-program").path
    let shards = try await bazel.shards(
      2, ["TESTBRIDGE_TEST_ONLY": "Children", "PROGRAM": program])
    #expect(shards.allSatisfy { $0.passes })
    expect(
      shards.compactMap(\.cases).flatMap(\.self), equals: ["Contract.Children › run everything"])
    expect(shards.count { $0.result.output.contains("42 examples: 42 passed") }, equals: 1)

    // The tool is no test either, and neither are its workers.
    let variables = bazel.variables.merging([
      "TEST_TOTAL_SHARDS": "2", "TEST_SHARD_INDEX": "0", "PROGRAM": program,
      "TEST_SHARD_STATUS_FILE": bazel.path("status"),
    ]) { $1 }
    try? FileManager.default.removeItem(atPath: bazel.path("status"))
    try? FileManager.default.removeItem(atPath: bazel.path("test.xml"))
    try await Fixture.workers.test(["Contract/Children"], environment: variables).expect(
      0, prints: "42 examples: 42 passed")
    #expect(!bazel.exists("test.xml") && !bazel.exists("status"))
    // But it knows the shards.
    var counts = 0
    for index in ["0", "1"] {
      let shard = try await Fixture.workers.test(
        ["Contract/A shelf", "--shard", "auto"],
        environment: variables.merging(["TEST_SHARD_INDEX": index]) { $1 })
      expect(shard.status, equals: 0)
      counts += shard.counts.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
    }
    expect(counts, equals: 42)
  }
}
