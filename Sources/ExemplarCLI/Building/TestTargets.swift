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

    /// Whether it depends on the library itself.
    var usesExemplar: Bool {
      !Set(products + dependencies).isDisjoint(with: ["Exemplar", "ExemplarXCTest"])
    }

    /// The paths of the Swift files.
    var sources: [String] { files.filter { $0.hasSuffix(".swift") } }
  }
  /// The answer of SwiftPM.
  let description: Description
  /// The name of the package, and its folder.
  let package: String
  let path: String
  private let all: [Target]

  /// The test targets.
  var targets: [Target] { all.filter(\.isTest) }
  /// The names of all targets.
  var names: [String] { all.map(\.name) }
  /// The test targets that can import Exemplar, since they depend on it.
  var users: [Target] {
    targets.filter(\.usesExemplar)
  }
  /// The paths of the files of the other targets.
  var code: [String] { all.filter { !$0.isTest }.flatMap(\.files) }

  /// What `swift package describe --type json` prints, as far as it is used.
  struct Description: Codable {
    struct Target: Codable {
      struct Resource: Codable { var path: String }
      var name: String
      var type: String
      var path: String
      var sources: [String]
      var resources: [Resource]?
      var target_dependencies: [String]?
      var product_dependencies: [String]?
    }
    struct Product: Codable { var name: String }
    struct Dependency: Codable {
      var type: String
      var path: String?
    }
    var name: String
    var path: String
    var targets: [Target]
    var products: [Product]?
    var dependencies: [Dependency]?
  }

  /// Reads a description of `swift package describe --type json`; `nil` if it is invalid.
  init?(description json: String) {
    // Other output precedes it.
    let text = json.drop { $0 != "{" }
    guard let package = try? JSONDecoder().decode(Description.self, from: Data(text.utf8)) else {
      return nil
    }
    self.init(package)
  }

  init(_ package: Description) {
    (description, self.package, path) = (package, package.name, package.path)
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

  /// The files and folders that are resources.
  var resources: [String] { description.targets.flatMap { $0.resources ?? [] }.map(\.path) }

  /// The folders of the packages beside this one that it depends on.
  var dependencies: [String] {
    (description.dependencies ?? []).filter { $0.type == "fileSystem" }.compactMap(\.path)
  }

  /// The targets whose files may be read beside their sources: those with tests, and those that may share specs.
  var withFiles: [Target] { all.filter { $0.isTest || $0.usesExemplar } }

  /// The names that a program of the package may have.
  var programs: Set<String> {
    Set(description.targets.filter { $0.type == "executable" }.map(\.name))
      .union((description.products ?? []).map(\.name))
  }

  /// The text of a file of the sources; `nil` if it cannot be read.
  static func text(ofFileAt path: String) -> String? {
    try? String(contentsOfFile: MovedPackage.here(path), encoding: .utf8)
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
        if let file = files.first(where: {
          FileManager.default.fileExists(atPath: MovedPackage.here($0))
        }),
          let text = Self.text(ofFileAt: file),
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
        let text = Self.text(ofFileAt: path)
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
