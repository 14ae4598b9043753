import Foundation
import Testing

/// What users may use of each module stands in a file, so that a change of it is seen when the change is
/// reviewed. `EXEMPLAR_UPDATE_GOLDEN=1` writes the files anew.
struct PublicAPITests {
  @Test(arguments: [
    "Exemplar", "ExemplarCore", "ExemplarLog", "ExemplarReports", "ExemplarRows", "ExemplarXCTest",
  ])
  func isAsReviewed(module: String) throws {
    let listing = try PublicAPI(of: module).text
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().appendingPathComponent("API/\(module).txt")
    if ProcessInfo.processInfo.environment["EXEMPLAR_UPDATE_GOLDEN"] != nil {
      try listing.write(to: file, atomically: true, encoding: .utf8)
    }
    let reviewed = try String(contentsOf: file, encoding: .utf8)
    let lines = (now: listing.split(separator: "\n"), before: reviewed.split(separator: "\n"))
    let added = Set(lines.now).subtracting(lines.before).sorted()
    let removed = Set(lines.before).subtracting(lines.now).sorted()
    #expect(added.isEmpty, "public, but not in \(file.lastPathComponent)")
    #expect(removed.isEmpty, "in \(file.lastPathComponent), but not public")
    #expect(!lines.now.isEmpty)
  }
}

/// The public declarations of a module, as its symbol graph tells them.
struct PublicAPI {
  /// A line for each declaration, in alphabetical order. Those that begin with an underscore are for
  /// what macros expand to.
  let text: String

  init(of module: String) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("exemplar-api-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "symbolgraph-extract", "-module-name", module, "-target", try Self.target(),
      "-I", Self.products.appendingPathComponent("Modules").path, "-output-dir", folder.path,
      "-minimum-access-level", "public", "-skip-synthesized-members",
    ]
    for map in Self.builtModuleMaps { process.arguments? += ["-Xcc", "-fmodule-map-file=\(map)"] }
    for folder in Self.headerFolders { process.arguments? += ["-I", folder] }
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    var lines: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let graph = try JSONDecoder().decode(
        SymbolGraph.self, from: Data(contentsOf: folder.appendingPathComponent(file)))
      for symbol in graph.symbols where !symbol.isInternal {
        lines.insert("\(symbol.pathComponents.joined(separator: ".")): \(symbol.declaration)")
      }
    }
    text = lines.sorted().map { $0 + "\n" }.joined()
  }

  /// The folder of the built products: the tests run from there.
  private static var products: URL {
    #if os(macOS)
      for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
        return bundle.bundleURL.deletingLastPathComponent()
      }
    #endif
    return Bundle.main.bundleURL
  }

  /// The maps of our own modules in C, which the build writes.
  private static var builtModuleMaps: [String] {
    paths(in: products) { $0.hasSuffix(".build") && !$0.hasSuffix("-tool.build") }
      .map { $0 + "/module.modulemap" }.filter(FileManager.default.fileExists)
  }

  /// The folders with the maps of the modules in C of other packages.
  private static var headerFolders: [String] {
    let build = products.deletingLastPathComponent().deletingLastPathComponent()
    return paths(in: build.appendingPathComponent("checkouts")) { _ in true }
      .flatMap { paths(in: URL(fileURLWithPath: $0 + "/Sources")) { _ in true } }
      .map { $0 + "/include" }
      .filter { FileManager.default.fileExists(atPath: $0 + "/module.modulemap") }
  }

  private static func paths(in folder: URL, _ isWanted: (String) -> Bool) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter(isWanted).sorted().map { folder.appendingPathComponent($0).path }
  }

  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The triple of the platform that the tests were built for.
  private static func target() throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swiftc", "-print-target-info"]
    process.standardOutput = output
    try process.run()
    let data = try #require(try output.fileHandleForReading.readToEnd())
    process.waitUntilExit()
    return try JSONDecoder().decode(TargetInfo.self, from: data).target.triple
  }
}

/// The parts of `swiftc -print-target-info` that are read.
private struct TargetInfo: Decodable {
  struct Target: Decodable { var triple: String }
  var target: Target
}

/// The parts of a symbol graph that are read.
private struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Fragment: Decodable { var spelling: String }
    var pathComponents: [String]
    var declarationFragments: [Fragment]

    var declaration: String {
      declarationFragments.map(\.spelling).joined()
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    var isInternal: Bool { pathComponents.contains { $0.hasPrefix("__") } }
  }
  var symbols: [Symbol]
}
