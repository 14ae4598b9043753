import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

#if !os(Windows)
  /// Lists of tests that programs of an earlier build make while the package is built.
  @Suite(.apart) struct ForeignTestListsTests {
    /// What happens while the lists are made.
    struct Change: CustomTestStringConvertible {
      let testDescription: String
      var isUnchanged = true
      var build: @Sendable (URL) throws -> Void = { _ in }
      let holds: Bool

      static let all = [
        Change(testDescription: "nothing", holds: true),
        Change(testDescription: "a step of the build", isUnchanged: false, holds: false),
        Change(
          testDescription: "the same program in a new file",
          build: { try $0.write(script, to: "program", isProgram: true) }, holds: false),
        Change(
          testDescription: "a program of the same size",
          build: {
            try $0.write(script.replacing("Fine", with: "Good"), to: "program", isProgram: true)
          },
          holds: false),
        Change(
          testDescription: "no program",
          build: { try FileManager.default.removeItem(at: $0.appendingPathComponent("program")) },
          holds: false),
        Change(
          testDescription: "a library beside it",
          build: { try $0.write("", to: "libShop.so") }, holds: false),
        Change(
          testDescription: "a file that is no code", build: { try $0.write("", to: "Shop.json") },
          holds: true),
        Change(
          testDescription: "an entry point that starts XCTest alone",
          build: { try $0.write("", to: "Tests/LinuxMain.swift") }, holds: false),
      ]
    }

    private static let script = """
      #!/bin/sh
      case "$*" in *swift-testing*) exit 69 ;; esac
      echo "Listing 1 tests in Shop:"
      echo Shop.OldTests/testFine
      """

    private func builtProducts(of folder: URL, isUnchanged: Bool) throws -> PackageBuild.Products {
      let description = """
        {"name": "Shop", "path": "\(folder.path)", "targets": [
        {"name": "ShopTests", "type": "test", "path": "Tests/ShopTests", "sources": []}]}
        """
      let program = folder.appendingPathComponent("program.xctest")
      return PackageBuild.Products(
        programs: [program], targets: try #require(TestTargets(description: description)),
        isUnchanged: isUnchanged)
    }

    @Test(arguments: Change.all) func theyHoldIfTheBuildHasNothingToDo(_ change: Change)
      async throws
    {
      let folder = try temporaryFolder()
      try folder.write(Self.script, to: "program", isProgram: true)
      // A link in its place is followed.
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent("program.xctest"),
        withDestinationURL: folder.appendingPathComponent("program"))
      let lists = try #require(
        ForeignTestLists(
          builtProducts(of: folder, isUnchanged: false), in: folder.path, RunOptions()))
      try change.build(folder)
      let found = try await lists.lists(
        of: builtProducts(of: folder, isUnchanged: change.isUnchanged))
      expect(
        found?.map { $0.tests.map(\.name) },
        equals: change.holds ? [["Shop.OldTests/testFine"]] : nil)
    }

    @Test func withoutProgramsThereAreNone() {
      #expect(ForeignTestLists(nil, in: "/", RunOptions()) == nil)
    }

    /// The processes of lists that do not hold do not keep the run waiting.
    @Test(.timeLimit(.minutes(5))) func processesThatHangAreKilled() async throws {
      let folder = try temporaryFolder()
      try folder.write("#!/bin/sh\nexec sleep 600\n", to: "program.xctest", isProgram: true)
      let old = try builtProducts(of: folder, isUnchanged: false)
      let lists = try #require(ForeignTestLists(old, in: folder.path, RunOptions()))
      let found = try await lists.lists(of: old)
      #expect(found == nil)
    }

    /// Only a program whose file shows that it has no record of Swift Testing is known to lack specs.
    @Test func recordsAreFoundInFiles() throws {
      let folder = try temporaryFolder()
      let tests = products.appendingPathComponent("exemplarPackageTests.xctest")
      let head = try #require(try FileHandle(forReadingAtPath: tests.path)?.read(upToCount: 4_096))
      try head.write(to: folder.appendingPathComponent("cut"))
      for (path, areMissing) in [
        (tests.path, false), (products.appendingPathComponent("exemplar").path, true),
        ("/bin/sh", nil), (folder.appendingPathComponent("cut").path, nil),
        (try folder.write(Self.script, to: "script").path, nil), (folder.path, nil), ("/no", nil),
      ] as [(String, Bool?)] {
        expect(TestRecords.areMissing(inFileAt: path), equals: areMissing, "\(path)")
      }
    }
  }
#endif
