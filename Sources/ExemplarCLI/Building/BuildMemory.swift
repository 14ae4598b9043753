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

  /// - Parameters:
  ///   - packagePath: The folder of the package.
  ///   - arguments: What `swift build` gets.
  ///   - environment: What a manifest may look at.
  ///   - swift: What has built.
  init(
    packagePath: String, arguments: [String], environment: [String: String],
    swift: SwiftProgram = .current
  ) {
    let package = URL(fileURLWithPath: packagePath).resolvingSymlinksInPath()
    key = [package.path, FileManager.default.currentDirectoryPath] + arguments
    key += swift.identity
    let names = (try? FileManager.default.contentsOfDirectory(atPath: package.path)) ?? []
    for name in names.sorted() where name.hasPrefix("Package") && name.hasSuffix(".swift") {
      let text = try? String(contentsOf: package.appendingPathComponent(name), encoding: .utf8)
      key += [name, text ?? ""]
    }
    // A manifest may look at any of them.
    key += environment.filter { $0.key.hasPrefix("SWIFT") }.map { "\($0)=\($1)" }.sorted()
  }

  /// The test targets, if no file has come or gone since they were noted.
  var testTargets: TestTargets? {
    get { tests.flatMap { $0.filesInFolders == files ? $0 : nil } }
    set {
      tests = newValue
      files = newValue?.filesInFolders
    }
  }

  // MARK: The file

  private static func file(in folder: BuildFolder) -> URL {
    folder.url.appendingPathComponent("exemplar/build.json")
  }

  /// The cached answers if all of their inputs are unchanged; otherwise an empty value.
  func recalled(from folder: BuildFolder) -> BuildMemory {
    guard let data = FileManager.default.contents(atPath: Self.file(in: folder).path),
      let memory = try? JSONDecoder().decode(BuildMemory.self, from: data), memory.key == key
    else { return self }
    return memory
  }

  /// Remembers it. Where that cannot be, `swift` is asked again.
  func store(in folder: BuildFolder) {
    let file = Self.file(in: folder)
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? JSONEncoder().encode(self).write(to: file, options: .atomic)
  }
}
