import Foundation

/// The packages that a package depends on and that SwiftPM has not fetched at a version: those at a path, and those that
/// are being edited. SwiftPM keeps the list in the folder of the build.
struct LocalPackages: Decodable {
  private struct Dependencies: Decodable {
    var dependencies: [Dependency]
  }
  private struct Dependency: Decodable {
    struct Reference: Decodable {
      var kind: String
      var location: String
    }
    struct State: Decodable {
      var name: String
      var path: String?
    }
    var packageRef: Reference
    var state: State
    var subpath: String?
  }
  private let object: Dependencies

  /// The folders of the packages; `nil` if the list cannot be read.
  ///
  /// - Parameters:
  ///   - package: The package that depends on them.
  ///   - build: The folder of its build.
  static func folders(of package: String, in build: URL) -> [URL]? {
    let file = build.appendingPathComponent("workspace-state.json")
    guard let data = FileManager.default.contents(atPath: file.path),
      let state = try? JSONDecoder().decode(Self.self, from: data)
    else { return nil }
    return state.object.dependencies.compactMap { dependency in
      if dependency.packageRef.kind == "fileSystem" {
        return URL(fileURLWithPath: dependency.packageRef.location)
      }
      guard dependency.state.name == "edited" else { return nil }
      return dependency.state.path.map { URL(fileURLWithPath: $0) }
        ?? URL(fileURLWithPath: package).appendingPathComponent(
          "Packages/\(dependency.subpath ?? "")")
    }
  }
}
