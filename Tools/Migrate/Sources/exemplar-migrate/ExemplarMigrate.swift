import ArgumentParser
import Foundation
import Migration

/// Rewrites the tests of a package as specs, and proves that they have the same outcomes.
@main struct ExemplarMigrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exemplar-migrate",
    abstract:
      "Rewrites tests of XCTest, Quick and Swift Testing as specs, and compares their outcomes.",
    discussion: """
      Rewrites a copy of the package where the result is certain, and lists the places that need a decision. Then it \
      runs the tests of the original and of the copy, and compares them test by test. A file that does not compile \
      stays as it was. The package itself changes only with --write, and only if all outcomes are equal.
      """)

  @Option(name: .customLong("package-path"), help: "The folder of the package.")
  var path = "."

  @Option(help: "A clone of Exemplar; default: the one that contains this tool.")
  var exemplar: String?

  @Option(help: "Only files whose path contains this text.")
  var only: String?

  @Flag(help: "Prints the changes, and neither builds nor runs anything.")
  var diff = false

  @Flag(help: "Writes the rewritten files to the package if all outcomes are equal.")
  var write = false

  @Argument(
    parsing: .captureForPassthrough, help: "Options for swift build and swift test, after --.")
  var options: [String] = []

  func run() async throws {
    let package = Package(
      folder: URL(fileURLWithPath: path).standardizedFileURL, options: options.filter { $0 != "--" }
    )
    var migration = try Migration(of: package, only: only)
    guard !migration.files.isEmpty else {
      throw ValidationError(
        "No file below \(package.folder.path)/Tests contains tests that can be rewritten.")
    }
    if diff {
      try migration.printDiff()
      migration.printMarks()
      return
    }
    let library = exemplar.map { URL(fileURLWithPath: $0) } ?? Self.clone
    guard
      FileManager.default.fileExists(atPath: library.appendingPathComponent("Package.swift").path)
    else {
      throw ValidationError(
        "There is no package at \(library.path). Name a clone of Exemplar with --exemplar.")
    }
    print("Running the tests as they are.")
    let before = try await package.outcomes()
    let copy = try package.copy()
    defer { try? FileManager.default.removeItem(at: copy.folder.deletingLastPathComponent()) }
    try migration.apply(to: copy)
    try await copy.addDependency(on: library, targets: migration.targets)
    try await migration.build(copy)
    print("Running the specs.")
    let after = try await copy.outcomes()
    let comparison = Comparison(before, after)
    migration.printMarks()
    migration.printSummary()
    comparison.printTable()
    guard comparison.isEqual else {
      if write { print("Nothing was written, since outcomes differ.") }
      throw ExitCode(1)
    }
    if write { try migration.write(to: package, manifestOf: copy) }
  }

  /// The clone that contains the source of this tool.
  private static let clone = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}
