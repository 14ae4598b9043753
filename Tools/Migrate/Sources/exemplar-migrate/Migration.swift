import Foundation
import Migration

/// The test files of a package, rewritten.
struct Migration {
  struct File {
    var path: String
    var original: String
    var migrated: MigratedFile
    /// Why the file stays as it was after all.
    var problem: String?
  }

  private(set) var files: [File] = []
  private let package: Package

  init(of package: Package, only: String?) throws {
    self.package = package
    let texts = try package.testFiles().map { (path: $0, text: try package.text(of: $0)) }
    // Subclasses and extensions of test cases may be in other files than these.
    var bases: Set<String> = []
    while true {
      let found = Set(texts.flatMap { MigratedFile(rewriting: $0.text, bases: bases).classes })
      if found.isSubset(of: bases) { break }
      bases.formUnion(found)
    }
    for (path, text) in texts where !Self.lists.contains(path) && (only.map(path.contains) ?? true)
    {
      let migrated = MigratedFile(rewriting: text, bases: bases)
      if migrated.isChanged || !migrated.marks.isEmpty {
        files.append(File(path: path, original: text, migrated: migrated))
      }
    }
  }

  /// The targets whose files change.
  var targets: Set<String> {
    Set(
      files.filter(\.migrated.isChanged).compactMap {
        $0.path.split(separator: "/").dropFirst().first.map(String.init)
      })
  }

  /// Files that list the tests of a package by hand. They keep specs from running, and `swift test` finds tests
  /// without them.
  private static let lists = ["Tests/LinuxMain.swift", "Tests/XCTMain.swift"]

  private func removeLists(from package: Package) throws {
    for list in Self.lists {
      let file = package.folder.appendingPathComponent(list)
      if FileManager.default.fileExists(atPath: file.path) {
        try FileManager.default.removeItem(at: file)
      }
    }
  }

  func apply(to copy: Package) throws {
    try removeLists(from: copy)
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
      var isChanged = false
      for index in files.indices
      where files[index].problem == nil && files[index].migrated.isChanged {
        let path = files[index].path
        guard
          let line = result.output.split(separator: "\n").first(where: {
            $0.contains("/\(path):") && $0.contains(" error: ")
          })
        else { continue }
        files[index].problem =
          line.components(separatedBy: " error: ").last ?? "it does not compile"
        try files[index].original.write(
          to: copy.folder.appendingPathComponent(path), atomically: true, encoding: .utf8)
        isChanged = true
      }
      guard isChanged else {
        throw Problem("The copy does not build:\n\(result.output.suffix(4000))")
      }
    }
  }

  func printDiff() throws {
    for file in files where file.migrated.isChanged {
      print("--- \(file.path)")
      let before = file.original.split(separator: "\n", omittingEmptySubsequences: false)
      let after = file.migrated.text.split(separator: "\n", omittingEmptySubsequences: false)
      for change in after.difference(from: before) {
        switch change {
        case .remove(let offset, let line, _): print("-\(offset + 1): \(line)")
        case .insert(let offset, let line, _): print("+\(offset + 1): \(line)")
        }
      }
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
      "\(suites) suites in \(changed.count) files were rewritten; \(marks) places need a decision.")
  }

  /// Writes the files and the manifest.
  func write(to package: Package, manifestOf copy: Package) throws {
    try removeLists(from: package)
    for file in files where file.migrated.isChanged && file.problem == nil {
      try file.migrated.text.write(
        to: package.folder.appendingPathComponent(file.path), atomically: true, encoding: .utf8)
    }
    try copy.text(of: "Package.swift").write(
      to: package.folder.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
    print(
      "Wrote \(files.count { $0.migrated.isChanged && $0.problem == nil }) files and Package.swift."
    )
  }
}
