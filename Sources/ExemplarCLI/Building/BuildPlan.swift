import ExemplarRows
import Foundation

/// The plan that the last build in a folder of programs followed, as SwiftPM's native build system
/// stores it. Swift Build stores none there.
///
/// SwiftPM removes neither programs nor resources that its plan no longer contains, and a package
/// that shares the folder with another one may be built by the plan of that one.
struct BuildPlan: Decodable {
  private struct TestProduct: Decodable { let packagePath: String }
  private struct Copy: Decodable {
    struct Input: Decodable { let name: String }
    var inputs: [Input]?
  }

  private var builtTestProducts: [TestProduct] = []
  /// By the path that a resource is copied to.
  private var copyCommands: [String: Copy] = [:]

  /// - Parameter folder: The folder of the built programs.
  /// - Returns: `nil` if no plan is there; an empty plan if it is one of another form.
  init?(in folder: URL) {
    let file = folder.appendingPathComponent("description.json")
    guard let data = FileManager.default.contents(atPath: file.path) else { return nil }
    if let plan = try? JSONDecoder().decode(Self.self, from: data) { self = plan }
  }

  /// The files and folders that it copies.
  var copied: [String] { copyCommands.values.flatMap { $0.inputs ?? [] }.map(\.name) }

  /// The file with the steps of the last build in a folder of programs, which lies beside the folders of the platforms;
  /// `nil` if there is none.
  static func steps(of folder: URL) -> String? {
    let file = folder.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(folder.lastPathComponent + ".yaml")
    return FileManager.default.fileExists(atPath: file.path) ? file.path : nil
  }

  /// The files of a package that steps of the last build in a folder of programs read, relative to the folder of the
  /// package: those of plugins may be in no target. Hidden files, as those of the build are, are left out.
  static func inputs(ofPackageAt path: String, in folder: URL) -> Set<String> {
    guard let file = steps(of: folder),
      let text = try? String(contentsOfFile: file, encoding: .utf8)
    else { return [] }
    let start = path + "/"
    let built = resolved((file as NSString).deletingLastPathComponent) + "/"
    return Set(
      text.textLines.filter { $0.hasPrefix("    inputs: [") }.flatMap { line in
        line.split(separator: "\"")
          .filter { $0.hasPrefix(start) && !$0.hasSuffix("/") && !$0.hasPrefix(built) }
          .map { String($0.dropFirst(start.count)) }.filter { !"/\($0)".contains("/.") }
      })
  }

  /// The names of the folders of resources that it makes in the folder of programs.
  func bundles(in folder: URL) -> Set<String> {
    let prefix = folder.resolvingSymlinksInPath().path + "/"
    return Set(
      copyCommands.keys.compactMap { path in
        let path =
          URL(fileURLWithPath: path).deletingLastPathComponent().resolvingSymlinksInPath()
          .path + "/"
        guard path.hasPrefix(prefix) else { return nil }
        return path.dropFirst(prefix.count).split(separator: "/").first.map(String.init)
      })
  }

  /// The plan, if it is that of programs of a package: one beside programs of Swift Build is not theirs.
  func ofTests(_ programs: [URL], ofPackageAt path: String) -> BuildPlan? {
    programs[0].pathExtension == "xctest" && isOfPackage(at: path) ? self : nil
  }

  /// Whether it makes the tests of the package in a folder.
  func isOfPackage(at path: String) -> Bool {
    builtTestProducts.contains { Self.resolved($0.packagePath) == Self.resolved(path) }
  }

  /// A path without links.
  static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// Removes what earlier builds, or builds of other packages, have left in resource bundles that may be those of a
  /// package's targets: rows are looked for there before they are looked for beside the sources.
  func removeStaleResources(of targets: TestTargets, in folder: URL) throws {
    let bundles = targets.names.flatMap { FileSearch.resourceFolders(of: $0, in: folder) }
    for root in Set(bundles) where root.pathExtension == "resources" {
      let bundle = root.lastPathComponent
      var copies: Set<String> = []
      var folders: Set<String> = []
      for path in copyCommands.keys {
        guard let start = path.range(of: "/\(bundle)/") else { continue }
        var parts = path[start.upperBound...].split(separator: "/")
        copies.insert(parts.joined(separator: "/"))
        while parts.popLast() != nil { folders.insert(parts.joined(separator: "/")) }
      }
      var rest = [""]
      while let path = rest.popLast() {
        if folders.contains(path) {
          let names = try FileManager.default.contentsOfDirectory(
            atPath: root.appendingPathComponent(path).path)
          rest += names.map { path.isEmpty ? $0 : "\(path)/\($0)" }
        } else if !copies.contains(path) {
          try FileManager.default.removeItem(at: root.appendingPathComponent(path))
        }
      }
    }
  }
}
