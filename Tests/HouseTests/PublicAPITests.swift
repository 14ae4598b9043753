import Foundation
import TestSupport
import Testing

/// What users may use of each module stands in a file, so that a change of it is seen when the change is
/// reviewed. `EXEMPLAR_UPDATE_GOLDEN=1` writes the files anew.
struct PublicAPITests {
  @Test(arguments: [
    "Exemplar", "ExemplarCore", "ExemplarLog", "ExemplarReports", "ExemplarRows", "ExemplarXCTest",
  ])
  func isAsReviewed(module: String) async throws {
    let api = try await PublicAPI(of: module)
    let listing = api.text
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().appendingPathComponent("API/\(module).txt")
    if updatesGolden {
      try listing.write(to: file, atomically: true, encoding: .utf8)
    }
    let reviewed = try String(contentsOf: file, encoding: .utf8)
    let lines = (now: listing.split(separator: "\n"), before: reviewed.split(separator: "\n"))
    let added = Set(lines.now).subtracting(lines.before).sorted()
    let removed = Set(lines.before).subtracting(lines.now).sorted()
    #expect(added.isEmpty, "public, but not in \(file.lastPathComponent)")
    #expect(removed.isEmpty, "in \(file.lastPathComponent), but not public")
    #expect(!lines.now.isEmpty)
    #expect(api.undocumented == [], "public, without a documentation comment")
  }

  @Test(arguments: ["Exemplar", "ExemplarXCTest"])
  func theDocumentationHasNoWarning(module: String) async throws {
    let folder = try TemporaryFolder()
    let graphs = folder.path + "/graphs"
    try FileManager.default.createDirectory(atPath: graphs, withIntermediateDirectories: true)
    try await PublicAPI.writeSymbolGraphs(of: module, to: graphs)
    let catalog = PublicAPI.repository.appendingPathComponent("Sources/\(module)/\(module).docc")
      .path
    let result = try await runProcess(
      ["docc", "convert"] + (FileManager.default.fileExists(atPath: catalog) ? [catalog] : [])
        + [
          "--additional-symbol-graph-dir", graphs, "--fallback-display-name", module,
          "--fallback-bundle-identifier", module, "--warnings-as-errors",
          "--output-path", folder.path + "/archive",
        ])
    #expect(result.status == 0, "\(result.output)")
  }
}

/// The public declarations of a module, from its symbol graph.
struct PublicAPI {
  /// A line for each declaration, in alphabetical order. Those that begin with an underscore are for
  /// what macros expand to.
  let text: String
  /// The declarations without a documentation comment.
  let undocumented: [String]

  init(of module: String) async throws {
    let folder = try TemporaryFolder()
    try await Self.writeSymbolGraphs(of: module, to: folder.path)
    var lines: Set<String> = []
    var undocumented: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let graph = try JSONDecoder().decode(
        SymbolGraph.self, from: Data(contentsOf: folder.url.appendingPathComponent(file)))
      for symbol in graph.symbols where !symbol.isInternal {
        let line = "\(symbol.pathComponents.joined(separator: ".")): \(symbol.declaration)"
        lines.insert(line)
        if !symbol.isDocumented { undocumented.insert(line) }
      }
    }
    self.undocumented = undocumented.sorted()
    text = lines.sorted().map { $0 + "\n" }.joined()
  }

  /// Writes the symbol graphs of a built module into a folder.
  static func writeSymbolGraphs(of module: String, to folder: String) async throws {
    let maps = Self.builtModuleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    let result = try await runProcess(
      [
        "swift", "symbolgraph-extract", "-module-name", module, "-target", try await Self.target(),
        "-I", products.appendingPathComponent("Modules").path, "-output-dir", folder,
        "-minimum-access-level", "public", "-skip-synthesized-members",
      ] + maps + Self.headerFolders.flatMap { ["-I", $0] })
    try #require(result.status == 0, "\(result.output)")
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
  private static func target() async throws -> String {
    let info = try await runProcess(["swiftc", "-print-target-info"], errorsApart: true)
    try #require(info.status == 0, "\(info.errors)")
    return try JSONDecoder().decode(TargetInfo.self, from: Data(info.output.utf8)).target.triple
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
    struct Kind: Decodable { var identifier: String }
    struct Text: Decodable {}
    struct Location: Decodable {}
    var kind: Kind
    var pathComponents: [String]
    /// Where the symbol is in a source file; nowhere, if the compiler synthesized it.
    var location: Location?
    var docComment: Text?
    var declarationFragments: [Fragment]

    var declaration: String {
      declarationFragments.map(\.spelling).joined()
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Extensions are listed for their members.
    var isDocumented: Bool {
      docComment != nil || location == nil || kind.identifier == "swift.extension"
    }

    var isInternal: Bool { pathComponents.contains { $0.hasPrefix("__") } }
  }
  var symbols: [Symbol]
}
