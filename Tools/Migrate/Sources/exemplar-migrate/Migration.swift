import Foundation
import Migration

/// The test files of a package, rewritten.
struct Migration {
  struct File {
    var path: String
    var target: String
    var original: String
    var migrated: MigratedFile
    /// Why the file stays as it was after all.
    var problem: String?
  }

  private(set) var files: [File] = []
  private let package: Package

  init(of package: Package, only: String?) async throws {
    self.package = package
    let texts = try await package.testTargets().flatMap { target in
      try target.files.map { (path: $0, target: target.name, text: try package.text(of: $0)) }
    }
    // Subclasses and extensions of test cases may be in other files than these.
    var bases: Set<String> = []
    while true {
      let found = Set(texts.flatMap { MigratedFile(rewriting: $0.text, bases: bases).classes })
      if found.isSubset(of: bases) { break }
      bases.formUnion(found)
    }
    for (path, target, text) in texts
    where !Self.isList(path) && (only.map(path.contains) ?? true) {
      let migrated = MigratedFile(rewriting: text, bases: bases)
      if migrated.isChanged || !migrated.marks.isEmpty {
        files.append(File(path: path, target: target, original: text, migrated: migrated))
      }
    }
  }

  /// The targets whose files change.
  var targets: Set<String> {
    Set(files.filter { $0.migrated.isChanged && $0.problem == nil }.map(\.target))
  }

  /// Files that list the tests of a package by hand. They keep specs from running, and `swift test` finds tests
  /// without them.
  private static func isList(_ path: String) -> Bool {
    ["LinuxMain.swift", "XCTMain.swift"].contains(path.split(separator: "/").last.map(String.init))
  }

  /// Removes these files; returns their paths.
  @discardableResult
  static func removeLists(from package: Package) throws -> [String] {
    let files = FileManager.default.enumerator(atPath: package.folder.path)
    let found = (files?.compactMap { $0 as? String } ?? []).filter {
      isList($0) && !$0.split(separator: "/").contains { $0.hasPrefix(".build") }
    }.sorted()
    for file in found {
      try FileManager.default.removeItem(at: package.folder.appendingPathComponent(file))
    }
    return found
  }

  func apply(to copy: Package) throws {
    for file in files where file.problem == nil {
      try file.migrated.text.write(
        to: copy.folder.appendingPathComponent(file.path), atomically: true, encoding: .utf8)
    }
  }

  /// Builds the copy. Files with errors get their original text back.
  mutating func build(_ copy: Package) async throws {
    while true {
      let result = try await copy.build()
      if result.status == 0 { return }
      let errors = BuildErrors(in: result.output)
      var isChanged = false
      for index in files.indices
      where files[index].problem == nil && files[index].migrated.isChanged {
        let path = files[index].path
        guard let problem = errors.message(in: path) else { continue }
        files[index].problem = problem
        try files[index].original.write(
          to: copy.folder.appendingPathComponent(path), atomically: true, encoding: .utf8)
        isChanged = true
      }
      guard isChanged else { throw Problem("The copy does not build:\n\(errors.text)") }
    }
  }

  /// Prints what `patch` and `git apply` read.
  func printDiff() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("exemplar-migrate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in files where file.migrated.isChanged {
      try file.original.write(
        to: folder.appendingPathComponent("before"), atomically: true, encoding: .utf8)
      try file.migrated.text.write(
        to: folder.appendingPathComponent("after"), atomically: true, encoding: .utf8)
      let result = try await Command.run(
        [
          "diff", "-u", "--label", "a/\(file.path)", "--label", "b/\(file.path)", "before", "after",
        ], in: folder)
      guard result.status < 2 else { throw Problem("diff failed: \(result.output)") }
      print(result.output, terminator: "")
    }
  }

  func printMarks() {
    for file in files {
      if let problem = file.problem {
        print("\(file.path): stays, since the rewritten file does not compile: \(problem)")
      }
      for mark in file.migrated.marks { print("\(file.path):\(mark)") }
    }
  }

  func printSummary() {
    let changed = files.filter { $0.migrated.isChanged && $0.problem == nil }
    let suites = changed.reduce(0) { $0 + $1.migrated.rewritten }
    let marks = files.reduce(0) { $0 + $1.migrated.marks.count + ($1.problem == nil ? 0 : 1) }
    print(
      "Rewrote \(suites.counted("suite")) in \(changed.count.counted("file")); \(marks.counted("place")) "
        + (marks == 1 ? "needs" : "need") + " a decision.")
  }

  /// Writes the files and the manifest.
  func write(to package: Package, manifestOf copy: Package, library: URL) throws {
    try Self.removeLists(from: package)
    for file in files where file.migrated.isChanged && file.problem == nil {
      try file.migrated.text.write(
        to: package.folder.appendingPathComponent(file.path), atomically: true, encoding: .utf8)
    }
    let path = library.relativePath(from: package.folder)
    try copy.text(of: "Package.swift").replacing("\"\(library.path)\"", with: "\"\(path)\"").write(
      to: package.folder.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
    print(
      "Wrote \(files.count { $0.migrated.isChanged && $0.problem == nil }.counted("file")) and Package.swift."
    )
  }
}

extension URL {
  /// The path from a folder to this one, as a manifest has it.
  func relativePath(from folder: URL) -> String {
    let own = standardizedFileURL.pathComponents
    let other = folder.standardizedFileURL.pathComponents
    let common = zip(own, other).prefix { $0 == $1 }.count
    // Nothing but the root in common: a relative path would say less.
    if common < 2 { return path }
    return (other[common...].map { _ in ".." } + own[common...]).joined(separator: "/")
  }
}
