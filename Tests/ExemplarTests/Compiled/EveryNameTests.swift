#if Macros
  import Exemplar
  import Foundation
  import TestSupport
  import Testing

  /// Authors can use every public name in every language mode.
  @Suite("Every public name") struct EveryNameTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Prelude/EveryName.swift")

    @Test(
      "compiles without a warning",
      arguments: [
        ["-swift-version", "6", "-strict-concurrency=complete"],
        ["-swift-version", "6", "-default-isolation", "MainActor"], ["-swift-version", "5"],
      ])
    func compiles(options: [String]) async throws {
      let text = try String(contentsOf: Self.file, encoding: .utf8)
      let told = try await Compiler().diagnostics(
        of: text, named: "EveryName.swift", options: options)
      expect(told.map(\.description), equals: [])
    }

    /// Names that only compilers, encoders, collections and test libraries use.
    private static let indirect: Set = [
      "buildArray", "buildBlock", "buildEither", "buildExpression", "buildOptional", "RowsBuilder",
      "SpecBuilder", "callAsFunction", "makeAsyncIterator", "specsOnMainActor", "InlineRow",
      "SpecTests", "testSpecs", "modules",
      "subscript", "init", "encode", "hash",
    ]

    @Test(
      "is in the file that is compiled",
      arguments: ["Exemplar", "ExemplarCore", "ExemplarLog", "ExemplarReports", "ExemplarRows"])
    func isUsed(module: String) throws {
      let api = Self.file.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("HouseTests/API/\(module).txt")
      let used = Set(
        try String(contentsOf: Self.file, encoding: .utf8)
          .split { !$0.isLetter && !$0.isNumber && $0 != "_" })
      let declarations = try String(contentsOf: api, encoding: .utf8).split(separator: "\n")
      let names = declarations.compactMap { line -> Substring? in
        // "Row.decode(_:as:): func …" declares "decode".
        let name = line.prefix { $0 != ":" && $0 != "(" }.split(separator: ".").last
        // Types of other modules are used by their members, some without their names.
        return module != "Exemplar" && name?.first?.isUppercase == true ? nil : name
      }
      let missing = Set(names).subtracting(used).subtracting(Self.indirect.map { $0[...] })
      expect(missing.filter { $0.contains(where: \.isLetter) }.sorted(), equals: [])
    }
  }
#endif
