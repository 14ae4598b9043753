import Foundation
import Mutation

/// The package whose tests are judged.
struct Package: Sendable {
  let folder: URL
  /// Options for `swift build`.
  let options: [String]

  /// A target, as `swift package describe` prints it.
  struct Target: Decodable, Sendable {
    var name: String
    var type: String
    var path: String
    var sources: [String]
    private var module_type: String
    private var target_dependencies: [String]?
    private var product_memberships: [String]?

    /// Its Swift files, relative to the package.
    var files: [String] {
      let prefix = path == "." ? "" : "\(path)/"
      return sources.filter { $0.hasSuffix(".swift") }.map { prefix + $0 }.sorted()
    }
    var isTest: Bool { type == "test" }
    /// Whether its code can run in the process of a test.
    var isSwift: Bool { module_type == "SwiftTarget" && ["library", "executable"].contains(type) }
    var dependencies: [String] { target_dependencies ?? [] }
    var isInProduct: Bool { product_memberships?.isEmpty == false }
  }

  init(_ path: String, _ options: [String]) throws {
    folder = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath()
    self.options = options
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder),
      isFolder.boolValue
    else { throw Problem("There is no folder at \(folder.path).") }
    let manifest = folder.appendingPathComponent("Package.swift").path
    guard FileManager.default.fileExists(atPath: manifest) else {
      throw Problem(
        "There is no Package.swift in \(folder.path). Name the folder of a package with --package-path."
      )
    }
  }

  func text(of file: String) throws -> String {
    do {
      return try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
    } catch {
      throw Problem("\(file) cannot be read as UTF-8: \(error.localizedDescription)")
    }
  }

  /// The texts of what decides which dependencies there are.
  var manifests: [String] {
    get throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      return try names.filter(Self.isManifest).sorted().map(text)
    }
  }

  /// Whether a file of the folder is a manifest, or has the versions of dependencies.
  static func isManifest(_ file: String) -> Bool {
    file == "Package.resolved" || file.hasPrefix("Package") && file.hasSuffix(".swift")
  }

  /// - Parameter scratch: A folder for what SwiftPM writes, so that the package itself does not change.
  func targets(scratch: URL) async throws -> [Target] {
    struct Description: Decodable { var targets: [Target] }
    let command = [
      "swift", "package", "--package-path", folder.path, "--scratch-path", scratch.path,
      "describe", "--type", "json",
    ]
    // Warnings may follow the description, or contain braces.
    let result = try await Command.run(command, in: folder, mergesErrors: false)
    if result.status == 0,
      let description = try? JSONDecoder().decode(
        Description.self, from: Data(result.output.drop { $0 != "{" }.utf8))
    {
      return description.targets
    }
    let failed = try await Command.run(command, in: folder)
    throw Problem("swift package describe failed:\n\(failed.output.suffix(2000))")
  }

  // MARK: Git

  private func git(_ arguments: [String]) async throws -> String? {
    let result = try await Command.run(["git"] + arguments, in: folder, mergesErrors: false)
    return result.status == 0 ? result.output : nil
  }

  /// The files that belong to the package: those that Git does not ignore, or all where there is no Git.
  ///
  /// - Parameters:
  ///   - targets: Those whose folders belong to it even if Git ignores files in them.
  ///   - sources: Those that are written. A link that leads to one counts as what it leads to, so that a copy has no link
  ///     through which its sources would be written somewhere else.
  func files(_ targets: [Target], sources: [String]) async throws -> [String] {
    let others = ["ls-files", "-z", "--others", "--exclude-standard"]
    let ignored = others + ["--ignored", "--"] + targets.map(\.path)
    var paths: [String] = []
    if let tracked = try await git(["ls-files", "-z", "--cached"]),
      let untracked = try await git(others), let ignored = try await git(ignored)
    {
      // A file that somebody has committed is no product, whatever its name.
      paths = tracked.split(separator: "\0").map(String.init).filter { !$0.hasPrefix(".build/") }
      paths += (untracked + ignored).split(separator: "\0").map(String.init)
        .filter { !Self.isProduct($0) }
      paths.append("Package.resolved")
    } else {
      paths = [""]
    }
    // Mirrors and registries.
    paths.append(".swiftpm/configuration")
    return Set(paths.flatMap { expanded($0, sources) }).filter { kind(of: $0) != nil }.sorted()
  }

  /// A digest of the files that decide verdicts, which is the same on each machine: the commit, the manifests, and all files
  /// of targets, also those that are not committed.
  ///
  /// - Parameter files: All files of the package.
  func digest(_ targets: [Target], _ files: [String]) async throws -> String {
    let own = files.filter { file in
      // Which versions of dependencies a machine has chosen may depend on the day.
      Self.isManifest(file) && file != "Package.resolved"
        || targets.contains {
          $0.path == "." ? $0.files.contains(file) : file.hasPrefix($0.path + "/")
        }
    }
    var bytes = Data((try await git(["rev-parse", "HEAD"]) ?? "").utf8)
    for file in own {
      bytes += Data("\0\(file)\0".utf8)
      bytes +=
        FileManager.default.contents(atPath: folder.appendingPathComponent(file).path) ?? Data()
    }
    return String(bytes.fnv1a, radix: 16)
  }

  /// The kind of a file or a link; `nil` if there is none.
  private func kind(of path: String) -> FileAttributeType? {
    let file = folder.appendingPathComponent(path).path
    return try? FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
  }

  /// Whether a file is a result of a build, or a record of Git or of the tool.
  private static func isProduct(_ path: String) -> Bool {
    path.split(separator: "/").contains {
      $0.hasPrefix(".build") || [".git", ".swiftpm", ".exemplar", "DerivedData"].contains($0)
    }
  }

  /// The files of a folder, or of one that a link to sources leads to; the path itself if it is none.
  private func expanded(_ path: String, _ sources: [String]) -> [String] {
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    guard
      path.isEmpty || kind(of: path) == .typeDirectory
        || sources.contains(where: { $0.hasPrefix(path + "/") })
    else { return [path] }
    let url = folder.appendingPathComponent(path)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { !Self.isProduct($0) }.flatMap {
      expanded(path.isEmpty ? $0 : "\(path)/\($0)", sources)
    }
  }

  /// The lines that have changed since the current branch left another one, with those that are not committed.
  func changedLines(since name: String) async throws -> [String: Set<Int>] {
    guard try await git(["rev-parse", "--show-toplevel"]) != nil else {
      throw Problem("--diff needs Git, and \(folder.path) is not in a repository.")
    }
    let commit = ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"]
    guard let hash = try await git(commit)?.trimmingCharacters(in: .newlines) else {
      throw Problem("Git knows no commit “\(name)” here. Fetch it, or name another one.")
    }
    guard let base = try await git(["merge-base", hash, "HEAD"])?.trimmingCharacters(in: .newlines)
    else { throw Problem("The current commit and “\(name)” have none in common.") }
    let diff = [
      "-c", "core.quotePath=false", "diff", "--unified=0", "--relative", "--no-renames",
      "--no-color",
      "--no-ext-diff", "--src-prefix=a/", "--dst-prefix=b/", base, "--", "*.swift",
    ]
    let others = ["ls-files", "-z", "--others", "--exclude-standard", "--", "*.swift"]
    guard let difference = try await git(diff), let untracked = try await git(others) else {
      throw Problem("Git could not list the lines that have changed since \(name).")
    }
    var lines = ChangedLines(inDifference: difference)
    for file in untracked.split(separator: "\0") {
      lines.add(String(file), text: try text(of: String(file)))
    }
    return lines.byFile
  }
}
