import Foundation
import Mutation

/// The copy of a package whose sources contain mutants. It remains between runs, so that later ones build less.
struct PackageCopy {
  let package: Package
  /// The folder with everything that concerns the copy.
  let home: URL
  /// The copy itself.
  let folder: URL
  /// Whether everything is written again, so that it is compiled again, and the compiler repeats its warnings: an earlier
  /// process has not finished a build, or what it found out does not hold any more.
  private var isNew: Bool
  private let lock: Int32
  private var building: URL { home.appendingPathComponent("building") }
  private var knownFile: URL { home.appendingPathComponent("known.json") }

  init(of package: Package) throws {
    self.package = package
    let caches =
      ProcessInfo.processInfo.environment["XDG_CACHE_HOME"].map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
    home = caches.resolvingSymlinksInPath()
      .appendingPathComponent("exemplar-mutate/\(Self.name(of: package.folder.path))")
    folder = home.appendingPathComponent(package.folder.lastPathComponent)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    lock = open(home.appendingPathComponent("lock").path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      throw Problem("Another exemplar-mutate works on \(package.folder.path). Wait for its end.")
    }
    isNew = FileManager.default.fileExists(atPath: home.appendingPathComponent("building").path)
  }

  private static func name(of path: String) -> String { String(path.utf8.fnv1a, radix: 16) }

  var scratch: URL { folder.appendingPathComponent(".build") }

  /// What earlier builds of the same texts have found out.
  mutating func known(about texts: [String]) -> KnownMutants {
    let stored = FileManager.default.contents(atPath: knownFile.path)
    if let known = KnownMutants(about: texts, stored: stored) { return known }
    isNew = true
    return KnownMutants(about: texts)
  }

  func start() throws { try Data().write(to: building) }
  func finish(_ known: KnownMutants) throws {
    try JSONEncoder().encode(known).write(to: knownFile, options: .atomic)
    try FileManager.default.removeItem(at: building)
  }

  /// Makes the copy equal to the package, but for its mutated files and the paths in its manifest.
  ///
  /// - Parameter mutated: The texts of the mutated files.
  mutating func update(_ files: [String], mutated: [String: String]) throws {
    let manager = FileManager.default
    let expected = Set(files)
    // Versions that SwiftPM has chosen for the copy stay the same.
    for file in existing() where !expected.contains(file) && file != "Package.resolved" {
      try manager.removeItem(at: folder.appendingPathComponent(file))
    }
    for file in files {
      let (source, target) = (
        package.folder.appendingPathComponent(file), folder.appendingPathComponent(file)
      )
      try manager.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      if let text = mutated[file] {
        try write(Data(text.utf8), to: target)
      } else if let link = link(at: source) {
        if (try? manager.destinationOfSymbolicLink(atPath: target.path)) == link { continue }
        try? manager.removeItem(at: target)
        try manager.createSymbolicLink(atPath: target.path, withDestinationPath: link)
      } else if Package.isManifest(file), file != "Package.resolved" {
        let manifest = ManifestPaths(try package.text(of: file), of: source.path)
        try write(Data(manifest.text.utf8), to: target)
      } else if !manager.contentsEqual(atPath: source.path, andPath: target.path) {
        try? manager.removeItem(at: target)
        try manager.copyItem(at: source, to: target)
      }
    }
    isNew = false
  }

  /// Where a link of the package leads; `nil` if there is none. A path out of the package is that from anywhere.
  private func link(at file: URL) -> String? {
    guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: file.path) else {
      return nil
    }
    let path = file.deletingLastPathComponent().appendingPathComponent(link).standardizedFileURL
      .path
    return link.hasPrefix("/") || path.hasPrefix(package.folder.path + "/") ? link : path
  }

  /// Writes what has changed, so that the compiler sees no other files as changed.
  func write(_ texts: [String: String]) throws {
    for (file, text) in texts {
      try write(Data(text.utf8), to: folder.appendingPathComponent(file))
    }
  }

  private func write(_ data: Data, to file: URL) throws {
    let manager = FileManager.default
    let isLink = (try? manager.destinationOfSymbolicLink(atPath: file.path)) != nil
    if !isNew, !isLink, manager.contents(atPath: file.path) == data { return }
    let parent = file.deletingLastPathComponent().resolvingSymlinksInPath().path
    guard (parent + "/").hasPrefix(folder.path + "/") else {
      throw Problem("\(file.path) would be written to \(parent), which is outside of the copy.")
    }
    if isLink { try manager.removeItem(at: file) }
    try data.write(to: file, options: .atomic)
  }

  /// The files of the copy, without what was built.
  private func existing() -> [String] {
    var found: [String] = []
    let files = FileManager.default.enumerator(atPath: folder.path)
    while let path = files?.nextObject() as? String {
      if path.hasPrefix(".build") {
        files?.skipDescendants()
      } else if files?.fileAttributes?[.type] as? FileAttributeType != .typeDirectory {
        found.append(path)
      }
    }
    return found
  }

  /// Builds the tests.
  func build() async throws -> (output: String, status: Int32) {
    try await Command.run(
      ["swift", "build", "--build-tests", "--package-path", folder.path] + package.options,
      in: folder)
  }
}
