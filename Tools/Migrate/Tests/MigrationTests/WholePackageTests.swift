import Foundation
import Migration
import Testing

/// The tool on a package whose targets have folders of their own.
@Suite struct WholePackageTests {
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(
        name: "Counting",
        targets: [
            .target(name: "Counting", path: "Code"),
            .testTarget(
                name: "CountingTests",
                dependencies: ["Counting"],
                path: "Checks"
            ),
        ]
    )

    """
  private static let files = [
    "Package.swift": manifest,
    "Code/Counting.swift": "public func doubled(_ number: Int) -> Int { 2 * number }\n",
    "Checks/DoubleTests.swift": """
    import Counting
    import XCTest

    final class DoubleTests: XCTestCase {
      func testTable() {
        for (number, result) in [(1, 2), (2, 4), (3, 6)] {
          XCTAssertEqual(doubled(number), result)
        }
      }

      func testSums() {
        for (number, result) in [(1, 1 + 1), (2, 2 + 2)] {
          XCTAssertEqual(doubled(number), result)
        }
      }

      func testFails() {
        XCTAssert(false, "no such number")
      }
    }

    """,
    "Checks/More/ZeroTests.swift": """
    import Counting
    import XCTest

    final class ZeroTests: XCTestCase {
      func testZero() { XCTAssertEqual(doubled(0), 0) }
    }

    """,
  ]
  private static let tests = files.keys.filter { $0.hasPrefix("Checks/") }.sorted()
  private static let mark = """
    Checks/DoubleTests.swift:12: This loop over 2 values can be an outline, whose rows have names and fail one by \
    one: @Example(rows: { row("a name", …) }) func testSums(…).

    """

  private static let scratch = ProcessInfo.processInfo.environment["EXEMPLAR_TEST_SCRATCH"]

  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("exemplar-migrate-tests-\(UUID().uuidString)/Counting")

  init() throws {
    for (path, text) in Self.files {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }

  private func text(of file: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
  }

  /// Runs a command that the shell finds, with the tool as `$0`. Returns its output, with errors, and its status.
  private func shell(_ command: String) throws -> (output: String, status: Int32) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let tool = Bundle.main.bundleURL.appendingPathComponent("exemplar-migrate").path
    process.arguments = ["-c", command, tool]
    process.currentDirectoryURL = folder
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let output = String(
      decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (output, process.terminationStatus)
  }

  private func expectMigrated() throws {
    for file in Self.tests {
      #expect(try text(of: file) == MigratedFile(rewriting: Self.files[file] ?? "").text)
    }
    let double = try text(of: "Checks/DoubleTests.swift")
    #expect(double.contains("row(\"2, 4\", 2, 4)") && double.contains("func testTable(number: Int"))
    #expect(double.contains("Issue.record(\"no such number\")"), "\(double)")
    #expect(double.contains("in [(1, 1 + 1), (2, 2 + 2)]"))
  }

  /// All that the tool prints is given to the program that applies it.
  @Test(arguments: ["patch -p1", "git init -q && git apply"])
  func theDifferenceIsAPatch(program: String) throws {
    let diff = try shell("\"$0\" --diff > ../patch")
    #expect(diff.status == 0, "\(diff.output)")
    let output = try text(of: "../patch")
    #expect(output.hasSuffix("\n" + Self.mark), "\(output)")
    #expect(try text(of: Self.tests[0]) == Self.files[Self.tests[0]])
    let applied = try shell("\(program) < ../patch")
    #expect(applied.status == 0, "\(applied.output)")
    try expectMigrated()
    #expect(try text(of: "Package.swift") == Self.manifest)
  }

  /// The tests run before and after, with equal outcomes, one of them a failure.
  @Test(
    .enabled(if: scratch != nil, "EXEMPLAR_TEST_SCRATCH names no folder in which Exemplar is built")
  )
  func migratesWithEqualOutcomes() throws {
    let scratch = Self.scratch ?? ""
    let result = try shell(
      "\"$0\" --write -- --scratch-path '\(scratch)' --disable-build-manifest-caching")
    #expect(
      result.output == """
        Running the tests as they are.
        Building the specs.
        Running the specs.
        \(Self.mark)Rewrote 2 suites in 2 files; 1 place needs a decision.
        Equal outcomes: 4 of 4 tests.
        Wrote 2 files and Package.swift.

        """)
    #expect(result.status == 0)
    try expectMigrated()
    let manifest = try text(of: "Package.swift")
    #expect(manifest.contains("dependencies: [.package(path: \""), "\(manifest)")
    #expect(manifest.contains(".product(name: \"Exemplar\""), "\(manifest)")
  }
}
