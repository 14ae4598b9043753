import Exemplar
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// Whether the programs of an earlier build are those of the sources.
@Suite struct BuiltSourcesTests {
  private let folder: TemporaryFolder
  private let package: URL
  private let programs: URL

  init() throws {
    folder = try TemporaryFolder()
    package = folder.url.appendingPathComponent("Shop")
    programs = package.appendingPathComponent(".build/debug")
    for file in [
      "Sources/Shop/Cart.swift", "Tests/ShopSpecs/CartSpec.swift", "Tests/ShopSpecs/beside.csv",
      "Tests/ShopSpecs/Rows/prices.csv", "Package.resolved", "../Beside/Package.swift",
      "../Beside/Sources/Beside/B.swift", "exemplar.json",
    ] {
      try package.write("1", to: file)
    }
    try package.write(#".package(path: "../Beside")"#, to: "Package.swift")
    for program in ["ShopPackageTests.xctest", "libShop.so", "till", "description.json"] {
      try programs.write("1", to: program)
    }
    let plan = """
      {"builtTestProducts": [{"packagePath": "\(package.path)"}],
       "copyCommands": {"\(programs.path)/Shop_ShopSpecs.resources/prices.csv":
         {"inputs": [{"name": "\(package.path)/Tests/ShopSpecs/Rows/prices.csv"}]}}}
      """
    try programs.write(plan, to: "description.json")
  }

  private var targets: TestTargets { get throws { try targets(in: package) } }

  private func targets(in package: URL) throws -> TestTargets {
    let rows = package.path + "/Tests/ShopSpecs/Rows"
    let resources = (try? FileManager.default.contentsOfDirectory(atPath: rows)) ?? []
    let list = resources.map { #"{"path": "\#(rows)/\#($0)"}"# }.joined(separator: ", ")
    let json = """
      {"name": "Shop", "path": "\(package.path)", "targets": [
        {"name": "till", "type": "executable", "path": "Sources/Shop", "sources": ["Cart.swift"]},
        {"name": "ShopSpecs", "type": "test", "path": "Tests/ShopSpecs", "sources": ["CartSpec.swift"],
         "resources": [\(list)]}]}
      """
    return try #require(TestTargets(description: json))
  }

  private var program: URL { programs.appendingPathComponent("ShopPackageTests.xctest") }

  @discardableResult
  private func record(
    _ options: [String] = [], since begin: Double? = nil
  ) throws -> BuiltSources {
    let plan = try #require(BuildPlan(in: programs))
    let targets = try targets
    let built = BuiltSources(
      targets, options: options,
      SourceDigest(ofPackage: package.path, targets, builtInto: programs),
      programs: [program], copied: plan.copied + targets.resources, in: programs,
      since: begin ?? Date().timeIntervalSince1970 + 1)
    built.write(for: targets, in: programs)
    return built
  }

  private func difference(_ options: [String] = []) throws -> String? {
    let targets = try targets
    return BuiltSources.difference(
      of: [program], targets, options: options,
      SourceDigest(ofPackage: package.path, targets, builtInto: programs),
      plan: BuildPlan(in: programs)?.ofTests([program], ofPackageAt: package.path), in: programs)
  }

  private func change(_ script: String) async throws {
    let result = try await Tool.run(
      URL(fileURLWithPath: "/bin/sh"), ["-ec", script], in: package)
    try #require(result.status == 0, "\(result.everything)")
  }

  /// A change after a build, and the end of the sentence about the programs; `nil` if they are those of the sources.
  struct Change: CustomTestStringConvertible {
    let script: String
    let text: String?
    /// The text if nothing but dates is known.
    let byDate: String?
    var testDescription: String { script }

    init(_ script: String, _ text: String?, byDate: String?? = .none) {
      (self.script, self.byDate) = (
        script, byDate ?? text.map { "are older than the sources: " + $0 }
      )
      self.text = text.map { "are older than the sources: " + $0 }
    }

    static let all = [
      Change("true", nil),
      Change("echo 2 > Sources/Shop/Cart.swift", "Sources/Shop/Cart.swift was changed"),
      Change(
        "touch Sources/Shop/Cart.swift", nil,
        byDate: "are older than the sources: Sources/Shop/Cart.swift was changed"),
      Change(
        "echo 2 > Sources/Shop/Cart.swift; touch -d 2001-01-01 Sources/Shop/Cart.swift",
        "Sources/Shop/Cart.swift was changed"),
      Change(
        "echo > Sources/Shop/New.swift", "Sources/Shop/New.swift was added",
        byDate: "are older than the sources: Sources/Shop/New.swift was changed"),
      Change(
        "rm Tests/ShopSpecs/CartSpec.swift", "Tests/ShopSpecs/CartSpec.swift was removed",
        byDate:
          "are older than the sources: a file in Tests/ShopSpecs was added, removed or renamed"),
      Change(
        "mv Sources/Shop/Cart.swift Sources/Shop/Basket.swift",
        "Sources/Shop/Basket.swift was added and Sources/Shop/Cart.swift was removed",
        byDate: "are older than the sources: Sources/Shop/Basket.swift was changed"),
      Change(
        "echo 2 > Tests/ShopSpecs/Rows/prices.csv", "Tests/ShopSpecs/Rows/prices.csv was changed"),
      Change(
        "echo 2 > Tests/ShopSpecs/Rows/more.csv", "Tests/ShopSpecs/Rows/more.csv was added",
        byDate: "are older than the sources: Tests/ShopSpecs/Rows/more.csv was changed"),
      Change(
        "rm Tests/ShopSpecs/Rows/prices.csv", "Tests/ShopSpecs/Rows/prices.csv was removed",
        byDate: "are older than the sources: Tests/ShopSpecs/Rows/prices.csv was removed and "
          + "a file in Tests/ShopSpecs/Rows was added, removed or renamed"),
      // It is read when the tests run.
      Change("echo 2 > Tests/ShopSpecs/beside.csv", nil),
      Change("echo 2 > exemplar.json", nil),
      Change("echo 2 > Package.resolved", "Package.resolved was changed"),
      Change("echo '//' >> Package.swift", "Package.swift was changed"),
      Change(
        "echo 2 > ../Beside/Sources/Beside/B.swift",
        "FOLDER/Beside/Sources/Beside/B.swift was changed"),
      Change(
        "for n in 1 2 3 4 5; do echo 2 > Sources/Shop/$n.swift; done",
        "Sources/Shop/1.swift was added, Sources/Shop/2.swift was added, Sources/Shop/3.swift was added and 2 more",
        byDate:
          "are older than the sources: Sources/Shop/1.swift was changed, Sources/Shop/2.swift was changed, "
          + "Sources/Shop/3.swift was changed and 2 more"),
    ]
  }

  private func expectDifference(_ text: String?) throws {
    try expect(
      difference(),
      equals: text?.replacing("FOLDER", with: package.deletingLastPathComponent().path))
  }

  @Test(arguments: Change.all)
  func digestsDecideAboutABuildOfTheTool(change: Change) async throws {
    try record()
    try await self.change(change.script)
    try expectDifference(change.text)
    // A build of these sources is their build.
    try record()
    try expectDifference(nil)
  }

  @Test(arguments: Change.all)
  func datesDecideAboutAnotherBuild(change: Change) async throws {
    // Whole seconds are not exact enough.
    try await self.change("sleep 0.05; touch .build/debug/ShopPackageTests.xctest; sleep 0.05")
    try await self.change(change.script)
    try expectDifference(change.byDate)
  }

  /// Something else has built since.
  @Test(arguments: ["ShopPackageTests.xctest", "libShop.so", "till"])
  func evidenceOfOtherProgramsDoesNotCount(program: String) async throws {
    try record()
    try await change("sleep 0.05; touch Sources/Shop/Cart.swift")
    try expectDifference(nil)
    try await change(
      "echo another > .build/debug/\(program); sleep 0.05; touch Sources/Shop/Cart.swift")
    try expectDifference("are older than the sources: Sources/Shop/Cart.swift was changed")
  }

  @Test func aFileThatChangedDuringTheBuildMayNotBeWhatWasBuilt() throws {
    try expect(record().isCertain, equals: true)
    try expect(record(since: 0).isCertain, equals: false)
    try expectDifference(
      "are older than the sources: FOLDER/Beside/Package.swift was changed, "
        + "FOLDER/Beside/Sources/Beside/B.swift was changed, Package.swift was changed and 3 more")
  }

  @Test func optionsAndThePackageAreThoseOfTheBuild() throws {
    try record(["-Xswiftc", "-DSALE"])
    try expect(
      difference(), equals: "were built with -Xswiftc -DSALE, not with no options")
    try expect(difference(["-c", "debug", "-Xswiftc", "-DSALE"]), equals: nil)
    try programs.write("another", to: "ShopPackageTests.xctest")
    try expect(
      difference(["-c", "debug", "-Xswiftc", "-DSALE"]),
      equals: "cannot be shown to be built with -Xswiftc -DSALE")
    try expect(difference(["-c", "debug"]), equals: nil)
  }

  @Test func aMovedPackageHasOldPrograms() throws {
    try record()
    let moved = folder.url.appendingPathComponent("Store")
    try FileManager.default.moveItem(at: package, to: moved)
    let folder = moved.appendingPathComponent(".build/debug")
    let text = BuiltSources.difference(
      of: [folder.appendingPathComponent("ShopPackageTests.xctest")],
      try targets(in: moved), options: [],
      try SourceDigest(ofPackage: moved.path, targets(in: moved), builtInto: folder), plan: nil,
      in: folder)
    expect(text, equals: "were built from the package at \(package.path)")
  }
}

/// `--skip-build`, with a script for `swift`.
extension BuildTests {
  private var targets: String { description(of: "ShopSpecs") }

  @Test func withoutABuildNothingIsSkipped() async throws {
    for command in [["test"], ["list"], ["test", "--dry-run"]] {
      try await run(command + ["--skip-build"], description: targets).expect(
        2,
        errors:
          "are not built: no program of them is in \(programs.path). Leave --skip-build out to build them."
      )
    }
    let release = programs.deletingLastPathComponent().appendingPathComponent("release")
    try release.write("", to: "ShopPackageTests.xctest")
    try await run(["test", "--skip-build"], description: targets).expect(
      2, errors: "\(programs.path), but there is one of a release build (-- -c release). Leave")
    try expect(calls.filter { $0.contains("--build-tests") }, equals: [])
  }

  @Test func oldProgramsRunOnlyIfTheUserAllowsIt() async throws {
    try makeProgram("ShopPackageTests.xctest")
    try await run(["test", "--skip-build"], description: targets, runs: true).expectFailure()
    try FileManager.default.removeItem(atPath: folder.path + "/ran")
    try await Task.sleep(for: .milliseconds(50))
    try folder.write("let a = 1", to: "Tests/ShopSpecs/ASpec.swift")
    let sentence = "are older than the sources: Tests/ShopSpecs/ASpec.swift was changed."
    for command in ["test", "list"] {
      try await run([command, "--skip-build"], description: targets).expect(
        2,
        errors: sentence
          + " Leave --skip-build out to build them, or run them as they are with --stale.")
    }
    try await run(["test", "--skip-build", "--stale"], description: targets, runs: true)
      .expectFailure(errors: "warning: The built tests of ", sentence)
    try expect(calls.filter { $0.contains("--build-tests") }, equals: [])
    try FileManager.default.removeItem(atPath: folder.path + "/ran")
    // A build of the tool leaves evidence, whatever the dates are.
    try await run(description: targets, runs: true).expectFailure()
    try await run(["test", "--skip-build"], description: targets, runs: true).expectFailure()
  }

  @Test(arguments: [
    (
      ["test", "--stale"],
      "--stale allows old tests with --skip-build or --archive; a build is never old. Leave it out."
    ),
    (
      ["test", "--skip-build", "--watch"],
      "--watch builds tests, so it cannot be given with --skip-build"
    ),
  ])
  func optionsThatDoNotFitAreRefused(command: [String], message: String) async throws {
    try await run(command, description: targets).expect(2, errors: message)
  }

  @Test func theLibrariesOfTheToolchainAreKnownByLdd() async throws {
    try makeProgram("ShopPackageTests.xctest")
    try await run(
      ["archive", folder.path + "/shop.tar", "--runtime"], description: targets, isPoor: true
    ).expect(
      2, errors: "The libraries of the toolchain are not known, since there is no ldd here.")
    try await run(["archive", folder.path + "/shop.tar"], description: targets, isPoor: true)
      .expect(
        0, prints: "shop.tar: 2 files")
  }
}
