import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// A digest of the files that SwiftPM would compile or bundle, and of others: the evidence that two runs had the same
/// code. Times, and the location of the package, do not change it.
///
/// It has the names and the contents of the manifests, of everything in `Sources`, `Tests` and `Plugins`, of the folders
/// that a manifest names by `path:` or for headers, and of the targets and the packages beside this one that SwiftPM
/// states: a manifest may compute their folders.
struct SourceDigest {
  private var hash = PathHash()
  private var visited: Set<String> = []
  /// Whether the contents of each file are known.
  private var isWhole = true
  /// The digests of the files, by their paths; `nil` for one that could not be read.
  private(set) var files: [String: String?] = [:]
  /// The folders outside of targets in which a manifest has headers looked for, relative to those of targets.
  private var headerFolders: Set<String> = []
  /// The folders that they are in, below those of the manifests.
  var folders: [String] {
    visited.filter { $0.hasSuffix("/") }.map { String($0.dropLast()) }
  }

  /// The digest as text; `nil` if a file could not be read.
  var text: String? { isWhole ? String(hash.key(seed: 0), radix: 16) : nil }

  /// The digest of the package in a folder, which has these targets.
  ///
  /// - Parameter programs: The folder that it was built into.
  init(ofPackage folder: String, _ targets: TestTargets, builtInto programs: URL) {
    let root = URL(fileURLWithPath: folder)
    add(package: root, isDependency: false)
    for dependency in targets.dependencies {
      add(package: URL(fileURLWithPath: dependency), isDependency: true)
    }
    for target in targets.description.targets {
      let place = root.appendingPathComponent(target.path)
      let isRoot = place.standardizedFileURL.path == root.standardizedFileURL.path
      if !isRoot { add(place, as: target.path) }
      for headers in headerFolders {
        let folder = URL(fileURLWithPath: headers, relativeTo: place).absoluteURL
        add(folder.standardizedFileURL, as: "\(target.path)/\(headers)", isCodeAlone: true)
      }
    }
    for input in BuildPlan.inputs(ofPackageAt: targets.path, in: programs).sorted() {
      let file = root.appendingPathComponent(input)
      if files[file.resolvingSymlinksInPath().path] == nil { add(file, as: input) }
    }
  }

  /// The digest of files in a folder, by their paths in it. One that does not exist was removed.
  init(of names: [String], in folder: String) {
    for name in names { add(URL(fileURLWithPath: folder).appendingPathComponent(name), as: name) }
  }

  private mutating func add(package: URL, isDependency: Bool) {
    guard visited.insert(package.resolvingSymlinksInPath().path).inserted else { return }
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: package.path)) ?? []
    let manifests = entries.filter { $0.hasPrefix("Package") && $0.hasSuffix(".swift") }.sorted()
    // Those of dependencies do not decide about versions, and nothing builds their tests.
    let own = isDependency ? [] : ["Package.resolved", "exemplar.json", "Tests"]
    for name in manifests + own + ["Sources", "Source", "src", "srcs", "Plugins", "Packages"] {
      add(package.appendingPathComponent(name), as: name)
    }
    for manifest in manifests {
      let file = package.appendingPathComponent(manifest)
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      if !isDependency {
        headerFolders.formUnion(
          text.matches(of: #/\bheaderSearchPath\(\s*"(\.\.[^"\n]*)"/#).map { String($0.1) })
      }
      for match in text.matches(of: #/\bpath:\s*"([^"\n]*)"/#) {
        let name = String(match.1)
        let folder = URL(fileURLWithPath: name, relativeTo: package).absoluteURL
        let isPackage = FileManager.default.fileExists(
          atPath: folder.appendingPathComponent("Package.swift").path)
        if folder.standardizedFileURL.path == package.standardizedFileURL.path {
          // Files of other kinds there, such as records, are no part of a target.
          add(folder, as: name, isCodeAlone: true)
        } else if isPackage {
          add(package: folder.standardizedFileURL, isDependency: true)
        } else if !isDependency || !name.hasPrefix("Tests") {
          add(folder, as: name)
        }
      }
    }
  }

  /// Adds a file, or all files in a folder, without those that are hidden.
  private mutating func add(_ file: URL, as name: String, isCodeAlone: Bool = false) {
    let path = file.resolvingSymlinksInPath().path
    if let entries = try? FileManager.default.contentsOfDirectory(atPath: path) {
      // A link may lead to a folder around it.
      guard visited.insert(path + "/").inserted else { return }
      for entry in entries.sorted() where !entry.hasPrefix(".") {
        add(file.appendingPathComponent(entry), as: "\(name)/\(entry)", isCodeAlone: isCodeAlone)
      }
    } else if !isCodeAlone || CommandFiles.codeExtensions.contains(file.pathExtension) {
      let isThere = FileManager.default.fileExists(atPath: path)
      hash = hash.appending(isThere ? name : "-" + name)
      guard isThere else { return }
      let data = FileTarget(path).isRegular ? FileManager.default.contents(atPath: path) : nil
      let digest = data.map { PathHash.digest(of: $0) }
      files[path] = .some(digest)
      guard let digest else {
        isWhole = false
        return
      }
      hash = hash.appending(digest)
    }
  }
}
