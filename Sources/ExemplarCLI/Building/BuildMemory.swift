import ExemplarCore
import Foundation

/// The cached answers of the last build. Each question to `swift` takes about a second.
struct BuildMemory: Codable {
  /// The inputs that the answers depend on.
  private var key: [String]
  /// The folder of the built programs.
  var programs: String?
  /// The test targets, with the files that were in their folders.
  private var tests: TestTargets?
  private var files: [String]?
  /// Where it is stored.
  private var file: URL

  /// Reads the stored answers, unless one of the inputs has changed.
  ///
  /// - Parameters:
  ///   - packagePath: The folder of the package.
  ///   - arguments: The arguments of `swift build`.
  ///   - folder: The folder into which the package is built.
  init(packagePath: String, arguments: [String], in folder: URL) {
    file = folder.appendingPathComponent("exemplar/build.json")
    let package = URL(fileURLWithPath: packagePath).resolvingSymlinksInPath()
    key = [package.path, FileManager.default.currentDirectoryPath] + arguments
    key += SwiftProgram.current.identity
    let names = (try? FileManager.default.contentsOfDirectory(atPath: package.path)) ?? []
    for name in names.sorted() where name.hasPrefix("Package") && name.hasSuffix(".swift") {
      let text = try? String(contentsOf: package.appendingPathComponent(name), encoding: .utf8)
      key += [name, text ?? ""]
    }
    // A manifest may look at any of them.
    key += ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix("SWIFT") }
      .map { "\($0)=\($1)" }.sorted()
    if let data = FileManager.default.contents(atPath: file.path),
      let memory = try? JSONDecoder().decode(BuildMemory.self, from: data), memory.key == key
    {
      self = memory
    }
  }

  /// The test targets, if no file was added or removed since they were stored.
  var testTargets: TestTargets? {
    get { tests.flatMap { $0.filesInFolders == files ? $0 : nil } }
    set {
      tests = newValue
      files = newValue?.filesInFolders
    }
  }

  /// Remembers it. Where that cannot be, `swift` is asked again.
  func store() {
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? JSONEncoder().encode(self).write(to: file, options: .atomic)
  }
}
