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
    var migration = try await Migration(of: package, only: only)
    guard !migration.files.isEmpty else {
      throw ValidationError(
        "No file of a test target of \(package.folder.path) contains tests that can be rewritten.")
    }
    if diff {
      try await migration.printDiff()
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
    let copy = try package.copy()
    do {
      let isEqual = try await compare(&migration, in: copy, library)
      if write, isEqual { try migration.write(to: package, manifestOf: copy, library: library) }
      if write, !isEqual { print("Nothing was written, since outcomes differ.") }
      if !isEqual { throw ExitCode(1) }
    } catch {
      print("The copy is left at \(copy.folder.path).")
      throw error
    }
    try? FileManager.default.removeItem(at: copy.folder.deletingLastPathComponent())
  }

  /// Runs the tests of a copy, rewrites it, and runs it again; whether all outcomes are equal.
  private func compare(
    _ migration: inout Migration, in copy: Package, _ library: URL
  ) async throws -> Bool {
    for list in try Migration.removeLists(from: copy) {
      print("\(list) is left out: Swift finds the tests without it.")
    }
    Self.printStep("Running the tests as they are.")
    let before = try await copy.outcomes()
    try migration.apply(to: copy)
    try await copy.addDependency(on: library, targets: migration.targets)
    Self.printStep("Building the specs.")
    try await migration.build(copy)
    Self.printStep("Running the specs.")
    let comparison = Comparison(before, try await copy.outcomes())
    migration.printMarks()
    migration.printSummary()
    comparison.printTable()
    return comparison.isEqual
  }

  /// Prints a line at once, even into a file, since the step that it announces takes minutes.
  private static func printStep(_ text: String) {
    print(text)
    fflush(nil)
  }

  /// The clone that contains the source of this tool.
  private static let clone = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}
