import Exemplar
#if Macros
  import Exemplar
  import Foundation
  import TestSupport
  import Testing

  /// Every snippet in the documentation compiles, so that users can copy it.
  @Suite("Snippets of the documentation") struct SnippetTests {
    @Test("compile", .slow)
    func compile() async throws {
      let snippets = try Snippet.all(in: Self.root)
      try #require(snippets.count > 50)
      let compiler = try Compiler()
      let prelude = try String(contentsOf: Self.prelude, encoding: .utf8)
      try await expect(compiler.makeModule("Bookshop", of: prelude).map(\.description), equals: [])

      var inOneFile = Self.beginning
      for (index, snippet) in snippets.enumerated() {
        guard let (before, after) = snippet.function(index) else { continue }
        inOneFile += before + snippet.located + after
      }
      var diagnostics = try await compiler.diagnostics(of: inOneFile, named: "Snippets.swift")
      for snippet in snippets where snippet.surroundings == .file {
        let text = Self.beginning + snippet.located
        diagnostics += try await compiler.diagnostics(of: text, named: "Snippet.swift")
      }
      for snippet in snippets where snippet.surroundings == .manifest {
        let package = "nonisolated(unsafe) let package = Package(name: \"Bookshop\",\n"
        let text = "import PackageDescription\n" + snippet.located(after: package) + ")\n"
        diagnostics += try await compiler.diagnostics(
          of: text, named: "Package.swift",
          options: [
            "-I", try await compiler.manifestModules(), "-package-description-version", "6.3.0",
          ])
      }
      let errors = diagnostics.filter(\.isError).map { "\($0.file):\($0.line): \($0.message)" }
      expect(errors, equals: [], "\(errors.joined(separator: "\n"))")
    }

    @Test func `are found with their lines, and are whole where something was left out`() {
      let text = """
        /// A shelf.
        ///
        /// ```swift
        /// @Spec let shelf = describe("A shelf …") { … }
        /// ```
        public struct Shelf {}
          /// ```swift
          /// it("is") {
          ///   prepare()
          /// }
          /// ```
        /// ```
        /// nothing
        /// ```
        """
      let snippets = Snippet.all(in: text, of: "Shelf.swift")
      expect(
        snippets.map { "\($0) \($0.surroundings): \($0.whole)" },
        equals: [
          "Shelf.swift:4 file: @Spec let shelf = describe(\"A shelf …\") { elided() }",
          "Shelf.swift:8 group: it(\"is\") {\n  prepare()\n}",
        ])
    }

    private static let beginning =
      "import Bookshop\nimport Exemplar\nimport Foundation\nimport Testing\n"

    /// The root of this repository.
    private static let root = prelude.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let prelude = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Prelude/Bookshop.swift")
  }

  extension Snippet {
    /// The code, of which the compiler speaks as of lines of the documentation.
    fileprivate var located: String { located(after: "") + "\n#sourceLocation()\n" }

    /// The code after the beginning of an expression, which takes a line of its own.
    fileprivate func located(after beginning: String) -> String {
      let lines = beginning.count(where: \.isNewline)
      return "#sourceLocation(file: \"\(file)\", line: \(line - lines))\n\(beginning)\(whole)"
    }

    /// What stands before and after the snippet in a file with others; `nil` if it needs its own.
    fileprivate func function(_ index: Int) -> (before: String, after: String)? {
      switch surroundings {
      case .group:
        ("func snippet\(index)() -> SpecNode {\ndescribe(\"A group\") {\n", "}\n}\n")
      case .body: ("func snippet\(index)() async throws {\n", "}\n")
      case .source: ("func snippet\(index)() -> RowSource {\n", "}\n")
      case .file, .manifest: nil
      }
    }
  }
#endif
