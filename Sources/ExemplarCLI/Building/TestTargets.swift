import Foundation

/// The test targets of a package, and the Swift files of each.
struct TestTargets: Codable, Hashable {
  struct Target: Codable, Hashable {
    var name: String
    var folder: String
    /// The paths of the files.
    var sources: [String]
  }
  /// The name of the package.
  let package: String
  private(set) var targets: [Target] = []

  /// Reads a description by `swift package describe --type json`; `nil` if it is none.
  init?(description json: String) {
    struct Package: Decodable {
      struct Target: Decodable {
        var name: String
        var type: String
        var path: String
        var sources: [String]
      }
      var name: String
      var path: String
      var targets: [Target]
    }
    // What else is printed comes before it.
    let text = json.drop { $0 != "{" }
    guard let package = try? JSONDecoder().decode(Package.self, from: Data(text.utf8)) else {
      return nil
    }
    self.package = package.name
    targets = package.targets.filter { $0.type == "test" }.map { target in
      let folder = URL(fileURLWithPath: package.path).appendingPathComponent(target.path)
      return Target(
        name: target.name, folder: folder.path,
        sources: target.sources.filter { $0.hasSuffix(".swift") }
          .map { folder.appendingPathComponent($0).path })
    }
  }

  /// All Swift files in the folders of the targets: while they are the same, and the manifest is, the targets
  /// are.
  var filesInFolders: [String] {
    targets.flatMap { target in
      ((try? FileManager.default.subpathsOfDirectory(atPath: target.folder)) ?? [])
        .filter { $0.hasSuffix(".swift") }.sorted().map { "\(target.folder)/\($0)" }
    }
  }
}
