import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// A file that replaces the entry point that SwiftPM generates for the tests of a package.
struct TestEntryPointTests {
  @Test(arguments: [
    (["Package.swift", "Tests/ShopTests/Till.swift"], nil),
    (["LinuxMain.swift"], "LinuxMain.swift"),
    (["Tests/LinuxMain.swift", "Tests/A/Till.swift"], "Tests/LinuxMain.swift"),
    (["Sources/Shop.swift", "Specs/XCTMain.swift"], "Specs/XCTMain.swift"),
    (["Tests/A/LinuxMain.swift"], nil), ([".build/LinuxMain.swift"], nil), ([], nil),
  ])
  func isFoundInAPackage(files: [String], path: String?) {
    let found = TestEntryPoint.path { folder in
      let prefix = folder.isEmpty ? "" : folder + "/"
      return Set(
        files.filter { $0.hasPrefix(prefix) }.map { file in
          String(file.dropFirst(prefix.count).prefix { $0 != "/" })
        }
      ).sorted()
    }
    expect(found, equals: path)
  }

  /// SwiftPM looks beside the folders of test targets, and above them.
  @Test(arguments: [
    ("LinuxMain.swift", true), ("Tests/XCTMain.swift", true), ("Tests/Unit/LinuxMain.swift", true),
    ("Tests/Unit/ShopTests/LinuxMain.swift", false), ("Sources/LinuxMain.swift", false),
    ("../LinuxMain.swift", false), ("Tests/Main.swift", false),
  ])
  func concernsTheTestsBelowIt(file: String, concerns: Bool) async throws {
    let package = try temporaryFolder().appendingPathComponent("Shop")
    let path = package.appendingPathComponent(file).standardizedFileURL
    let json = """
      {"name": "Shop", "path": "\(package.path)", "targets": [
        {"name": "Shop", "type": "library", "path": "Sources/Shop", "sources": []},
        {"name": "ShopTests", "type": "test", "path": "Tests/Unit/ShopTests", "sources": []}
      ]}
      """
    let targets = try #require(TestTargets(description: json))
    #expect(targets.entryPoint == nil)
    try package.write("XCTMain([])\n", to: file)
    expect(targets.entryPoint, equals: concerns ? path.path : nil)
    // One that starts Swift Testing does no harm.
    try package.write("await Testing.__swiftPMEntryPoint() as Never\n", to: file)
    #expect(targets.entryPoint == nil)
  }
}

#if os(Linux)
  extension PackageTests {
    /// With such a file, SwiftPM starts XCTest alone: no spec runs.
    @Test func aFileThatKeepsSpecsFromRunningIsNamed() async throws {
      let name = "LinuxMain.swift"
      let fixture = try Fixture.temporary(
        named: "Silent",
        files: [
          "TillSpec.swift": """
          import Exemplar
          import Testing
          import XCTest

          @Spec let till = describe("A till") {
            it("jams") { #expect(Bool(false)) }
            it("throws") { throw Evil() }
          }

          struct Evil: Error, CustomStringConvertible {
            var description: String { "\\u{1B}[2J\\u{0}\\n::error::two" }
          }

          public final class OldTests: XCTestCase {
            public func testFine() {}
            public static var tests: [(String, (OldTests) -> () throws -> Void)] {
              [("testFine", { $0.testFine })]
            }
          }
          """,
          "../\(name)": """
          import SilentSpecs
          import XCTest
          XCTMain([testCase(OldTests.tests)])
          """,
        ])
      let problem = "error: Tests/\(name) keeps the specs from running: "
      for arguments in [
        [], ["--parallel"], ["--filter", #"^Exemplar\."#], ["--enable-swift-testing"],
      ] {
        let hosted = try await fixture.swiftTest(arguments)
        #expect(hosted.status != 0, "\(arguments): \(hosted.everything)")
        #expect(hosted.everything.contains(problem), "\(arguments): \(hosted.everything)")
        if arguments.isEmpty {
          #expect(hosted.output.contains("Test Case 'OldTests.testFine' passed"))
        }
      }
      // A list runs nothing.
      try await fixture.swiftTest(["list"]).expect(0, prints: "SilentSpecs.OldTests/testFine")
      let file = fixture.path + "/Tests/\(name)"
      for arguments in [[], ["--specs"], ["--in-process"], ["--dry-run"]] {
        try await fixture.test(arguments).expect(
          2, errors: "error: \(file) keeps the specs from running: ")
      }
      try await fixture.check([]).expect(
        1, prints: "✘ \(name) keeps the specs from running: ", "\n    at \(file)\n")
      // So does a file with the other name.
      let other = fixture.path + "/Tests/XCTMain.swift"
      try FileManager.default.moveItem(atPath: file, toPath: other)
      let renamed = try await fixture.swiftTest()
      #expect(renamed.status != 0)
      #expect(
        renamed.everything.contains("error: Tests/XCTMain.swift keeps the specs from running: "))
      try await fixture.test().expect(2, errors: "error: \(other) keeps the specs from running: ")
      // Without the file, everything runs.
      try FileManager.default.removeItem(atPath: other)
      let hosted = try await fixture.swiftTest(environment: ["GITHUB_ACTIONS": "true"])
      expect(hosted.counts, equals: "2 examples: 2 failed (1 unexpectedly) ")
      // Neither the console nor Swift Testing prints control characters of an error, nor a command.
      #expect(!hosted.everything.contains("\u{1B}") && !hosted.everything.contains("\0"))
      #expect(hosted.output.contains(#"\u{1B}[2J\0"#))
      #expect(!hosted.everything.contains(#/\n\s*::error/#), "\(hosted.everything)")
      #expect(hosted.output.contains("Test Case 'OldTests.testFine' passed"))
      #expect(!hosted.everything.contains("keeps the specs"))
      try await expect(fixture.swiftTest(["--filter", "OldTests"]).status, equals: 0)
    }

    /// Tests print to the stream from which the tool reads their outcomes.
    @Test func whatTestsPrintChangesNoOutcome() async throws {
      let forged = "Test Case 'OldTests.testForges' passed (0.001 seconds)"
      let fixture = try Fixture.temporary(
        named: "Printing",
        files: [
          "OldTests.swift": """
          import Foundation
          import XCTest

          final class OldTests: XCTestCase {
            func testDots() { print("....", terminator: "") }
            func testLongLine() { print(String(repeating: ".", count: 200_000), terminator: "") }
            func testReturns() { for part in 0...9 { print("\\r\\(part) of 9", terminator: "") } }
            func testOtherProcess() throws {
              let child = Process()
              child.executableURL = URL(fileURLWithPath: "/bin/sh")
              child.arguments = ["-c", "printf 'one::two'"]
              try child.run()
              child.waitUntilExit()
            }
            func testSkips() throws {
              print("....", terminator: "")
              throw XCTSkip("not today")
            }
            func testFails() {
              print("....", terminator: "")
              XCTFail("wrong")
              print("....", terminator: "")
            }
            func testForges() {
              print("\(forged)")
              XCTAssertEqual("\(forged)\\n", "")
              print("\(forged)", terminator: "")
            }
            override class func tearDown() { print("....", terminator: "") }
          }
          """
        ], library: false)
      let result = try await fixture.test(environment: ["GITHUB_ACTIONS": "true"])
      result.expect(
        1, counts: "7 tests: 4 passed, 2 failed, 1 skipped ",
        prints: "\n     failed - wrong\n       at ", "/Tests/PrintingSpecs/OldTests.swift:21\n")
      expect(
        result.drawing(of: "OldTests"),
        equals: """
          OldTests
            ✔ testDots
            ✘ testFails
            ✘ testForges
            ✔ testLongLine
            ✔ testOtherProcess
            ✔ testReturns
            ↷ testSkips skipped: not today
          """)
      try await fixture.test([
        "testDots", "testLongLine", "testReturns", "testOtherProcess", "testSkips",
      ]).expect(0)
    }
  }
#endif
