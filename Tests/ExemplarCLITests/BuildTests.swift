import Exemplar
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// Which programs a build has made or confirmed: no other program runs.
///
/// A script answers for `swift`, and the programs on disk are scripts that leave a mark if they run.
@Suite struct BuildTests {
  let folder: TemporaryFolder
  var programs: URL { folder.url.appendingPathComponent("programs") }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("// swift-tools-version: 6.1", to: "Package.swift")
    try programs.subfolder("")
  }

  func makeProgram(_ name: String) throws {
    try folder.url.write(
      "#!/bin/sh\ntouch '\(folder.path)/ran'\n", to: "programs/\(name)", isProgram: true)
  }

  func description(of targets: String...) -> String {
    let targets = targets.map {
      #"{"name": "\#($0)", "type": "test", "path": "Tests/\#($0)", "sources": []}"#
    }
    return
      #"{"name": "Shop", "path": "\#(folder.path)", "targets": [\#(targets.joined(separator: ","))]}"#
  }

  /// Runs the tool. Expects that no program ran, unless one should.
  func run(
    _ command: [String] = ["test"], buildPrints output: String = "Build complete! (0.1s)",
    description: String? = nil, _ arguments: [String] = [], runs: Bool = false,
    isPoor: Bool = false,
    hasFolder: Bool = true
  ) async throws -> Tool.Result {
    let swift = """
      #!/bin/sh
      echo "$*" >> '\(folder.path)/calls'
      case "$*" in
        *describe*) printf %s '\(description ?? "error: no such module")' ;;
        *--show-bin-path*) \(hasFolder ? "echo '\(programs.path)'" : "exit 1") ;;
        *) echo '\(output)' ;;
      esac
      """
    try folder.url.write(swift, to: "bin/swift", isProgram: true)
    let path = isPoor ? "" : ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let result = try await Tool.exemplar(
      command + ["--package-path", folder.path, "--"] + arguments, in: folder.url,
      environment: ["PATH": "\(folder.path)/bin:\(path)"])
    #expect(
      FileManager.default.fileExists(atPath: folder.path + "/ran") == runs, "\(result.everything)")
    return result
  }

  var calls: [String] {
    get throws {
      try String(contentsOfFile: folder.path + "/calls", encoding: .utf8)
        .split(separator: "\n").map(String.init)
    }
  }

  @Test(arguments: [["--show-bin-path"], ["--print-manifest-job-graph"], ["--help"], ["-q"]])
  func aCommandThatBuildsNothingConfirmsNothing(arguments: [String]) async throws {
    try makeProgram("ShopPackageTests.xctest")
    for command in [["test"], ["list"], ["test", "--dry-run"], ["test", "--specs"]] {
      let result = try await run(
        command, buildPrints: "/shop/.build/debug\ngraph Build complete!",
        description: description(of: "ShopSpecs"), arguments)
      result.expect(
        2,
        errors: "swift build did not report that the tests of ",
        "so the programs on disk may be old. Leave out options after -- that make it do something else or print "
          + "less: \(arguments[0])\n")
    }
  }

  @Test(arguments: [
    "--package-path=elsewhere", "--multiroot-data-file=x", "--experimental-prepare-for-indexing",
  ])
  func anOptionThatBuildsSomethingElseIsRefused(option: String) async throws {
    let message =
      "\(option.prefix { $0 != "=" }) after -- does not build the tests of this package. Leave it out, "
    try makeProgram("ShopPackageTests.xctest")
    try await run(description: description(of: "ShopSpecs"), [option]).expect(2, errors: message)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/calls"))
    // The compiler gets it.
    try await run(description: description(of: "ShopSpecs"), ["-Xcc", option], runs: true)
      .expectFailure()
  }

  @Test(arguments: [
    ("--filter=Till", "Give --filter before the --."), ("--num-workers", "Give --jobs before"),
    ("--parallel", "--jobs before the -- sets their number"), ("-l", "Use exemplar list."),
    ("--xunit-output", "Give --report junit=PATH before the --."),
    ("--skip-build", "Give --skip-build before the --."),
    ("--disable-xctest", "select the tests that you want before the --."),
  ])
  func anOptionOfSwiftTestNamesItsCounterpart(option: String, advice: String) async throws {
    try makeProgram("ShopPackageTests.xctest")
    let name = option.prefix { $0 != "=" }
    try await run(description: description(of: "ShopSpecs"), [option]).expect(
      2,
      errors: "\(name) after -- is an option of swift test, and these go to swift build. ", advice)
  }

  @Test func aPackageWithoutTestTargetsHasNoPrograms() async throws {
    try makeProgram("ShopPackageTests.xctest")
    try makeProgram("ShopSpecs-test-runner")
    try await run(description: description()).expect(
      4, prints: "has no test targets. No tests were found: ")
  }

  @Test func eachTestTargetNeedsItsProgram() async throws {
    try makeProgram("OtherPackageTests.xctest")
    try makeProgram("ShopSpecs-test-runner")
    try await run(description: description(of: "ShopSpecs", "TillSpecs")).expect(
      2,
      errors:
        "swift build made no program of the test target TillSpecs: neither ShopPackageTests.xctest nor "
        + "TillSpecs-test-runner is in \(programs.path).")
  }

  @Test func targetsThatCannotBeListedEndTheRun() async throws {
    try makeProgram("ShopPackageTests.xctest")
    for command in [["test"], ["check"]] {
      try await run(command).expect(
        2, errors: "error: The test targets of \(folder.path) could not be listed: ")
    }
  }

  @Test func aFolderThatIsNotKnownEndsTheRun() async throws {
    try makeProgram("ShopPackageTests.xctest")
    for command in [["test"], ["test", "--skip-build"]] {
      try await run(command, description: description(of: "ShopSpecs"), hasFolder: false).expect(
        2, errors: "error: The folder of the built tests could not be found. swift build ")
    }
  }

  /// SwiftPM may follow the plan of another package in a shared folder, and then builds nothing of this one.
  @Test func aPlanOfAnotherPackageIsMadeAgain() async throws {
    try makeProgram("ShopPackageTests.xctest")
    func plan(of path: String) throws {
      let json = #"{"builtTestProducts": [{"packagePath": "\#(path)"}], "copyCommands": {}}"#
      try programs.write(json, to: "description.json")
    }
    let builds = { try calls.filter { $0.contains("--build-tests") } }
    try plan(of: folder.path)
    _ = try await run(description: description(of: "ShopSpecs"), runs: true)
    try expect(builds().count, equals: 1)
    try plan(of: "/other")
    _ = try await run(description: description(of: "ShopSpecs"), runs: true)
    try expect(builds().count, equals: 3)
    try expect(builds().last?.hasSuffix(" --disable-build-manifest-caching"), equals: true)
    // Nor is a plan of an unknown form trusted.
    try programs.write("{}", to: "description.json")
    _ = try await run(description: description(of: "ShopSpecs"), runs: true)
    try expect(builds().count, equals: 5)
  }

  @Test func resourcesThatNoBuildCopiesAreRemoved() throws {
    let bundle = "Shop_ShopSpecs.resources"
    for file in [
      "Rows/a.csv", "Rows/deep/b.csv", "kept/c.csv", "kept/old.csv", "old.csv", "gone/d.csv",
    ] {
      try programs.write("a\n1\n", to: "\(bundle)/\(file)")
    }
    try programs.write("a\n1\n", to: "Shop_TillSpecs.resources/old.csv")
    try programs.write("a\n1\n", to: "Other_Specs.resources/old.csv")
    // The library does not know the name of the package, so it would find this one too.
    try programs.write("a\n1\n", to: "Old_ShopSpecs.resources/old.csv")
    let path = programs.path + "/" + bundle
    let json = """
      {"builtTestProducts": [{"packagePath": "\(folder.path)"}],
       "copyCommands": {"\(path)/Rows": {}, "\(path)/kept/c.csv": {}}}
      """
    try programs.write(json, to: "description.json")
    let plan = try #require(BuildPlan(in: programs))
    #expect(plan.isOfPackage(at: folder.path) && !plan.isOfPackage(at: "/other"))
    let targets = try #require(TestTargets(description: description(of: "ShopSpecs", "TillSpecs")))
    try plan.removeStaleResources(of: targets, in: programs)
    let left = try FileManager.default.subpathsOfDirectory(atPath: programs.path)
      .filter { $0.hasSuffix(".csv") }.sorted()
    #expect(
      left == [
        "Other_Specs.resources/old.csv", "\(bundle)/Rows/a.csv", "\(bundle)/Rows/deep/b.csv",
        "\(bundle)/kept/c.csv",
      ])
    #expect(BuildPlan(in: folder.url) == nil)
  }

  @Test(arguments: [
    ("[3/7] Compiling Shop Till.swift\n", "[3/7] Compiling Shop Till.swift"),
    ("Fetching https://example.com/shop.git", "Fetching https://example.com/shop.git"),
    ("Building for debugging...", "Building for debugging..."),
    (" 3 | let sum = [1, 2]", nil), ("12 | Building(for: 3)", nil),
    ("/shop/Till.swift:3:5: warning: variable 'a' was never used", nil),
    ("   |     `- error: cannot find 'nonsense' in scope", nil), ("", nil),
  ])
  func progressIsAStepOfTheBuild(line: String, step: String?) {
    expect(PackageBuild.step(in: line).map(String.init), equals: step)
  }
}

#if !canImport(Darwin)
  extension PackageTests {
    /// A program of an earlier build is on disk, and holds an example that passes.
    @Test func aProgramOfAnEarlierBuildDoesNotRun() async throws {
      func spec(_ value: Int) -> String {
        """
        import Exemplar
        @Spec let till = describe("A till") { it("counts") { expect(\(value), equals: 1) } }
        let never = describe("Never") { it("runs") {} }
        """
      }
      let fixture = try Fixture.temporary(named: "Stale", files: ["TillSpec.swift": spec(1)])
      let folder = URL(fileURLWithPath: fixture.path)
      try await fixture.test().expect(0, counts: "1 example: 1 passed, 1 warning ")
      try folder.write(spec(2), to: "Tests/StaleSpecs/TillSpec.swift")
      for option in ["--show-bin-path", "--print-manifest-job-graph"] {
        try await Tool.exemplar(
          ["test", "--package-path", fixture.path, "--"] + Fixture.buildOptions + [option]
        ).expect(2, errors: "did not report that the tests of ")
      }
      // A target that depends on a variable, and one that is added later, are known at once.
      let manifest = try String(contentsOfFile: fixture.path + "/Package.swift", encoding: .utf8)
      try folder.write(
        manifest + """

          if Context.environment["MORE_SPECS"] != nil {
            package.targets.append(.testTarget(name: "MoreSpecs"))
          }

          """, to: "Package.swift")
      try folder.write(
        "import Exemplar\nlet more = describe(\"More\") {}\n", to: "Tests/MoreSpecs/More.swift")
      let check = "of 1 test target: found 1 that never run"
      try await fixture.check([]).expect(0, prints: check)
      try await fixture.exemplar("check", environment: ["MORE_SPECS": "1"]).expect(
        0, prints: "2 source files of 2 test targets: found 2 that never run")
      try await fixture.check([]).expect(0, prints: check)
      // Without a test target, there is nothing to run.
      try folder.write(
        "// swift-tools-version: 6.1\nimport PackageDescription\n"
          + "let package = Package(name: \"Stale\", targets: [.target(name: \"Stale\")])\n",
        to: "Package.swift")
      try folder.write("", to: "Sources/Stale/Stale.swift")
      try await fixture.test().expect(4, prints: "has no test targets. No tests were found: ")
    }
  }
#endif
