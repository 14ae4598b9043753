import ExemplarCore
import Foundation

/// The targets of a package: those with tests, with the Swift files of each, and the others.
struct TestTargets {
  struct Target {
    var name: String
    var folder: String
    /// The folder without links, as paths of changed files begin.
    var place: String
    var isTest: Bool
    var isPlugin: Bool
    /// The paths of the files.
    var files: [String]
    /// The targets of the package that it depends on.
    var dependencies: [String]
    /// The products of other packages that it depends on.
    var products: [String]

    /// The paths of the Swift files.
    var sources: [String] { files.filter { $0.hasSuffix(".swift") } }
  }
  /// The name of the package, and its folder.
  let package: String
  private let path: String
  private let all: [Target]

  /// The test targets.
  var targets: [Target] { all.filter(\.isTest) }
  /// The names of all targets.
  var names: [String] { all.map(\.name) }
  /// The test targets that can import Exemplar, since they depend on it.
  var users: [Target] {
    let direct = all.filter { !Set($0.products + $0.dependencies).isDisjoint(with: Self.library) }
    return direct.filter(\.isTest)
  }
  private static let library = ["Exemplar", "ExemplarXCTest"]
  /// The paths of the files of the other targets.
  var code: [String] { all.filter { !$0.isTest }.flatMap(\.files) }

  /// Reads a description of `swift package describe --type json`; `nil` if it is invalid.
  init?(description json: String) {
    struct Package: Decodable {
      struct Target: Decodable {
        var name: String
        var type: String
        var path: String
        var sources: [String]
        var target_dependencies: [String]?
        var product_dependencies: [String]?
      }
      var name: String
      var path: String
      var targets: [Target]
    }
    // Other output precedes it.
    let text = json.drop { $0 != "{" }
    guard let package = try? JSONDecoder().decode(Package.self, from: Data(text.utf8)) else {
      return nil
    }
    (self.package, path) = (package.name, package.path)
    all = package.targets.map { target in
      let folder = URL(fileURLWithPath: package.path).appendingPathComponent(target.path)
      return Target(
        name: target.name, folder: folder.path, place: folder.resolvingSymlinksInPath().path,
        isTest: target.type == "test", isPlugin: target.type == "plugin",
        files: target.sources.map { folder.appendingPathComponent($0).path },
        dependencies: target.target_dependencies ?? [],
        products: target.product_dependencies ?? [])
    }
  }

  /// The name of the module of a target, in which SwiftPM replaces what an identifier cannot have.
  static func module(ofTarget name: String) -> String {
    let start = name.first.map { $0.isNumber ? "_" : "" } ?? ""
    return start + String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// The file that replaces the entry point that SwiftPM generates for the tests, if there is one. SwiftPM looks for
  /// it in the folders around each target, up to the root of the package.
  var entryPoint: String? {
    for target in targets {
      var folder = URL(fileURLWithPath: target.folder)
      while folder.path != path, folder.path.hasPrefix(path) {
        folder.deleteLastPathComponent()
        let files = TestEntryPoint.fileNames.map { folder.appendingPathComponent($0).path }
        // It may start Swift Testing itself.
        if let file = files.first(where: { FileManager.default.fileExists(atPath: $0) }),
          let text = try? String(contentsOfFile: file, encoding: .utf8),
          !text.contains("__swiftPMEntryPoint")
        {
          return file
        }
      }
    }
    return nil
  }

  /// Whether a test target depends on Exemplar, or imports Swift Testing.
  var mayUseSwiftTesting: Bool {
    !users.isEmpty
      || targets.flatMap(\.sources).contains { path in
        let text = try? String(contentsOfFile: path, encoding: .utf8)
        return text?.contains(#/\bimport Testing\b/#) == true
      }
  }

  /// The target that a file belongs to; `nil` if it is in the folder of none.
  func target(ofFileAt path: String) -> Target? {
    all.filter { path.hasPrefix($0.place + "/") }.max { $0.place.count < $1.place.count }
  }

  /// A target, and those that depend on it.
  func targets(dependingOn target: Target) -> [Target] {
    var found: Set = [target.name]
    var isGrowing = true
    while isGrowing {
      let more = all.filter { !found.isDisjoint(with: $0.dependencies) }.map(\.name)
      isGrowing = !found.isSuperset(of: more)
      found.formUnion(more)
    }
    return all.filter { found.contains($0.name) }
  }

  /// The folders of the targets, without links.
  var folders: [String] { all.map(\.place) }
}
