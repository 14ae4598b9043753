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

  /// - Parameter scratch: A folder for what SwiftPM writes, so that the package itself does not change.
  func targets(scratch: URL) async throws -> [Target] {
    struct Description: Decodable { var targets: [Target] }
    let result = try await Command.run(
      [
        "swift", "package", "--package-path", folder.path, "--scratch-path", scratch.path,
        "describe", "--type", "json",
      ], in: folder)
    guard result.status == 0,
      let description = try? JSONDecoder().decode(
        Description.self, from: Data(result.output.drop { $0 != "{" }.utf8))
    else { throw Problem("swift package describe failed:\n\(result.output.suffix(2000))") }
    return description.targets
  }

  // MARK: Git

  private func git(_ arguments: [String]) async throws -> String? {
    let result = try await Command.run(["git"] + arguments, in: folder, mergesErrors: false)
    return result.status == 0 ? result.output : nil
  }

  /// The files that belong to the package: those that Git does not ignore, or all where there is no Git.
  ///
  /// - Parameter targets: Those whose folders belong to it even if Git ignores files in them.
  func files(_ targets: [Target]) async throws -> [String] {
    let others = ["ls-files", "-z", "--others", "--exclude-standard"]
    let ignored = others + ["--ignored", "--"] + targets.map(\.path)
    var paths: [String] = []
    if let tracked = try await git(["ls-files", "-z", "--cached"]),
      let untracked = try await git(others), let ignored = try await git(ignored)
    {
      paths = (tracked + untracked + ignored).split(separator: "\0").map(String.init)
        .flatMap(expanded)
      paths.append("Package.resolved")
    } else {
      paths = expanded("")
    }
    return Set(paths).filter { isThere($0) && !Self.isProduct($0) }.sorted()
  }

  private func isThere(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent(path).path))
      != nil
  }

  /// Whether a file is a result of a build, or a record of Git or of the tool.
  private static func isProduct(_ path: String) -> Bool {
    path.split(separator: "/").contains {
      $0.hasPrefix(".build") || [".git", ".swiftpm", ".exemplar", "DerivedData"].contains($0)
    }
  }

  /// The files of a folder; the path itself if it is none.
  private func expanded(_ path: String) -> [String] {
    let url = folder.appendingPathComponent(path)
    let isFolder = try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory
    guard path.isEmpty || isFolder == true else { return [path] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { !Self.isProduct($0) }.flatMap {
      expanded(path.isEmpty ? $0 : path.hasSuffix("/") ? path + $0 : "\(path)/\($0)")
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
