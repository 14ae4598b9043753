import Foundation
import Mutation

/// The copy of a package whose sources contain mutants. It remains between runs, so that later ones build less.
struct PackageCopy {
  let package: Package
  /// The folder with everything that concerns the copy.
  let home: URL
  /// The copy itself.
  let folder: URL
  /// Whether an earlier process did not finish a build, or its record is lost: all is compiled again, for its warnings.
  private(set) var isInterrupted: Bool
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
    isInterrupted =
      FileManager.default.fileExists(atPath: home.appendingPathComponent("building").path)
      || !FileManager.default.fileExists(atPath: home.appendingPathComponent("known.json").path)
  }

  /// FNV-1a of a path.
  private static func name(of path: String) -> String {
    let hash = path.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }

  var scratch: URL { folder.appendingPathComponent(".build") }

  /// What earlier builds have found out.
  var known: KnownMutants {
    get { KnownMutants(stored: FileManager.default.contents(atPath: knownFile.path)) }
    nonmutating set {
      try? JSONEncoder().encode(newValue).write(to: knownFile, options: .atomic)
    }
  }

  func start() throws { try Data().write(to: building) }
  func finish() throws { try? FileManager.default.removeItem(at: building) }

  /// Makes the copy equal to the package, but for its mutated files and the paths in its manifest.
  ///
  /// - Parameter mutated: The texts of the mutated files.
  func update(_ files: [String], mutated: [String: String]) throws {
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
      if let link = try? manager.destinationOfSymbolicLink(atPath: source.path) {
        if (try? manager.destinationOfSymbolicLink(atPath: target.path)) == link { continue }
        try? manager.removeItem(at: target)
        try manager.createSymbolicLink(atPath: target.path, withDestinationPath: link)
      } else if let text = mutated[file] {
        try write(Data(text.utf8), to: target)
      } else if !file.contains("/"), file.hasPrefix("Package"), file.hasSuffix(".swift") {
        let manifest = ManifestPaths(try package.text(of: file), in: package.folder.path)
        try write(Data(manifest.text.utf8), to: target)
      } else if !manager.contentsEqual(atPath: source.path, andPath: target.path) {
        try? manager.removeItem(at: target)
        try manager.copyItem(at: source, to: target)
      }
    }
  }

  /// Writes what has changed, so that the compiler sees no other files as changed.
  func write(_ texts: [String: String]) throws {
    for (file, text) in texts {
      try write(Data(text.utf8), to: folder.appendingPathComponent(file))
    }
  }

  private func write(_ data: Data, to file: URL) throws {
    if !isInterrupted, FileManager.default.contents(atPath: file.path) == data { return }
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
